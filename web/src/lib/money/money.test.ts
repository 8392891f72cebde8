import { expect, test } from 'vitest'
import { chipFigure, meterMoney, money, signedMoney } from './money'

test('cents are shown only where there are some', () => {
  expect(money(2_500, 'en-US')).toBe('$25')
  expect(money(130_620, 'en-US')).toBe('$1,306.20')
  expect(money(0, 'en-US')).toBe('$0')
})

test('a meter keeps its cents, a result its sign', () => {
  expect(meterMoney(200_000, 'en-US')).toBe('$2,000.00')
  expect(signedMoney(2_500, 'en-US')).toBe('+$25')
  expect(signedMoney(-1_000, 'en-US')).toBe('-$10')
  expect(signedMoney(0, 'en-US')).toBe('$0')
})

test('Spanish money is grouped too', () => {
  expect(money(100_000_000, 'es-US')).toBe('$1,000,000')
})

test('what is written on a chip', () => {
  expect([25, 100, 2_500, 100_000].map(chipFigure)).toEqual(['25¢', '1', '25', '1K'])
})
