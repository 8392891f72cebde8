import { expect, test } from 'vitest'
import type { TableCard } from '../../lib/wire'
import { alarms, queue, serves } from './queue'

const card = (id: string, over: object = {}): TableCard => ({ id, phase: 'betting', waits: [], ...over }) as unknown as TableCard
const waits = (role: string, since: number): object => ({ role, since, text: role })

test('a supervisor serves for a floorperson, not the other way round', () => {
  expect(serves(['supervisor'], 'floorperson')).toBe(true)
  expect(serves(['floorperson'], 'supervisor')).toBe(false)
  expect(serves(['dealer'], 'dealer')).toBe(true)
})

test('the own comes first, then what waits longest', () => {
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

test('alarms, the gravest first', () => {
  expect(alarms(card('a'), ['floorperson'], 0)).toEqual([])
  const bad = card('a', { stopped: 'disk', phase: 'void', figures: { deck_until: 5 }, waits: [waits('floorperson', 1)] })
  expect(alarms(bad, ['floorperson'], 10)).toEqual(['stopped', 'void', 'deck_over', 'waits'])
  expect(alarms(card('a', { figures: { deck_until: 60_000 } }), [], 0)).toEqual(['deck_soon'])
  expect(alarms(card('a', { waits: [waits('dealer', 1)] }), ['floorperson'], 0)).toEqual([])
})
