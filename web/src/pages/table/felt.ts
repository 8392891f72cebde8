import type { Wager } from '../../lib/wire'

/** Where everything lies on the felt, in units of its drawing. The dealer stands at the top and looks down, so that
 *  position 1, farthest to the dealer's left, is at the right of the picture. */

export interface Point {
  x: number
  y: number
}

export interface Area {
  wager: Wager
  kind: 'sensor' | 'circle' | 'diamond' | 'box' | 'small'
  /** The middle, in the picture. */
  at: Point
  /** The same in the position's own frame, before it is turned. */
  local: Point
  /** Where its amount stands. */
  mark: Point
}

export interface Place {
  position: number
  /** Degrees from straight down; positive is to the right. */
  turn: number
  at: Point
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

/** The areas of a position in its own frame: the dealer is up, the player down. */
export function localAreas(offered: readonly Wager[]): { wager: Wager; kind: Area['kind']; local: Point }[] {
  const has = (wager: Wager): boolean => offered.includes(wager)
  const areas: { wager: Wager; kind: Area['kind']; local: Point }[] = []
  const sensors = (['progressive', 'five_card_progressive'] as const).filter(has)
  sensors.forEach((wager, i) => {
    const x = sensors.length === 1 ? 0 : i === 0 ? -19 : 19
    areas.push({ wager, kind: 'sensor', local: { x, y: -92 } })
  })
  const circles = (['pair_plus', 'cover_all', 'six_card_bonus'] as const).filter(has)
  const spots = [[{ x: 0, y: -40 }], [-30, 30].map((x) => ({ x, y: -38 })), [-52, 0, 52].map((x) => ({ x, y: x === 0 ? -48 : -32 }))]
  circles.forEach((wager, i) => {
    const local = spots[circles.length - 1]?.[i]
    if (local) areas.push({ wager, kind: 'circle', local })
  })
  areas.push({ wager: 'ante', kind: 'diamond', local: { x: 0, y: 17 } })
  areas.push({ wager: 'play', kind: 'box', local: { x: 0, y: 66 } })
  if (has('match_play')) areas.push({ wager: 'match_play', kind: 'small', local: { x: -54, y: 26 } })
  if (has('tip_ante')) areas.push({ wager: 'tip_ante', kind: 'small', local: { x: 54, y: 26 } })
  if (has('tip_pair_plus')) areas.push({ wager: 'tip_pair_plus', kind: 'small', local: { x: 82, y: -16 } })
  return areas
}

/** An amount stands below its chips on the screen; at the sensors, where there is no room, outside of them, and the more
 *  towards the dealer the more the position is turned, away from the wagers beside it. */
function mark(kind: Area['kind'], local: Point, turn: number, place: (local: Point) => Point): Point {
  if (kind === 'sensor') return place({ x: local.x * 2.1, y: local.y - 4 - 28 * Math.min(1, Math.abs(turn) / 50) })
  const { x, y } = place(local)
  return { x, y: y + (kind === 'box' ? 18 : 21) }
}

/** Own cards are large; two hands of one person beside each other must fit, and on a phone one of them comes first. */
function ownCard(frame: Frame, hands: number, turn: number): number {
  if (hands === 1) return frame.ownCard
  if (frame === PHONE) return turn === 0 ? 72 : 42
  return 48
}

/** The place of every position. On a phone the focus is straight below the dealer and far positions are left out. */
export function places(frame: Frame, positions: number, offered: readonly Wager[], focus: number | null, own: number[]): Place[] {
  const phone = frame === PHONE
  const middle = phone && focus !== null ? focus : (positions + 1) / 2
  const step = phone ? STEP_PHONE : STEP_WIDE
  const locals = localAreas(offered)
  return Array.from({ length: positions }, (_, i) => i + 1).flatMap((position) => {
    const turn = (middle - position) * step
    if (phone && Math.abs(turn) > step) return []
    const at = onEllipse(frame.centre, frame.rx, frame.ry, turn)
    const place = (local: Point): Point => {
      const away = turned(local, -turn)
      return { x: at.x + away.x, y: at.y + away.y }
    }
    const mine = own.includes(position)
    const card = mine ? ownCard(frame, own.length, turn) : frame.otherCard
    const hand = place({ x: 0, y: (mine ? 99 : 88) + card * 0.7 })
    // Own cards stand upright and must not hang over the edge of the picture.
    const most = card * 1.75
    if (mine) hand.x = Math.min(Math.max(hand.x, frame.view.x + most), frame.view.x + frame.view.w - most)
    return [
      {
        position,
        turn,
        at,
        areas: locals.map((area) => ({ ...area, at: place(area.local), mark: mark(area.kind, area.local, turn, place) })),
        hand,
        card,
        // At the ends of the table the name moves down the rail, out of the way of the cards.
        name: onEllipse(frame.centre, frame.rail.rx, frame.rail.ry, turn * (1 - 0.11 * (turn / 69) ** 2)),
      },
    ]
  })
}
