import { api, Refused } from '../../lib/api'
import { rack } from '../../lib/money/chips'
import { watched } from '../../lib/acts/guard.svelte'
import { comeIn, readBankroll } from '../../lib/shell/guest'
import { heldWords } from '../../lib/acts/held'
import { t, word, words } from '../../lib/i18n/i18n.svelte'
import { live } from '../../lib/live/live.svelte'
import { notices } from '../../lib/told/notices.svelte'
import { actOf, fieldOf, filled } from '../../lib/acts/offers'
import { chipsOf } from '../../lib/money/purse'
import type { Act, Decision, Offer, Placard, Wager } from '../../lib/wire'
import {
  atMost,
  betsOf,
  chance,
  chipAct,
  doubled,
  keyOf,
  payments,
  ready,
  setting,
  standing,
  takeOff,
  type Bet,
  type SettledLine,
} from './bets'
import { late } from './told'

/** The seats for people who do not choose one: the middle of the table first. */
const LIKED = [4, 3, 5, 2, 6, 1, 7, 8]
/** How many antes the first purchase is worth. */
const FIRST_ANTES = 50

/** After this time without an answer, the page says that an act has not reached the table yet. */
const SLOW_MS = 1_500

/** A settled round, line by line. */
export interface Settled {
  round: number
  lines: SettledLine[]
}

/** One player at one table: what was chosen on the page, and the acts that follow from it. */
export class Desk {
  /** The chip to place, an index into the rack. */
  chip = $state(1)
  remove = $state(false)
  /** The player's position on which keys and the rack place bets. */
  focus = $state<number | null>(null)
  placard = $state.raw<Placard | null>(null)
  /** What is still to be done for somebody who came to play: take a seat, then buy the first chips. */
  #coming: 'sit' | 'buy' | 'done' = 'done'
  #liked: readonly number[] = LIKED
  #wishes = $state.raw<Bet[]>([])
  #undo = $state.raw<Bet[]>([])
  #last = $state.raw<Bet[]>([])
  #round = 0
  /** The last round in which the player had bets. */
  #played = 0
  #recalled = $state.raw<Settled | null>(null)
  #recalling = 0
  /** How many pending acts take longer than they should. */
  #late = $state(0)

  constructor(
    readonly id: string,
    sit: boolean,
  ) {
    this.#coming = sit ? 'sit' : 'done'
    this.#last = keptBets(id)
  }

  state = $derived.by(() => live.tables.get(this.id) ?? null)
  view = $derived(this.state?.view ?? null)
  card = $derived.by(() => live.floor.get(this.id) ?? null)
  waiting = $derived.by(() => live.waiting.get(this.id) ?? [])
  /** Something was pressed and is not known to have arrived: it takes longer than it should, or nothing gets through. */
  unarrived = $derived.by(() => this.waiting.length > 0 && (this.#late > 0 || live.cut))
  own = $derived(this.view?.seats.filter((seat) => seat.own) ?? [])
  /** The player's position that acts: the one whose turn it is, or the chosen one. */
  active = $derived.by(() => {
    const positions = this.own.map(({ position }) => position)
    const turn = this.view?.turn
    if (turn != null && positions.includes(turn)) return turn
    return this.focus !== null && positions.includes(this.focus) ? this.focus : (positions[0] ?? null)
  })
  decisions = $derived(this.offers('decide'))
  looks = $derived(this.offers('look'))
  /** The cut, if it is offered to the player. */
  cut = $derived(this.offers('cut')[0])
  /** The decisions that the player would expect now and may not make. */
  barred = $derived.by(() =>
    (this.view?.barred ?? []).flatMap(({ act, ...why }) =>
      act.do === 'decide' ? [{ position: act.position, decision: act.decision, why: { code: 'refused', ...why } }] : [],
    ),
  )
  /** Whether there is anything to decide, even if it is barred. */
  decides = $derived(this.decisions.length > 0 || this.looks.length > 0 || this.barred.length > 0)
  /** The player's position that decides. One at a time, so that every act keeps its place. */
  deciding = $derived.by(() => {
    const positions = [...this.decisions, ...this.barred].map(({ position }) => position)
    return this.active !== null && positions.includes(this.active) ? this.active : (positions[0] ?? null)
  })
  /** Why the position that decides may not make a decision that the player would expect, if so. */
  bar = $derived(this.barred.find(({ position }) => position === this.deciding) ?? null)
  look = $derived(this.looks.find(({ position }) => position === this.active) ?? this.looks[0])
  /** Shut just after what can be decided or bet has changed. */
  guard = watched(() =>
    JSON.stringify([live.cut, this.view?.phase === 'betting', this.decisions.map(({ position, decision, tip }) => [position, decision, tip])]),
  )
  canUndo = $derived(this.#undo.length > 0 && this.view?.phase === 'betting')
  canRepeat = $derived(this.view?.phase === 'betting' && this.own.length > 0 && this.#last.length > 0)
  /** The settlement by areas. */
  paid = $derived(new Map(payments(this.view?.settlement ?? []).map((payment) => [keyOf(payment.position, payment.wager), payment])))
  bets = $derived(betsOf(this.own))
  /** The settlement of the round before this one: as the page saw it, or from the record where it did not see all. */
  last = $derived.by<Settled | null>(() => {
    const seen = this.state?.last ?? null
    return this.#recalled && this.#recalled.round >= (seen?.round ?? 0) ? this.#recalled : seen
  })
  inPlay = $derived(this.own.reduce((sum, seat) => sum + chipsOf(seat), 0))
  /** How many chips the player is short of playing every undecided hand. */
  missing = $derived(Math.max(0, (this.view?.to_play ?? 0) - (this.view?.chips ?? 0)))
  /** Whether no money is left to buy chips with. */
  broke = $derived(live.me?.bankroll === 0)
  canBuy = $derived(this.offers('buy_in').length > 0 && !this.broke)
  /** What can still be bought, if that is too little to help. */
  short = $derived.by(() => {
    const bankroll = live.me?.bankroll ?? Infinity
    return this.canBuy && bankroll < this.missing ? bankroll : null
  })
  /** What must come off the ante so that the rest is enough to play; null where that does not help. */
  excess = $derived.by(() => {
    const { view, missing } = this
    const [ante, ...others] = this.bets.filter(({ wager }) => wager === 'ante')
    if (!view || !ante || others.length || missing === 0) return null
    const bankroll = this.canBuy ? (live.me?.bankroll ?? Infinity) : 0
    return takeOff(view, ante, missing - bankroll)
  })
  /** The positions whose time ran out in this round. */
  timedOut = $derived.by(() => {
    const round = this.view?.round
    return new Set((this.state?.news ?? []).flatMap((news) => (news.round === round ? (late(news) ?? []) : [])))
  })

  offers<D extends Offer['do']>(does: D): Extract<Offer, { do: D }>[] {
    return (this.view?.legal ?? []).filter((offer): offer is Extract<Offer, { do: D }> => offer.do === does)
  }

  /** The offer of a decision for the position that decides. It is also offered with its amount; the one without is enough. */
  choice(decision: Decision, tip = false): Extract<Offer, { do: 'decide' }> | undefined {
    return this.decisions.find(
      (offer) => offer.position === this.deciding && offer.decision === decision && (offer.tip ?? false) === tip && offer.amount == null,
    )
  }

  async load(): Promise<void> {
    try {
      this.placard = await api.placard(this.id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      notices.refuse(error.why)
    }
  }

  /** Sends an act; a refusal is shown with its clause. */
  async send(act: Act): Promise<boolean> {
    const order = live.order(this.id, act)
    // The same act is already pending: a double click.
    if (!order) return false
    let late = 0
    const slow = setTimeout(() => (this.#late += late = 1), SLOW_MS)
    const answer = await order
    clearTimeout(slow)
    this.#late -= late
    if (!answer.done) notices.refuse(answer.why)
    else if (act.do === 'buy_in' || act.do === 'cash_out') void readBankroll()
    // The view may have come before the answer; what waits for both continues here.
    this.step()
    return answer.done
  }

  /** Sends an offer as it stands. */
  take(offer: Offer): Promise<boolean> {
    return this.send(actOf(offer))
  }

  /** Cuts the deck after so many cards, or declines. */
  answerCut(cards: number | null): void {
    const offer = cards === null ? this.offers('decline_cut')[0] : this.cut
    const act = offer && filled(offer, { cards })
    if (act && this.waiting.length === 0) void this.send(act)
  }

  peek(): void {
    if (live.cut) notices.warn(t('link.status'))
    else if (this.look) void this.take(this.look)
  }

  /** Decides once, and not before the player can have seen what is offered. */
  decide(decision: Decision, tip = false): void {
    if (live.cut) return notices.warn(t('link.undecided'))
    const offer = this.choice(decision, tip)
    if (offer && this.guard.ready && this.waiting.length === 0) void this.take(offer)
    // A press without effect shows the reason.
    else if (!offer && this.bar && (this.bar.decision === decision || this.view?.held)) notices.refuse(this.bar.why)
  }

  /** A chip on an area, by click, tap or key. */
  bet(position: number, wager: Wager, chip = rack()[this.chip] ?? 500): void {
    const { view } = this
    if (!view) return
    const seat = view.seats.find((other) => other.position === position)
    const lies = standing(seat, this.waiting, position, wager)
    const act = chipAct(view, position, wager, lies, chip, this.remove)
    if (!act) {
      const found = chance(view, position, wager)
      if (view.held) notices.warn(heldWords(view.held))
      else if (view.phase !== 'betting') notices.warn(t('act.nobets'))
      else if (found && !this.remove) {
        const table = this.placard?.wagers.find((posted) => posted.wager === wager)?.max
        const { amount, purse } = atMost(view, { position, wager }, found.limits, table)
        notices.warn(t(purse ? 'act.have' : 'act.atmost', { wager: word('wager', wager), amount: words.money(amount) }))
      }
      return
    }
    this.#undo = [...this.#undo, { position, wager, amount: lies }]
    void this.send(act)
  }

  undo(): void {
    const step = this.#undo.at(-1)
    if (!step || !this.view) return
    this.#undo = this.#undo.slice(0, -1)
    this.#wish([step])
  }

  clear(): void {
    this.#undo = [...this.#undo, ...this.bets]
    // The ante goes last, because other wagers may require it.
    this.#wish(this.bets.map((bet) => ({ ...bet, amount: 0 })).sort((a) => (a.wager === 'ante' ? 1 : -1)))
  }

  repeat(): void {
    if (!this.guard.ready) return
    if (!this.#last.length) {
      notices.warn(t('act.norepeat'))
      return
    }
    const mine = new Set(this.own.map(({ position }) => position))
    const moved = this.#last.some(({ position }) => mine.has(position))
    const active = this.active
    const bets = moved || active === null ? this.#last : this.#last.map((bet) => ({ ...bet, position: active }))
    this.#wishNew(bets.filter(({ position }) => mine.has(position)))
  }

  double(): void {
    if (this.view && this.guard.ready) this.#wishNew(doubled(this.view, this.bets))
  }

  nextPosition(): void {
    const positions = this.own.map(({ position }) => position)
    const at = positions.indexOf(this.active ?? 0)
    this.focus = positions[(at + 1) % positions.length] ?? null
    if (this.focus !== null) notices.say(t('act.position', { n: this.focus }))
  }

  /** Called with every view: continues what was begun. */
  step(): void {
    const { view } = this
    if (!view) return
    this.#recall()
    if (this.bets.length) this.#played = view.round
    if (view.phase !== 'betting') {
      this.#undo = []
      this.#wishes = []
      if (this.bets.length && view.round !== this.#round) {
        this.#round = view.round
        this.#last = this.bets
        keepBets(this.id, this.#last)
      }
      return
    }
    this.#come()
    if (this.#wishes.length) this.#pump()
  }

  /** Looks up a round that ended before its settlement was seen, as with quick robots or a phone that slept. */
  #recall(): void {
    const round = this.#played
    if (round === 0 || this.#recalling === round || (this.view?.round ?? 0) <= round) return
    const seen = this.state?.last
    if (seen?.round === round && seen.lines.every(({ settled }) => settled)) return
    this.#recalling = round
    void api.settled(this.id, round).then(
      (past) => {
        const lines = past?.lines?.map((due) => ({ ...due, settled: true, validated: due.validated_by != null }))
        if (lines?.length) this.#recalled = { round, lines }
      },
      // Then it is not shown here; the history has it.
      () => {},
    )
  }

  #wishNew(bets: Bet[]): void {
    const before = bets.map(({ position, wager }) => {
      const seat = this.own.find((other) => other.position === position)
      return { position, wager, amount: standing(seat, this.waiting, position, wager) }
    })
    this.#undo = [...this.#undo, ...before.reverse()]
    this.#wish([...bets].sort((a) => (a.wager === 'ante' ? -1 : 1)))
  }

  #wish(bets: Bet[]): void {
    this.#wishes = bets
    this.#pump()
  }

  #pump(): void {
    const { view } = this
    if (!view) return
    const { send, keep } = ready(view, this.#wishes, this.waiting)
    // What cannot be sent and waits for no pending act will never be possible.
    const lost = send.length === 0 && this.waiting.length === 0
    this.#wishes = lost ? [] : keep
    if (lost)
      for (const { wager, amount } of keep)
        notices.warn(t('act.unable', { wager: word('wager', wager), amount: words.money(amount) }))
    for (const act of send) void this.send(act)
  }

  /** Sits down and buys the first chips, for somebody who came to play. */
  #come(): void {
    const seats = this.offers('sit').map(({ position }) => position)
    if (this.#coming === 'sit' && this.own.length === 0 && seats.length > 0) {
      this.#coming = 'done'
      this.sitAt(this.#liked.find((liked) => seats.includes(liked)) ?? (seats[0] as number))
    } else if (this.#coming === 'buy' && this.own.length > 0) {
      this.#coming = 'done'
      const free = fieldOf(this.offers('buy_in')[0], 'amount')
      if (!free || (this.view?.chips ?? 0) > 0) return
      const ante = this.placard?.wagers.find(({ wager }) => wager === 'ante')?.min ?? 1_000
      const amount = Math.min(ante * FIRST_ANTES, free.max, live.me?.bankroll ?? Infinity)
      if (amount >= free.min) void this.send({ do: 'buy_in', amount })
    }
  }

  /** Comes to play: as a guest where nobody is signed in, at the best free seat. */
  async join(position?: number): Promise<void> {
    if (!(await comeIn())) return
    this.#liked = position === undefined ? LIKED : [position, ...LIKED]
    this.#coming = 'sit'
    this.step()
  }

  /** Takes a seat; the first chips are bought with the first one. */
  sitAt(position: number): void {
    if (!live.me?.name) {
      void this.join(position)
      return
    }
    const first = this.own.length === 0
    void this.send({ do: 'sit', position }).then((done) => {
      if (!done) return
      this.focus = position
      if (first) this.#coming = 'buy'
      this.step()
    })
  }

  /** Whether a bet on an area can be made or taken back. */
  open(position: number, wager: Wager): boolean {
    const { view } = this
    return view !== null && (chance(view, position, wager) !== null || setting(view, { position, wager, amount: 0 }) !== null)
  }
}

const place = (id: string): string => `queenhigh.bets.${id}`

function keptBets(id: string): Bet[] {
  try {
    return JSON.parse(sessionStorage.getItem(place(id)) ?? '[]') as Bet[]
  } catch {
    return []
  }
}

function keepBets(id: string, bets: Bet[]): void {
  try {
    sessionStorage.setItem(place(id), JSON.stringify(bets))
  } catch {
    // Without storage a reload forgets the last bets; nothing else depends on them.
  }
}
