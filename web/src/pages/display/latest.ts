import { patience } from './sign'

/** What it needs from outside; tests bring their own. */
export interface Clock {
  later: (milliseconds: number, run: () => void) => () => void
}

export const CLOCK: Clock = {
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Answers are asked for no more often than this, however fast a table plays. */
const APART_MS = 3000

/** Keeps one answer of the server up to date: one question at a time, not too often, with automatic retries after a failure. */
export class Latest<Answer> {
  #asking = false
  #wanted = false
  #tries = 0
  #cancel: (() => void) | null = null
  #ended = false

  constructor(
    readonly ask: () => Promise<Answer>,
    readonly got: (answer: Answer) => void,
    readonly failed: (error: unknown) => void = () => undefined,
    readonly clock: Clock = CLOCK,
  ) {}

  /** Something has changed: a new answer is wanted, now or as soon as it may be asked for. */
  want(): void {
    if (this.#ended) return
    this.#wanted = true
    if (!this.#asking && !this.#cancel) void this.#go()
  }

  end(): void {
    this.#ended = true
    this.#cancel?.()
  }

  async #go(): Promise<void> {
    this.#asking = true
    this.#wanted = false
    try {
      const answer = await this.ask()
      this.#tries = 0
      if (!this.#ended) this.got(answer)
    } catch (error) {
      this.#tries += 1
      this.#wanted = true
      if (!this.#ended) this.failed(error)
    }
    this.#asking = false
    if (this.#ended) return
    this.#cancel = this.clock.later(this.#tries > 0 ? patience(this.#tries) : APART_MS, () => {
      this.#cancel = null
      if (this.#wanted) void this.#go()
    })
  }
}
