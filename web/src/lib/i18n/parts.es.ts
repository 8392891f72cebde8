import { read } from '../cards'
import type { Face, Holder, Role } from '../wire'
import { n, t, word, words } from './i18n.svelte'

/** Las piezas de las frases en español, comunes a los sucesos, las negativas y los avisos. */
export const { money } = words
export const deck = (id: number): string => `La baraja ${id}`
export const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
export const wager = (name: string): string => small(word('wager', name))
export const at = (position: number): string => `la posición ${position}`
export const At = (position: number): string => `La posición ${position}`
export const cards = (count: number): string => n('table.racked', count)

export function faces(open: readonly Face[]): string {
  return open.map((face) => {
    const { rank, suit } = read(face)
    return t('card.of', { rank: word('rank', rank), suit: word('suit', suit) })
  }).join(', ')
}

export function whose(holder: Holder): string {
  if (holder === 'dealer') return 'el crupier'
  if (holder === 'community') return 'las cartas comunes'
  return at(holder.position)
}

/** El papel con su artículo. */
export const role = (who: Role): string => `${who === 'surveillance' ? 'la' : 'el'} ${word('role', who)}`

/** Varias cosas en una lista: «a, b y c». */
export const list = (names: readonly string[]): string => new Intl.ListFormat('es', { type: 'conjunction' }).format(names)

/** Una cantidad con su palabra. */
export const count = (amount: number, one: string, many: string): string => `${words.number(amount)} ${amount === 1 ? one : many}`
