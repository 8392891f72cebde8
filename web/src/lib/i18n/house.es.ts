import { paid } from '../money/pays'
import type { Posted, Waits } from '../wire'
import { word } from './i18n.svelte'
import type { ByKind } from './kinds'
import { at, list, money, small, wager } from './parts.es'
import { reasonWords } from './reasons'

/** Lo que dice la casa por sí misma, en español: las reglas expuestas y lo que espera al personal. */

const OWN_HAND = 'Cada jugador responde de su propia mano.'
const ACCEPTED = 'Cada jugador comprueba por sí mismo que su apuesta progresiva fue aceptada.'
const MEANING = 'Las palabras definidas conservan su significado en todas las reglas.'
const DEFINED = 'Las reglas empiezan con una lista de términos definidos; ante, resto, ronda y reparto erróneo se usan sin definición.'

/** Lo que el documento quiere que sepan los jugadores, por cláusula. */
const told: Record<string, string> = {
  'ma:1#intro': MEANING,
  'ma:10(a)#2': OWN_HAND,
  'md14:01.A': MEANING,
  'md14:01.B': DEFINED,
  'md14:01.B(1)': 'Un sabot es un dispositivo que guarda varias barajas y del que se reparte.',
  'md14:07.F(4)(b)': ACCEPTED,
  'md14:07.F(6)(b)': 'Cada jugador comprueba por sí mismo que su apuesta progresiva de cinco cartas fue aceptada.',
  'md14:11.A(1)': OWN_HAND,
  'md2014:01.A': MEANING,
  'md2014:01.B': DEFINED,
  'md2014:07.E(4)(b)': ACCEPTED,
  'md2014:11.A(1)': OWN_HAND,
  'sd:(17)': 'Las secciones 20:18:16:21 y 20:18:16:31.01 no se aplican a este juego.',
  'tribal:(a)(1)': MEANING,
  'tribal:(j)(1)#2': OWN_HAND,
}

export const postedRules: ByKind<Posted> = {
  dealer_plays: ({ lowest, high }) =>
    `El crupier juega con ${high == null ? lowest : `${word('rank', high === 'T' ? '10' : high)} alta`} o mejor.`,
  dealer_always_plays: () => 'El crupier juega siempre.',
  win_pays: (rule) => `Si gana, ${wager(rule.wager)} paga ${paid(rule.pays)}.`,
  positions: ({ most, adjacent }) => `Cada jugador puede jugar hasta ${most} posiciones${adjacent ? ', una junto a otra' : ''}.`,
  fold: ({ loses, keeps }) =>
    `Quien se retira pierde ${list(['ante', ...loses].map(wager))}` + (keeps.length ? ` y conserva ${list(keeps.map(wager))}.` : '.'),
  most_paid: ({ on, most, wagers, meters, sharing }) =>
    `En una ronda se paga como máximo ${money(most)} ${on === 'player' ? 'a cada jugador' : 'en toda la mesa'}, en ${list(wagers.map(wager))}` +
    `${meters ? ', contadores incluidos' : ''}; ${sharing === 'in_order' ? 'quien cobra primero cobra entero.' : 'los premios se recortan en proporción.'}`,
  told: ({ clause, text }) => told[clause] ?? text,
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
