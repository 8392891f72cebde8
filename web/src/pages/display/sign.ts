import type { PastRound, Placard, PostedLine, PostedTable } from '../../lib/wire'

/** Cover All as the sign shows it: the whole matrix, or the one column of the round's number of players. */
export interface Cover {
  /** The numbers of players at the head of the columns. */
  players: number[]
  lines: PostedLine[]
}

export function cover(table: PostedTable, players: number | null | undefined): Cover {
  const most = Math.max(0, ...table.lines.map(({ pays }) => pays.length))
  const all = Array.from({ length: most }, (_, i) => i + 1)
  const shown = players != null && all.includes(players) ? [players] : all
  return {
    players: shown,
    lines: table.lines.map((line) => ({ ...line, pays: shown.map((count) => line.pays[count - 1] ?? null) })),
  }
}

/** The paytables that have one payment a hand, and the matrix apart. */
export function posted(placard: Placard): { plain: PostedTable[]; matrix: PostedTable | null } {
  return {
    plain: placard.paytables.filter(({ wager }) => wager !== 'cover_all'),
    matrix: placard.paytables.find(({ wager }) => wager === 'cover_all') ?? null,
  }
}

/** How a past round ended, without anybody's name or money: how many positions won, lost or were even. */
export function result(round: PastRound): { won: number; lost: number; even: number } {
  const count = (test: (net: number) => boolean): number => round.seats.filter(({ net }) => test(net)).length
  return { won: count((net) => net > 0), lost: count((net) => net < 0), even: count((net) => net === 0) }
}

/** How long to wait before something is asked for again: longer each time, never longer than a minute. */
export function patience(tries: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.min(tries, 6))
}
