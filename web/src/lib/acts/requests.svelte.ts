import { live } from '../live/live.svelte'
import { outcome } from './asked'
import { t } from '../i18n/i18n.svelte'
import { notices } from '../told/notices.svelte'
import { people } from '../shell/people'
import type { Approval } from '../wire'

/** How often the list is fetched. */
const EVERY_MS = 4_000
/** The answer and its effect at the table arrive separately: how long to wait for the second. */
const SETTLES_MS = 700

/** A request of this person that waits. */
interface Mine {
  asked: Approval
  /** The table's version when it was asked. */
  since: number
  /** The notice that says so. */
  notice: number
  /** Stops watching. */
  end: () => void
}

/** What waits for a second person, kept up to date while somebody looks. */
class Requests {
  all = $state.raw<Approval[]>([])
  #watching = 0
  #mine = new Map<string, Mine>()
  #timer: ReturnType<typeof setInterval> | undefined

  /** Keeps the list up to date until the returned function is called. */
  watch(): () => void {
    if (++this.#watching === 1) this.#timer = setInterval(() => void this.load(), EVERY_MS)
    void this.load()
    return () => {
      if (--this.#watching === 0) clearInterval(this.#timer)
    }
  }

  async load(): Promise<void> {
    if (!live.me?.roles.some((role) => role !== 'player')) return
    // A request made while this one is under way may be missing in the answer. Without an answer the list stays as it was.
    const waited = [...this.#mine]
    const found = await people.approvals().catch(() => null)
    if (!found) return
    this.all = found
    for (const [id, mine] of waited) if (this.#mine.has(id) && !found.some((one) => one.id === id)) this.#answered(id, mine)
  }

  /** Follows a request of this person until it is answered, to say how. */
  follow(asked: Approval, notice: number): void {
    const { what } = asked
    const since = what.kind === 'act' ? (live.tables.get(what.table)?.view?.version ?? 0) : 0
    this.#mine.set(asked.id, { asked, since, notice, end: this.watch() })
  }

  /** The request was withdrawn. */
  forget(id: string): void {
    const mine = this.#mine.get(id)
    if (!mine) return
    this.#mine.delete(id)
    notices.drop(mine.notice)
    mine.end()
  }

  #answered(id: string, { asked, since }: Mine): void {
    this.forget(id)
    const { what } = asked
    if (what.kind !== 'act' || what.act.do === 'propose_meter') return
    setTimeout(() => {
      const came = outcome(live.tables.get(what.table)?.news ?? [], since, asked.until, live.now())
      const done = came === 'approved' || came === 'hand'
      const words = t(`approval.came.${came}`)
      if (done) notices.say(words)
      else notices.warn(words)
    }, SETTLES_MS)
  }
}

export const requests = new Requests()
