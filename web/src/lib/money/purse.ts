import type { LineView, SeatView } from '../wire'

/** What these lines won or lost in all. The server computes the net of each line, because a coupon, a stake in the tray and
 *  a tip each count differently. */
export function netOf(lines: readonly Pick<LineView, 'net'>[]): number {
  return lines.reduce((sum, { net }) => sum + net, 0)
}

/** The lines of somebody with these positions. */
export function linesOf<Line extends { position: number }>(lines: readonly Line[], positions: readonly number[]): Line[] {
  return lines.filter(({ position }) => positions.includes(position))
}

/** The chips on the layout; a coupon is paper and does not count. */
export function chipsOf(seat: SeatView): number {
  return seat.wagers.reduce((sum, { lies, paper }) => sum + (paper ? 0 : lies), 0)
}
