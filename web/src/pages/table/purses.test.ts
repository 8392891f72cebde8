import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linesOf, netOf } from '../../lib/money/purse'
import type { LineView } from '../../lib/wire'
import { payments } from './bets'

/** What a purse held before a round and after it, with the round's settlement: rounds played at random by the table itself. */
interface Purse {
  house: string
  round: number
  person: string
  positions: number[]
  before: number
  after: number
  lines: LineView[]
}

const FILE = new URL('../../../../golden/pages/purses.json', import.meta.url)
const rounds = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as { rounds: Purse[] }).rounds : []

test('there are enough rounds, one with a coupon that won', () => {
  expect(existsSync(FILE), 'golden/pages/purses.json is missing').toBe(true)
  expect(rounds.length, 'rounds in golden/pages/purses.json').toBeGreaterThanOrEqual(100)
  const coupon = rounds.some(({ positions, lines }) =>
    linesOf(lines, positions).some(({ wager, outcome }) => wager === 'match_play' && outcome === 'won'),
  )
  expect(coupon, 'a won match play in golden/pages/purses.json').toBe(true)
})

test('the result that the page shows is the change of the purse', () => {
  const wrong = rounds.flatMap(({ house, round, person, positions, before, after, lines }) => {
    const own = linesOf(lines, positions)
    const [sum, areas] = [netOf(own), payments(own).reduce((all, { net }) => all + net, 0)]
    return sum === after - before && areas === sum ? [] : [`${house}, round ${round}, ${person}: ${after - before}, said ${sum} and ${areas}`]
  })
  expect(wrong).toEqual([])
})
