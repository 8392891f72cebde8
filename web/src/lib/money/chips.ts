import { DOLLAR, house } from './currency.svelte'

/** The most chips in a rack: each has a key. */
export const RACK_MOST = 6

/** The chips that are whole units of the currency; the smaller ones exist only in payments. */
export function rack(): readonly number[] {
  return house.currency.chips.filter((chip) => chip >= 100).slice(0, RACK_MOST)
}

const COLOURS = DOLLAR.chips.filter((chip) => chip >= 100)

/** The dollar chip that a chip is coloured like: the first of a rack like the first, the second like the second. */
export function coloured(value: number): number {
  if (house.currency.code === DOLLAR.code) return value
  const at = house.currency.chips.filter((chip) => chip >= 100).indexOf(value)
  return at < 0 ? 25 : (COLOURS[Math.min(at, COLOURS.length - 1)] ?? value)
}

export interface ChipCount {
  value: number
  count: number
}

/** An amount in the fewest chips, the largest first. */
export function breakdown(cents: number): ChipCount[] {
  const chips: ChipCount[] = []
  let left = Math.max(0, Math.trunc(cents))
  for (const value of house.currency.chips.toReversed()) {
    const count = Math.floor(left / value)
    if (count > 0) chips.push({ value, count })
    left -= count * value
  }
  return chips
}

/** The chips of a drawn stack from the bottom up: all when they are few, otherwise the kinds in proportion. */
export function stack(cents: number, most = 6): number[] {
  const chips = breakdown(cents).flatMap(({ value, count }) => Array<number>(count).fill(value))
  if (chips.length <= most) return chips
  return Array.from({ length: most }, (_, i) => chips[Math.floor((i * chips.length) / most)] as number)
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
