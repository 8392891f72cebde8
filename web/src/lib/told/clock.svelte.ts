import { createSubscriber } from 'svelte/reactivity'
import { live } from '../live/live.svelte'

/** The server's time, four times a second, for what is drawn from it. It runs only while somebody looks. */
class Ticker {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  })

  get now(): number {
    this.#subscribe()
    return live.now()
  }
}

export const ticker = new Ticker()
