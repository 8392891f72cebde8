/** What a meter showed, and when. */
export interface Sample {
  at: number
  cents: number
}

const MOST = 240
/** Changes closer together than this are one. */
const APART_MS = 1000

/** The samples with one more. Only changes are kept; when there are too many, every second of the older half goes. */
export function note(samples: readonly Sample[], at: number, cents: number): readonly Sample[] {
  const last = samples.at(-1)
  if (last && last.cents === cents) return samples
  if (last && samples.length > 1 && at - last.at < APART_MS) return [...samples.slice(0, -1), { at: last.at, cents }]
  const all = [...samples, { at, cents }]
  if (all.length <= MOST) return all
  const half = Math.floor(all.length / 2)
  return all.filter((_, i) => i >= half || i % 2 === 0)
}

/** A line of steps through the samples, as long as the time they span until now. */
export function sparkline(samples: readonly Sample[], now: number, width: number, height: number): string {
  const [first] = samples
  if (!first) return ''
  const span = Math.max(1, now - first.at)
  const values = samples.map(({ cents }) => cents)
  const low = Math.min(...values)
  const rise = Math.max(...values) - low
  const x = (at: number): string => (((at - first.at) / span) * width).toFixed(1)
  const y = (cents: number): string => (rise === 0 ? height / 2 : height - 1 - ((cents - low) / rise) * (height - 2)).toFixed(1)
  const steps = samples.slice(1).map(({ at, cents }) => `H${x(at)}V${y(cents)}`)
  return `M0 ${y(first.cents)}${steps.join('')}H${width}`
}
