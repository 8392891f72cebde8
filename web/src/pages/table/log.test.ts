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

test('only the given number of rounds is shown', () => {
  expect(chapters([1, 2, 3, 4].map((n) => news(n, n, 'x')), [], 2).map(({ round }) => round)).toEqual([4, 3])
})

test('a fold for lack of time is one sentence, worded differently for its player', () => {
  const all: News[] = [
    { ...news(1, 1, 'the time of position 3 ran out', 'time_ran_out'), what: { event: 'time_ran_out', position: 3, since: 0 } },
    { ...news(2, 1, 'position 3 folds', 'decided'), what: { event: 'decided', position: 3, decision: 'fold', play: 0, tip: 0 } },
    { ...news(3, 1, 'position 4 folds', 'decided'), what: { event: 'decided', position: 4, decision: 'fold', play: 0, tip: 0 } },
  ]
  const texts = (own: number[]) => chapters(all, own)[0]?.entries.map(({ text }) => text)
  expect(texts([3])).toEqual(['position 4 folds', 'Your time ran out: folded.'])
  expect(texts([4])).toEqual(['position 4 folds', 'Position 3 ran out of time and folds.'])
})
