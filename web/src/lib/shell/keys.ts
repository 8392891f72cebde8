import type { MessageKey } from '../i18n/en'

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

/** Keys that move, take back or leave go on while they are held down. */
const GOING_ON = /^(Arrow.+|Page.+|Home|End|Tab|Backspace|Delete|Escape)$/

/** Whether this is a key still held down, which did its work with the first press: nothing is bet, decided or dealt by a
 *  finger that stays where it is. In a field letters go on, but Enter sends a form once. */
export function isHeld(press: Pressed & { repeat: boolean }, typing: boolean): boolean {
  if (!press.repeat || press.ctrlKey || press.metaKey || press.altKey || GOING_ON.test(press.key)) return false
  return !typing || press.key === 'Enter'
}

/** Listens before everybody else, so that no page and no button hears of a key still held down. */
export function dropHeld(event: KeyboardEvent): void {
  if (!isHeld(event, isTyping(event.target))) return
  event.stopImmediatePropagation()
  // The browser would press a focused button again; where nothing is focused, Space goes on scrolling.
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
