import { askedAt } from '../../lib/acts/asked'
import { deckUntil } from '../../lib/told/figures'
import type { Approval, Role, TableCard, Waiting } from '../../lib/wire'

/** Something that waits, with its table. */
export interface Queued {
  card: TableCard
  waiting: Waiting
  /** Whether it waits for somebody with one of these roles. */
  mine: boolean
  /** Whether a game is held. */
  held: boolean
}

/** Whether somebody with these roles may do what waits for a role: a supervisor does a floorperson's work too. */
export function serves(roles: readonly Role[], duty: Role): boolean {
  return roles.includes(duty) || (duty === 'floorperson' && roles.includes('supervisor'))
}

const isHeld = ({ what }: Waiting): boolean => what.kind === 'held'

/** What waits at all tables: held games first, then what is for the reader's roles, then the longest wait first. */
export function queue(cards: Iterable<TableCard>, roles: readonly Role[]): Queued[] {
  const all = [...cards].flatMap((card) =>
    (card.waits ?? []).map((waiting) => ({ card, waiting, mine: serves(roles, waiting.role), held: isHeld(waiting) })),
  )
  const before = (a: boolean, b: boolean): number => Number(b) - Number(a)
  return all.sort((a, b) => before(a.held, b.held) || before(a.mine, b.mine) || a.waiting.since - b.waiting.since)
}

/** How many things wait for somebody: what is in the queue for their roles, and what they may approve. A game that is held
 *  because its void waits for approval is one thing. */
export function waitingFor(items: readonly Queued[], requests: readonly Approval[]): number {
  const own = requests.filter(({ may }) => may)
  return items.filter(({ mine, held, card }) => mine && !(held && askedAt(own, card.id))).length + own.length
}

export type Alarm = 'stopped' | 'held' | 'deck_over' | 'deck_soon' | 'waits' | 'void'

const SOON_MS = 30 * 60_000

/** What should catch the eye at a table, the gravest first. */
export function alarms(card: TableCard, roles: readonly Role[], now: number): Alarm[] {
  const all: Alarm[] = []
  if (card.stopped) all.push('stopped')
  if (card.waits?.some(isHeld)) all.push('held')
  if (card.phase === 'void') all.push('void')
  const until = deckUntil(card.figures)
  if (until !== null && until <= now) all.push('deck_over')
  if (card.waits?.some(({ role }) => serves(roles, role))) all.push('waits')
  if (until !== null && until > now && until - now < SOON_MS) all.push('deck_soon')
  return all
}
