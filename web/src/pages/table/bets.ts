import { lower, raise, type Limits } from '../../lib/money/chips'
import { actOf, fieldOf } from '../../lib/acts/offers'
import { netOf } from '../../lib/money/purse'
import type { Act, LineView, Offer, SeatView, View, Wager } from '../../lib/wire'

/** What the page may ask for, looked up in the offers of the view. There are no rules here. */

export type WagerAct = Extract<Act, { do: 'wager' }>
type WagerOffer = Extract<Offer, { do: 'wager' }>

export interface Chance {
  /** The act to be sent, its amount still to be chosen. */
  act: WagerAct
  limits: Limits
}

/** What is shown of a line of the settlement, without the dealer's hand movements. */
export type SettledLine = Omit<LineView, 'takes' | 'pays_out'>

export interface Bet {
  position: number
  wager: Wager
  amount: number
}

export const keyOf = (position: number, wager: Wager): string => `${position} ${wager}`

const bare = (offer: WagerOffer): WagerAct => actOf(offer) as WagerAct

/** The offer to make or change a wager, if there is one. */
export function chance(view: View, position: number, wager: Wager): Chance | null {
  for (const offer of view.legal) {
    const limits = fieldOf(offer, 'amount')
    if (offer.do === 'wager' && offer.position === position && offer.wager === wager && limits) return { act: bare(offer), limits }
  }
  return null
}

/** The act that sets a wager to this amount, if the offers allow it. */
export function setting(view: View, { position, wager, amount }: Bet): WagerAct | null {
  if (amount === 0) return clearing(view, position, wager)
  const found = chance(view, position, wager)
  if (!found) return null
  const { min, max, step } = found.limits
  if (amount < min || amount > max || (amount - min) % step !== 0) return null
  return { ...found.act, amount }
}

function clearing(view: View, position: number, wager: Wager): WagerAct | null {
  for (const offer of view.legal)
    if (offer.do === 'wager' && offer.position === position && offer.wager === wager && offer.amount === 0) return bare(offer)
  return null
}

/** A chip put down or taken up: the act, or null where nothing would change. `lies` includes what is already being sent. */
export function chipAct(view: View, position: number, wager: Wager, lies: number, chip: number, remove: boolean): WagerAct | null {
  const found = chance(view, position, wager)
  const standing = clearing(view, position, wager)
  if (remove) {
    const to = found ? lower(lies, chip, found.limits) : 0
    if (lies === 0) return null
    if (to > 0 && found) return { ...found.act, amount: to }
    return standing ?? (found ? { ...found.act, amount: 0 } : null)
  }
  if (!found) return null
  const to = raise(lies, chip, found.limits)
  return to === lies ? null : { ...found.act, amount: to }
}

/** The last wager on an area that is sent and not yet answered. */
function sentTo(waiting: readonly Act[], position: number, wager: Wager): WagerAct | undefined {
  return waiting.findLast((act): act is WagerAct => act.do === 'wager' && act.position === position && act.wager === wager)
}

/** What is on an area, including wagers that are sent but not yet answered. */
export function standing(seat: SeatView | undefined, waiting: readonly Act[], position: number, wager: Wager): number {
  const sent = sentTo(waiting, position, wager)
  if (sent) return sent.amount
  return seat?.wagers.find((placed) => placed.wager === wager)?.lies ?? 0
}

/** Whether an area holds a coupon, including one that is sent but not yet answered. */
export function isPaper(seat: SeatView | undefined, waiting: readonly Act[], position: number, wager: Wager): boolean {
  const sent = sentTo(waiting, position, wager)
  if (sent) return sent.with === 'coupon'
  return seat?.wagers.find((placed) => placed.wager === wager)?.paper ?? false
}

/** The bets that a player has placed on the layout; decisions are not among them. */
export function betsOf(seats: readonly SeatView[]): Bet[] {
  return seats.flatMap((seat) =>
    seat.wagers
      .filter(({ wager }) => wager !== 'play' && wager !== 'tip_play')
      .map(({ wager, staked }) => ({ position: seat.position, wager, amount: staked })),
  )
}

/** Which wishes can be sent now, and which must wait until others have been placed. The ante comes first: it opens the rest. */
export function ready(view: View, wishes: readonly Bet[], waiting: readonly Act[]): { send: WagerAct[]; keep: Bet[] } {
  const send: WagerAct[] = []
  const keep: Bet[] = []
  for (const wish of wishes) {
    const seat = view.seats.find(({ position }) => position === wish.position)
    if (standing(seat, waiting, wish.position, wish.wager) === wish.amount) continue
    const act = setting(view, wish)
    if (act) send.push(act)
    else keep.push(wish)
  }
  return { send, keep }
}

/** Every bet doubled, as far as the offers go; what cannot grow stays. */
export function doubled(view: View, bets: readonly Bet[]): Bet[] {
  return bets.flatMap((bet) => {
    const found = chance(view, bet.position, bet.wager)
    if (!found) return []
    const amount = raise(bet.amount, bet.amount, found.limits)
    return amount > bet.amount ? [{ ...bet, amount }] : []
  })
}

/** The most that can lie on an area: limited by the purse, or by the table. */
export function atMost(
  view: View,
  { position, wager }: { position: number; wager: Wager },
  { max, step }: Limits,
  table: number | undefined,
): { amount: number; purse: boolean } {
  const seat = view.seats.find((other) => other.position === position)
  const has = (view.chips ?? 0) + standing(seat, [], position, wager)
  const purse = has < max + step && (table === undefined || has < table)
  return { amount: purse ? has : max, purse }
}

/** What must come off an ante to make up for the missing amount: each dollar off it is one more in the purse and one less
 *  needed to play. Null where nothing must come off, or no lawful ante would be left. */
export function takeOff(view: View, ante: Bet, missing: number): number | null {
  const found = chance(view, ante.position, ante.wager)
  if (!found || found.act.with === 'coupon' || missing <= 0) return null
  const to = lower(ante.amount, Math.ceil(missing / 2), found.limits)
  return to > 0 ? ante.amount - to : null
}

/** The area at which a line of the settlement is shown. */
export function areaOf(wager: Wager): Wager {
  switch (wager) {
    case 'ante_bonus':
      return 'ante'
    case 'bad_beat':
      return 'play'
    case 'envy':
      return 'progressive'
    case 'five_card_envy':
      return 'five_card_progressive'
    case 'tip_play':
    case 'tip_ante_bonus':
      return 'tip_ante'
    default:
      return wager
  }
}

export interface Payment {
  position: number
  wager: Wager
  lines: LineView[]
  /** What the area won or lost in all. */
  net: number
  settled: boolean
}

/** The settlement by areas. */
export function payments(lines: readonly LineView[]): Payment[] {
  const all = new Map<string, Payment>()
  for (const line of lines) {
    const wager = areaOf(line.wager)
    const key = keyOf(line.position, wager)
    const found = all.get(key) ?? { position: line.position, wager, lines: [], net: 0, settled: true }
    found.lines.push(line)
    found.net = netOf(found.lines)
    found.settled &&= line.settled
    all.set(key, found)
  }
  return [...all.values()]
}
