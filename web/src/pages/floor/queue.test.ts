import { expect, test } from 'vitest'
import type { Approval, TableCard } from '../../lib/wire'
import { alarms, queue, serves, waitingFor } from './queue'

const card = (id: string, over: object = {}): TableCard => ({ id, phase: 'betting', waits: [], ...over }) as unknown as TableCard
const waits = (role: string, since: number, kind = 'act'): object => ({ role, since, text: role, what: { kind } })
const request = (table: string, may: boolean, does = 'report'): Approval =>
  ({ may, what: { kind: 'act', table, act: { do: does } } }) as unknown as Approval

test('a supervisor serves for a floorperson, not the other way round', () => {
  expect(serves(['supervisor'], 'floorperson')).toBe(true)
  expect(serves(['floorperson'], 'supervisor')).toBe(false)
  expect(serves(['dealer'], 'dealer')).toBe(true)
})

test('what is for the reader comes first, then what waits longest', () => {
  const cards = [
    card('a', { waits: [waits('dealer', 1), waits('floorperson', 9)] }),
    card('b', { waits: [waits('floorperson', 4)] }),
  ]
  expect(queue(cards, ['floorperson']).map(({ card: { id }, waiting, mine }) => [id, waiting.since, mine])).toEqual([
    ['b', 4, true],
    ['a', 9, true],
    ['a', 1, false],
  ])
})

test('a held game comes before everything, whoever it waits for', () => {
  const cards = [card('a', { waits: [waits('floorperson', 1)] }), card('b', { waits: [waits('floorperson', 5, 'held')] })]
  expect(queue(cards, ['floorperson']).map(({ card: { id }, held }) => [id, held])).toEqual([['b', true], ['a', false]])
  expect(queue(cards, ['surveillance'])[0]?.card.id).toBe('b')
})

test('what may be approved is counted, and a held game whose void is asked for is one thing', () => {
  const held = queue([card('a', { waits: [waits('floorperson', 1, 'held')] })], ['floorperson'])
  expect(waitingFor(held, [])).toBe(1)
  expect(waitingFor(held, [request('a', true)])).toBe(1)
  expect(waitingFor([], [request('a', true)])).toBe(1)
  expect(waitingFor(held, [request('b', true)])).toBe(2)
  expect(waitingFor(held, [request('a', true, 'propose_meter')])).toBe(2)
  // A reader who may not answer still sees the held game.
  expect(waitingFor(held, [request('a', false)])).toBe(1)
})

test('alarms, the gravest first', () => {
  expect(alarms(card('a'), ['floorperson'], 0)).toEqual([])
  const bad = card('a', { stopped: 'disk', phase: 'void', figures: { deck_until: 5 }, waits: [waits('floorperson', 1)] })
  expect(alarms(bad, ['floorperson'], 10)).toEqual(['stopped', 'void', 'deck_over', 'waits'])
  expect(alarms(card('a', { figures: { deck_until: 60_000 } }), [], 0)).toEqual(['deck_soon'])
  expect(alarms(card('a', { waits: [waits('floorperson', 1, 'held')] }), [], 0)).toEqual(['held'])
  expect(alarms(card('a', { waits: [waits('dealer', 1)] }), ['floorperson'], 0)).toEqual([])
})
