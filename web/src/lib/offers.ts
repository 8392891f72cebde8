import type { Act, Face, NextView, Offer } from './wire'

/** What may be chosen in an offer, as the server says it. */
export type Choice =
  | { choose: 'nothing' }
  | { choose: 'amount'; min: number; max: number; step: number; except: number }
  | { choose: 'number'; min: number; max: number }
  | { choose: 'deal'; max: number; faces: number }
  | { choose: 'text' }
  | { choose: 'number_and_text'; min: number; max: number }
  | { choose: 'moment'; until: number }
  | { choose: 'order' }
  | { choose: 'cards' }
  | { choose: 'cards_and_text'; count: number }
  | { choose: 'correction'; min: number; max: number }
  | { choose: 'bank'; game: string }

export function choiceOf(offer: Offer): Choice {
  return offer.free as unknown as Choice
}

/** What a form must ask for before an offer is an act. */
export interface Wanted {
  amount?: { min: number; max: number; step: number; except?: number; signed?: boolean }
  number?: { min: number; max: number }
  text?: boolean
  /** So many cards. */
  cards?: number
}

export interface Values {
  amount?: number | null
  number?: number | null
  text?: string
  cards?: readonly Face[]
}

export function wanted(offer: Offer): Wanted {
  const choice = choiceOf(offer)
  switch (choice.choose) {
    case 'amount':
      return { amount: { min: choice.min, max: choice.max, step: choice.step, except: choice.except } }
    case 'correction':
      return { amount: { min: choice.min, max: choice.max, step: 1, except: 0, signed: true }, text: true }
    case 'number':
      return { number: { min: choice.min, max: choice.max } }
    case 'deal':
      return { number: { min: 1, max: choice.max } }
    case 'text':
      return { text: true }
    case 'number_and_text':
      return { number: { min: choice.min, max: choice.max }, text: true }
    case 'cards':
      return { cards: cardsOf(offer) }
    case 'cards_and_text':
      return { cards: choice.count, text: true }
    // An order of cards, a link's meters and a moment come from the server; nobody keys them in.
    case 'nothing':
    case 'moment':
    case 'order':
    case 'bank':
      return {}
  }
}

/** How many cards are keyed in for an act. */
function cardsOf(act: Act): number {
  if (act.do === 'report') return 1
  return act.do === 'reveal_community' ? 2 : 3
}

/** Whether an offer can be done as it is, with nothing to ask. */
export function isPlain(offer: Offer): boolean {
  return Object.keys(wanted(offer)).length === 0
}

/** The act without what the offer or the next step says about it. */
export function actOf(from: Offer | NextView): Act {
  const { free: _free, by: _by, ...act } = from as Offer & NextView
  return act as Act
}

const AMOUNT: Partial<Record<Act['do'], string>> = { open_table: 'float' }
const NUMBER: Partial<Record<Act['do'], string>> = { collect: 'chips' }
const TEXT: Partial<Record<Act['do'], string>> = { hand_pay: 'document', ruling: 'text' }

/** The act that an offer becomes with these values; null while something is missing or out of bounds. */
export function filled(offer: Offer, values: Values): Act | null {
  const want = wanted(offer)
  const act: Record<string, unknown> = { ...actOf(offer) }
  if (want.amount) {
    const { min, max, step, except } = want.amount
    const amount = values.amount
    if (amount == null || !Number.isInteger(amount) || amount < min || amount > max) return null
    if ((amount - min) % step !== 0 || amount === except) return null
    act[AMOUNT[offer.do] ?? 'amount'] = amount
  }
  if (want.number) {
    const number = values.number
    if (number == null || !Number.isInteger(number) || number < want.number.min || number > want.number.max) return null
    act[NUMBER[offer.do] ?? 'cards'] = number
  }
  if (want.text) {
    const text = values.text?.trim()
    if (!text) return null
    act[TEXT[offer.do] ?? 'reason'] = text
  }
  if (want.cards !== undefined) {
    const cards = values.cards ?? []
    if (cards.length !== want.cards) return null
    if (offer.do === 'report') act['card'] = cards[0]
    else act['cards'] = [...cards]
  }
  return act as Act
}

/** A name for an offer that two different ones never share. */
export function offerKey(offer: Offer): string {
  return JSON.stringify(offer)
}

/** The fields in which the next step and its offer may differ: what is chosen freely. */
const FREE_FIELDS = new Set(['cards', 'chips', 'read', 'reason', 'document', 'text', 'amount', 'float', 'shuffle', 'card', 'free', 'by'])

/** The offer that the next step is one case of. */
export function offerOf(next: NextView, legal: readonly Offer[]): Offer | null {
  const fixed = (act: object): string =>
    JSON.stringify(
      Object.entries(act)
        .filter(([name, value]) => !FREE_FIELDS.has(name) && value != null && value !== false)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const same = legal.filter((offer) => offer.do === next.do && fixed(offer) === fixed(next))
  return same[0] ?? null
}

export type Group = 'steps' | 'decks' | 'keypad' | 'money' | 'rulings' | 'meters' | 'irregular' | 'devices' | 'seats'

/** Where an act stands on a console. */
export const GROUP: Record<Act['do'], Group> = {
  open_table: 'money',
  close_table: 'money',
  fill: 'money',
  credit: 'money',
  receive_deck: 'decks',
  inspect: 'decks',
  verify: 'decks',
  spread: 'decks',
  first_player: 'decks',
  wash: 'decks',
  stack: 'decks',
  shuffle: 'decks',
  device_count: 'decks',
  remove_deck: 'decks',
  cut: 'decks',
  recut: 'decks',
  order_shuffle: 'decks',
  load: 'decks',
  idle: 'decks',
  turn_up: 'decks',
  sit: 'seats',
  rise: 'seats',
  buy_in: 'seats',
  cash_out: 'seats',
  tip: 'seats',
  wager: 'seats',
  look: 'seats',
  decide: 'seats',
  view_folded: 'seats',
  leave: 'seats',
  time_up: 'seats',
  lost: 'seats',
  back: 'seats',
  sense: 'keypad',
  lock_out: 'keypad',
  collect: 'keypad',
  bank_chips: 'keypad',
  spot: 'keypad',
  end_game: 'keypad',
  no_more_bets: 'steps',
  ask: 'steps',
  verify_hand: 'steps',
  deal: 'steps',
  cover_stack: 'steps',
  deliver_stack: 'steps',
  community: 'steps',
  take_stub: 'steps',
  count_stub: 'steps',
  rack_stub: 'steps',
  show_players: 'steps',
  reveal_dealer: 'steps',
  reveal: 'steps',
  reveal_community: 'steps',
  settle: 'steps',
  rack: 'steps',
  end_round: 'steps',
  resolve: 'rulings',
  correct: 'rulings',
  validate: 'rulings',
  light_fault: 'rulings',
  leave_unpaid: 'rulings',
  hand_pay: 'rulings',
  rule_leaver: 'rulings',
  call_floor: 'rulings',
  resume: 'rulings',
  ruling: 'rulings',
  report: 'irregular',
  set_device: 'devices',
  sync_meters: 'meters',
  propose_meter: 'meters',
  approve_meter: 'rulings',
  decline_meter: 'rulings',
}

/** The offers in groups, in the order asked for; a group without offers is left out. */
export function grouped(legal: readonly Offer[], order: readonly Group[]): { group: Group; offers: Offer[] }[] {
  return order
    .map((group) => ({ group, offers: legal.filter((offer) => GROUP[offer.do] === group) }))
    .filter(({ offers }) => offers.length > 0)
}
