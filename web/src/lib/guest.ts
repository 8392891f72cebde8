import { api, Refused } from './api'
import { live } from './live/live.svelte'
import { notices } from './notices.svelte'

/** Makes sure that somebody is signed in: who is not becomes a guest with play money. Says whether it worked. */
export async function comeIn(): Promise<boolean> {
  if (live.me?.name) return true
  try {
    await api.guest({})
    live.renew()
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    notices.refuse(error.why)
    return false
  }
}
