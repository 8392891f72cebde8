import type { Act, Role } from '../wire'

/** An act that was refused because it needs a second person. */
export interface Wish {
  table: string
  role: Role
  act: Act
  /** Called if no approval is asked for after all. */
  dropped: () => void
}

class Approvals {
  /** What the open dialog asks approval for. */
  wish = $state.raw<Wish | null>(null)
}

export const approvals = new Approvals()
