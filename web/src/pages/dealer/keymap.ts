import type { Binding } from '../../lib/shell/keys'

export type Command = 'go' | 'other' | 'irregular' | 'floor' | 'devices' | 'acts' | 'keypad' | 'left' | 'right' | 'help' | 'undo' | 'clear'

/** The keys of the console. While cards are keyed in, their ranks and suits come first. */
export const BINDINGS: readonly Binding<Command>[] = [
  { key: 'Enter', does: 'go', when: 'always', label: 'dealer.key.go' },
  { key: ' ', does: 'go', when: 'always', label: 'dealer.key.go' },
  { key: 'n', does: 'other', when: 'always', label: 'dealer.key.value' },
  { key: 'i', does: 'irregular', when: 'always', label: 'dealer.key.irregular' },
  { key: 'f', does: 'floor', when: 'always', label: 'dealer.key.floor' },
  { key: 'v', does: 'devices', when: 'always', label: 'dealer.key.devices' },
  { key: 'o', does: 'acts', when: 'always', label: 'dealer.key.acts' },
  { key: 'p', does: 'keypad', when: 'always', label: 'dealer.key.keypad' },
  { key: 'ArrowLeft', does: 'left', when: 'always', label: 'dealer.key.left' },
  { key: 'ArrowRight', does: 'right', when: 'always', label: 'dealer.key.right' },
  { key: 'Backspace', does: 'undo', when: 'cards', label: 'dealer.cards.back' },
  { key: 'Escape', does: 'clear', when: 'cards', label: 'dealer.key.clear' },
  { key: '?', does: 'help', when: 'always', label: 'key.help' },
]
