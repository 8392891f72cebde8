import { expect, test } from 'vitest'
import type { Act, Problem } from '../wire'
import { keyOf, newId, Orders, type Answer } from './orders'

const fold: Act = { do: 'decide', position: 3, decision: 'fold' }
const play: Act = { do: 'decide', position: 3, decision: 'play' }

test('an id is 32 hexadecimal digits and never the same', () => {
  expect(newId()).toMatch(/^[0-9a-f]{32}$/)
  expect(newId()).not.toBe(newId())
  expect(newId(new Uint8Array(16))).toBe('0'.repeat(32))
})

test('the order of fields does not make another act', () => {
  expect(keyOf('1', 'player', { do: 'sit', position: 3 })).toBe(keyOf('1', 'player', { position: 3, do: 'sit' }))
  expect(keyOf('1', 'player', fold)).not.toBe(keyOf('1', 'dealer', fold))
})

test('a double click is one command until its effect is seen', () => {
  const orders = new Orders()
  const answers: Answer[] = []
  const first = orders.take('1', 'player', fold, (answer) => answers.push(answer))
  expect(first).not.toBeNull()
  expect(orders.take('1', 'player', fold, () => {})).toBeNull()
  orders.done(first?.order.id ?? '', 12)
  expect(answers).toEqual([{ done: true, version: 12 }])
  expect(orders.take('1', 'player', fold, () => {})).toBeNull()
  orders.seen('1', 11)
  expect(orders.take('1', 'player', fold, () => {})).toBeNull()
  orders.seen('1', 12)
  expect(orders.take('1', 'player', fold, () => {})).not.toBeNull()
})

test('what nobody knows yet stays pending under its id, and is no second command', () => {
  const orders = new Orders()
  const answers: Answer[] = []
  const first = orders.take('1', 'player', fold, (answer) => answers.push(answer))
  const id = first?.order.id ?? ''
  expect(orders.doubted(id)).toBe(true)
  expect(orders.doubted(id)).toBe(false)
  expect(orders.take('1', 'player', fold, () => {})).toBeNull()
  expect(orders.resend().map(({ order }) => order.id)).toEqual([id])
  expect(orders.unanswered(id)?.order).toEqual(first?.order)
  expect(answers).toEqual([])
  orders.done(id, 12)
  expect(answers).toEqual([{ done: true, version: 12 }])
  expect([orders.unanswered(id), orders.doubted(id)]).toEqual([undefined, undefined])
})

test('what was done waits until it is seen, and chips go on from there', () => {
  const orders = new Orders()
  const chips = (amount: number): Act => ({ do: 'wager', position: 3, wager: 'ante', amount })
  const standing = () => orders.waiting('1').map(({ order }) => order.act)
  const first = orders.take('1', 'player', chips(500), () => {})
  orders.done(first?.order.id ?? '', 12)
  // The answer came before the view: the page still shows no chip, and the one that was put down must count.
  expect(standing()).toEqual([chips(500)])
  expect(orders.resend()).toEqual([])
  orders.seen('1', 12)
  expect(standing()).toEqual([])
})

test('an order whose answer comes after the view is no longer pending', () => {
  const orders = new Orders()
  const first = orders.take('1', 'player', fold, () => {})
  orders.seen('1', 12)
  expect(orders.waiting('1')).toHaveLength(1)
  orders.done(first?.order.id ?? '', 12)
  expect(orders.waiting('1')).toEqual([])
  // Another table that is further on says nothing about this one.
  const second = orders.take('2', 'player', fold, () => {})
  orders.done(second?.order.id ?? '', 12)
  orders.seen('1', 13)
  expect(orders.waiting('2')).toHaveLength(1)
})

test('what is unanswered is sent again with the id it had, in its order', () => {
  const orders = new Orders()
  const a = orders.take('1', 'player', fold, () => {})
  const b = orders.take('1', 'player', play, () => {})
  expect(orders.resend().map((pending) => pending.order.id)).toEqual([a?.order.id, b?.order.id])
  orders.done(a?.order.id ?? '', 1)
  expect(orders.resend().map((pending) => pending.order.id)).toEqual([b?.order.id])
})

test('a refusal may be tried again at once', () => {
  const orders = new Orders()
  const answers: Answer[] = []
  const first = orders.take('1', 'player', fold, (answer) => answers.push(answer))
  const why: Problem = { code: 'refused', refused: 'position 2 decides first', why: { kind: 'not_your_turn', turn: 2 } }
  orders.refused(first?.order.id ?? '', why)
  expect(answers).toEqual([{ done: false, why }])
  expect(orders.take('1', 'player', fold, () => {})).not.toBeNull()
})
