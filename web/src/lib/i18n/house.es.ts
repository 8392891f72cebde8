import { paid } from '../pays'
import type { Posted, Waits } from '../wire'
import { word } from './i18n.svelte'
import type { ByKind } from './kinds'
import { at, list, small, wager } from './parts.es'
import { reasonWords } from './reasons'

/** Lo que dice la casa por sí misma, en español: las reglas expuestas y lo que espera al personal. */

export const postedRules: ByKind<Posted> = {
  dealer_plays: ({ lowest, high }) =>
    `El crupier juega con ${high == null ? lowest : `${word('rank', high === 'T' ? '10' : high)} alta`} o mejor.`,
  win_pays: (rule) => `Si gana, ${wager(rule.wager)} paga ${paid(rule.pays)}.`,
  positions: ({ most, adjacent }) => `Cada jugador puede jugar hasta ${most} posiciones${adjacent ? ', una junto a otra' : ''}.`,
  fold: ({ loses, keeps }) =>
    `Quien se retira pierde ${list(['ante', ...loses].map(wager))}` + (keeps.length ? ` y conserva ${list(keeps.map(wager))}.` : '.'),
}

export const waitings: ByKind<Waits> = {
  act: ({ does }) => word('dealer.do', does),
  device_out: ({ device }) => `${word('dealer.device', device)}: fuera de servicio`,
  deck_life: ({ minutes }) => `La vida de la baraja termina en ${minutes} minutos o menos`,
  stub_count: () => 'En esta ronda hay que contar el resto',
  left: ({ person, position }) => `${person}, en ${at(position)}, se fue y espera una decisión`,
  held: ({ person, reason }) => `${person} llamó al jefe de mesa y el juego está detenido: ${small(reasonWords(reason))}`,
  correction: (what) => `${what.person} propuso corregir un contador de ${small(word('wager', what.wager))}: ${what.reason}`,
}
