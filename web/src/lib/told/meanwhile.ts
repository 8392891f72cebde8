import type { News } from '../wire'

/** What happens to the player's own hand, seat and chips. */
const CONCERNS = new Set<News['what']['event']>(['time_ran_out', 'decided', 'settled', 'hand_paid', 'seated', 'left', 'leaver_ruled', 'abandoned'])

/** How many events are listed, unless more than that concern the player. */
export const LISTED = 8

/** The list of what happened meanwhile: first everything about the player's own positions, then the latest of the rest,
 *  each in its order. */
export function listed(news: readonly News[], own: readonly number[]): { own: News[]; rest: News[] } {
  const mine = news.filter((one) => one.position != null && own.includes(one.position) && CONCERNS.has(one.what.event))
  const others = news.filter((one) => !mine.includes(one))
  const room = Math.max(0, LISTED - mine.length)
  return { own: mine, rest: room ? others.slice(-room) : [] }
}
