import type { Act, Face, Field, Group, NextView, Offer } from '../wire'

/** What was given for the fields of an offer, by their names. */
export type Values = Readonly<Record<string, number | string | readonly Face[] | null | undefined>>

type OfKind<K extends Field['kind']> = Extract<Field, { kind: K }>

/** The free field of this kind in an offer, if there is one. */
export function fieldOf<K extends Field['kind']>(offer: Offer | undefined, kind: K): OfKind<K> | undefined {
  return offer?.fields?.find((field): field is OfKind<K> => field.kind === kind)
}

/** The fields that a form asks for. The house fills in what a shoe reads and since when time has run. */
export function asked(offer: Offer): Field[] {
  return (offer.fields ?? []).filter(({ kind }) => kind !== 'read' && kind !== 'moment')
}

/** Whether an offer can be done as it is, with nothing to ask. */
export function isPlain(offer: Offer): boolean {
  return asked(offer).length === 0
}

/** The act without what the offer or the next step says about it. */
export function actOf(from: Offer | NextView): Act {
  const { fields: _, group: __, step: ___, confirm: ____, foresee: _____, by: ______, ...act } = from as Offer & NextView
  return act as Act
}

/** How many cards are keyed in for a field. */
export function cardsOf(field: Field): number {
  return field.kind === 'cards' ? field.count : field.kind === 'card' ? 1 : 0
}

/** What was given for a field, as the act has it; undefined while it is missing or out of bounds. */
function taken(field: Field, value: Values[string]): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && (field.kind === 'amount' || field.kind === 'number')) {
    const fits = value >= field.min && value <= field.max
    const steps = field.kind === 'number' || ((value - field.min) % field.step === 0 && value !== field.except)
    return fits && steps ? value : undefined
  }
  if (typeof value === 'string' && field.kind === 'text') {
    const text = value.trim()
    return text && new TextEncoder().encode(text).length <= field.max ? text : undefined
  }
  if (Array.isArray(value) && value.length > 0 && value.length === cardsOf(field)) return field.kind === 'card' ? value[0] : [...value]
  return undefined
}

/** The act that an offer becomes with these values; null while something is missing or out of bounds. */
export function filled(offer: Offer, values: Values): Act | null {
  const act: Record<string, unknown> = { ...actOf(offer) }
  for (const field of asked(offer)) {
    const value = taken(field, values[field.field])
    if (value === undefined) return null
    act[field.field] = value
  }
  return act as Act
}

/** A unique name for an offer. */
export function offerKey(offer: Offer): string {
  return JSON.stringify(offer)
}

/** The offer that the next step is a case of: they differ at most in the free fields. */
export function offerOf(next: NextView, legal: readonly Offer[]): Offer | null {
  const step: Record<string, unknown> = { ...actOf(next) }
  const said = (value: unknown): string => JSON.stringify(value ?? false)
  const same = (offer: Offer): boolean => {
    const act: Record<string, unknown> = { ...actOf(offer) }
    const free = offer.fields?.map(({ field }) => field) ?? []
    return Object.keys({ ...step, ...act }).every((name) => free.includes(name) || said(step[name]) === said(act[name]))
  }
  return legal.find(same) ?? null
}

/** The offers in groups, in the order asked for; a group without offers is left out. */
export function grouped(legal: readonly Offer[], order: readonly Group[]): { group: Group; offers: Offer[] }[] {
  return order
    .map((group) => ({ group, offers: legal.filter((offer) => offer.group === group) }))
    .filter(({ offers }) => offers.length > 0)
}
