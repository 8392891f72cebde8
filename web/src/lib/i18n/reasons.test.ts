import { expect, test, vi } from 'vitest'

// The page's root is where the language is written; these tests have no page.
vi.stubGlobal('document', { documentElement: {} })
const { words } = await import('./i18n.svelte')
const { irregular, reasonWords, recorded } = await import('./reasons')

test('what the pages give as a reason is recorded in English and read in the language of the page', async () => {
  await words.use('es')
  expect(recorded('held.reason.nothing')).toBe('nothing was the matter')
  expect(reasonWords(irregular('wrong_number'))).toBe('Número de cartas equivocado')
  expect(reasonWords('the void was not approved')).toBe('no se aprobó la anulación')
  expect(reasonWords('four cards at 3')).toBe('four cards at 3')
  await words.use('en')
  expect(reasonWords(irregular('wrong_number'))).toBe('Wrong number of cards')
  expect(irregular('made_up')).toBe('made_up')
})
