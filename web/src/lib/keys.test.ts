import { expect, test } from 'vitest'
import { bindingOf, keyName, type Binding } from './keys'

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

test('keys are written as on the keyboard', () => {
  expect(keyName({ key: 'p' })).toBe('P')
  expect(keyName({ key: 'p', shift: true })).toBe('⇧P')
  expect(keyName({ key: 'Enter' })).toBe('Enter')
})
