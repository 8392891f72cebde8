import { expect, test } from 'vitest'
import type { PastRound, Payment, Placard, PostedTable } from '../../lib/wire'
import { cover, patience, posted, result } from './sign'

const to = (won: number): Payment => ({ kind: 'to', won, staked: 1 })
const table: PostedTable = {
  wager: 'cover_all',
  name: 'x',
  lines: [
    { hand: 'straight', name: 'straight', pays: [to(9), to(4), to(2)] },
    { hand: 'flush', name: 'flush', pays: [to(6), to(3)] },
  ],
}

test('before betting the whole matrix, in the round one column', () => {
  expect(cover(table, null).players).toEqual([1, 2, 3])
  expect(cover(table, undefined).lines[1]).toEqual({ hand: 'flush', name: 'flush', pays: [to(6), to(3), null] })
  expect(cover(table, 2)).toEqual({
    players: [2],
    lines: [
      { hand: 'straight', name: 'straight', pays: [to(4)] },
      { hand: 'flush', name: 'flush', pays: [to(3)] },
    ],
  })
  expect(cover(table, 9).players).toEqual([1, 2, 3])
})

test('the matrix stands apart from the other paytables', () => {
  const pair = { ...table, wager: 'pair_plus' as const }
  expect(posted({ paytables: [pair, table] } as unknown as Placard)).toEqual({ plain: [pair], matrix: table })
  expect(posted({ paytables: [pair] } as unknown as Placard).matrix).toBeNull()
})

test('a result names nobody', () => {
  const seats = [100, -5, -7, 0].map((net, i) => ({ position: i, person: 'x', cards: [], net }))
  expect(result({ seats } as unknown as PastRound)).toEqual({ won: 1, lost: 2, even: 1 })
})

test('patience grows up to a minute', () => {
  expect([0, 1, 2, 5, 6, 99].map(patience)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
})
