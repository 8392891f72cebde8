import { expect, test } from 'vitest'
import type { LineView, SeatView, View } from '../../lib/wire'
import { folded, handOver, placesOf, validations } from './settling'

const line = (position: number, wager: string, over: Partial<LineView> = {}): LineView =>
  ({
    position,
    wager,
    outcome: 'won',
    stake: 2500,
    paid: 2500,
    returned: 2500,
    payer: 'tray',
    takes: 0,
    pays_out: over.payer === 'hand_pay' ? 0 : (over.paid ?? 2500),
    net: over.outcome === 'lost' ? -(over.stake ?? 2500) : 2500,
    hand: 'pair',
    settled: false,
    validated: false,
    ...over,
  }) as LineView

const seat = (position: number, wagers: SeatView['wagers'] = [], over: Partial<SeatView> = {}): SeatView => ({
  position,
  person: `p${position}`,
  own: false,
  wagers,
  hand: { cards: [null, null, null], face_up: false },
  lost: false,
  left: false,
  ...over,
})

const view = (over: Partial<View>): View => ({ seats: [], settlement: [], legal: [], ...over }) as unknown as View

test('positions keep the order of the settlement and add up', () => {
  const table = view({
    seats: [seat(6, [{ wager: 'six_card_bonus', staked: 500, lies: 500 }]), seat(2)],
    settlement: [
      line(6, 'ante'),
      line(6, 'play'),
      line(6, 'six_card_bonus', { outcome: 'lost', stake: 500, paid: 0, returned: 0, takes: 500 }),
      line(2, 'ante', { settled: true }),
    ],
  })
  const [first, second] = placesOf(table)
  expect(first).toMatchObject({ position: 6, takes: 500, pays: 5000, settled: false })
  expect(second).toMatchObject({ position: 2, takes: 0, pays: 0, settled: true })
  expect(handOver(first!)).toEqual([{ value: 2500, count: 2 }])
})

test('a chip that is in the tray already is not taken again', () => {
  const lost = line(4, 'progressive', { outcome: 'lost', stake: 100, paid: 0, returned: 0 })
  const [place] = placesOf(view({ seats: [seat(4, [{ wager: 'progressive', staked: 100, lies: 0 }])], settlement: [lost] }))
  expect(place?.lines[0]).toMatchObject({ takes: 0, gone: true })
})

test('a coupon is paper: it is collected, and no chips with it', () => {
  const lost = line(4, 'match_play', { outcome: 'lost', stake: 500, paid: 0, returned: 0, net: 0 })
  const [place] = placesOf(view({ seats: [seat(4, [{ wager: 'match_play', staked: 500, lies: 500, paper: true }])], settlement: [lost] }))
  expect(place?.lines[0]).toMatchObject({ takes: 0, pays: 0, gone: false, coupon: true })
})

test('the sums of the next step are the server’s', () => {
  const table = view({
    seats: [seat(4)],
    settlement: [line(4, 'ante'), line(4, 'envy', { paid: 100_000 })],
    next: { do: 'settle', position: 4, takes: 0, pays: 2500, by: 'dealer' },
  })
  expect(placesOf(table)[0]).toMatchObject({ takes: 0, pays: 2500 })
})

test('what a later step settles at the same position is marked', () => {
  const table = view({
    seats: [seat(4), seat(2)],
    settlement: [line(4, 'ante'), line(2, 'ante'), line(4, 'envy', { paid: 10_000 })],
    next: { do: 'settle', position: 4, takes: 0, pays: 2500, by: 'dealer' },
  })
  const [four, two] = placesOf(table)
  expect(four?.lines.map(({ later }) => later)).toEqual([false, true])
  expect(two?.lines.map(({ later }) => later)).toEqual([false])
})

test('a win outside the tray needs no chips, and waits for its second person', () => {
  const win = line(3, 'progressive', { paid: 123_456, payer: 'hand_pay', validated_by: 'floorperson' })
  const table = view({ seats: [seat(3)], settlement: [win] })
  expect(placesOf(table)[0]).toMatchObject({ pays: 0, byHand: 123_456, waits: win })
  expect(validations(table)).toEqual([{ position: 3, role: 'floorperson' }])
  expect(validations(view({ settlement: [{ ...win, validated: true }] }))).toEqual([])
})

test('a folded hand is held, to be collected, or gone', () => {
  const fold = seat(5, [], { decision: 'fold' })
  expect(folded(view({ seats: [fold] }), fold)).toBe('held')
  const rack = { do: 'rack', holder: { position: 5 }, group: 'steps' } as unknown as View['legal'][number]
  expect(folded(view({ legal: [rack] }), fold)).toBe('to_rack')
  expect(folded(view({}), { ...fold, hand: { cards: [], face_up: false } })).toBeNull()
  expect(folded(view({}), seat(5, [], { decision: 'play' }))).toBeNull()
})
