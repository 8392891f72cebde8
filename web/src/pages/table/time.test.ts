import { expect, test } from 'vitest'
import type { Pending, SeatView, View } from '../../lib/wire'
import { due } from './time'

const seat = (position: number, person: string): SeatView => ({ position, person }) as unknown as SeatView
const seats = [seat(3, 'Ann'), seat(4, 'Ben'), seat(5, 'Ben')]
const view = { seats } as unknown as View
const pending = (does: string, position?: number): Pending => ({ at: 0, by: 'system', does, text: 'betting closes', ...(position ? { position } : {}) })
const own = (...positions: number[]): SeatView[] => seats.filter(({ position }) => positions.includes(position))

test('whose time runs, and what happens then', () => {
  expect(due(view, pending('time_up', 3), 12, own(3))).toBe('12 s, then your hand folds')
  expect(due(view, pending('time_up', 4), 1, own(4, 5))).toBe('1 s, then your hand at position 4 folds')
  expect(due(view, pending('time_up', 3), 12, own(4))).toBe('12 s, then position 3 folds')
  expect(due(view, pending('rule_leaver', 3), 25, own(4))).toBe('Ann is away: 25 s, then the hand is ruled on')
})

test('what concerns nobody’s hand, and what is over, is said in the server’s words', () => {
  expect(due(view, pending('no_more_bets'), 7, [])).toBe('7 s left · then betting closes')
  expect(due(view, { ...pending('decline_cut', 3), text: 'position 3 declines the cut' }, 5, own(3))).toBe(
    '5 s left · then position 3 declines the cut',
  )
  expect(due(view, pending('no_more_bets'), 0, [])).toBe('Now: betting closes')
})
