import type { Approval, News } from '../wire'

/** What waits for a second person at a table and holds its game: everything but the correction of a meter. */
export function askedAt(requests: readonly Approval[], table: string): Approval | undefined {
  return requests.find(({ what }) => what.kind === 'act' && what.table === table && what.act.do !== 'propose_meter')
}

/** The result of a request to void a round that no longer waits: taken from what happened at the table since. */
export function outcome(news: readonly News[], since: number, until: number, now: number): 'approved' | 'declined' | 'late' {
  if (news.some(({ version, what }) => version > since && what.event === 'voided')) return 'approved'
  return now >= until ? 'late' : 'declined'
}
