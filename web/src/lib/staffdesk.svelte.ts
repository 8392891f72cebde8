import { api, Refused } from './api'
import { approvals } from './approvals.svelte'
import { live } from './live/live.svelte'
import type { Answer } from './live/orders'
import { notices } from './notices.svelte'
import { actOf, isPlain } from './offers'
import type { Act, News, Offer, Role } from './wire'

/** Acts that are shown with what they will do, and confirmed, before they are done. */
const CAREFUL = new Set<Act['do']>([
  'report',
  'set_device',
  'close_table',
  'remove_deck',
  'order_shuffle',
  'resolve',
  'rule_leaver',
  'light_fault',
  'approve_meter',
  'decline_meter',
])

/** Acts whose name says all that they do. */
const PLAIN_WORDS = new Set<Act['do']>(['approve_meter', 'decline_meter'])

export function isCareful(act: Act): boolean {
  return CAREFUL.has(act.do)
}

/** Where somebody of the staff acts at one table: at once, or through a form that asks for what is free to choose. */
export class StaffDesk {
  /** The offer whose form is open. */
  open = $state.raw<Offer | null>(null)
  /** What it would do; undefined while that is asked, null where the server does not say it. */
  foreseen = $state.raw<News[] | null | undefined>(undefined)

  constructor(
    readonly table: string,
    readonly role: Role,
  ) {}

  pick(offer: Offer): void {
    if (isPlain(offer) && !isCareful(offer)) void this.do(actOf(offer))
    else this.ask(offer)
  }

  ask(offer: Offer): void {
    this.open = offer
    void this.#foresee(offer)
  }

  close(): void {
    this.open = null
  }

  async do(act: Act): Promise<Answer | null> {
    const answer = await live.order(this.table, act, this.role)
    if (answer && !answer.done && !approvals.take(answer.why, { table: this.table, role: this.role, act })) notices.refuse(answer.why)
    return answer
  }

  async #foresee(offer: Offer): Promise<void> {
    const asks = isCareful(offer) && !PLAIN_WORDS.has(offer.do)
    this.foreseen = asks ? undefined : null
    if (!asks) return
    const told = await api
      .foresee(this.table, this.role, actOf(offer))
      .then(({ news }) => news)
      .catch((error: unknown) => {
        // Without an answer the form says so; the act itself is still lawful.
        if (error instanceof Refused || error instanceof TypeError) return null
        throw error
      })
    if (this.open === offer) this.foreseen = told
  }
}
