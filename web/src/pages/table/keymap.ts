import { RACK_MOST } from '../../lib/money/chips'
import type { Binding } from '../../lib/shell/keys'
import type { Wager } from '../../lib/wire'

export type Command =
  | `chip ${number}`
  | `bet ${Wager}`
  | 'remove'
  | 'repeat'
  | 'double'
  | 'undo'
  | 'clear'
  | 'position'
  | 'look'
  | 'play'
  | 'fold'
  | 'hint'
  | 'buy'
  | 'help'
  | 'log'
  | 'pays'
  | 'rules'
  | 'history'
  | 'suits'
  | 'why'
  | 'status'

const BETS: [key: string, wager: Wager & ('ante' | 'pair_plus' | 'hand_bonus' | 'six_card_bonus' | 'prime' | 'cover_all' | 'progressive' | 'five_card_progressive' | 'tip_ante' | 'match_play')][] = [
  ['a', 'ante'],
  ['p', 'pair_plus'],
  ['h', 'hand_bonus'],
  ['s', 'six_card_bonus'],
  ['e', 'prime'],
  ['c', 'cover_all'],
  ['g', 'progressive'],
  ['v', 'five_card_progressive'],
  ['t', 'tip_ante'],
  ['m', 'match_play'],
]

/** The keys of the player's table. */
export const BINDINGS: readonly Binding<Command>[] = [
  ...Array.from({ length: RACK_MOST }, (_, i): Binding<Command> => ({ key: String(i + 1), does: `chip ${i}`, when: 'betting', label: 'key.chip' })),
  ...BETS.map(([key, wager]): Binding<Command> => ({ key, does: `bet ${wager}`, when: 'betting', label: `key.${wager}` })),
  { key: '-', does: 'remove', when: 'betting', label: 'key.remove' },
  { key: 'r', does: 'repeat', when: 'betting', label: 'key.repeat' },
  { key: 'd', does: 'double', when: 'betting', label: 'key.double' },
  { key: 'z', does: 'undo', when: 'betting', label: 'key.undo' },
  { key: 'x', does: 'clear', when: 'betting', label: 'key.clear' },
  { key: 'l', does: 'look', when: 'deciding', label: 'key.look' },
  { key: 'p', does: 'play', when: 'deciding', label: 'key.play' },
  { key: 'f', does: 'fold', when: 'deciding', label: 'key.fold' },
  { key: 'h', does: 'hint', when: 'deciding', label: 'key.hint' },
  { key: 'n', does: 'position', when: 'always', label: 'key.position' },
  { key: 'b', does: 'buy', when: 'always', label: 'key.buy' },
  { key: 'j', does: 'log', when: 'always', label: 'key.log' },
  { key: 'k', does: 'pays', when: 'always', label: 'key.pays' },
  { key: 'i', does: 'rules', when: 'always', label: 'key.rules' },
  { key: 'o', does: 'history', when: 'always', label: 'key.history' },
  { key: 'w', does: 'why', when: 'always', label: 'key.why' },
  { key: 'y', does: 'status', when: 'always', label: 'key.status' },
  { key: 'u', does: 'suits', when: 'always', label: 'key.suits' },
  { key: '?', does: 'help', when: 'always', label: 'key.help' },
]

/** The key of a command, for the button that does the same. */
export function hotkey(command: Command): string {
  return BINDINGS.find((binding) => binding.does === command)?.key.toUpperCase() ?? ''
}
