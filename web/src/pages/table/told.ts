import { t, told as said } from '../../lib/i18n/i18n.svelte'
import type { News } from '../../lib/wire'

/** Whose time ran out, if that is what happened. */
export function late({ what }: News): number | null {
  return what.event === 'time_ran_out' ? what.position : null
}

/** Whether an event only follows from a time that ran out, and was announced with it. */
export function follows(news: News, before: News | undefined): boolean {
  const { what } = news
  return before !== undefined && what.event === 'decided' && what.decision === 'fold' && late(before) === what.position
}

/** An event as a sentence, for somebody with these positions. For its player, a fold for lack of time is one sentence. */
export function told(news: News, own: readonly number[]): string {
  const position = late(news)
  if (position === null) return said(news)
  return own.includes(position) ? t('table.timeup.own') : t('table.timeup.of', { n: position })
}
