import type { Act, Problem, Role } from '../wire'

/** Something to be done at a table. The server adds who and when. */
export interface Order {
  id: string
  table: string
  role: Role
  act: Act
}

/** An id of 128 bits as 32 hexadecimal digits: the server gives a repeat of it the first answer. */
export function newId(bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(16))): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface PendingOrder {
  order: Order
  key: string
  answer: (answer: Answer) => void
}

export type Answer = { done: true; version: number } | { done: false; why: Problem }

/** The same text whatever the order of the fields, so that two equal acts are one command. */
export function keyOf(table: string, role: Role, act: Act): string {
  const fields = Object.entries(act).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([table, role, fields])
}

/** The orders that were given and not yet answered, in the order in which they were given. */
export class Orders {
  #waiting = new Map<string, PendingOrder>()
  #done = new Map<string, { table: string; version: number }>()

  /** Takes an order up. The same act again while it is under way, or before its effect is seen, gives nothing. */
  take(table: string, role: Role, act: Act, answer: PendingOrder['answer'], id: string = newId()): PendingOrder | null {
    const key = keyOf(table, role, act)
    if (this.#done.has(key)) return null
    for (const other of this.#waiting.values()) if (other.key === key) return null
    const pending: PendingOrder = { order: { id, table, role, act }, key, answer }
    this.#waiting.set(id, pending)
    return pending
  }

  /** What must be sent over a new link: everything unanswered, with the ids it had. */
  resend(): PendingOrder[] {
    return [...this.#waiting.values()]
  }

  done(id: string, version: number): void {
    const pending = this.#waiting.get(id)
    if (!pending) return
    this.#waiting.delete(id)
    this.#done.set(pending.key, { table: pending.order.table, version })
    pending.answer({ done: true, version })
  }

  refused(id: string, why: Problem): void {
    const pending = this.#waiting.get(id)
    if (!pending) return
    this.#waiting.delete(id)
    pending.answer({ done: false, why })
  }

  /** A table was seen at a version: acts up to there have shown their effect and may be asked for again. */
  seen(table: string, version: number): void {
    for (const [key, done] of this.#done) if (done.table === table && done.version <= version) this.#done.delete(key)
  }

  waiting(table: string): PendingOrder[] {
    return [...this.#waiting.values()].filter((pending) => pending.order.table === table)
  }
}
