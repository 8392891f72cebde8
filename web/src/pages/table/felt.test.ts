import { expect, test } from 'vitest'
import { DOLLAR, house } from '../../lib/money/currency.svelte'
import { inscribed, lines, localAreas, onArcs, payWords, PHONE, places, WIDE } from './felt'
import type { Layout, LayoutArea, PostedTable, Wager } from '../../lib/wire'

const area = (wager: Wager, kind: LayoutArea['kind'] = 'betting'): LayoutArea => ({ wager, kind, clauses: [] })

/** The layout of a house that offers everything. */
const AREAS: LayoutArea[] = [
  area('ante'),
  area('play'),
  area('pair_plus'),
  area('six_card_bonus'),
  area('progressive', 'sensor'),
  area('five_card_progressive', 'sensor'),
  area('cover_all'),
]
const RIDERS: Wager[] = ['tip_ante', 'match_play']
const ALL = localAreas(AREAS, RIDERS)

test('position 1 is at the dealer’s left, which is the right of the picture', () => {
  const all = places(WIDE, 7, ALL, null, [])
  const xs = all.map(({ at }) => at.x)
  expect(xs).toEqual([...xs].sort((a, b) => b - a))
  expect(all[3]?.turn).toBe(0)
})

test('the areas are those of the layout, one each, and no others', () => {
  const wagers = ALL.map(({ wager }) => wager)
  expect([...wagers].sort()).toEqual([...AREAS.map(({ wager }) => wager), ...RIDERS].sort())
  expect(localAreas([], [])).toEqual([])
  expect(localAreas([area('ante'), area('play')], []).map(({ wager }) => wager)).toEqual(['ante', 'play'])
  // What rides on another wager is laid beside it; what has no place of its own is not drawn.
  expect(localAreas([], ['ante_bonus', 'tip_ante']).map(({ wager }) => wager)).toEqual(['tip_ante'])
})

test('a sensor is where the layout has one, and a betting area where it has that', () => {
  const kind = (all: LayoutArea[]) => localAreas(all, []).find(({ wager }) => wager === 'progressive')?.kind
  expect(kind([area('progressive', 'sensor')])).toBe('sensor')
  expect(kind([area('progressive')])).toBe('circle')
  const five: Wager[] = ['pair_plus', 'six_card_bonus', 'cover_all', 'progressive', 'five_card_progressive']
  const spots = localAreas(five.map((wager) => area(wager)), []).map(({ local }) => local)
  expect(spots).toHaveLength(5)
  for (const a of spots) for (const b of spots) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(47)
})

test.each([4, 5])('%i circles of a position and its sensors lie apart', (count) => {
  const circles: Wager[] = ['pair_plus', 'hand_bonus', 'six_card_bonus', 'prime', 'cover_all']
  for (const sensors of [[], ['progressive'], ['progressive', 'five_card_progressive']] satisfies Wager[][]) {
    const areas = [...circles.slice(0, count).map((wager) => area(wager)), ...sensors.map((wager) => area(wager, 'sensor'))]
    const spots = localAreas(areas, [])
    expect(spots).toHaveLength(areas.length)
    for (const a of spots)
      for (const b of spots) {
        const touching = a.kind === 'circle' && b.kind === 'circle' ? 47 : 36
        if (a !== b) expect(Math.hypot(a.local.x - b.local.x, a.local.y - b.local.y)).toBeGreaterThan(touching)
      }
  }
})

test('an area bears the words that the book demands', () => {
  const marked = localAreas([{ ...area('six_card_bonus'), marked: 'six card bonus' }], [])
  expect(marked[0]?.marked).toBe('six card bonus')
  expect(lines('six card bonus')).toEqual(['six card', 'bonus'])
  expect(lines('STAKE')).toEqual(['STAKE'])
})

const table = (wager: Wager, count: number): PostedTable => ({
  wager,
  name: '',
  lines: Array.from({ length: count }, (_, i) => ({ hand: `hand ${i}`, name: 'pair', pays: [{ kind: 'to', won: i + 1, staked: 1 }], clause: null })),
})
const TABLES = [table('ante', 1), table('play', 1), table('ante_bonus', 3), table('pair_plus', 5), table('progressive', 5), table('envy', 2)]

function layout(inscribedOf: Wager[]): Layout {
  const all: Wager[] = ['ante', 'play', 'ante_bonus', 'pair_plus', 'progressive']
  return {
    positions: 7,
    operator: { text: 'House', clauses: [] },
    sign: 'name',
    areas: AREAS,
    odds: all.map((wager) => ({ wager, at: inscribedOf.includes(wager) ? 'layout' : 'sign', clauses: [] })),
    on_sign: [],
  }
}

test('the odds that the layout must bear are inscribed, and no others', () => {
  const some = inscribed(layout(['ante', 'pair_plus']), TABLES)
  expect([...some.onArea]).toEqual([['ante', '1 to 1']])
  expect(some.along.map(({ wager }) => wager)).toEqual(['pair_plus'])
  // Envy is printed with its progressive.
  const all = inscribed(layout(['ante', 'play', 'ante_bonus', 'pair_plus', 'progressive']), TABLES)
  expect(all.along.map(({ wager }) => wager)).toEqual(['ante_bonus', 'pair_plus', 'progressive', 'envy'])
  expect(inscribed(layout([]), TABLES).along).toEqual([])
})

test('no table is lost between the arcs', () => {
  const tables = ['short', 'a longer one', 'x', 'and the longest one of them all'].map((text) => ({ text }))
  const arcs = onArcs(tables, 2)
  expect(arcs).toHaveLength(2)
  expect(arcs.flat().map(({ text }) => text).sort()).toEqual(tables.map(({ text }) => text).sort())
  expect(onArcs([], 2)).toEqual([])
})

test.each([7, 8])('no two areas of a felt with %i positions overlap', (positions) => {
  for (const frame of [WIDE, PHONE]) {
    const all = places(frame, positions, ALL, 4, [])
    const areas = all.flatMap((place) => place.areas.map((area) => ({ ...area, position: place.position, size: place.size })))
    for (const a of areas)
      for (const b of areas) {
        if (a === b) continue
        const apart = Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y)
        const room = apart > 30 * a.size
        expect([a.position, a.wager, b.position, b.wager, room]).toEqual([a.position, a.wager, b.position, b.wager, true])
      }
  }
})

test.each([7, 8])('the hands of %i players lie apart, within the picture and off the tray', (positions) => {
  const all = places(WIDE, positions, ALL, null, [])
  expect(all).toHaveLength(positions)
  // The shuffler and the rack stand beside the first and the last position.
  for (const device of [WIDE.shuffler, WIDE.rack])
    for (const { at } of all.flatMap(({ areas }) => areas)) expect(Math.hypot(at.x - device.x, at.y - device.y)).toBeGreaterThan(60)
  all.forEach((place, i) => {
    expect(place.hand.x).toBeGreaterThan(place.card * 1.6)
    expect(place.hand.x).toBeLessThan(1200 - place.card * 1.6)
    expect(place.hand.y).toBeGreaterThan(WIDE.rack.y + 60)
    expect(place.hand.y).toBeLessThan(WIDE.view.y + WIDE.view.h - place.card * 0.7)
    const next = all[i + 1]
    if (next) expect(Math.hypot(place.hand.x - next.hand.x, place.hand.y - next.hand.y)).toBeGreaterThan(place.card * 3.2)
  })
})

test('a phone shows the focus below the dealer with its neighbours', () => {
  const seen = places(PHONE, 7, ALL, 1, [1])
  expect(seen.map(({ position }) => position)).toEqual([1, 2])
  expect(seen[0]?.turn).toBe(0)
})

test.each([7, 8])('two hands of one player at %i positions side by side do not overlap', (positions) => {
  const [a, b] = places(WIDE, positions, ALL, null, [3, 4]).filter(({ position }) => position === 3 || position === 4)
  expect(Math.hypot((a?.hand.x ?? 0) - (b?.hand.x ?? 0), 0)).toBeGreaterThan((a?.card ?? 99) * 3.2)
})

test.each([7, 8])('the player’s own cards stay within the picture at each of %i positions', (positions) => {
  for (let position = 1; position <= positions; position++) {
    const place = places(WIDE, positions, ALL, null, [position]).find((other) => other.position === position)
    const half = (place?.card ?? 999) * 1.6
    expect(place?.hand.x).toBeGreaterThan(half)
    expect(place?.hand.x).toBeLessThan(1200 - half)
  }
})

test('a payment is printed as paytables write it', () => {
  const all = [
    { kind: 'to', won: 3, staked: 2 },
    { kind: 'for', won: 1000, staked: 1 },
    { kind: 'of_meter', share: 125_000, level: 'major' },
    { kind: 'flat', amount: 10_000_000 },
    null,
  ] as const
  expect(all.map(payWords)).toEqual(['3 to 2', '1,000 for 1', '12.5% of major', '$100,000', '–'])
  house.currency = { code: 'FRK', sign: 'kr', place: 'after_space', decimals: 0, chips: [100, 500] }
  expect(payWords({ kind: 'flat', amount: 10_000_000 })).toBe('100,000 kr')
  house.currency = DOLLAR
})
