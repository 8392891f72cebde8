import { expect, test } from 'vitest'
import { en } from '../../lib/i18n/en'
import { BINDINGS, hotkey } from './keymap'

test('no key means two things at the same time', () => {
  const always = BINDINGS.filter(({ when }) => when === 'always').map(({ key }) => key)
  for (const moment of ['betting', 'deciding']) {
    const keys = [...BINDINGS.filter(({ when }) => when === moment).map(({ key }) => key), ...always]
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('every key is in the help, with its words', () => {
  for (const { label } of BINDINGS) expect(en).toHaveProperty([label])
})

test('a button shows the key of its command', () => {
  expect(hotkey('play')).toBe('P')
  expect(hotkey('bet ante')).toBe('A')
})
