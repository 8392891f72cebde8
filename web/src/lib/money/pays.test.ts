import { expect, test, vi } from 'vitest'
import type { Payment } from '../wire'

vi.stubGlobal('document', { documentElement: {} })
const { words } = await import('../i18n/i18n.svelte')
const { paid } = await import('./pays')

const PAYMENTS: (Payment | null)[] = [
  { kind: 'to', won: 3, staked: 2 },
  { kind: 'for', won: 1000, staked: 1 },
  { kind: 'of_meter', share: 1_000_000, level: 'main' },
  { kind: 'of_meter', share: 125_000, level: 'major' },
  { kind: 'flat', amount: 10_000_000 },
  null,
]

test('a payment is said in the language of the page', async () => {
  const written = ['3 to 2', '1,000 for 1', '100% of main', '12.5% of major', '$100,000', '–']
  const english = ['3 to 2', '1,000 for 1', '100% of the meter', '12.5% of Major', '$100,000', '–']
  expect(PAYMENTS.map((pays) => paid(pays))).toEqual(english)
  expect(written.map((pays) => paid(pays))).toEqual(english)
  expect(paid('$2.50')).toBe('$2.50')
  await words.use('es')
  expect(PAYMENTS.map((pays) => paid(pays))).toEqual(['3 a 2', '1,000 por 1', '100% del contador', '12.5% de Mayor', '$100,000', '–'])
  await words.use('en')
})
