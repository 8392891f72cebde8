import { deckUntil } from '../../lib/figures'
import type { Role, TableCard, Waiting } from '../../lib/wire'

/** Something that waits, with its table. */
export interface Queued {
  card: TableCard
  waiting: Waiting
  /** Whether it waits for somebody with one of these roles. */
  mine: boolean
}

/** Whether somebody with these roles may do what waits for a role: a supervisor does a floorperson's work too. */
export function serves(roles: readonly Role[], duty: Role): boolean {
  return roles.includes(duty) || (duty === 'floorperson' && roles.includes('supervisor'))
}

/** What waits at all tables: for the own roles first, then the longest first. */
export function queue(cards: Iterable<TableCard>, roles: readonly Role[]): Queued[] {
  const all = [...cards].flatMap((card) =>
    (card.waits ?? []).map((waiting) => ({ card, waiting, mine: serves(roles, waiting.role) })),
  )
  return all.sort((a, b) => Number(b.mine) - Number(a.mine) || a.waiting.since - b.waiting.since)
}

export type Alarm = 'stopped' | 'deck_over' | 'deck_soon' | 'waits' | 'void'

const SOON_MS = 30 * 60_000

/** What should catch the eye at a table, the gravest first. */
export function alarms(card: TableCard, roles: readonly Role[], now: number): Alarm[] {
  const all: Alarm[] = []
  if (card.stopped) all.push('stopped')
  if (card.phase === 'void') all.push('void')
  const until = deckUntil(card.figures)
  if (until !== null && until <= now) all.push('deck_over')
  if (card.waits?.some(({ role }) => serves(roles, role))) all.push('waits')
  if (until !== null && until > now && until - now < SOON_MS) all.push('deck_soon')
  return all
}
