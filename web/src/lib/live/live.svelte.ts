import { SvelteMap } from 'svelte/reactivity'
import type { Act, ClientMessage, Me, Problem, Role, ServerMessage, TableCard } from '../wire'
import { DOLLAR, house } from '../money/currency.svelte'
import { Link, type LinkState, type Socket } from './link'
import { Orders, type Answer } from './orders'
import { after, follow, type TableState } from './table'

/** How long to wait before the house is asked again what became of an order. */
const DOUBT_MS = 2_000

const NOBODY: Me = { guest: false, roles: [] }

/** Everything that comes from the server, for all pages: one link, one clock, the floor, and the tables that are followed. */
class Live {
  state = $state.raw<LinkState>({ is: 'connecting' })
  /** Who is signed in, by the server's word; null until it has said so. */
  me = $state.raw<Me | null>(null)
  build = $state('')
  /** Whether the link has ever been open: before that, "lost" would be the wrong word. */
  met = $state(false)
  /** Whether the link was there and is not now: nothing reaches the table. */
  cut = $derived(this.met && this.state.is !== 'open')
  /** A reminder that the player has not dismissed yet. */
  reminder = $state.raw<Extract<ServerMessage, { type: 'reminder' }>['figures'] | null>(null)
  floor = new SvelteMap<string, TableCard>()
  floorKnown = $state(false)
  tables = new SvelteMap<string, TableState>()
  /** The pending acts by table: not answered, or done and not yet seen in a view. */
  waiting = new SvelteMap<string, Act[]>()

  /** Called when the server refuses a message that is not an order. */
  onproblem: (why: Problem) => void = () => {}

  /** Called when it is not known whether an order was done. */
  ondoubt: () => void = () => {}

  #offset = 0
  #orders = new Orders()
  #watched = new Map<string, { role: Role; pages: number; resume: boolean }>()
  #floorPages = 0
  #link = new Link(
    {
      open: () => new WebSocket(address()) as unknown as Socket,
      now: () => Date.now(),
      random: () => Math.random(),
      later: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    {
      state: (state) => {
        if (state.is === 'waiting') for (const watched of this.#watched.values()) watched.resume = true
        this.state = state
      },
      up: () => this.#up(),
      message: (message) => this.#hear(message),
      probe: () => this.#ask(),
    },
  )

  start(): void {
    this.#link.start()
    addEventListener('online', () => this.#link.online())
    addEventListener('offline', () => this.#link.offline())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#link.nudge()
    })
  }

  /** The server's time now. */
  now(): number {
    return Date.now() + this.#offset
  }

  retry(): void {
    this.#link.nudge()
  }

  /** After signing in or out: the server must look at the session again. */
  renew(): void {
    this.me = null
    for (const id of this.#watched.keys()) this.#forget(id)
    this.#link.renew()
  }

  /** Follows the list of tables until the returned function is called. */
  watchFloor(): () => void {
    this.#floorPages += 1
    if (this.#floorPages === 1) this.#link.send({ type: 'watch_floor' })
    return () => {
      this.#floorPages -= 1
    }
  }

  /** Follows a table until the returned function is called. */
  watch(id: string, role: Role): () => void {
    const known = this.#watched.get(id)
    if (known && known.role === role) {
      known.pages += 1
    } else {
      this.#watched.set(id, { role, pages: 1, resume: false })
      this.tables.set(id, follow(id, role))
      this.#say(id)
    }
    return () => {
      const watched = this.#watched.get(id)
      if (!watched || --watched.pages > 0) return
      this.#watched.delete(id)
      this.tables.delete(id)
      this.#link.send({ type: 'unwatch', table: id })
    }
  }

  /** Orders an act. The answer comes when the act is durable or refused, however often the link is lost in between. Returns
   *  null while the same act is pending: a double click is one command. */
  order(table: string, act: Act, role: Role = 'player'): Promise<Answer> | null {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const pending = this.#orders.take(table, role, act, resolve)
    if (!pending) return null
    this.#link.send({ type: 'do', ...pending.order })
    this.#count(table)
    return promise
  }

  hint(table: string, position: number): void {
    this.#link.send({ type: 'hint', table, position })
  }

  forgetMeanwhile(id: string): void {
    const state = this.tables.get(id)
    if (state) this.tables.set(id, { ...state, meanwhile: [] })
  }

  #up(): void {
    this.met = true
    if (this.#floorPages > 0) this.#link.send({ type: 'watch_floor' })
    this.#sayAll()
    for (const pending of this.#orders.resend()) this.#link.send({ type: 'do', ...pending.order })
  }

  #sayAll(): void {
    for (const id of this.#watched.keys()) this.#say(id)
    if (this.#watched.size === 0) this.#link.send({ type: 'watch_floor' })
  }

  /** Asks for something that is always answered. */
  #ask(): void {
    const first = this.#watched.keys().next()
    if (first.done) this.#link.send({ type: 'watch_floor' })
    else this.#say(first.value)
  }

  #say(id: string): void {
    const watched = this.#watched.get(id)
    if (!watched) return
    const since = this.tables.get(id)?.view?.version
    const message: ClientMessage = { type: 'watch', table: id, role: watched.role }
    this.#link.send(since === undefined ? message : { ...message, since })
  }

  #forget(id: string): void {
    const watched = this.#watched.get(id)
    if (!watched) return
    watched.resume = false
    this.tables.set(id, follow(id, watched.role))
  }

  #count(table: string): void {
    const acts = this.#orders.waiting(table).map((pending) => pending.order.act)
    this.waiting.set(table, acts)
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.me = message.me
        house.currency = message.me.currency ?? DOLLAR
        this.build = message.build
        this.#offset = message.now - Date.now()
        return
      case 'floor':
        this.floor.clear()
        for (const card of message.tables) this.floor.set(card.id, card)
        this.floorKnown = true
        return
      case 'card':
        this.floor.set(message.card.id, message.card)
        return
      case 'view':
        this.#offset = message.now - Date.now()
        this.#table(message.table, message)
        this.#orders.seen(message.table, message.view.version)
        break
      case 'hint':
        this.#table(message.table, message)
        return
      case 'done':
        this.#orders.done(message.id, message.version)
        break
      case 'refused':
        if (message.code === 'unknown') this.#doubt(message.id)
        else this.#orders.refused(message.id, message)
        break
      case 'reminder':
        this.reminder = message.figures
        return
      case 'signed_out':
        this.me = NOBODY
        this.#link.end(message.why)
        return
      case 'problem':
        this.onproblem(message)
        return
    }
    for (const table of this.waiting.keys()) this.#count(table)
  }

  /** Asks about an order again until the house knows what became of it: a new one might be done as well. */
  #doubt(id: string): void {
    const first = this.#orders.doubted(id)
    if (first === undefined) return
    if (first) this.ondoubt()
    setTimeout(() => {
      const pending = this.#orders.unanswered(id)
      if (pending) this.#link.send({ type: 'do', ...pending.order })
    }, DOUBT_MS)
  }

  #table(id: string, message: Extract<ServerMessage, { type: 'view' | 'hint' }>): void {
    const state = this.tables.get(id)
    const watched = this.#watched.get(id)
    if (!state || !watched) return
    this.tables.set(id, after(state, message, watched.resume))
    if (message.type === 'view') watched.resume = false
  }
}

function address(): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/v1/live`
}

export const live = new Live()
