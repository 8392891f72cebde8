import { expect, test } from 'vitest'
import { chipsOf, linesOf, netOf } from './purse'
import type { SeatView } from '../wire'

const seat = (wagers: SeatView['wagers']): SeatView => ({ position: 3, wagers }) as unknown as SeatView

test('a round gives what its own lines gave, the won coupon among them', () => {
  // A coupon of $5 that wins: nothing was staked in chips, and $5 are paid.
  const lines = [
    { position: 3, net: 500 },
    { position: 3, net: 500, wager: 'match_play', stake: 500, paid: 500, returned: 0 },
    { position: 4, net: -2_500 },
  ]
  expect(netOf(linesOf(lines, [3]))).toBe(1_000)
  expect(netOf(linesOf(lines, [3, 4]))).toBe(-1_500)
})

test('a coupon is not chips', () => {
  const own = seat([
    { wager: 'ante', staked: 500, lies: 500 },
    { wager: 'match_play', staked: 500, lies: 500, paper: true },
  ])
  expect(chipsOf(own)).toBe(500)
})
