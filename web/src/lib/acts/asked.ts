import type { Approval, News } from '../wire'

/** What waits for a second person at a table and holds its game: everything but the correction of a meter. */
export function askedAt(requests: readonly Approval[], table: string): Approval | undefined {
  return requests.find(({ what }) => what.kind === 'act' && what.table === table && what.act.do !== 'propose_meter')
}

/** The remedies that take one hand out of the round, and leave the round to the others. */
const OF_ONE_HAND = ['void_hand', 'forfeit_hand']

/** The result of a request to void a round or a hand that no longer waits: taken from what happened at the table since. */
export function outcome(news: readonly News[], since: number, until: number, now: number): 'approved' | 'hand' | 'declined' | 'late' {
  const later = news.filter(({ version }) => version > since).map(({ what }) => what)
  if (later.some((what) => what.event === 'voided')) return 'approved'
  if (later.some((what) => what.event === 'irregular' && OF_ONE_HAND.includes(what.remedy))) return 'hand'
  return now >= until ? 'late' : 'declined'
}
