import { expect, test } from 'vitest'
import { localAreas, PHONE, places, WIDE } from './felt'
import type { Wager } from '../../lib/wire'

const ALL: Wager[] = [
  'ante',
  'pair_plus',
  'six_card_bonus',
  'cover_all',
  'progressive',
  'five_card_progressive',
  'tip_ante',
  'match_play',
]

test('position 1 is at the dealer’s left, which is the right of the picture', () => {
  const all = places(WIDE, 7, ALL, null, [])
  const xs = all.map(({ at }) => at.x)
  expect(xs).toEqual([...xs].sort((a, b) => b - a))
  expect(all[3]?.turn).toBe(0)
})

test('every offered wager has one area, and ante and play are always there', () => {
  const wagers = localAreas(ALL).map(({ wager }) => wager)
  expect(new Set(wagers).size).toBe(wagers.length)
  expect([...wagers].sort()).toEqual([...ALL, 'play'].sort())
  expect(localAreas([]).map(({ wager }) => wager)).toEqual(['ante', 'play'])
})

test('no two areas of the felt lie on each other', () => {
  for (const frame of [WIDE, PHONE]) {
    const areas = places(frame, 7, ALL, 4, []).flatMap((place) => place.areas.map((area) => ({ ...area, position: place.position })))
    for (const a of areas)
      for (const b of areas) {
        if (a === b) continue
        const apart = Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y)
        expect([a.position, a.wager, b.position, b.wager, apart > 30]).toEqual([a.position, a.wager, b.position, b.wager, true])
      }
  }
})

test('a phone shows the focus below the dealer with its neighbours', () => {
  const seen = places(PHONE, 7, ALL, 1, [1])
  expect(seen.map(({ position }) => position)).toEqual([1, 2])
  expect(seen[0]?.turn).toBe(0)
})

test('two own hands beside each other do not lie on each other', () => {
  const [a, b] = places(WIDE, 7, ALL, null, [3, 4]).filter(({ position }) => position === 3 || position === 4)
  expect(Math.hypot((a?.hand.x ?? 0) - (b?.hand.x ?? 0), 0)).toBeGreaterThan((a?.card ?? 99) * 3.2)
})

test('own cards stay on the picture at every position', () => {
  for (let position = 1; position <= 7; position++) {
    const place = places(WIDE, 7, ALL, null, [position]).find((other) => other.position === position)
    expect(place?.hand.x).toBeGreaterThan(WIDE.ownCard * 1.6)
    expect(place?.hand.x).toBeLessThan(1200 - WIDE.ownCard * 1.6)
  }
})
