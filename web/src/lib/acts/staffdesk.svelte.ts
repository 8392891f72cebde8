import { api, Refused } from '../api'
import { approvals } from './approvals.svelte'
import { callFloor, letGo, type Call } from './hold'
import { live } from '../live/live.svelte'
import type { Refusal } from '../i18n/i18n.svelte'
import { irregular, recorded } from '../i18n/reasons'
import type { Answer } from '../live/orders'
import { notices } from '../told/notices.svelte'
import { actOf, isPlain } from './offers'
import type { Act, News, Offer, Role } from '../wire'

/** Where a member of the staff acts at one table: directly, or through a form for the free fields. */
export class StaffDesk {
  /** The offer whose form is open. */
  open = $state.raw<Offer | null>(null)
  /** What it would do; undefined while the server is asked, null where it does not say. */
  foreseen = $state.raw<News[] | null | undefined>(undefined)

  /** The call that holds the game while an irregularity is being reported. */
  #call: Call | null = null

  constructor(
    readonly table: string,
    readonly role: Role,
  ) {}

  /** Whether an offer is done as soon as it is picked, without a form. */
  atOnce(offer: Offer): boolean {
    return isPlain(offer) && !offer.confirm
  }

  pick(offer: Offer): void {
    if (this.atOnce(offer)) void this.do(actOf(offer))
    else this.ask(offer)
  }

  ask(offer: Offer): void {
    this.open = offer
    if (offer.do === 'report') this.hold(irregular(offer.what))
    void this.#foresee(offer)
  }

  close(): void {
    this.open = null
    this.letGo()
  }

  /** Holds the game: something is about to be reported. */
  hold(reason: string): void {
    this.#call ??= callFloor(this.table, this.role, reason)
  }

  /** Lets a game go on that was held for a report, if none was made. */
  letGo(): void {
    void letGo(this.table, this.role, this.#call)
    this.#call = null
  }

  async do(act: Act): Promise<Answer | null> {
    const call = act.do === 'report' ? this.#call : null
    if (call) {
      // The report itself ends the hold, and must not overtake the call.
      this.#call = null
      await call
    }
    const answer = await live.order(this.table, act, this.role)
    if (answer && !answer.done && !this.#second(answer.why, act, call)) notices.refuse(answer.why)
    return answer
  }

  /** Asks for a second person if an act was refused for lack of one. Where a round is to be voided, the game is held meanwhile. */
  #second(why: Refusal, act: Act, call: Call | null): boolean {
    const { table, role } = this
    if (why.code !== 'approval') return false
    const held = call ?? (act.do === 'propose_meter' ? null : callFloor(table, role, recorded('held.reason.void')))
    approvals.wish = { table, role, act, dropped: () => void letGo(table, role, held) }
    return true
  }

  async #foresee(offer: Offer): Promise<void> {
    this.foreseen = offer.confirm && offer.foresee ? undefined : null
    if (this.foreseen === null) return
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
