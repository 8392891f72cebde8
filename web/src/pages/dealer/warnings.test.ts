import { expect, test } from 'vitest'
import type { News, TableCard, View } from '../../lib/wire'
import { warnings } from './warnings'

const view = (over: object = {}): View =>
  ({ phase: 'betting', seats: [], settlement: [], legal: [], progressive_open: true, ...over }) as unknown as View
const card = (figures: object): TableCard => ({ figures }) as unknown as TableCard
const NOW = 1_000_000_000
const words = (...from: Parameters<typeof warnings>): string[] => warnings(...from).map(({ is }) => is)

test('nothing to warn of is an empty list', () => {
  expect(warnings(view(), undefined, NOW)).toEqual([])
})

test('the deck’s life is told in its last hour and when it is over', () => {
  expect(words(view(), card({ deck_until: NOW + 61 * 60_000 }), NOW)).toEqual([])
  expect(warnings(view(), card({ deck_until: NOW + 34 * 60_000 }), NOW)).toMatchObject([{ is: 'deck_life', minutes: 34 }])
  expect(words(view(), card({ deck_until: NOW }), NOW)).toEqual(['deck_over'])
})

test('the stub: how long ago it was counted, and when it is to be counted', () => {
  expect(warnings(view(), card({ rounds_since_count: 3 }), NOW)).toMatchObject([{ is: 'rounds_since', rounds: 3 }])
  expect(words(view({ next: { do: 'count_stub', by: 'dealer' } }), card({ rounds_since_count: 4 }), NOW)).toEqual(['stub_count'])
})

test('people and devices', () => {
  const seats = [
    { position: 2, left: true, lost: true },
    { position: 5, left: false, lost: true },
  ]
  expect(words(view({ seats, meters: [{}], progressive_open: false }), undefined, NOW)).toEqual([
    'left',
    'lost',
    'progressive_shut',
  ])
})

test('what the server warns the dealer of is passed on, what it asks for is not', () => {
  const waits = [
    { role: 'dealer', text: 'the stub is to be counted in this round' },
    { role: 'dealer', text: 'load', act: { do: 'load', deck: 1 } },
    { role: 'floorperson', text: 'the shoe is out of service' },
  ]
  expect(warnings(view(), { waits } as unknown as TableCard, NOW)).toEqual([
    { is: 'said', text: 'the stub is to be counted in this round', grave: false },
  ])
})

test('a count that did not agree is told until the chips are counted again', () => {
  const counted = { event: 'chips_collected', round: 4, text: '5 chips, 6 accepted' } as News
  const again = view({ round: 4, next: { do: 'collect', by: 'dealer' } })
  expect(warnings(again, undefined, NOW, [counted])).toEqual([{ is: 'said', text: '5 chips, 6 accepted', grave: true }])
  expect(warnings(view({ round: 4 }), undefined, NOW, [counted])).toEqual([])
  expect(warnings({ ...again, round: 5 }, undefined, NOW, [counted])).toEqual([])
})

test('a void round and a table that has stopped come first', () => {
  expect(words(view({ void: 'wrong_number' }), { stopped: 'no disk' } as TableCard, NOW)).toEqual(['stopped', 'void'])
})
