/** The denominations, in cents. Each divides the next, so that the greedy breakdown uses the fewest chips. */
export const DENOMINATIONS = [100_000, 50_000, 10_000, 2_500, 500, 100, 25, 5, 1] as const
export type Denomination = (typeof DENOMINATIONS)[number]

/** The chips in the player's rack; the smaller ones exist only in payments. */
export const RACK: readonly Denomination[] = [100, 500, 2_500, 10_000, 50_000, 100_000]

export interface ChipCount {
  value: Denomination
  count: number
}

/** An amount in the fewest chips, the largest first. */
export function breakdown(cents: number): ChipCount[] {
  const chips: ChipCount[] = []
  let left = Math.max(0, Math.trunc(cents))
  for (const value of DENOMINATIONS) {
    const count = Math.floor(left / value)
    if (count > 0) chips.push({ value, count })
    left -= count * value
  }
  return chips
}

/** The chips of a drawn stack from the bottom up: all when they are few, otherwise the kinds in proportion. */
export function stack(cents: number, most = 6): Denomination[] {
  const chips = breakdown(cents).flatMap(({ value, count }) => Array<Denomination>(count).fill(value))
  if (chips.length <= most) return chips
  return Array.from({ length: most }, (_, i) => chips[Math.floor((i * chips.length) / most)] as Denomination)
}

export interface Limits {
  min: number
  max: number
  step: number
}

/** What a wager becomes when a chip is added: the next lawful amount, or the most. */
export function raise(from: number, chip: number, { min, max, step }: Limits): number {
  const wanted = from + chip
  const lawful = wanted <= min ? min : min + Math.ceil((wanted - min) / step) * step
  return Math.min(lawful, max)
}

/** What it becomes when a chip is taken away: the next lawful amount below, or nothing. */
export function lower(from: number, chip: number, { min, max, step }: Limits): number {
  const wanted = Math.min(from - chip, max)
  return wanted < min ? 0 : min + Math.floor((wanted - min) / step) * step
}
