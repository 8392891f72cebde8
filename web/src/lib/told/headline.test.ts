import { expect, test } from 'vitest'
import type { SeatView, View } from '../wire'
import { headline } from './headline'

const seat = (position: number, person: string): SeatView => ({ position, person }) as SeatView
const view = (more: Partial<View>): View => ({ phase: 'betting', seats: [seat(2, 'Ann'), seat(5, 'Bob')], decks: [], ...more }) as View
const offered = view({ decks: [{ deck: 1, cut_offered: 5 } as View['decks'][number]] })

test('whoever is offered the cut is told so, and everybody else whom the table waits for', () => {
  expect(headline(offered, [seat(5, 'Bob')])).toBe('You may cut the deck, position 5')
  expect(headline(offered, [seat(2, 'Ann')])).toBe('The cut is offered to Bob, position 5')
  // A deck that is lost after the close is shuffled again, and its cut offered again.
  expect(headline(view({ ...offered, phase: 'closing' }), [])).toBe('The cut is offered to Bob, position 5')
  expect(headline(view({ decks: [{ deck: 1 } as View['decks'][number]] }), [])).toBe('Place your bets')
})

test('players are told that they may not look yet', () => {
  expect(headline(view({ phase: 'deciding', looks_wait: true }), [])).toBe('The dealer has not allowed the players to look')
})
