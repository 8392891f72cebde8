import type { MessageKey } from '../i18n/en'

/** A key that does something. A page lists its keys once; the help and the listener both read the list. */
export interface Binding<Command extends string> {
  key: string
  shift?: boolean
  does: Command
  /** When it applies; two bindings of one key must never apply at the same time. */
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

/** Keys that move, delete or leave repeat while they are held down. */
const GOING_ON = /^(Arrow.+|Page.+|Home|End|Tab|Backspace|Delete|Escape)$/

/** Whether this is the repeat of a key held down, which counts only once: a finger that rests on a key bets, decides and
 *  deals nothing more. In a field letters repeat, but Enter submits a form only once. */
export function isHeld(press: Pressed & { repeat: boolean }, typing: boolean): boolean {
  if (!press.repeat || press.ctrlKey || press.metaKey || press.altKey || GOING_ON.test(press.key)) return false
  return !typing || press.key === 'Enter'
}

/** Listens before everything else, so that no page and no button receives the repeats of a key held down. */
export function dropHeld(event: KeyboardEvent): void {
  if (!isHeld(event, isTyping(event.target))) return
  event.stopImmediatePropagation()
  // The browser would press a focused button again; where nothing is focused, Space may go on scrolling.
  const control = event.target instanceof Element && event.target.closest('button, a, summary, input, select')
  if (event.key === 'Enter' || control) event.preventDefault()
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
