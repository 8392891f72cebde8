import { told } from '../../lib/i18n/i18n.svelte'
import type { News, View } from '../../lib/wire'

/** A step of the procedure that was done, as the console ticks it off. */
export interface Done {
  /** The event's kind. */
  event: string
  version: number
  at: number
  /** The positions it concerned, in the order in which they came. */
  positions: number[]
  /** How often. */
  times: number
  texts: string[]
  clauses: string[]
  readings: number[]
}

/** Players' acts, and what only follows from another step, are not steps of the procedure. */
const NOT_STEPS = new Set([
  'seated',
  'risen',
  'bought_in',
  'cashed_out',
  'tipped',
  'wagered',
  'sensed',
  'connection_lost',
  'connection_back',
  'looked',
  'revalued',
])

/** The steps done in a round, in order; steps of one kind in a row are one. */
export function done(news: readonly News[], round: number): Done[] {
  const steps: Done[] = []
  for (const one of news) {
    if (one.round !== round || NOT_STEPS.has(one.event)) continue
    const last = steps.at(-1)
    const text = told(one)
    if (last && last.event === one.event && (one.event !== 'opened' || last.texts[0] === text)) {
      last.times += 1
      last.version = one.version
      last.at = one.at
      if (one.position != null && last.positions.at(-1) !== one.position) last.positions.push(one.position)
      if (!last.texts.includes(text)) last.texts.push(text)
      continue
    }
    steps.push({
      event: one.event,
      version: one.version,
      at: one.at,
      positions: one.position == null ? [] : [one.position],
      times: 1,
      texts: [text],
      clauses: one.clauses ?? [],
      readings: one.readings ?? [],
    })
  }
  return steps
}

/** `1 → 6` for many positions, `2, 5` for a few. */
export function places(positions: readonly number[]): string {
  const [first] = positions
  const last = positions.at(-1)
  if (first === undefined || last === undefined) return ''
  return positions.length > 2 ? `${first} → ${last}` : [...new Set(positions)].join(', ')
}

const PHASES = ['betting', 'closing', 'dealing', 'deciding', 'showdown'] as const
export type Chapter = (typeof PHASES)[number]

/** The phases that are still to come in this round. */
export function toCome(view: View): Chapter[] {
  const at = (PHASES as readonly string[]).indexOf(view.phase)
  return at < 0 ? [] : PHASES.slice(at + 1)
}
