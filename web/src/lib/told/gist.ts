import { told } from '../i18n/i18n.svelte'
import type { News } from '../wire'

/** Sentences of one kind, with the law behind all of them. */
export interface Gist {
  texts: string[]
  clauses: string[]
  readings: number[]
}

/** What would happen, with sentences of one kind drawn together: seven wagers that go back are one thing. */
export function gist(news: readonly News[]): Gist[] {
  const all: (Gist & { event: string; law: string })[] = []
  for (const one of news) {
    const { event, clauses = [], readings = [] } = one
    const text = told(one)
    const law = JSON.stringify([clauses, readings])
    const last = all.at(-1)
    if (last?.event === event && last.law === law) last.texts.push(text)
    else all.push({ event, law, texts: [text], clauses, readings })
  }
  return all.map(({ texts, clauses, readings }) => ({ texts, clauses, readings }))
}
