import { en, type MessageKey } from './en'
import { t } from './i18n.svelte'

/** The reasons that the pages and the server fill in for holding a game and for letting it go on. They are recorded in English
 *  whatever the person's language; what a person wrote stays as written. */
const KNOWN = (Object.keys(en) as MessageKey[]).filter((key) => key.startsWith('held.reason.') || key.startsWith('dealer.irregular.'))

type ReasonKey = Extract<MessageKey, `held.reason.${string}`>

/** A reason as it is recorded. */
export const recorded = (key: ReasonKey): string => en[key]

/** An irregularity as a reason as it is recorded. */
export function irregular(kind: string): string {
  const key = `dealer.irregular.${kind}`
  return key in en ? en[key as MessageKey] : kind
}

/** A recorded reason in the language of the page. */
export function reasonWords(reason: string): string {
  const known = KNOWN.find((key) => en[key] === reason)
  return known ? t(known) : reason
}
