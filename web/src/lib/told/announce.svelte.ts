import { untrack } from 'svelte'
import { prefs } from '../shell/prefs.svelte'

/** Announcements to screen readers. How much is a setting; answers to the person's own acts are always announced. */
class Announcer {
  polite = $state('')
  urgent = $state('')
  #queue: string[] = []
  #timer: ReturnType<typeof setTimeout> | null = null

  /** Something happened at the table: announced with "everything". */
  table(text: string): void {
    if (prefs.announce === 'all') this.#add(text)
  }

  /** Something that concerns the person: announced unless turned off. */
  own(text: string): void {
    if (prefs.announce !== 'off') this.#add(text)
  }

  /** An answer to an act of the person. */
  now(text: string): void {
    // Screen readers do not repeat an unchanged text: a trailing space changes it.
    this.urgent = untrack(() => this.urgent) === text ? `${text}\u00a0` : text
  }

  /** Many events of one message become one utterance. */
  #add(text: string): void {
    this.#queue.push(text)
    this.#timer ??= setTimeout(() => {
      this.polite = this.#queue.join('. ')
      this.#queue = []
      this.#timer = null
    }, 200)
  }
}

export const announce = new Announcer()
