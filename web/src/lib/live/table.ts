import type { Hint, LineView, News, Pending, Role, ServerMessage, View } from '../wire'

/** What a page knows of a table that it follows. */
export interface TableState {
  id: string
  role: Role
  view: View | null
  pending: Pending | null
  /** The log, oldest first. */
  news: News[]
  /** What the last message brought, for motion and for the screen reader. */
  fresh: News[]
  /** What happened while the link was down; empty when nothing did. */
  meanwhile: News[]
  /** How often the table was resumed after a lost link. */
  resumed: number
  hint: Hint | null
  /** The settlement of the round before this one, which can still be read. */
  last: { round: number; lines: LineView[] } | null
  /** Counts the views, so that a page can tell apart two that look the same. */
  seen: number
}

const NEWS_MAX = 600

export function follow(id: string, role: Role): TableState {
  return {
    id,
    role,
    view: null,
    pending: null,
    news: [],
    fresh: [],
    meanwhile: [],
    resumed: 0,
    hint: null,
    last: null,
    seen: 0,
  }
}

export type TableMessage = Extract<ServerMessage, { type: 'view' | 'hint' }>

/** The state after a message. `resumed` marks the first view after the link was lost. */
export function after(state: TableState, message: TableMessage, resumed: boolean): TableState {
  switch (message.type) {
    case 'hint':
      return { ...state, hint: message.hint }
    case 'view':
      return seen(state, message, resumed)
  }
}

function seen(state: TableState, message: Extract<ServerMessage, { type: 'view' }>, resumed: boolean): TableState {
  const { view } = message
  // An older view never comes after a newer one except by mistake; it must not turn the table back.
  if (state.view && view.version < state.view.version) return state
  const known = state.news.at(-1)?.version ?? -1
  const fresh = message.news.filter((news) => news.version > known)
  const before = state.view
  const turned = before !== null && view.round !== before.round
  const lines = before?.settlement ?? []
  const mine = decisionOpen(view)
  return {
    ...state,
    view,
    pending: message.pending ?? null,
    news: fresh.length ? [...state.news, ...fresh].slice(-NEWS_MAX) : state.news,
    fresh: resumed ? [] : fresh,
    meanwhile: resumed && before ? fresh : state.meanwhile,
    resumed: resumed && before ? state.resumed + 1 : state.resumed,
    hint: state.hint && mine.includes(state.hint.position) ? state.hint : null,
    last: turned && before && lines.length ? { round: before.round, lines } : state.last,
    seen: state.seen + 1,
  }
}

/** The viewer's positions that may decide now. */
export function decisionOpen(view: View): number[] {
  const positions = view.legal.flatMap((offer) => (offer.do === 'decide' ? [offer.position] : []))
  return [...new Set(positions)]
}
