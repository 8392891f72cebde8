import type { TableCard } from './wire'

/** A table's name without the operator's name, which many tables begin with. */
export function tableName(card: TableCard | null, id: string): string {
  if (!card) return id
  return card.name.startsWith(`${card.operator} `) ? card.name.slice(card.operator.length + 1) : card.name
}
