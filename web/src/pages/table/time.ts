import { n, t, words } from '../../lib/i18n/i18n.svelte'
import type { Pending, SeatView, View } from '../../lib/wire'

/** How many seconds before the end of the player's time it is announced, the last one first. */
export const MARKS = [5, 10] as const

/** How long until something happens automatically, and what: to the player, or to somebody else. */
export function due(view: View, pending: Pending, left: number, own: readonly SeatView[]): string {
  const { does, position } = pending
  if (left <= 0) return t('table.soon', { what: words.soon(pending) })
  if (position == null || does === 'decline_cut') return n('table.left', left, { what: words.soon(pending) })
  if (does === 'rule_leaver') {
    const name = view.seats.find((seat) => seat.position === position)?.person ?? t('table.position', { n: position })
    return n('table.time.away', left, { name })
  }
  if (!own.some((seat) => seat.position === position)) return n('table.time.of', left, { position })
  return n(own.length > 1 ? 'table.time.at' : 'table.time.own', left, { position })
}
