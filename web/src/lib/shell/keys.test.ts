import { expect, test } from 'vitest'
import { bindingOf, isHeld, keyName, type Binding } from './keys'

const bindings: Binding<string>[] = [
  { key: 'p', does: 'pair plus', when: 'betting', label: 'key.pair_plus' },
  { key: 'p', does: 'play', when: 'deciding', label: 'key.play' },
  { key: 'p', shift: true, does: 'other', when: 'always', label: 'key.help' },
  { key: '?', does: 'help', when: 'always', label: 'key.help' },
]
const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('a key means what its moment says', () => {
  expect(bindingOf(bindings, press('p'), ['betting', 'always'])?.does).toBe('pair plus')
  expect(bindingOf(bindings, press('p'), ['deciding', 'always'])?.does).toBe('play')
  expect(bindingOf(bindings, press('p'), ['always'])).toBeNull()
})

test('Shift tells letters apart, and does not matter for signs', () => {
  expect(bindingOf(bindings, press('P', { shiftKey: true }), ['betting', 'always'])?.does).toBe('other')
  expect(bindingOf(bindings, press('?', { shiftKey: true }), ['always'])?.does).toBe('help')
})

test('the browser keeps its own keys', () => {
  expect(bindingOf(bindings, press('p', { ctrlKey: true }), ['betting'])).toBeNull()
  expect(bindingOf(bindings, press('p', { metaKey: true }), ['betting'])).toBeNull()
})

test('a key that is held down is one press', () => {
  for (const key of ['f', 'p', 'a', 'L', '1', '?', 'Enter', ' ']) {
    expect(isHeld({ ...press(key), repeat: false }, false), key).toBe(false)
    expect(isHeld({ ...press(key), repeat: true }, false), key).toBe(true)
  }
})

test('held keys go on where they move, write or zoom; a form is sent once', () => {
  for (const key of ['ArrowLeft', 'PageDown', 'Tab', 'Backspace', 'Escape'])
    expect(isHeld({ ...press(key), repeat: true }, false), key).toBe(false)
  expect(isHeld({ ...press('+', { ctrlKey: true }), repeat: true }, false)).toBe(false)
  expect(isHeld({ ...press('7'), repeat: true }, true)).toBe(false)
  expect(isHeld({ ...press(' '), repeat: true }, true)).toBe(false)
  expect(isHeld({ ...press('Enter'), repeat: true }, true)).toBe(true)
})

test('keys are written as on the keyboard', () => {
  expect(keyName({ key: 'p' })).toBe('P')
  expect(keyName({ key: 'p', shift: true })).toBe('⇧P')
  expect(keyName({ key: 'Enter' })).toBe('Enter')
})
