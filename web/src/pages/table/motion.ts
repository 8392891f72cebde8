import type { News } from '../../lib/wire'

/** When each new card starts to move, in milliseconds: the true order of the deal, from the news of the last message. */

export const DEAL_STEP_MS = 85
export const DEAL_MS = 280

export type DealTimes = Map<string, number[]>

export const holderKey = (position: number | null): string => (position === null ? 'house' : String(position))

/** The start of every card that was dealt, by holder, in the order in which the holder got them. */
export function dealTimes(fresh: readonly News[]): DealTimes {
  const times: DealTimes = new Map()
  let n = 0
  for (const news of fresh) {
    if (news.event !== 'dealt') continue
    const key = holderKey(news.position ?? null)
    times.set(key, [...(times.get(key) ?? []), n * DEAL_STEP_MS])
    n += 1
  }
  return times
}

/** The start of a holder's card: the last `dealt` cards of a hand are the new ones. */
export function startOf(times: DealTimes, key: string, index: number, count: number): number | null {
  const own = times.get(key)
  if (!own) return null
  return own[index - (count - own.length)] ?? null
}
