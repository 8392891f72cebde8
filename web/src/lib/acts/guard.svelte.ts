import { on } from 'svelte/events'

/** How long nothing that costs money is accepted after the offers have changed: nobody reads and decides faster. */
export const GUARD_MS = 500
/** The least time for a person whose own press caused the change, and who expects it. */
const EXPECTED_MS = GUARD_MS / 2

/** Guards acts that cost money or cannot be undone. It shuts when other acts come under the finger, and opens
 *  again by itself. A press that it refuses is forgotten, not kept for later. */
export class Guard {
  ready = $state(true)
  #offered: string | undefined
  #pressed = -Infinity
  #opens = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Called with what is offered whenever that may have changed. */
  see(offered: string): void {
    if (offered === this.#offered) return
    this.#offered = offered
    const now = performance.now()
    this.#shut(now - this.#pressed < GUARD_MS ? now + EXPECTED_MS : now + GUARD_MS)
  }

  /** A step was taken that brings the next one to the same place: the time counts from the press, so that the way to the
   *  server does not slow down a steady hand. */
  press(): void {
    this.#pressed = performance.now()
    this.#shut(this.#pressed + GUARD_MS)
  }

  /** Whether a click or a key may act now. The second click of a double click never may. */
  takes(event: { detail: number }): boolean {
    return this.ready && event.detail <= 1
  }

  #shut(until: number): void {
    this.#opens = Math.max(this.#opens, until)
    this.ready = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.ready = true), this.#opens - performance.now())
  }
}

/** A guard over what a component offers, from the moment it is there. */
export function watched(offered: () => string): Guard {
  const guard = new Guard()
  // Before the change is drawn: nothing ever looks ready that is not.
  $effect.pre(() => guard.see(offered()))
  return guard
}

/** Puts a button under a guard: what the guard refuses never reaches the button or its form. */
export function guarded(guard: Guard): (button: HTMLElement) => () => void {
  return (button) =>
    on(
      button,
      'click',
      (event) => {
        if (guard.takes(event)) return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      { capture: true },
    )
}
