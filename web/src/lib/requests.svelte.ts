import { live } from './live/live.svelte'
import { people } from './people'
import type { Approval } from './wire'

/** How often it is asked what waits. */
const EVERY_MS = 4_000

/** What waits for a second person, kept up to date while somebody looks. */
class Requests {
  all = $state.raw<Approval[]>([])
  #watching = 0
  #timer: ReturnType<typeof setInterval> | undefined

  /** Follows what waits until the answer is called. */
  watch(): () => void {
    if (++this.#watching === 1) this.#timer = setInterval(() => void this.load(), EVERY_MS)
    void this.load()
    return () => {
      if (--this.#watching === 0) clearInterval(this.#timer)
    }
  }

  async load(): Promise<void> {
    if (!live.me?.roles.some((role) => role !== 'player')) return
    // Without an answer it stands as it was.
    this.all = await people.approvals().catch(() => this.all)
  }
}

export const requests = new Requests()
