import type { Refusal } from './i18n/i18n.svelte'
import type { Act, Role } from './wire'

/** An act that was refused because it takes a second person. */
export interface Wish {
  table: string
  role: Role
  act: Act
}

class Approvals {
  /** What is being asked for: the dialog is open with it. */
  wish = $state.raw<Wish | null>(null)

  /** Takes a refusal up, if that is what it says. */
  take(why: Refusal, wish: Wish): boolean {
    if (why.code !== 'approval') return false
    this.wish = wish
    return true
  }
}

export const approvals = new Approvals()
