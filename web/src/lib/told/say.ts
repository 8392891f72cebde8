import { read } from '../cards'
import { t, word, words } from '../i18n/i18n.svelte'
import type { Face, HandView } from '../wire'

/** A card in words. */
export function cardWords(face: Face | null): string {
  if (face === null) return t('card.down')
  const { rank, suit } = read(face)
  return t('card.of', { rank: word('rank', rank), suit: word('suit', suit) })
}

/** A hand in words, for a picture's label or the screen reader. */
export function handWords(who: string, hand: HandView): string {
  if (hand.cards.length > 0 && hand.cards.every((card) => card === null))
    return words.n('table.cards.down', hand.cards.length, { who })
  return t('table.cards', { who, cards: hand.cards.map(cardWords).join(', ') })
}
