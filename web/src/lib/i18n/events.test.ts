import { expect, test, vi } from 'vitest'
import type { News, What } from '../wire'

// The page's root is where the language is written; these tests have no page.
vi.stubGlobal('document', { documentElement: {} })
const { told, words } = await import('./i18n.svelte')

const news = (what: What): News => ({ version: 1, round: 1, at: 0, by: { role: 'dealer', person: 'Dan' }, event: what.event, what, text: 'The server’s own words.' })

const SPANISH: [What, string][] = [
  [{ event: 'bets_closed' }, 'No va más.'],
  [{ event: 'dealt', to: 'dealer', card: null }, 'Una carta para el crupier.'],
  [{ event: 'decided', position: 3, decision: 'play', play: 2500, tip: 0 }, 'La posición 3 juega $25.'],
  [{ event: 'decided', position: 3, decision: 'fold', play: 0, tip: 0 }, 'La posición 3 se retira.'],
  [{ event: 'revealed', position: 2, cards: ['As', 'Kd', 'Th'] }, 'La posición 2 tiene as de picas, rey de diamantes, diez de corazones.'],
  [{ event: 'wagered', position: 1, wager: 'pair_plus', amount: 0 }, 'La posición 1 retira pair plus.'],
  [
    { event: 'irregular', what: 'wrong_number', remedy: 'void', holder: { position: 4 }, card: null },
    'Irregularidad: número de cartas equivocado (la posición 4); remedio: ronda nula.',
  ],
  [{ event: 'racked', holder: { position: 5 }, cards: 1 }, '1 carta de la posición 5 va a los descartes.'],
]

test('English sentences are the server’s', () => {
  expect(told(news({ event: 'bets_closed' }))).toBe('The server’s own words.')
})

test('Spanish sentences are made from the values', async () => {
  await words.use('es')
  for (const [what, sentence] of SPANISH) expect(told(news(what))).toBe(sentence)
  expect(words.soon({ at: 0, by: 'system', does: 'time_up', position: 4, text: '' })).toBe('la posición 4 se retira')
  expect(words.soon({ at: 0, by: 'system', does: 'rule_leaver', position: 4, text: '' })).toBe('la posición 4 no está y se decide sobre su mano')
  await words.use('en')
})
