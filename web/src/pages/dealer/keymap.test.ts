import { expect, test } from 'vitest'
import { blank, press } from '../../lib/acts/cardentry'
import { BINDINGS } from './keymap'

test('no key does two things', () => {
  const keys = BINDINGS.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('no command’s key is a rank or a suit: cards can be keyed in at any time', () => {
  for (const { key } of BINDINGS.filter(({ when }) => when === 'always')) expect([key, press(blank(3), key)]).toEqual([key, null])
})
