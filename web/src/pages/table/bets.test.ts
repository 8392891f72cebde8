import { expect, test } from 'vitest'
import type { LineView, Offer, SeatView, View } from '../../lib/wire'
import { atMost, betsOf, chipAct, doubled, isPaper, payments, ready, setting, standing, takeOff } from './bets'

const amount = (wager: 'ante' | 'pair_plus' | 'progressive', min: number, max: number, step: number): Offer => ({
  do: 'wager',
  position: 3,
  wager,
  amount: min,
  group: 'seats',
  fields: [{ field: 'amount', kind: 'amount', min, max, step, except: 0 }],
})
const clear: Offer = { do: 'wager', position: 3, wager: 'ante', amount: 0, group: 'seats' }
const view = (legal: Offer[], seats: SeatView[] = []): View => ({ legal, seats }) as unknown as View
const seat = (wagers: SeatView['wagers']): SeatView => ({ position: 3, wagers }) as unknown as SeatView

test('a chip goes to the next lawful amount', () => {
  const open = view([amount('ante', 500, 20_000, 500)])
  expect(chipAct(open, 3, 'ante', 0, 100, false)).toEqual({ do: 'wager', position: 3, wager: 'ante', amount: 500 })
  expect(chipAct(open, 3, 'ante', 500, 2_500, false)?.amount).toBe(3_000)
  expect(chipAct(open, 3, 'ante', 20_000, 2_500, false)).toBeNull()
  expect(chipAct(open, 3, 'pair_plus', 0, 500, false)).toBeNull()
})

test('taking the last chip clears the wager', () => {
  const open = view([clear, amount('ante', 500, 20_000, 500)])
  expect(chipAct(open, 3, 'ante', 500, 500, true)?.amount).toBe(0)
  expect(chipAct(open, 3, 'ante', 1_500, 500, true)?.amount).toBe(1_000)
  expect(chipAct(open, 3, 'ante', 0, 500, true)).toBeNull()
})

test('an amount must be offered', () => {
  const open = view([amount('ante', 500, 20_000, 500)])
  expect(setting(open, { position: 3, wager: 'ante', amount: 1_000 })?.amount).toBe(1_000)
  expect(setting(open, { position: 3, wager: 'ante', amount: 1_100 })).toBeNull()
  expect(setting(open, { position: 4, wager: 'ante', amount: 1_000 })).toBeNull()
})

test('what is under way counts as lying there', () => {
  const placed = seat([{ wager: 'ante', staked: 500, lies: 500 }])
  expect(standing(placed, [], 3, 'ante')).toBe(500)
  expect(standing(placed, [{ do: 'wager', position: 3, wager: 'ante', amount: 1_000 }], 3, 'ante')).toBe(1_000)
})

test('repeated bets wait until the ante has opened them', () => {
  const wishes = [
    { position: 3, wager: 'ante' as const, amount: 1_000 },
    { position: 3, wager: 'pair_plus' as const, amount: 500 },
  ]
  const first = ready(view([amount('ante', 500, 20_000, 500)]), wishes, [])
  expect(first.send.map(({ wager }) => wager)).toEqual(['ante'])
  expect(first.keep).toEqual([wishes[1]])
  const second = ready(view([amount('pair_plus', 500, 1_000, 500)]), first.keep, [])
  expect(second.send.map(({ wager }) => wager)).toEqual(['pair_plus'])
  expect(second.keep).toEqual([])
})

test('doubling stops at the most and leaves what cannot grow', () => {
  const open = view([amount('ante', 500, 1_500, 500), amount('progressive', 100, 100, 1)])
  const bets = [
    { position: 3, wager: 'ante' as const, amount: 1_000 },
    { position: 3, wager: 'progressive' as const, amount: 100 },
  ]
  expect(doubled(open, bets)).toEqual([{ position: 3, wager: 'ante', amount: 1_500 }])
})

test('the play wager is a decision and not a bet to repeat', () => {
  const own = seat([
    { wager: 'ante', staked: 500, lies: 0 },
    { wager: 'play', staked: 500, lies: 500 },
  ])
  expect(betsOf([own])).toEqual([{ position: 3, wager: 'ante', amount: 500 }])
})

test('payments are shown at their area and add up', () => {
  const line = (wager: LineView['wager'], net: number): LineView => ({ position: 3, wager, net, settled: true }) as unknown as LineView
  const all = payments([line('ante', 500), line('ante_bonus', 2_000), line('pair_plus', -500)])
  expect(all.map(({ wager, net }) => [wager, net])).toEqual([
    ['ante', 2_500],
    ['pair_plus', -500],
  ])
})

test('a coupon lies there as paper, from the moment it is sent', () => {
  const placed = seat([{ wager: 'match_play', staked: 500, lies: 500, paper: true }])
  expect(standing(placed, [], 3, 'match_play')).toBe(500)
  expect(isPaper(placed, [], 3, 'match_play')).toBe(true)
  expect(isPaper(placed, [], 3, 'ante')).toBe(false)
  expect(isPaper(seat([]), [{ do: 'wager', position: 3, wager: 'match_play', amount: 500, with: 'coupon' }], 3, 'match_play')).toBe(true)
})

test('the maximum is what the player has, where the purse is the limit', () => {
  const limits = { min: 500, max: 54_000, step: 500 }
  const rich = (chips: number, lies: number): View => ({ ...view([], [seat([{ wager: 'ante', staked: lies, lies }])]), chips }) as View
  const area = { position: 3, wager: 'ante' as const }
  expect(atMost(rich(0, 54_000), area, limits, 100_000)).toEqual({ amount: 54_000, purse: true })
  // A dollar that is less than a lawful step still counts.
  expect(atMost(rich(100, 54_000), area, limits, 100_000)).toEqual({ amount: 54_100, purse: true })
  expect(atMost(rich(90_000, 54_000), area, limits, 54_000)).toEqual({ amount: 54_000, purse: false })
  expect(atMost(rich(0, 54_000), area, limits, 54_000)).toEqual({ amount: 54_000, purse: false })
})

test('a dollar off the ante makes up for two', () => {
  const open = view([amount('ante', 500, 60_000, 500)])
  const ante = { position: 3, wager: 'ante' as const, amount: 53_600 }
  expect(takeOff(open, ante, 3_600)).toBe(2_100)
  expect(takeOff(view([amount('ante', 500, 60_000, 100)]), ante, 3_600)).toBe(1_800)
  expect(takeOff(open, ante, 0)).toBeNull()
  expect(takeOff(open, { ...ante, amount: 500 }, 500)).toBeNull()
})
