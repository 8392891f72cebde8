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
  /** The version of the table at which it was done, once that is known. */
  done?: number
  /** Whether the house has said that it does not know yet what became of it. */
  doubtful?: boolean
}

export type Answer = { done: true; version: number } | { done: false; why: Problem }

/** The same text in whatever order the fields are, so that two equal acts are one command. */
export function keyOf(table: string, role: Role, act: Act): string {
  const fields = Object.entries(act).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([table, role, fields])
}

/** The pending orders, the oldest first. An order is pending until it is refused, or until a view of the table shows its
 *  effect: after the answer alone, the page still shows what was there before. */
export class Orders {
  #pending = new Map<string, PendingOrder>()
  #seen = new Map<string, number>()

  /** Adds an order; null while the same act is pending. */
  take(table: string, role: Role, act: Act, answer: PendingOrder['answer'], id: string = newId()): PendingOrder | null {
    const key = keyOf(table, role, act)
    for (const other of this.#pending.values()) if (other.key === key) return null
    const pending: PendingOrder = { order: { id, table, role, act }, key, answer }
    this.#pending.set(id, pending)
    return pending
  }

  /** What must be sent over a new link: everything unanswered, with the ids it had. */
  resend(): PendingOrder[] {
    return [...this.#pending.values()].filter(({ done }) => done === undefined)
  }

  done(id: string, version: number): void {
    const pending = this.#pending.get(id)
    if (!pending || pending.done !== undefined) return
    pending.done = version
    // The view may have come before the answer.
    this.#sweep(pending.order.table)
    pending.answer({ done: true, version })
  }

  /** The house does not know yet whether it was done: it stays pending, and is asked about again under its id. Returns
   *  whether this is the first time that it says so, or undefined if the order is not pending. */
  doubted(id: string): boolean | undefined {
    const pending = this.unanswered(id)
    if (!pending) return undefined
    const first = !pending.doubtful
    pending.doubtful = true
    return first
  }

  /** A pending order that has no answer yet. */
  unanswered(id: string): PendingOrder | undefined {
    return this.resend().find(({ order }) => order.id === id)
  }

  refused(id: string, why: Problem): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    pending.answer({ done: false, why })
  }

  /** A table was seen at a version: what was done up to it is no longer pending. */
  seen(table: string, version: number): void {
    this.#seen.set(table, version)
    this.#sweep(table)
  }

  /** The pending orders at a table. */
  waiting(table: string): PendingOrder[] {
    return [...this.#pending.values()].filter((pending) => pending.order.table === table)
  }

  #sweep(table: string): void {
    const seen = this.#seen.get(table) ?? -1
    for (const { order, done } of this.waiting(table)) if (done !== undefined && done <= seen) this.#pending.delete(order.id)
  }
}
