import type { Act, Role } from '../wire'

/** An act that was refused because it takes a second person. */
export interface Wish {
  table: string
  role: Role
  act: Act
  /** It is not asked for after all. */
  dropped: () => void
}

class Approvals {
  /** What is being asked for: the dialog is open with it. */
  wish = $state.raw<Wish | null>(null)
}

export const approvals = new Approvals()
