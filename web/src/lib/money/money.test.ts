import { expect, test } from 'vitest'
import { DOLLAR, house } from './currency.svelte'
import { chipFigure, meterMoney, money, signedMoney, worthMoney } from './money'

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

test('another currency has its own sign, where the locale puts one, and no part of a coin that is not there', () => {
  house.currency = { code: 'FRK', sign: 'kr', place: 'after_space', decimals: 0, chips: [100, 500] }
  const said = [money(130_600, 'en-US'), money(30_040, 'en-US'), meterMoney(200_099, 'en-US'), signedMoney(-1_000, 'en-US')]
  expect(said.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['kr 1,306', 'kr 300', 'kr 2,000', '-kr 10'])
  expect(money(130_600, 'nb-NO').replaceAll('\u00a0', ' ')).toBe('1 306 kr')
  expect(worthMoney(1_234.5678, 'en-US')).toContain('12.3457')
  expect([100, 500, 2_000].map(chipFigure)).toEqual(['1', '5', '20'])
  house.currency = DOLLAR
  expect(worthMoney(-50, 'en-US')).toBe('-$0.5000')
})
