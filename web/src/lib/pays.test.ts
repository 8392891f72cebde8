import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { documentElement: {} })
const { words } = await import('./i18n/i18n.svelte')
const { paid } = await import('./pays')

test('a payment is said in the language of the page', async () => {
  const all = ['40 to 1', '1,000 for 1', '100% of main', '12.5% of major', '$100,000', '$2.50', '–']
  expect(all.map(paid)).toEqual(['40 to 1', '1,000 for 1', '100% of the meter', '12.5% of Major', '$100,000', '$2.50', '–'])
  await words.use('es')
  expect(all.map(paid)).toEqual([
    '40 a 1', '1,000 por 1', '100% del contador', '12.5% de Mayor', '$100,000', '$2.50', '–',
  ])
  await words.use('en')
})
