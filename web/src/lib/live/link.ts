import type { ClientMessage, Problem, ServerMessage } from '../wire'
import { wait } from './backoff'

/** The part of a WebSocket that the link needs; a test brings its own. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

export type LinkState =
  | { is: 'connecting' }
  | { is: 'open' }
  /** Lost; to be tried again at this time by the local clock. */
  | { is: 'waiting'; until: number }
  /** Ended on purpose: nothing is tried again. */
  | { is: 'ended'; why: Problem }

export interface LinkWorld {
  open(): Socket
  now(): number
  random(): number
  later(milliseconds: number, run: () => void): () => void
}

/** A quiet link is probed, and given up if no answer comes: a network that swallows everything is noticed within ten
 *  seconds. */
export const QUIET_AFTER = 5_000
export const ANSWER_WITHIN = 4_000
/** An attempt to connect must not hang for minutes either. */
export const OPEN_WITHIN = 10_000

/** One WebSocket that reconnects automatically. It knows nothing of tables: its user sends everything again on `up`. */
export class Link {
  state: LinkState = { is: 'connecting' }
  #socket: Socket | null = null
  #attempt = 0
  #cancel: (() => void) | null = null
  #watchdog: (() => void) | null = null
  #heard = 0
  /** Probed and not yet answered. */
  #asking = false

  constructor(
    private readonly world: LinkWorld,
    private readonly on: {
      state(state: LinkState): void
      up(): void
      message(message: ServerMessage): void
      /** Sends something that is always answered. */
      probe(): void
    },
  ) {}

  start(): void {
    this.#cancel?.()
    this.#set({ is: 'connecting' })
    const socket = this.world.open()
    this.#socket = socket
    this.#cancel = this.world.later(OPEN_WITHIN, () => this.#lost(socket))
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#cancel?.()
      this.#attempt = 0
      this.#heard = this.world.now()
      this.#set({ is: 'open' })
      this.on.up()
      this.#guard()
    }
    socket.onmessage = (event) => {
      if (socket !== this.#socket || typeof event.data !== 'string') return
      this.#heard = this.world.now()
      this.#asking = false
      const message = JSON.parse(event.data) as ServerMessage
      this.on.message(message)
    }
    socket.onclose = () => this.#lost(socket)
  }

  /** Sends if the link is open; returns whether it did. */
  send(message: ClientMessage): boolean {
    if (this.state.is !== 'open' || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Tries now: the network is back, the page was shown again, or the person asked. */
  nudge(): void {
    if (this.state.is === 'waiting') {
      this.#attempt = 0
      this.start()
    } else if (this.state.is === 'open' && !this.#asking && this.world.now() - this.#heard > ANSWER_WITHIN) {
      this.#probe()
    }
  }

  /** The browser says that there is no network: do not wait. If it is wrong, the next attempt finds out. */
  offline(): void {
    if (this.#socket && this.state.is === 'open') this.#lost(this.#socket)
  }

  /** The browser says that there is a network again: an attempt that began without one is replaced by a new one, and an
   *  open link is probed. */
  online(): void {
    if (this.state.is === 'connecting' || this.state.is === 'waiting') this.renew()
    else if (this.state.is === 'open' && !this.#asking) this.#probe()
  }

  /** Connects again, for example as somebody else after signing in. */
  renew(): void {
    this.#drop()
    this.#attempt = 0
    this.start()
  }

  end(why: Problem): void {
    this.#drop()
    this.#set({ is: 'ended', why })
  }

  #set(state: LinkState): void {
    this.state = state
    this.on.state(state)
  }

  #drop(): void {
    this.#cancel?.()
    this.#watchdog?.()
    this.#asking = false
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return
    this.#drop()
    if (this.state.is === 'ended') return
    const pause = wait(this.#attempt, this.world.random())
    this.#attempt += 1
    this.#set({ is: 'waiting', until: this.world.now() + pause })
    this.#cancel = this.world.later(pause, () => this.start())
  }

  #guard(): void {
    this.#watchdog?.()
    // Counted from the last message, so that no silence is longer than allowed.
    this.#watchdog = this.world.later(Math.max(0, this.#heard + QUIET_AFTER - this.world.now()), () => {
      if (this.state.is !== 'open') return
      if (this.world.now() - this.#heard >= QUIET_AFTER) this.#probe()
      else this.#guard()
    })
  }

  #probe(): void {
    const socket = this.#socket
    this.#asking = true
    this.on.probe()
    this.#watchdog?.()
    this.#watchdog = this.world.later(ANSWER_WITHIN, () => {
      if (!socket || socket !== this.#socket) return
      if (this.#asking) this.#lost(socket)
      else this.#guard()
    })
  }
}
