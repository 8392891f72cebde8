import { t, type Refusal } from './i18n/i18n.svelte'
import { live } from './live/live.svelte'
import type { Act, GuestIn, LinkIn, Me, News, Offer, PastRound, Placard, Problem, ProcedureStep, Role, ServerMessage, SignIn, TableCard } from './wire'

/** A request that was not done, with the server's reason. */
export class Refused extends Error {
  constructor(readonly why: Refusal) {
    super(why.refused)
  }
}

export interface NewTable {
  id: string
  name: string
  robots: number
}

type Shown = Extract<ServerMessage, { type: 'view' }>

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json')
  if (init.body) headers.set('Content-Type', 'application/json')
  const csrf = live.me?.csrf
  if (csrf && init.method && init.method !== 'GET') headers.set('X-Csrf-Token', csrf)
  const answer = await fetch(`/api/v1${path}`, { ...init, headers, credentials: 'same-origin' })
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
  if (answer.ok) return body as T
  throw new Refused(reason(answer, body))
}

/** Why something was not done: what the server says, or at least its status. */
function reason({ status }: Response, body: unknown): Refusal {
  if (typeof body === 'object' && body !== null && 'refused' in body) return body as Problem
  return { code: String(status), refused: t('app.status', { status }) }
}

export const post = <T>(path: string, body: unknown): Promise<T> => ask<T>(path, { method: 'POST', body: JSON.stringify(body) })

export const api = {
  me: () => ask<Me>('/me'),
  guest: (body: GuestIn) => post<Me>('/guest', body),
  signIn: (body: SignIn) => post<Me>('/session', body),
  link: (body: LinkIn) => post<Me>('/link', body),
  signOut: () => ask<null>('/session', { method: 'DELETE' }),
  placard: (table: string) => ask<Placard>(`/tables/${encodeURIComponent(table)}/placard`),
  rounds: (table: string, before?: number) =>
    ask<PastRound[]>(`/tables/${encodeURIComponent(table)}/rounds?limit=20${before === undefined ? '' : `&before=${before}`}`),
  /** One past round with the lines of its settlement. */
  settled: async (table: string, round: number): Promise<PastRound | null> => {
    const [past] = await ask<PastRound[]>(`/tables/${encodeURIComponent(table)}/rounds?limit=1&before=${round + 1}&lines=true`)
    return past?.round === round ? past : null
  },
  /** What happened in a past round. */
  story: (table: string, round: number) => ask<News[]>(`/tables/${encodeURIComponent(table)}/rounds/${round}?form=news`),
  /** The houses that a table may be opened with. */
  houses: () => ask<string[]>('/houses'),
  found: (house: string, body: NewTable) => post<TableCard>(`/houses/${encodeURIComponent(house)}/tables`, body),
  /** What happened at a table after a version, as far back as the server tells it. */
  news: async (table: string, role: Role, since: number): Promise<News[]> => {
    const { news } = await ask<Shown>(`/tables/${encodeURIComponent(table)}?role=${role}&since=${since}`)
    return news
  },
  /** What may be done at a table now. */
  offers: async (table: string, role: Role): Promise<Offer[]> => {
    const { view } = await ask<Shown>(`/tables/${encodeURIComponent(table)}?role=${role}`)
    return view.legal
  },
  /** What an act would bring about now, without doing it. */
  foresee: (table: string, role: Role, act: Act) =>
    post<{ news: News[] }>(`/tables/${encodeURIComponent(table)}/foresee`, { role, act }),
  /** The steps on which the book has a rule, with its clauses. */
  procedure: (table: string) => ask<ProcedureStep[]>(`/tables/${encodeURIComponent(table)}/procedure`),
  proof: async (table: string, round: number): Promise<Blob> => {
    const answer = await fetch(`/api/v1/tables/${encodeURIComponent(table)}/rounds/${round}/proof`)
    if (answer.ok) return answer.blob()
    const body: unknown = await answer.json().catch(() => null)
    throw new Refused(reason(answer, body))
  },
}
