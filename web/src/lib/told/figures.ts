import type { Figures } from '../wire'

/** Until when the deck in play may be used; null where no deck is in play or its life has no end. */
export function deckUntil(figures: Figures | null | undefined): number | null {
  const { deck_until: until } = (figures ?? {}) as { deck_until?: number | null }
  return until ?? null
}
