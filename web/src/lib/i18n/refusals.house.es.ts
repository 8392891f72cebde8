import type { HouseRefusal } from '../wire'
import { word, words } from './i18n.svelte'
import type { ByKind } from './kinds'
import { count, money, wager } from './parts.es'

/** Por qué la casa misma no hace algo, en español. Lo que dijo una máquina de un fallo se queda como lo dijo. */

const span = (of: 'day' | 'sitting'): string => (of === 'day' ? 'hoy' : 'en esta sesión')

export const houseRefusals: ByKind<HouseRefusal> = {
  fault: ({ detail }) => `fallo del servidor: ${detail}`,
  journal_silent: ({ detail }) => `el registro no responde: ${detail}`,
  unknown: ({ detail }) =>
    `aún no se sabe si esto se hizo; envíelo de nuevo con el mismo id: ${detail}`,
  not_stored: ({ detail }) => `no se guardó nada: ${detail}`,
  no_cards: ({ detail }) => `no se reparten cartas: ${detail}`,
  table_shut: () => 'la mesa está cerrada en este nodo',
  table_busy: () => 'la mesa está ocupada en otros nodos: envíe lo mismo otra vez',
  stays_shut: ({ table, detail }) => `la mesa ${table} sigue cerrada: ${detail}`,
  link_busy: () => 'demasiados juegan a la vez en este enlace: envíe lo mismo otra vez',
  crowded: () => 'se escribe demasiado a la vez: inténtelo de nuevo',
  no_people_key: () =>
    'este nodo no tiene la clave de las contraseñas: arránquelo con --people-key, o entre por otro nodo',
  old_people_key: () =>
    'la casa tiene una clave nueva de las contraseñas: arranque este nodo otra vez con ella, o entre por otro nodo',
  outrun: () => 'alguien se adelantó: inténtelo de nuevo',

  malformed: ({ detail }) => `no se entiende lo enviado: ${detail}`,
  unreadable: ({ detail }) => `el mensaje no se puede leer: ${detail}`,
  not_text: () => 'los mensajes son texto',
  not_a_socket: () => 'esta dirección es un WebSocket, versión 13: pida el cambio a él',
  say_who_and_why: () => 'diga quién hace la clave nueva, y por qué: queda registrado',
  next_limited: () => 'con un límite en su juego, las apuestas de la ronda siguiente se envían cuando esta termina',
  next_is_wagers: () => 'para la ronda siguiente se dicen apuestas de un jugador, y nada más',
  bad_id: () => 'un identificador son 32 cifras hexadecimales en minúscula',
  bad_token: () => 'el código de un enlace son 64 cifras hexadecimales',
  say_why: ({ bytes }) => `dé un motivo de 1 a ${bytes} bytes en una línea`,
  bad_person_name: ({ most }) => `un nombre tiene de 1 a ${most} letras, cifras y . _ -, y no empieza por robot`,
  bad_password: ({ least, bytes }) => `una contraseña tiene ${least} caracteres o más, y ${bytes} bytes como máximo`,
  bad_limit: () => 'un límite es un importe de 0 o más, o de 1 a 1440 minutos',
  bad_exclusion: ({ days }) => `una exclusión dura de 1 a ${count(days, 'día', 'días')}`,
  bad_adjustment: ({ most }) => `un ajuste mueve un número entero de las monedas más pequeñas, y no más de ${money(most)}`,
  bad_title: () => 'el nombre de un título son unas pocas minúsculas, cifras y guiones',
  two_tables: () => 'la dirección y la orden nombran mesas distintas',
  no_meter_asked: () => 'esta solicitud no corrige ningún contador',
  no_bankroll_asked: () => 'esta solicitud no ajusta ningún fondo',

  not_over: ({ round }) => `la ronda ${words.number(round)} no ha terminado: sus cartas aún no son de nadie`,
  no_limits_here: () => 'ninguna mesa de esta casa tiene límites para sus jugadores',
  no_exclusion_here: () => 'ninguna mesa de esta casa ofrece la autoexclusión: hable con el personal',
  takes_one: () => 'esto no requiere una segunda persona: hágalo',
  no_progressive: (why) => `aquí no hay ${wager(why.wager)}`,
  correction_waits: () => 'ya espera una corrección de estos contadores: que se responda antes',
  other_correction: () => 'espera otra corrección de estos contadores: que se responda antes esa',
  round_settled: ({ round }) => `la ronda ${words.number(round)} ha terminado: está liquidada y ya no se anula`,
  void_waits: () => 'una petición para anular esta ronda espera respuesta: haga que se responda o retírela',
  gone_on: () => 'el juego ha continuado desde entonces: pídalo de nuevo si aún hay que anular la ronda',
  nothing_to_approve: ({ round }) => `la ronda ${words.number(round)} ha terminado: no queda nada de ella que aprobar`,
  meter_fell: () => 'el contador ha bajado desde que se pidió: mírelo y pídalo de nuevo',
  bad_house: ({ detail }) => `la casa no sirve: ${detail}`,
  no_proof: ({ detail }) => `no se puede hacer la prueba: ${detail}`,
  cannot_join: ({ detail }) => `la mesa no puede unirse al enlace: ${detail}`,
  table_exists: ({ table }) => `ya hay una mesa ${table}`,
  no_key_yet: () => 'este registro aún no conoce ninguna clave: sirva desde él, y el primer arranque la hace',
  key_kept: ({ file }) => `${file} se guarda de otra vez: retírelo antes`,
  name_taken: ({ name }) => `el nombre ${name} está ocupado: elija otro`,
  decided_already: () => 'esta posición ya ha decidido',
  look_before: () => 'mire antes las cartas',
  nothing_to_decide: () => 'aquí no hay nada que decidir',

  no_funds: ({ has, account }) => `en ${account} no hay más de ${money(has)}`,
  too_much: ({ account }) => `${account} no puede guardar tanto`,
  loss_limit: ({ of, limit }) =>
    `con esta apuesta podría perder ${span(of)} más que su límite de ${money(limit)}: apueste menos, o pare aquí`,
  time_limit: ({ of, minutes, limit }) =>
    `lleva jugando ${count(minutes, 'minuto', 'minutos')} ${span(of)} y su límite es ${words.number(limit)}: haga una pausa`,

  nothing_there: () => 'en esta dirección no hay nada',
  bad_table_name: () => 'no hay ninguna mesa con ese nombre',
  no_table: ({ table }) => `no hay ninguna mesa ${table}`,
  no_house: ({ house }) => `no hay ninguna casa ${house}`,
  no_link: ({ link }) => `no hay ningún enlace ${link}`,
  nobody: ({ name }) => `nadie se llama ${name}`,
  not_played: ({ table, round }) => `la mesa ${table} no ha jugado la ronda ${words.number(round)}`,
  not_played_out: ({ round }) => `la ronda ${words.number(round)} no se jugó hasta el final`,
  no_round_kept: () => 'la ronda no consta',
  no_order_kept: () => 'el orden de las cartas de la ronda no consta',
  no_records: () => 'la mesa no tiene registros',
  no_request: () => 'no hay tal solicitud',
  request_gone: () => 'esta solicitud ya se respondió o es demasiado antigua: pídalo de nuevo',
  not_foreseen: () => 'de este acto no se puede ver antes lo que haría',

  not_your_hint: () => 'el consejo se da solo para la posición propia',
  bad_csrf: () => 'falta la cabecera X-Csrf-Token o no es la buena: léala de /api/v1/me',
  other_site: () => 'esta petición viene de una página de otro sitio',
  other_link: ({ link }) => `este código es para el enlace ${link}`,
  no_role: ({ name, role }) => `${name} no tiene el papel de ${word('role', role)}`,
  not_at_table: ({ name, table }) => `${name} no trabaja en la mesa ${table}`,
  no_right: ({ name }) => `${name} no tiene derecho a esto`,
  own_request: () => 'lo pidió usted: tiene que responder otra persona',
  asker_gone: ({ name }) => `${name} ya no puede pedir esto`,
  shut_out: ({ until }) => `usted se excluyó hasta el ${words.day(until)}, y nadie puede ponerle fin antes`,

  sign_in_first: () => 'entre antes con su nombre',
  sign_in_or_guest: () => 'entre antes con su nombre, o como invitado',
  session_over: () => 'la sesión ha terminado: entre de nuevo',
  wrong_password: () => 'el nombre o la contraseña no es correcto',
  link_used: () => 'este enlace ya se usó o es demasiado antiguo: pida uno nuevo',
  send_token: () => 'envíe el código del título: Authorization: Bearer …',

  too_many_acts: ({ most }) => `una orden tiene ${most} actos y no más`,
  too_many_tables: ({ most }) => `una conexión sigue ${most} mesas y no más`,
  too_many_failures: () => 'demasiados fallos desde esta dirección: espere un minuto',
  locked: () => 'demasiados fallos: la cuenta queda cerrada un cuarto de hora, o hasta que un supervisor la abra',
  copy_runs: () => 'se está haciendo otra copia: inténtelo dentro de un rato',

  password_again: () => 'esto pide su contraseña otra vez',
  second_person: () => 'esto requiere una segunda persona: pídalo con un motivo',
  used_id: () => 'este identificador se usó para otra cosa: haga uno nuevo',
  other_method: () => 'no con este método: vea /api/docs',
}
