import { api, Refused } from '../api'
import { live } from '../live/live.svelte'
import { notices } from '../told/notices.svelte'

/** Makes sure that somebody is signed in, if need be as a guest with play money. Returns whether that worked. */
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

/** Reads the bankroll after chips were bought or cashed: the socket's messages have it only in the welcome. */
export async function readBankroll(): Promise<void> {
  try {
    const { bankroll } = await api.me()
    if (live.me) live.me = { ...live.me, bankroll: bankroll ?? null }
  } catch (error) {
    // The old figure stays; the server decides about a purchase in any case.
    if (!(error instanceof Refused || error instanceof TypeError)) throw error
  }
}
