import { expect, test } from 'vitest'
import type { News } from '../../lib/wire'
import { chapters } from './log'

const news = (version: number, round: number, text: string, event = 'dealt'): News => ({
  version,
  round,
  text,
  event,
  what: { event: 'bets_closed' },
  at: version,
  by: { role: 'dealer', person: 'Dan' },
})

test('the latest round and the latest event come first', () => {
  const all = chapters([news(1, 1, 'a', 'round_ended'), news(2, 2, 'b'), news(3, 2, 'c')])
  expect(all.map(({ round, ended }) => [round, ended])).toEqual([
    [2, false],
    [1, true],
  ])
  expect(all[0]?.entries.map(({ text }) => text)).toEqual(['c', 'b'])
})

test('the same sentence in a row is counted', () => {
  const all = chapters([news(1, 1, 'a card'), news(2, 1, 'a card'), news(3, 1, 'other')])
  expect(all[0]?.entries.map(({ text, times }) => [text, times])).toEqual([
    ['other', 1],
    ['a card', 2],
  ])
})

test('only so many rounds are shown', () => {
  expect(chapters([1, 2, 3, 4].map((n) => news(n, n, 'x')), 2).map(({ round }) => round)).toEqual([4, 3])
})
