/** How long to wait before the n-th attempt to connect again: doubling from a quarter of a second to ten seconds. The
 *  random part keeps many pages from reconnecting at the same moment. */
export function wait(attempt: number, chance: number): number {
  const most = Math.min(10_000, 250 * 2 ** Math.min(attempt, 10))
  return Math.round(most * (0.6 + 0.4 * chance))
}
