import { ask, post } from '../api'
import type { Answered, Approval, ApprovalIn, Excluded, Limits, LimitsNow, Me } from '../wire'

/** What the server answers about second persons and about a player's limits. */
export const people = {
  /** Gives the password again; valid for a few minutes. */
  confirm: (password: string) => post<Me>('/session/confirm', { password }),
  approvals: () => ask<Approval[]>('/approvals'),
  request: (body: ApprovalIn) => post<Approval>('/approvals', body),
  answer: (id: string, approve: boolean) => post<Answered>(`/approvals/${encodeURIComponent(id)}`, { approve }),
  limits: () => ask<LimitsNow>('/limits'),
  setLimits: (limits: Limits) => post<LimitsNow>('/limits', limits),
  exclude: (days: number) => post<Excluded>('/exclusion', { days }),
}
