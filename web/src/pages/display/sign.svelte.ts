import { api, Refused } from '../../lib/api'
import { live } from '../../lib/live/live.svelte'
import type { Refusal } from '../../lib/i18n/i18n.svelte'
import type { PastRound, Placard } from '../../lib/wire'
import { Latest } from './latest'

/** What the sign shows beside the view. It retries automatically whatever it does not get. */
export class Sign {
  placard = $state.raw<Placard | null>(null)
  rounds = $state.raw<PastRound[]>([])
  /** Why nothing is posted, where the server says so. */
  problem = $state.raw<Refusal | null>(null)
  readonly posted: Latest<Placard>
  readonly played: Latest<PastRound[]>
  #build: string | null = null

  constructor(id: string) {
    this.posted = new Latest(
      () => api.placard(id),
      (placard) => {
        this.placard = placard
        this.problem = null
      },
      (error) => {
        if (error instanceof Refused) this.problem = error.why
      },
    )
    this.played = new Latest(
      () => api.rounds(id),
      (rounds) => {
        this.rounds = rounds
      },
    )
  }

  /** A new version of the server brings new pages: an unattended sign loads them. */
  follow(build: string): void {
    if (this.#build !== null && build !== '' && build !== this.#build) location.reload()
    if (build !== '') this.#build = build
  }

  end(): void {
    this.posted.end()
    this.played.end()
  }
}

/** Since when the connection is lost, by this machine's clock; null while it is open. */
export function lostSince(before: number | null): number | null {
  return live.state.is === 'open' ? null : (before ?? Date.now())
}
