import { announce } from '../../lib/told/announce.svelte'
import { heldWords } from '../../lib/acts/held'
import { t, word, words } from '../../lib/i18n/i18n.svelte'
import type { TableState } from '../../lib/live/table'
import { notices } from '../../lib/told/notices.svelte'
import { cardWords } from '../../lib/told/say'
import type { SeatView } from '../../lib/wire'
import { follows, late, told } from './told'

/** What was announced last, so that nothing is announced twice. */
let heard = { hands: '', turn: '', settled: '', held: '' }

/** Announces what a view brought: everything, or only the player's own positions, by the person's choice. */
export function tell(state: TableState, own: readonly SeatView[]): void {
  const { view } = state
  if (!view) return
  const mine = own.map(({ position }) => position)
  for (const [i, news] of state.fresh.entries()) {
    if (follows(news, state.fresh[i - 1])) continue
    const text = told(news, mine)
    const position = late(news) ?? news.position
    if (position == null || !mine.includes(position)) announce.table(text)
    // A player who looked away must be able to read it.
    else if (late(news) !== null) notices.warn(text)
    else announce.own(text)
  }
  const held = view.held ? heldWords(view.held) : ''
  if (held !== heard.held) announce.own(held || t('held.on'))
  heard.held = held
  for (const seat of own) {
    const cards = seat.hand.cards.filter((face) => face !== null)
    if (cards.length < 3) continue
    const hand = `${view.round} ${seat.position} ${cards.join('')}`
    if (heard.hands === hand) continue
    heard.hands = hand
    announce.own(t('say.dealt', { n: seat.position, cards: cards.map(cardWords).join(', ') }))
  }
  const turn = `${view.round} ${view.turn ?? ''}`
  if (view.turn != null && mine.includes(view.turn) && heard.turn !== turn) announce.own(t('say.you.decide', { n: view.turn }))
  heard.turn = turn
  const lines = (view.settlement ?? []).filter((line) => line.settled && mine.includes(line.position))
  const settled = `${view.round} ${lines.length}`
  if (lines.length && heard.settled !== settled)
    for (const line of lines)
      announce.own(
        `${word('wager', line.wager)} ${word('outcome', line.outcome)}${line.paid > 0 ? `, ${t('why.paid', { amount: words.money(line.paid) })}` : ''}`,
      )
  heard.settled = settled
}
