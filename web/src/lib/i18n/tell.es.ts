import type { Because, Posted, PostedLine, Waits } from '../wire'
import { postedRules, waitings } from './house.es'
import { word } from './i18n.svelte'
import { byKind } from './kinds'
import { tableRefusals } from './refusals.es'
import { houseRefusals } from './refusals.house.es'

/** Lo que el servidor dice en inglés, dicho en español. */
export { soon, tell } from './events.es'

const REFUSALS = { ...tableRefusals, ...houseRefusals }

export const why = (because: Because): string | null => byKind(REFUSALS, because)
export const posted = (says: Posted): string | null => byKind(postedRules, says)
export const waits = (what: Waits): string | null => byKind(waitings, what)
export const hand = ({ name, players }: PostedLine): string =>
  players == null ? word('hand', name) : `${word('hand', name)}, ${players} jugadores`
