import type { Pending, What } from '../wire'
import { word, words } from './i18n.svelte'
import { at, At, cards, deck, faces, money, role, small, wager, whose } from './parts.es'
import { reasonWords } from './reasons'

/** Lo que ocurre en la mesa, en español: una frase para cada hecho. En inglés la frase viene del servidor. */
type Tell = { [Event in What['event']]: (what: Extract<What, { event: Event }>) => string }

const STEPS: Record<string, string> = {
  inspect: 'inspección',
  verify: 'verificación',
  spread: 'extendida',
  first_player: 'vista por el primer jugador',
  wash: 'mezclada sobre la mesa',
  stack: 'apilada',
  shuffle: 'barajada',
}

const REMEDIES: Record<string, string> = {
  void: 'ronda nula',
  void_and_remove_deck: 'ronda nula y la baraja se retira',
  set_aside: 'se aparta',
  next_card: 'vale como la carta siguiente',
  play_on: 'se sigue jugando',
  reshuffle: 'se baraja de nuevo',
  cover_or_sign: 'se cubre o se señala',
  remove_device: 'se retira el aparato',
  void_hand: 'mano nula',
  forfeit_hand: 'mano entregada entera',
}

const TELL: Tell = {
  on_duty: (what) => `${what.person} está de servicio: ${role(what.role)}`,
  table_opened: ({ float }) => `La mesa abre con ${money(float)} en la bandeja`,
  table_closed: () => 'La mesa cierra',
  filled: ({ amount }) => `Llegan ${money(amount)} a la bandeja`,
  credited: ({ amount }) => `${money(amount)} salen de la bandeja para la caja`,
  deck_received: (what) => `${deck(what.deck)} llega a la mesa${what.preshuffled ? ' ya barajada' : ''}`,
  opened: (what) => `${deck(what.deck)}: ${STEPS[what.step] ?? what.step}`,
  shuffled: (what) => `${deck(what.deck)} se baraja ${what.method === 'hand' ? 'a mano' : 'en la barajadora'}`,
  single_stack: (what) => `${deck(what.deck)} está en un solo montón`,
  device_counted: (what) => `La barajadora cuenta ${cards(what.cards)} en la baraja ${what.deck}`,
  deck_removed: (what) => `${deck(what.deck)} sale de la mesa: ${what.reason}`,
  cut_made: (what) =>
    what.again == null
      ? `${deck(what.deck)} se corta a las ${cards(what.at)}`
      : `${deck(what.deck)} se corta otra vez a las ${cards(what.at)}: ${what.again}`,
  cut_offered: (what) => `El corte de ${small(deck(what.deck))} se ofrece a ${at(what.position)}`,
  cut_declined: (what) =>
    `${At(what.position)} ${what.silent ? 'no responde, y por tanto no corta' : 'no quiere cortar'} ${small(deck(what.deck))}`,
  shuffle_ordered: (what) => `${deck(what.deck)} se barajará de nuevo: ${what.reason}`,
  loaded: (what) => `${deck(what.deck)} está lista para repartir`,
  idle_spread: ({ face_up }) => `La mesa espera con las cartas extendidas boca ${face_up ? 'arriba' : 'abajo'}`,
  idle_missed: () => 'La mesa estaba parada y sus cartas no se extendieron: se hace antes de repartir',
  turned_up: () => 'Las cartas extendidas se vuelven boca arriba',
  seated: ({ position, person }) => `${person} se sienta en ${at(position)}`,
  risen: ({ position }) => `${At(position)} queda libre`,
  bought_in: ({ person, amount }) => `${person} compra fichas por ${money(amount)}`,
  cashed_out: ({ person, amount }) => `${person} se lleva ${money(amount)}`,
  tipped: ({ person, amount }) => `${person} da ${money(amount)} de propina`,
  wagered: (what) =>
    what.amount === 0
      ? `${At(what.position)} retira ${wager(what.wager)}`
      : `${At(what.position)} apuesta ${money(what.amount)} a ${wager(what.wager)}`,
  sensed: (what) =>
    `El sensor de ${wager(what.wager)} de ${at(what.position)} ${what.detected ? 'detecta una ficha' : 'está vacío'}`,
  bets_closed: () => 'No va más',
  locked_out: () => 'Los sensores quedan bloqueados',
  chips_collected: ({ chips, accepted }) =>
    `Fichas del progresivo recogidas: ${words.number(chips)}; apuestas aceptadas: ${words.number(accepted)}`,
  resolved: (what) =>
    `La ficha de ${wager(what.wager)} de ${at(what.position)} ${what.resolution === 'accept' ? 'vale' : 'se devuelve'}`,
  chips_banked: () => 'Las fichas del progresivo van a la bandeja',
  dealt: ({ to, card }) => `${card ? faces([card]) : 'Una carta'} para ${whose(to)}`,
  stack_covered: () => 'La carta de corte cubre el montón del crupier',
  stack_delivered: () => 'Se entrega el montón del crupier',
  stub_taken: (what) => `Se saca el resto de ${cards(what.cards)}`,
  stub_counted: (what) => `Se cuenta el resto: ${cards(what.cards)}${what.misdealt ? ', y una mano está mal repartida' : ''}`,
  stub_racked: (what) => `El resto de ${cards(what.cards)} va a los descartes`,
  players_shown: ({ players }) => `El aparato muestra ${words.number(players)} ${players === 1 ? 'jugador' : 'jugadores'}`,
  asked: () => 'Todos han podido mirar: se pregunta a los jugadores',
  looks_allowed: () => 'El crupier permite que los jugadores miren sus cartas',
  looked: ({ position }) => `${At(position)} mira sus cartas`,
  decided: ({ position, decision, play, tip }) =>
    decision === 'fold'
      ? `${At(position)} se retira`
      : decision === 'forfeit'
        ? `${At(position)} entrega la mano entera, sin mostrarla`
        : `${At(position)} juega ${money(play)}${tip > 0 ? ` y da ${money(tip)} de propina` : ''}`,
  folded_shown: () => 'Se muestran las manos retiradas',
  dealer_revealed: (what) => `El crupier tiene ${faces(what.cards)}`,
  revealed: (what) => `${At(what.position)} tiene ${faces(what.cards)}`,
  community_revealed: (what) => `Las cartas comunes son ${faces(what.cards)}`,
  corrected: (what) => `Corregido: ${whose(what.holder)}${what.cards.length ? ` tiene ${faces(what.cards)}` : ''}: ${what.reason}`,
  forfeits_due: () => 'Se recoge lo que se ha entregado',
  sheet_drawn: () => 'La liquidación está hecha',
  sheet_torn: () => 'Lo que no está liquidado se vuelve a calcular',
  spotted: (what) => `${At(what.position)} ${what.on ? 'queda marcada' : 'deja de estar marcada'} en el teclado: ${wager(what.wager)}`,
  hand_verified: (what) => `El crupier comprueba la mano de ${wager(what.wager)} de ${at(what.position)}`,
  undone: (what) => `Se deshace la liquidación de ${wager(what.wager)} de ${at(what.position)}`,
  validated: (what) => `El premio de ${wager(what.wager)} de ${at(what.position)} queda validado`,
  revalued: (what) => `El premio de ${wager(what.wager)} de ${at(what.position)} es ahora de ${money(what.paid)}`,
  light_faulted: (what) => `La luz de ${wager(what.wager)} de ${at(what.position)} falló: ${what.reason}`,
  left_unpaid: (what) =>
    `No se paga ${wager(what.wager)} de ${at(what.position)}, su luz está apagada: ${what.reason}`,
  hand_paid: (what) => `El premio de ${wager(what.wager)} de ${at(what.position)} se paga fuera de la bandeja: ${what.document}`,
  settled: ({ position, lines }) => `${At(position)}: ${lines === 1 ? 'una línea liquidada' : `${words.number(lines)} líneas liquidadas`}`,
  racked: (what) => `${cards(what.cards)} de ${whose(what.holder)} ${what.cards === 1 ? 'va' : 'van'} a los descartes`,
  game_ended: () => 'El teclado termina el juego',
  round_ended: () => 'La ronda ha terminado',
  irregular: (what) =>
    `Irregularidad: ${small(word('dealer.irregular', what.what))}` +
    (what.holder == null ? '' : ` (${whose(what.holder)})`) +
    (what.card == null ? '' : ` (${faces([what.card])})`) +
    `; remedio: ${REMEDIES[what.remedy] ?? what.remedy}`,
  set_aside: ({ card }) => `${card ? faces([card]) : 'Una carta'} queda apartada en esta ronda`,
  hand_voided: ({ position }) => `La mano de ${at(position)} es nula`,
  voided: ({ cause }) => `La ronda es nula: ${small(word('dealer.irregular', cause))}`,
  returned: (what) => `${money(what.amount)} de ${wager(what.wager)} vuelven a ${at(what.position)}`,
  device_set: (what) => `${word('dealer.device', what.device)}: ${word('dealer.status', what.status)}`,
  left: ({ position }) => `${At(position)} se va a media ronda`,
  connection_lost: ({ position }) => `Se perdió la conexión con ${at(position)}`,
  connection_back: ({ position }) => `Ha vuelto la conexión con ${at(position)}`,
  leaver_ruled: ({ position, verdict }) =>
    `Las apuestas de ${at(position)}: ${verdict === 'abandoned' ? 'abandonadas' : 'se retira lo que no se decidió'}`,
  abandoned: ({ position }) => `Se toman todas las apuestas de ${at(position)}`,
  ruled: ({ text }) => `Decisión: ${text}`,
  time_ran_out: ({ position }) => `Se acaba el tiempo de ${at(position)}`,
  floor_called: ({ reason }) => `Se llama al jefe de mesa y el juego se detiene: ${small(reasonWords(reason))}`,
  resumed: ({ reason }) => `El juego continúa: ${small(reasonWords(reason))}`,
  meter: (what) => `${word('wager', what.wager)}: cambia el contador`,
  meters_synced: (what) => `${word('wager', what.wager)}: los contadores muestran lo del enlace`,
}

export function tell(what: What): string {
  const phrase = (TELL[what.event] as (what: What) => string)(what)
  return phrase.charAt(0).toUpperCase() + phrase.slice(1) + (/[.!?]$/.test(phrase) ? '' : '.')
}

/** Lo que pasará por sí solo. */
export function soon({ does, position, text }: Pending): string {
  if (does === 'no_more_bets') return 'se cierran las apuestas'
  if (position == null) return text
  if (does === 'decline_cut') return `${at(position)} se queda sin cortar`
  return does === 'time_up' ? `${at(position)} se retira` : `${at(position)} no está y se decide sobre su mano`
}
