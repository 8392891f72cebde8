import { expect, test } from 'vitest'
import { Latest, type Clock } from './latest'

/** A clock that is turned by hand. */
function handClock(): Clock & { turn: () => void; waits: number[] } {
  let due: (() => void) | null = null
  const waits: number[] = []
  return {
    waits,
    later: (milliseconds, run) => {
      waits.push(milliseconds)
      due = run
      return () => (due = null)
    },
    turn: () => {
      const run = due
      due = null
      run?.()
    },
  }
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}

test('a hundred changes are one question, and one more when it may be asked', async () => {
  const clock = handClock()
  let asked = 0
  const got: number[] = []
  const latest = new Latest(async () => ++asked, (answer) => got.push(answer), undefined, clock)
  for (let i = 0; i < 100; i++) latest.want()
  await settle()
  expect(got).toEqual([1])
  clock.turn()
  await settle()
  expect(got).toEqual([1, 2])
  clock.turn()
  await settle()
  expect(asked).toBe(2)
})

test('a failure is retried automatically, each time later', async () => {
  const clock = handClock()
  let asked = 0
  const got: string[] = []
  const ask = async (): Promise<string> => {
    asked += 1
    if (asked < 4) throw new Error('down')
    return 'up'
  }
  new Latest(ask, (answer) => got.push(answer), undefined, clock).want()
  for (let i = 0; i < 4; i++) {
    await settle()
    clock.turn()
  }
  await settle()
  expect(got).toEqual(['up'])
  expect(clock.waits).toEqual([2000, 4000, 8000, 3000])
})

test('after the end nothing is asked and nothing is told', async () => {
  const clock = handClock()
  const got: number[] = []
  const latest = new Latest(async () => 1, (answer) => got.push(answer), undefined, clock)
  latest.want()
  latest.end()
  await settle()
  latest.want()
  clock.turn()
  await settle()
  expect(got).toEqual([])
})
