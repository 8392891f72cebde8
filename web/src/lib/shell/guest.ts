import { api, Refused } from '../api'
import { live } from '../live/live.svelte'
import { notices } from '../told/notices.svelte'

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

/** The bankroll as it is after chips were bought or cashed: the server says it with the welcome alone. */
export async function readBankroll(): Promise<void> {
  try {
    const { bankroll } = await api.me()
    if (live.me) live.me = { ...live.me, bankroll: bankroll ?? null }
  } catch (error) {
    // Then it stays as it was; the server decides about a purchase.
    if (!(error instanceof Refused || error instanceof TypeError)) throw error
  }
}
