import { api } from '../api'
import type { News, Role } from '../wire'

/** What happened at a table before the page was opened, as far as the server tells it. */
export class Earlier {
  #news = $state.raw<News[]>([])

  async read(table: string, role: Role): Promise<void> {
    // Without it the list begins when the page was opened; nothing else depends on it.
    this.#news = await api.news(table, role, 0).catch(() => [])
  }

  /** The same with what came since, nothing twice. */
  with(since: readonly News[]): News[] {
    const first = since[0]?.version ?? Infinity
    return [...this.#news.filter(({ version }) => version < first), ...since]
  }
}
