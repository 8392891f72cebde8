import { expect, test } from 'vitest'
import { blank, isDone, press, type Entry } from './cardentry'

const type = (keys: string[], entry: Entry = blank(3), taken: string[] = []): Entry =>
  keys.reduce((now, key) => press(now, key, taken) ?? now, entry)

test('two keystrokes make a card, in either case', () => {
  const entry = type([...'ksTD4c'])
  expect(entry.cards).toEqual(['Ks', 'Td', '4c'])
  expect(isDone(entry)).toBe(true)
})

test('ten is T, 0 or 1', () => {
  expect(type([...'0h1sTc']).cards).toEqual(['Th', 'Ts', 'Tc'])
})

test('a suit before its rank is reported and does nothing', () => {
  expect(type(['s'])).toMatchObject({ cards: [], rank: null, wrong: 'rank_first' })
})

test('a second rank replaces the first', () => {
  expect(type(['K', 'Q', 's']).cards).toEqual(['Qs'])
})

test('a card that was keyed in or lies open is refused', () => {
  expect(type([...'KsKs'])).toMatchObject({ cards: ['Ks'], wrong: 'twice' })
  expect(type([...'Ah'], blank(3), ['Ah'])).toMatchObject({ cards: [], wrong: 'twice' })
})

test('backspace takes back the rank, then the card; escape all', () => {
  const entry = type([...'KsQ'])
  const once = press(entry, 'Backspace') as Entry
  expect(once).toMatchObject({ cards: ['Ks'], rank: null })
  expect((press(once, 'Backspace') as Entry).cards).toEqual([])
  expect(press(entry, 'Escape')).toEqual(blank(3))
  expect(press(blank(3), 'Escape')).toBeNull()
})

test('a full entry takes no more, and other keys are not its own', () => {
  expect(type([...'KsQs2'], blank(2))).toMatchObject({ cards: ['Ks', 'Qs'], wrong: 'full' })
  expect(press(blank(3), 'Enter')).toBeNull()
  expect(press(blank(3), 'z')).toBeNull()
})

test('the ace of diamonds is not mistaken: A is a rank, D a suit', () => {
  expect(type([...'ad']).cards).toEqual(['Ad'])
})
