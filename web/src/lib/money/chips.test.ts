import { expect, test } from 'vitest'
import { breakdown, coloured, lower, rack, raise, stack } from './chips'
import { DOLLAR, house } from './currency.svelte'

test('a breakdown adds up, for every amount', () => {
  for (let cents = 0; cents < 30_000; cents += 7) {
    const sum = breakdown(cents).reduce((total, { value, count }) => total + value * count, 0)
    expect(sum).toBe(cents)
  }
})

test('the chips of another currency are its own', () => {
  house.currency = { code: 'FRK', sign: 'kr', place: 'after_space', decimals: 0, chips: [100, 500, 2_000, 10_000] }
  expect(rack()).toEqual([100, 500, 2_000, 10_000])
  expect(breakdown(12_700)).toEqual([
    { value: 10_000, count: 1 },
    { value: 2_000, count: 1 },
    { value: 500, count: 1 },
    { value: 100, count: 2 },
  ])
  expect(rack().map(coloured)).toEqual([100, 500, 2_500, 10_000])
  house.currency = DOLLAR
  expect(rack()).toEqual([100, 500, 2_500, 10_000, 50_000, 100_000])
  expect(rack().map(coloured)).toEqual(rack())
})

test('each dollar chip divides the larger, so that greedy is least', () => {
  DOLLAR.chips.slice(1).forEach((large, i) => expect(large % (DOLLAR.chips[i] ?? 0)).toBe(0))
})

test('a breakdown is largest first', () => {
  expect(breakdown(163_625)).toEqual([
    { value: 100_000, count: 1 },
    { value: 50_000, count: 1 },
    { value: 10_000, count: 1 },
    { value: 2_500, count: 1 },
    { value: 500, count: 2 },
    { value: 100, count: 1 },
    { value: 25, count: 1 },
  ])
  expect(breakdown(0)).toEqual([])
})

test('a drawn stack never grows over its height and keeps the largest at the foot', () => {
  expect(stack(2_600)).toEqual([2_500, 100])
  expect(stack(400)).toEqual([100, 100, 100, 100])
  const high = stack(99_999_99, 6)
  expect(high.length).toBe(6)
  expect(high[0]).toBe(100_000)
})

test('adding a chip gives a lawful amount', () => {
  const limits = { min: 500, max: 20_000, step: 500 }
  expect(raise(0, 100, limits)).toBe(500)
  expect(raise(500, 100, limits)).toBe(1_000)
  expect(raise(500, 2_500, limits)).toBe(3_000)
  expect(raise(19_500, 10_000, limits)).toBe(20_000)
  expect(raise(0, 2_500, { min: 100, max: 100, step: 1 })).toBe(100)
})

test('taking a chip away gives a lawful amount or nothing', () => {
  const limits = { min: 500, max: 20_000, step: 500 }
  expect(lower(3_000, 2_500, limits)).toBe(500)
  expect(lower(3_000, 100, limits)).toBe(2_500)
  expect(lower(500, 100, limits)).toBe(0)
  expect(lower(500, 2_500, limits)).toBe(0)
})
