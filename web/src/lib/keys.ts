import type { MessageKey } from './i18n/en'

/** A key that does something. A page lists its keys once; the help and the listener both read the list. */
export interface Binding<Command extends string> {
  key: string
  shift?: boolean
  does: Command
  /** Where it holds; two bindings with the same key must not hold at the same time. */
  when: string
  label: MessageKey
}

export interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The binding of a key press, if there is one in these contexts. Letters count in either case. */
export function bindingOf<Command extends string>(
  bindings: readonly Binding<Command>[],
  press: Pressed,
  contexts: readonly string[],
): Binding<Command> | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const letter = /^[a-z]$/i.test(press.key)
  const key = letter ? press.key.toLowerCase() : press.key
  return (
    bindings.find((binding) => {
      if (binding.key !== key || !contexts.includes(binding.when)) return false
      // A sign such as "?" needs Shift on most keyboards; only for letters Shift tells two commands apart.
      return !letter || (binding.shift ?? false) === press.shiftKey
    }) ?? null
  )
}

/** Whether a key press belongs to a field in which the person writes or chooses. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)
}

/** Keys whose names are long have a sign. */
const SIGNS: Record<string, string> = { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', Backspace: '⌫', Escape: 'Esc' }

/** How a key is written on a button. */
export function keyName(binding: { key: string; shift?: boolean }): string {
  const key = SIGNS[binding.key] ?? (binding.key.length === 1 ? binding.key.toUpperCase() : binding.key)
  return binding.shift ? `⇧${key}` : key
}
