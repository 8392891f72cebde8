import { recorded } from '../i18n/reasons'
import { live } from '../live/live.svelte'
import type { Answer } from '../live/orders'
import { notices } from '../told/notices.svelte'
import type { Role } from '../wire'

/** A call of the floor that holds the game while somebody reports what went wrong, so that nobody's time runs meanwhile. The
 *  report ends the hold, or a second person's answer to it does. */
export type Call = Promise<Answer>

/** Calls the floor, unless the game is already held or cannot be. */
export function callFloor(table: string, role: Role, reason: string): Call | null {
  const view = live.tables.get(table)?.view
  if (view?.held || !view?.legal.some((offer) => offer.do === 'call_floor')) return null
  return live.order(table, { do: 'call_floor', reason }, role)
}

/** It was nothing: the person who held the game lets it go on. */
export async function letGo(table: string, role: Role, call: Call | null): Promise<void> {
  if (!(await call)?.done) return
  const answer = await live.order(table, { do: 'resume', reason: recorded('held.reason.nothing') }, role)
  if (answer && !answer.done) notices.refuse(answer.why)
}
