import type { News } from '../../lib/wire'
import { follows, told } from './told'

export interface Entry {
  version: number
  at: number
  text: string
  times: number
  position: number | null
  clauses: string[]
  readings: number[]
}

export interface Chapter {
  round: number
  ended: boolean
  entries: Entry[]
}

/** The log by rounds, the latest first, for somebody with these positions. The same sentence several times in a row becomes
 *  one with a count. */
export function chapters(news: readonly News[], own: readonly number[] = [], most = 3): Chapter[] {
  const rounds: Chapter[] = []
  for (let i = news.length - 1; i >= 0; i--) {
    const item = news[i] as News
    if (follows(item, news[i - 1])) continue
    let chapter = rounds.at(-1)
    if (!chapter || chapter.round !== item.round) {
      if (rounds.length === most) break
      chapter = { round: item.round, ended: false, entries: [] }
      rounds.push(chapter)
    }
    chapter.ended ||= item.event === 'round_ended'
    const last = chapter.entries.at(-1)
    const text = told(item, own)
    if (last && last.text === text) {
      last.times += 1
      continue
    }
    chapter.entries.push({
      version: item.version,
      at: item.at,
      text,
      times: 1,
      position: item.position ?? null,
      clauses: item.clauses ?? [],
      readings: item.readings ?? [],
    })
  }
  return rounds
}
