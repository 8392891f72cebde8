import { expect, test } from 'vitest'
import { DOLLAR, house } from './currency.svelte'
import { asTyped, cents as read } from './typed'

test.each([
  ['25', 2500],
  ['$1,306.20', 130_620],
  ['0.5', 50],
  [' 1 000 ', 100_000],
  ['-12.05', -1205],
  ['+3', 300],
])('%s is %i cents', (text, cents) => {
  expect(read(text)).toBe(cents)
})

test.each(['', 'ten', '1.234', '1.2.3', '--1', '99999999999999999'])('%s is not an amount', (text) => {
  expect(read(text)).toBeNull()
})

test.each([2500, 130_620, 5, 100_000])('%i cents are typed and read', (cents) => {
  expect(read(asTyped(cents))).toBe(cents)
})

test('another currency is typed with its own sign, and without decimals where it has none', () => {
  house.currency = { code: 'FRK', sign: 'kr', place: 'after_space', decimals: 0, chips: [100] }
  expect(['10 kr', '1,000kr', '25', '$5', '2.50'].map(read)).toEqual([1_000, 100_000, 2_500, null, null])
  house.currency = DOLLAR
})
