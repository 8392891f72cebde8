import { t, word } from '../i18n/i18n.svelte'
import type { SeatView, View } from '../wire'

/** What is happening, in one line. */
export function headline(view: View, own: SeatView[]): string {
  if (view.held) return t('held.title')
  const { turn } = view
  if (view.phase === 'deciding' && turn != null) {
    if (own.some(({ position }) => position === turn)) return t('table.yours.one', { n: turn })
    const seat = view.seats.find(({ position }) => position === turn)
    return seat ? t('table.turn.who', { name: seat.person, n: turn }) : t('table.turn', { n: turn })
  }
  return waits(view, own) ?? word('phase', view.phase)
}

/** What the table waits for beside wagers and decisions: an answer to an offered cut, or leave to look. */
export function waits(view: View, own: SeatView[]): string | undefined {
  const at = view.decks.find((deck) => deck.cut_offered != null)?.cut_offered
  if (at != null) {
    if (own.some(({ position }) => position === at)) return t('table.cut.yours', { n: at })
    return t('table.cut.of', { name: view.seats.find(({ position }) => position === at)?.person ?? '', n: at })
  }
  return view.looks_wait ? t('table.looks.wait') : undefined
}
