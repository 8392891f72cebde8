import { untrack } from 'svelte'
import { announce } from './announce.svelte'
import { t, words, type Refusal } from '../i18n/i18n.svelte'

export interface Notice {
  id: number
  kind: 'refused' | 'warned' | 'said'
  text: string
  clauses: string[]
  readings: number[]
}

/** A refusal stays long enough to be read with its clause. */
const STAYS_MS = { refused: 12_000, warned: 8_000, said: 6_000 }

class Notices {
  all = $state.raw<Notice[]>([])
  #last = 0

  refuse(why: Refusal): void {
    const text = words.why(why)
    this.#add({ kind: 'refused', text, clauses: why.clauses ?? [], readings: why.readings ?? [] })
    announce.now(t('say.refused', { why: text }))
  }

  /** Shows a notice; returns its id, to remove it when it no longer applies. */
  say(text: string): number {
    announce.now(text)
    return this.#add({ kind: 'said', text, clauses: [], readings: [] })
  }

  /** Says what went wrong or is not possible, without the check mark for what was done. */
  warn(text: string): void {
    this.#add({ kind: 'warned', text, clauses: [], readings: [] })
    announce.now(text)
  }

  drop(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id)
  }

  #add(notice: Omit<Notice, 'id'>): number {
    const id = ++this.#last
    // Adding a notice must not make the caller depend on earlier ones.
    const others = untrack(() => this.all).filter((other) => other.text !== notice.text)
    this.all = [...others, { ...notice, id }].slice(-3)
    setTimeout(() => this.drop(id), STAYS_MS[notice.kind])
    return id
  }
}

export const notices = new Notices()
