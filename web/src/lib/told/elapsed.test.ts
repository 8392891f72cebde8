import { expect, test } from 'vitest'
import { elapsed } from './elapsed'

test.each([
  [-5, '0:00'],
  [7_900, '0:07'],
  [760_000, '12:40'],
  [3_723_000, '1:02:03'],
])('%i ms is %s', (milliseconds, words) => {
  expect(elapsed(milliseconds)).toBe(words)
})
