import { expect, test } from 'vitest'
import { dollars, inDollars } from './dollars'

test.each([
  ['25', 2500],
  ['$1,306.20', 130_620],
  ['0.5', 50],
  [' 1 000 ', 100_000],
  ['-12.05', -1205],
  ['+3', 300],
])('%s is %i cents', (text, cents) => {
  expect(dollars(text)).toBe(cents)
})

test.each(['', 'ten', '1.234', '1.2.3', '--1', '99999999999999999'])('%s is not an amount', (text) => {
  expect(dollars(text)).toBeNull()
})

test.each([2500, 130_620, 5, 100_000])('%i cents are typed and read', (cents) => {
  expect(dollars(inDollars(cents))).toBe(cents)
})
