import { breakdown, type ChipCount } from '../../lib/money/chips'
import type { LineView, SeatView, View } from '../../lib/wire'

/** A settlement line as the dealer's hands do it: what to take from the area, and what to put beside it. */
export interface Handled {
  line: LineView
  takes: number
  pays: number
  /** The chips have already left the layout: nothing more to take. */
  gone: boolean
  /** A coupon is there, to be collected whether or not it won. */
  coupon: boolean
  /** Not yet: it comes in a later step at this position. */
  later: boolean
}

/** What happens at one position. */
export interface Place {
  position: number
  lines: Handled[]
  takes: number
  pays: number
  /** Paid outside the tray, with a document. */
  byHand: number
  settled: boolean
  /** A win that waits for a second person. */
  waits: LineView | null
}

export function handled(line: LineView, seat: SeatView | undefined, later = false): Handled {
  const placed = seat?.wagers.find(({ wager }) => wager === line.wager)
  const coupon = placed?.paper ?? false
  const takes = line.settled ? line.takes : Math.min(line.takes, placed?.lies ?? 0)
  return { line, takes, pays: line.pays_out, gone: line.net < 0 && takes === 0, coupon, later }
}

/** The lines that the next step settles: those at its position which come first. */
function nowLines(view: View): Set<LineView> {
  const next = view.next
  const open = (view.settlement ?? []).filter(({ settled }) => !settled)
  if (next?.do !== 'settle') return new Set(open)
  const end = open.findIndex(({ position }) => position !== next.position)
  return new Set(end < 0 ? open : open.slice(0, end))
}

/** The settlement by position, in the order in which the positions are settled. */
export function placesOf(view: View): Place[] {
  const places: Place[] = []
  const next = view.next
  const now = nowLines(view)
  for (const line of view.settlement ?? []) {
    const seat = view.seats.find(({ position }) => position === line.position)
    let place = places.find(({ position }) => position === line.position)
    if (!place) {
      place = { position: line.position, lines: [], takes: 0, pays: 0, byHand: 0, settled: true, waits: null }
      places.push(place)
    }
    const hand = handled(line, seat, next?.do === 'settle' && next.position === line.position && !line.settled && !now.has(line))
    place.lines.push(hand)
    place.settled &&= line.settled
    if (line.payer === 'hand_pay') place.byHand += line.paid
    if (line.settled) continue
    place.takes += hand.takes
    place.pays += hand.pays
    if (line.outcome === 'won' && line.validated_by != null && !line.validated) place.waits ??= line
  }
  const here = next?.do === 'settle' ? places.find(({ position }) => position === next.position) : undefined
  // The sums are the server's; a line may be settled before its neighbours.
  if (here && next?.do === 'settle') Object.assign(here, { takes: next.takes, pays: next.pays })
  return places
}

/** The chips to hand over. */
export function handOver(place: Place): ChipCount[] {
  return breakdown(place.pays)
}

/** The wins that wait for a second person, by position. */
export function validations(view: View): { position: number; role: string }[] {
  const all = new Map<number, string>()
  for (const line of view.settlement ?? [])
    if (line.outcome === 'won' && !line.settled && !line.validated && line.validated_by != null)
      all.set(line.position, line.validated_by)
  return [...all].map(([position, role]) => ({ position, role }))
}

/** Whether a hand that was given up is still there, and why: to be collected, or kept because a wager on it is still live. */
export function folded(view: View, seat: SeatView): 'held' | 'to_rack' | null {
  const gave = seat.decision === 'fold' || seat.decision === 'forfeit'
  if (!gave || seat.hand.cards.length === 0) return null
  const rack = [...view.legal, ...(view.next ? [view.next] : [])].some(
    (act) => act.do === 'rack' && typeof act.holder === 'object' && act.holder.position === seat.position,
  )
  return rack ? 'to_rack' : 'held'
}
