import { t, word } from '../../lib/i18n/i18n.svelte'
import type { SeatView, View } from '../../lib/wire'

/** What is happening, in one line. */
export function headline(view: View, own: SeatView[]): string {
  if (view.held) return t('held.title')
  const { turn } = view
  if (view.phase === 'deciding' && turn != null) {
    if (own.some(({ position }) => position === turn)) return t('table.yours.one', { n: turn })
    const seat = view.seats.find(({ position }) => position === turn)
    return seat ? t('table.turn.who', { name: seat.person, n: turn }) : t('table.turn', { n: turn })
  }
  return word('phase', view.phase)
}
