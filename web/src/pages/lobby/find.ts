import type { TableCard } from '../../lib/wire'

export interface Wish {
  text: string
  /** Which of the quick filters is on. */
  only: 'all' | 'open' | 'progressive'
}

/** The tables that fit, in the order of their names. `words` gives the wagers' names in the person's language. */
export function find(tables: Iterable<TableCard>, wish: Wish, words: (wager: string) => string): TableCard[] {
  const wanted = plain(wish.text).split(/\s+/).filter(Boolean)
  return [...tables]
    .filter((card) => {
      if (wish.only === 'open' && seatsFree(card) === 0) return false
      if (wish.only === 'progressive' && card.meters.length === 0) return false
      const wagers = card.wagers.map(({ wager }) => words(wager))
      const text = plain([card.name, card.jurisdiction, card.operator, card.rulebook, ...wagers].join(' '))
      return wanted.every((part) => text.includes(part))
    })
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}

export function seatsFree(card: TableCard): number {
  return Math.max(0, card.positions - card.seated.length)
}

/** Lower case and without accents, so that "pagos" and "Págos" are found alike. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
