import type { TableCard } from './wire'

/** What a table is called beside its house's name, which many tables carry as well. */
export function tableName(card: TableCard | null, id: string): string {
  if (!card) return id
  return card.name.startsWith(`${card.operator} `) ? card.name.slice(card.operator.length + 1) : card.name
}
