import type { Binding } from '../shell/keys'

/** The overlay on the page, and the keys that the page has given to the help. */
class Shell {
  open = $state<'help' | 'settings' | null>(null)
  keys = $state.raw<readonly Binding<string>[]>([])
}

export const shell = new Shell()
