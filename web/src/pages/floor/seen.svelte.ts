import { SvelteMap } from 'svelte/reactivity'
import type { TableCard } from '../../lib/wire'
import { note, type Sample } from './history'

/** What the meters showed since the page was opened. */
export class Seen {
  readonly since: number
  #meters = new SvelteMap<string, readonly Sample[]>()

  constructor(now: number) {
    this.since = now
  }

  take(card: TableCard, now: number): void {
    for (const { wager, level, shows } of card.meters) {
      const key = keyOf(card.id, wager, level)
      const before = this.#meters.get(key) ?? []
      const after = note(before, now, shows)
      if (after !== before) this.#meters.set(key, after)
    }
  }

  of(table: string, wager: string, level: string): readonly Sample[] {
    return this.#meters.get(keyOf(table, wager, level)) ?? []
  }
}

function keyOf(table: string, wager: string, level: string): string {
  return `${table} ${wager} ${level}`
}
