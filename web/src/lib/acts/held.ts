import { t, word } from '../i18n/i18n.svelte'
import { reasonWords } from '../i18n/reasons'
import type { Held } from '../wire'

/** Why the game is held, and that nobody loses time by it. */
export function heldWords({ by, reason }: Held): string {
  return t('held.why', { role: word('role', by.role), reason: reasonWords(reason) })
}
