import { expect, test } from 'vitest'
import type { LineView, News, View } from '../wire'
import { after, follow, type TableMessage } from './table'

const empty = { cards: [], face_up: false }
function view(version: number, more: Partial<View> = {}): View {
  return {
    version,
    rulebook: 'md14',
    operator: 'Chesapeake Hall',
    house: '',
    phase: 'betting',
    round: 1,
    seats: [],
    dealer: empty,
    community: empty,
    stub: 'none',
    racked: 0,
    decks: [],
    progressive_open: true,
    legal: [],
    ...more,
  }
}
function news(version: number): News {
  return { version, round: 1, at: 0, by: { role: 'dealer', person: 'Dan' }, event: 'dealt', what: { event: 'bets_closed' }, text: `event ${version}` }
}
function message(version: number, told: News[] = [], more: Partial<View> = {}): TableMessage {
  return { type: 'view', table: '1', now: 0, view: view(version, more), news: told }
}

test('news are kept once and in order', () => {
  let state = after(follow('1', 'player'), message(2, [news(1), news(2)]), false)
  state = after(state, message(3, [news(2), news(3)]), false)
  expect(state.news.map((item) => item.version)).toEqual([1, 2, 3])
  expect(state.fresh.map((item) => item.version)).toEqual([3])
})

test('an older view does not turn the table back', () => {
  const state = after(follow('1', 'player'), message(5), false)
  expect(after(state, message(4), false)).toBe(state)
})

test('what happened meanwhile is told on resume and does not move', () => {
  let state = after(follow('1', 'player'), message(2, [news(2)]), false)
  state = after(state, message(4, [news(3), news(4)]), true)
  expect(state.meanwhile.map((item) => item.version)).toEqual([3, 4])
  expect(state.resumed).toBe(1)
  expect(state.fresh).toEqual([])
})

test('the first view of all is not a resume', () => {
  expect(after(follow('1', 'player'), message(2, [news(2)]), true).meanwhile).toEqual([])
})

test('the settlement of the last round can still be read', () => {
  const line: LineView = {
    position: 3,
    wager: 'ante',
    outcome: 'won',
    stake: 500,
    paid: 500,
    returned: 500,
    payer: 'tray',
    hand: 'pair',
    takes: 0,
    net: 500,
    pays_out: 0,
    settled: true,
    validated: false,
  }
  let state = after(follow('1', 'player'), message(2, [], { settlement: [line] }), false)
  state = after(state, message(3, [], { round: 2 }), false)
  expect(state.last).toEqual({ round: 1, lines: [line] })
})

test('a hint goes with the decision it was asked for', () => {
  const open = { legal: [{ do: 'decide', position: 3, decision: 'play', group: 'seats' }] } as Partial<View>
  let state = after(follow('1', 'player'), message(2, [], open), false)
  const hint = { position: 3, better: 'play', play: 1, fold: 0, play_exact: '1/1', fold_exact: '0/1', left_out: [], text: '' }
  state = after(state, { type: 'hint', table: '1', hint }, false)
  expect(after(state, message(3, [], open), false).hint).toEqual(hint)
  expect(after(state, message(3), false).hint).toBeNull()
})
