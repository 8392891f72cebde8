import { untrack } from 'svelte'
import { announce } from './announce.svelte'
import { t, words, type Refusal } from './i18n/i18n.svelte'

export interface Notice {
  id: number
  kind: 'refused' | 'said'
  text: string
  clauses: string[]
  readings: number[]
}

/** A refusal stays long enough to be read with its clause. */
const STAYS_MS = { refused: 12_000, said: 6_000 }

class Notices {
  all = $state.raw<Notice[]>([])
  #last = 0

  refuse(why: Refusal): void {
    const text = words.why(why)
    this.#add({ kind: 'refused', text, clauses: why.clauses ?? [], readings: why.readings ?? [] })
    announce.now(t('say.refused', { why: text }))
  }

  say(text: string): void {
    this.#add({ kind: 'said', text, clauses: [], readings: [] })
    announce.now(text)
  }

  drop(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id)
  }

  #add(notice: Omit<Notice, 'id'>): void {
    const id = ++this.#last
    // Whoever says something does not thereby depend on what was said before.
    const others = untrack(() => this.all).filter((other) => other.text !== notice.text)
    this.all = [...others, { ...notice, id }].slice(-3)
    setTimeout(() => this.drop(id), STAYS_MS[notice.kind])
  }
}

export const notices = new Notices()
