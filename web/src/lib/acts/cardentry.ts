import type { Face } from '../wire'

export const RANKS = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const
export const SUITS = ['s', 'h', 'd', 'c'] as const

/** Cards that are being keyed in: two keystrokes a card, the rank and then the suit. */
export interface Entry {
  /** How many cards are wanted. */
  want: number
  cards: Face[]
  /** A rank that waits for its suit. */
  rank: string | null
  /** Why the last key did nothing. */
  wrong: 'rank_first' | 'suit_next' | 'twice' | 'full' | null
}

export function blank(want: number): Entry {
  return { want, cards: [], rank: null, wrong: null }
}

export function isDone(entry: Entry): boolean {
  return entry.cards.length === entry.want && entry.rank === null
}

/** Ten is T, 0 or 1; suits are their letters. Anything else is not a key of the entry. */
function rankOf(key: string): string | null {
  const up = key.toUpperCase()
  if (up === '0' || up === '1') return 'T'
  return (RANKS as readonly string[]).includes(up) ? up : null
}

function suitOf(key: string): string | null {
  const low = key.toLowerCase()
  return (SUITS as readonly string[]).includes(low) ? low : null
}

/** The entry after a key, or null when the key means nothing to it. `taken` are cards that lie open already. */
export function press(entry: Entry, key: string, taken: readonly Face[] = []): Entry | null {
  if (key === 'Backspace') {
    if (entry.rank !== null) return { ...entry, rank: null, wrong: null }
    return { ...entry, cards: entry.cards.slice(0, -1), wrong: null }
  }
  if (key === 'Escape') {
    return entry.cards.length || entry.rank !== null ? blank(entry.want) : null
  }
  if (key.length !== 1) return null
  const rank = rankOf(key)
  const suit = suitOf(key)
  if (rank === null && suit === null) return null
  if (entry.cards.length >= entry.want) return { ...entry, wrong: 'full' }
  if (entry.rank === null) return rank === null ? { ...entry, wrong: 'rank_first' } : { ...entry, rank, wrong: null }
  // A second rank replaces the first one; only a suit completes the card.
  if (suit === null) return { ...entry, rank: rank ?? entry.rank, wrong: 'suit_next' }
  const card = entry.rank + suit
  if (entry.cards.includes(card) || taken.includes(card)) return { ...entry, rank: null, wrong: 'twice' }
  return { ...entry, cards: [...entry.cards, card], rank: null, wrong: null }
}
