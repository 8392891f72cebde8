import { expect, test } from 'vitest'
import type { News, View } from '../../lib/wire'
import { done, places, toCome } from './procedure'

let version = 0
const news = (event: string, over: Partial<News> = {}): News => ({
  version: ++version,
  round: 7,
  at: version * 1000,
  by: { role: 'dealer', person: 'Dan' },
  event,
  what: { event: 'bets_closed' },
  text: event,
  ...over,
})

test('only this round and only steps are ticked off', () => {
  const all = [news('bets_closed', { round: 6 }), news('wagered', { position: 2 }), news('bets_closed', { clauses: ['md14:07.D'] })]
  expect(done(all, 7)).toMatchObject([{ event: 'bets_closed', times: 1, clauses: ['md14:07.D'] }])
})

test('a step that repeats is one line with its positions in order', () => {
  const all = [1, 1, 1, 4, 6, 6].map((position) => news('dealt', { position }))
  const [deal, ...rest] = done([...all, news('dealt')], 7)
  expect(rest).toEqual([])
  expect(deal).toMatchObject({ times: 7, positions: [1, 4, 6] })
  expect(places(deal?.positions ?? [])).toBe('1 → 6')
})

test('the steps of the opening stay apart', () => {
  const all = [news('opened', { text: 'deck 1: inspect done' }), news('opened', { text: 'deck 1: verify done' })]
  expect(done(all, 7)).toHaveLength(2)
})

test('the same step with another between is ticked twice', () => {
  const all = [news('settled', { position: 7 }), news('racked', { position: 7 }), news('settled', { position: 4 })]
  expect(done(all, 7).map(({ event }) => event)).toEqual(['settled', 'racked', 'settled'])
})

test('places are short', () => {
  expect(places([])).toBe('')
  expect(places([3])).toBe('3')
  expect(places([2, 5])).toBe('2, 5')
})

test('the phases to come follow the current one', () => {
  expect(toCome({ phase: 'dealing' } as View)).toEqual(['deciding', 'showdown'])
  expect(toCome({ phase: 'void' } as View)).toEqual([])
})
