import { deckUntil } from '../../lib/told/figures'
import { told, words } from '../../lib/i18n/i18n.svelte'
import type { News, TableCard, View } from '../../lib/wire'
import { validations } from './settling'

/** Something the dealer must keep in mind. */
export type Warning =
  | { is: 'validation'; position: number; role: string; grave: true }
  | { is: 'deck_over'; grave: true }
  | { is: 'deck_life'; minutes: number; grave: false }
  | { is: 'stub_count'; grave: false }
  | { is: 'rounds_since'; rounds: number; grave: false }
  | { is: 'left'; position: number; grave: true }
  | { is: 'lost'; position: number; grave: false }
  | { is: 'progressive_shut'; grave: false }
  | { is: 'void'; what: string; grave: true }
  | { is: 'stopped'; why: string; grave: true }
  | { is: 'said'; text: string; grave: boolean }

/** A warning is due in the last hour of a deck's life. */
const SOON_MS = 60 * 60_000

export function warnings(view: View, card: TableCard | undefined, now: number, news: readonly News[] = []): Warning[] {
  const all: Warning[] = []
  if (card?.stopped) all.push({ is: 'stopped', why: card.stopped, grave: true })
  if (view.void != null) all.push({ is: 'void', what: view.void, grave: true })
  // Chips that must be counted again did not agree with the accepted wagers.
  const counted = news.findLast(({ event, round }) => event === 'chips_collected' && round === view.round)
  if (counted && view.next?.do === 'collect') all.push({ is: 'said', text: told(counted), grave: true })
  for (const { position, role } of validations(view)) all.push({ is: 'validation', position, role, grave: true })
  for (const seat of view.seats) {
    if (seat.left) all.push({ is: 'left', position: seat.position, grave: true })
    else if (seat.lost) all.push({ is: 'lost', position: seat.position, grave: false })
  }
  const until = deckUntil(card?.figures)
  if (until !== null && until <= now) all.push({ is: 'deck_over', grave: true })
  else if (until !== null && until - now < SOON_MS)
    all.push({ is: 'deck_life', minutes: Math.ceil((until - now) / 60_000), grave: false })
  if (view.next?.do === 'count_stub') all.push({ is: 'stub_count', grave: false })
  else {
    const rounds = card?.figures?.rounds_since_count ?? 0
    if (rounds > 0) all.push({ is: 'rounds_since', rounds, grave: false })
  }
  // The server's own warnings to the dealer.
  for (const waiting of card?.waits ?? [])
    if (waiting.role === 'dealer' && waiting.act == null) all.push({ is: 'said', text: words.waits(waiting), grave: false })
  const progressive = (view.meters ?? []).length > 0
  if (progressive && !view.progressive_open && view.phase !== 'shut') all.push({ is: 'progressive_shut', grave: false })
  return all
}
