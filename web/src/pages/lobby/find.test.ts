import { expect, test } from 'vitest'
import type { TableCard } from '../../lib/wire'
import { find, seatsFree } from './find'

function card(id: string, more: Partial<TableCard> = {}): TableCard {
  return {
    id,
    look: {},
    name: `Table ${id}`,
    rulebook: 'md14',
    jurisdiction: 'Maryland',
    example: false,
    operator: 'Chesapeake Hall',
    house: '',
    version: 1,
    phase: 'betting',
    round: 1,
    positions: 2,
    seated: [],
    wagers: [],
    meters: [],
    dealer_is_person: false,
    ...more,
  }
}
const full = card('2', { seated: [1, 2].map((position) => ({ position, person: 'A' })) })
const other = card('10', {
  jurisdiction: 'Massachusetts',
  meters: [{ wager: 'progressive', level: 'main', shows: 1 }],
  wagers: [{ wager: 'cover_all', min: 500, max: 2_500, step: 500 }],
})
const names = (wager: string): string => wager.replace('_', ' ')

test('tables are found by any word, and ordered as people count', () => {
  expect(find([other, full], { text: '', only: 'all' }, names).map(({ id }) => id)).toEqual(['2', '10'])
  expect(find([other, full], { text: 'MASS cover', only: 'all' }, names).map(({ id }) => id)).toEqual(['10'])
})

test('the quick filters', () => {
  expect(find([other, full], { text: '', only: 'open' }, names).map(({ id }) => id)).toEqual(['10'])
  expect(find([other, full], { text: '', only: 'progressive' }, names).map(({ id }) => id)).toEqual(['10'])
  expect(seatsFree(full)).toBe(0)
})
