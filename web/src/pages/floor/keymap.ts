import type { Binding } from '../../lib/shell/keys'

export type Command = 'queue' | 'new' | 'close' | 'help'

export const BINDINGS: readonly Binding<Command>[] = [
  { key: 'q', does: 'queue', when: 'always', label: 'floor.key.queue' },
  { key: 't', does: 'new', when: 'always', label: 'floor.key.new' },
  { key: 'Escape', does: 'close', when: 'always', label: 'floor.key.close' },
  { key: '?', does: 'help', when: 'always', label: 'key.help' },
]
