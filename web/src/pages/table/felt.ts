import { printedMoney } from '../../lib/money/money'
import type { Layout, LayoutArea, Payment, PostedTable, Wager } from '../../lib/wire'

/** Where everything lies on the felt, in units of its drawing. The dealer stands at the top and looks down, so that
 *  position 1, farthest to the dealer's left, is at the right of the picture. */

export interface Point {
  x: number
  y: number
}

/** How an area is drawn. The layout says which areas there are. */
export type Kind = 'sensor' | 'circle' | 'diamond' | 'box' | 'small'

export interface Area {
  wager: Wager
  kind: Kind
  /** What must be written on it, in these words. */
  marked?: string | null | undefined
  /** The middle, in the picture. */
  at: Point
  /** The same in the position's own frame, before it is turned. */
  local: Point
  /** Where its amount is shown. */
  mark: Point
}

export interface Place {
  position: number
  /** Degrees from straight down; positive is to the right. */
  turn: number
  at: Point
  /** How large it is drawn: 1, or less where more than seven positions share the table. */
  size: number
  areas: Area[]
  /** The middle of the hand, and how wide a card of it is. */
  hand: Point
  card: number
  /** The name at the rail. */
  name: Point
}

export interface Frame {
  view: { x: number; y: number; w: number; h: number }
  centre: Point
  /** The ellipse on which the antes lie. */
  rx: number
  ry: number
  /** The ellipse of the rail's middle. */
  rail: { rx: number; ry: number }
  ownCard: number
  otherCard: number
  dealerCard: number
  dealer: Point
  community: Point
  shuffler: Point
  rack: Point
  tray: Point
  /** The device that shows the number of players. */
  players: Point
}

export const WIDE: Frame = {
  view: { x: 6, y: 14, w: 1188, h: 740 },
  centre: { x: 600, y: 62 },
  rx: 432,
  ry: 436,
  rail: { rx: 560, ry: 668 },
  ownCard: 62,
  otherCard: 36,
  dealerCard: 62,
  dealer: { x: 600, y: 150 },
  community: { x: 792, y: 150 },
  shuffler: { x: 956, y: 92 },
  rack: { x: 262, y: 92 },
  tray: { x: 600, y: 52 },
  players: { x: 400, y: 150 },
}

export const PHONE: Frame = {
  view: { x: 345, y: 8, w: 510, h: 592 },
  centre: { x: 600, y: 20 },
  rx: 440,
  ry: 322,
  rail: { rx: 600, ry: 566 },
  ownCard: 88,
  otherCard: 36,
  dealerCard: 66,
  dealer: { x: 600, y: 92 },
  community: { x: 782, y: 140 },
  shuffler: { x: 782, y: 58 },
  rack: { x: 418, y: 58 },
  tray: { x: 600, y: 26 },
  players: { x: 418, y: 128 },
}

const STEP_WIDE = 23
const STEP_PHONE = 26
/** From the first position to the last: more than seven positions are closer and smaller. */
const SPAN_WIDE = 138

function turned(point: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return {
    x: point.x * Math.cos(angle) - point.y * Math.sin(angle),
    y: point.x * Math.sin(angle) + point.y * Math.cos(angle),
  }
}

export function onEllipse(centre: Point, rx: number, ry: number, turn: number): Point {
  const angle = (turn * Math.PI) / 180
  return { x: centre.x + rx * Math.sin(angle), y: centre.y + ry * Math.cos(angle) }
}

/** Wagers that ride on another one have no area in the layout: they lie beside that wager. */
const RIDERS: Partial<Record<Wager, Point>> = {
  match_play: { x: -54, y: 26 },
  tip_ante: { x: 54, y: 26 },
  tip_pair_plus: { x: 82, y: -16 },
}

type Local = Pick<Area, 'wager' | 'kind' | 'marked' | 'local'>

/** The areas of a position in its own frame: the dealer is up, the player down. They are those of the layout, and the places
 *  of wagers that ride on them. */
export function localAreas(areas: readonly LayoutArea[], riders: readonly Wager[]): Local[] {
  const sensors = areas.filter(({ kind }) => kind === 'sensor')
  const circles = areas.filter(({ kind, wager }) => kind !== 'sensor' && wager !== 'ante' && wager !== 'play')
  const rows = [[{ x: 0, y: -40 }], [-30, 30].map((x) => ({ x, y: -38 })), [-52, 0, 52].map((x) => ({ x, y: x === 0 ? -48 : -32 }))]
  const row = rows[Math.min(circles.length, 3) - 1] ?? []
  // More than three go into a second row; where sensors are, one behind the other between them.
  const between = circles.length > 3 && sensors.length > 0
  const behind = between ? [{ x: 0, y: -98 }, { x: 0, y: -146 }] : [-30, 30].map((x) => ({ x, y: -98 }))
  return [
    ...sensors.map(({ wager, marked }, i): Local => {
      const middle = sensors.length === 1 && between ? 0.5 : (sensors.length - 1) / 2
      const x = (i - middle) * (between ? 88 : 38)
      return { wager, marked, kind: 'sensor', local: { x, y: -92 } }
    }),
    ...circles.flatMap(({ wager, marked }, i): Local[] => {
      const local = row[i] ?? behind[i - row.length]
      return local ? [{ wager, marked, kind: 'circle', local }] : []
    }),
    ...areas.flatMap(({ wager, kind, marked }): Local[] => {
      if (kind === 'sensor') return []
      if (wager === 'ante') return [{ wager, marked, kind: 'diamond', local: { x: 0, y: 17 } }]
      if (wager === 'play') return [{ wager, marked, kind: 'box', local: { x: 0, y: 66 } }]
      return []
    }),
    ...riders.flatMap((wager): Local[] => {
      const local = RIDERS[wager]
      return local ? [{ wager, kind: 'small', local }] : []
    }),
  ]
}

/** The words on an area, on two lines if there are several. */
export function lines(marked: string): string[] {
  const words = marked.split(' ')
  const half = Math.ceil(words.length / 2)
  return words.length < 2 ? words : [words.slice(0, half).join(' '), words.slice(half).join(' ')]
}

/** The odds printed on the layout: single lines on the area of their wager, the others along arcs. */
export interface Inscribed {
  onArea: Map<Wager, string>
  along: PostedTable[]
}

/** What a line of a paytable pays, as printed on the felt: always in English. */
export function payWords(pays: Payment | null | undefined): string {
  switch (pays?.kind) {
    case undefined:
      return '–'
    case 'to':
    case 'for':
      return `${pays.won.toLocaleString('en-US')} ${pays.kind} ${pays.staked}`
    case 'of_meter':
      return `${pays.share / 10_000}% of ${pays.name ?? pays.level}`
    case 'flat':
      return printedMoney(pays.amount)
  }
}

export function inscribed(layout: Layout, tables: readonly PostedTable[]): Inscribed {
  const onLayout = new Set(layout.odds.filter(({ at }) => at === 'layout').map(({ wager }) => wager))
  // What other players' hands win is printed with the progressive itself.
  const wagerOf = (wager: Wager): Wager =>
    wager === 'envy' ? 'progressive' : wager === 'five_card_envy' ? 'five_card_progressive' : wager
  const shown = tables.filter(({ wager }) => onLayout.has(wagerOf(wager)))
  const single = (table: PostedTable): boolean =>
    table.lines.length === 1 && layout.areas.some(({ wager }) => wager === table.wager)
  return {
    onArea: new Map(shown.filter(single).map((table) => [table.wager, payWords(table.lines[0]?.pays[0])])),
    along: shown.filter((table) => !single(table)),
  }
}

/** Spreads the tables evenly over the arcs, of which the first is the longest. */
export function onArcs<T extends { text: string }>(tables: readonly T[], arcs: number): T[][] {
  const all: T[][] = Array.from({ length: arcs }, () => [])
  const length = (arc: readonly T[]): number => arc.reduce((sum, { text }) => sum + text.length + 3, 0)
  for (const table of tables) {
    const shortest = all.reduce((best, arc) => (length(arc) < length(best) ? arc : best))
    shortest.push(table)
  }
  return all.filter((arc) => arc.length > 0)
}

/** An amount is shown below its chips; at the sensors, where there is no room, outside of them, and the more the position is
 *  turned, the more towards the dealer, away from the wagers beside it. */
function mark(kind: Area['kind'], local: Point, turn: number, place: (local: Point) => Point): Point {
  if (kind === 'sensor') return place({ x: local.x * 2.1, y: local.y - 4 - 28 * Math.min(1, Math.abs(turn) / 50) })
  const { x, y } = place(local)
  return { x, y: y + (kind === 'box' ? 18 : 21) }
}

/** The player's own cards are large; two hands side by side must fit, and on a phone one of them comes first. */
function ownCard(frame: Frame, hands: number, turn: number): number {
  if (hands === 1) return frame.ownCard
  if (frame === PHONE) return turn === 0 ? 72 : 42
  return 48
}

/** The place of every position. On a phone the focus is straight below the dealer and far positions are left out. */
export function places(frame: Frame, positions: number, locals: readonly Local[], focus: number | null, own: number[]): Place[] {
  const phone = frame === PHONE
  const middle = phone && focus !== null ? focus : (positions + 1) / 2
  const step = phone ? STEP_PHONE : Math.min(STEP_WIDE, SPAN_WIDE / Math.max(1, positions - 1))
  const size = phone ? 1 : step / STEP_WIDE
  return Array.from({ length: positions }, (_, i) => i + 1).flatMap((position) => {
    const turn = (middle - position) * step
    if (phone && Math.abs(turn) > step) return []
    const at = onEllipse(frame.centre, frame.rx, frame.ry, turn)
    const place = (local: Point): Point => {
      const away = turned({ x: local.x * size, y: local.y * size }, -turn)
      return { x: at.x + away.x, y: at.y + away.y }
    }
    const mine = own.includes(position)
    const card = (mine ? ownCard(frame, own.length, turn) : frame.otherCard) * size
    const hand = place({ x: 0, y: (mine ? 99 : 88) + (card / size) * 0.7 })
    // The player's own cards are upright and must not extend beyond the picture.
    const most = card * 1.75
    if (mine) hand.x = Math.min(Math.max(hand.x, frame.view.x + most), frame.view.x + frame.view.w - most)
    return [
      {
        position,
        turn,
        at,
        size,
        areas: locals.map((area) => ({ ...area, at: place(area.local), mark: mark(area.kind, area.local, turn, place) })),
        hand,
        card,
        // At the ends of the table the name moves down the rail, out of the way of the cards.
        name: onEllipse(frame.centre, frame.rail.rx, frame.rail.ry, turn * (1 - 0.11 * (turn / 69) ** 2)),
      },
    ]
  })
}
