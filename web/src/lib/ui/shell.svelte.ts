import type { Binding } from '../keys'

/** What lies over the page, and the keys that the page has told the help about. */
class Shell {
  open = $state<'help' | 'settings' | null>(null)
  keys = $state.raw<readonly Binding<string>[]>([])
}

export const shell = new Shell()
