import type { Approval } from './wire'

/** What waits for a second person at a table and holds its game: everything but the correction of a meter. */
export function askedAt(requests: readonly Approval[], table: string): Approval | undefined {
  return requests.find(({ what }) => what.kind === 'act' && what.table === table && what.act.do !== 'propose_meter')
}
