import { blank, isDone, press, type Entry } from '../../lib/acts/cardentry'
import { api } from '../../lib/api'
import { askedAt } from '../../lib/acts/asked'
import { Earlier } from '../../lib/told/earlier.svelte'
import { watched } from '../../lib/acts/guard.svelte'
import { irregular, recorded } from '../../lib/i18n/reasons'
import { live } from '../../lib/live/live.svelte'
import { actOf, asked, fieldOf, filled, offerOf } from '../../lib/acts/offers'
import { requests } from '../../lib/acts/requests.svelte'
import { StaffDesk } from '../../lib/acts/staffdesk.svelte'
import type { Face, News, NextView, Offer, ProcedureStep, View } from '../../lib/wire'

/** What the dealer's console knows beside the view: the position looked at, cards being keyed in, the book's steps. */
export class Console {
  readonly desk: StaffDesk
  readonly table = $derived.by(() => live.tables.get(this.id) ?? null)
  readonly view = $derived.by<View | null>(() => this.table?.view ?? null)
  readonly card = $derived.by(() => live.floor.get(this.id))
  readonly next = $derived.by<NextView | null>(() => this.view?.next ?? null)
  /** Whether the next step is the dealer's. */
  readonly mine = $derived.by(() => this.next?.by === 'dealer')
  readonly held = $derived.by(() => this.view?.held ?? null)
  /** Whether a second person is asked for: then the game is held until one has answered. */
  readonly asked = $derived.by(() => askedAt(requests.all, this.id) !== undefined)
  /** The offer to call the floor, or to let the game go on. */
  readonly floor = $derived.by(() => this.view?.legal.find((offer) => offer.do === 'resume' || offer.do === 'call_floor'))
  readonly offer = $derived.by<Offer | null>(() => {
    const view = this.view
    return view && this.next && this.mine ? offerOf(this.next, view.legal) : null
  })
  /** Shut just after the next step has come to the large button. */
  readonly guard = watched(() => JSON.stringify(this.next))
  /** How many cards must be keyed in for the next step. */
  readonly wantCards = $derived.by(() => fieldOf(this.offer ?? undefined, 'cards')?.count ?? 0)
  /** Whether a value other than the expected one can be entered for the next step. */
  readonly otherValue = $derived.by(() => {
    const fields = this.offer ? asked(this.offer) : []
    return fields.some(({ kind }) => kind === 'number' || kind === 'amount')
  })
  readonly busy = $derived.by(() => (live.waiting.get(this.id)?.length ?? 0) > 0)
  /** What the book says of the next step. */
  readonly rule = $derived.by(() => (this.next?.step ? this.#book.get(this.next.step) : undefined))

  /** The news from before the page was opened, and since. */
  readonly news = $derived.by<News[]>(() => this.#earlier.with(this.table?.news ?? []))

  #earlier = new Earlier()
  #keyed = $state.raw<{ key: string; entry: Entry } | null>(null)
  #chosen = $state.raw<{ at: string; position: number } | null>(null)
  #book = $state.raw(new Map<string, ProcedureStep>())

  constructor(readonly id: string) {
    this.desk = new StaffDesk(id, 'dealer')
    const held = $derived(this.held !== null)
    $effect(() => (held ? requests.watch() : undefined))
  }

  /** The law of the steps, and what was done before the page was opened. Without them the list begins here. */
  async readBook(): Promise<void> {
    void this.#earlier.read(this.id, 'dealer')
    const steps = await api.procedure(this.id).catch(() => [])
    this.#book = new Map(steps.map((step) => [step.step, step]))
  }

  /** The hand that is being keyed in; another hand starts empty. */
  get entry(): Entry {
    const key = JSON.stringify(this.next)
    return this.#keyed?.key === key && this.#keyed.entry.want === this.wantCards ? this.#keyed.entry : blank(this.wantCards)
  }

  /** Cards that lie open. */
  readonly open = $derived.by<Face[]>(() => {
    const view = this.view
    if (!view) return []
    const hands = [view.dealer, view.community, ...view.seats.map(({ hand }) => hand)]
    return [...hands.flatMap(({ cards }) => cards), ...(view.aside ?? [])].filter((card) => card !== null)
  })

  /** Handles a key for the cards; false if it is not one. */
  key(pressed: string): boolean {
    if (this.wantCards === 0) return false
    const entry = press(this.entry, pressed, this.open)
    if (!entry) return false
    this.#keyed = { key: JSON.stringify(this.next), entry }
    return true
  }

  /** The position that is shown: the one the step is at, unless another was chosen since. */
  get position(): number | null {
    const at = this.#at()
    if (this.#chosen?.at === at) return this.#chosen.position
    const next = this.next
    if (next && 'position' in next && typeof next.position === 'number') return next.position
    if (next?.do === 'rack' && typeof next.holder === 'object') return next.holder.position
    return this.view?.turn ?? this.view?.seats.find(({ wagers }) => wagers.length > 0)?.position ?? null
  }

  choose(position: number): void {
    this.#chosen = { at: this.#at(), position }
  }

  /** The next or the previous taken position. */
  turn(by: 1 | -1): void {
    const taken = this.view?.seats.map(({ position }) => position) ?? []
    if (taken.length === 0) return
    const at = taken.indexOf(this.position ?? -1)
    const to = taken[(at + by + taken.length) % taken.length]
    if (to !== undefined) this.choose(to)
  }

  #at(): string {
    return JSON.stringify([this.next, this.view?.turn, this.view?.round])
  }

  /** Whether the large button would do something now. */
  readonly ready = $derived.by(() => this.next !== null && this.mine && (this.wantCards === 0 || isDone(this.entry)))

  /** Does the next step as it is expected. */
  go(): void {
    const next = this.next
    if (!next || !this.ready || !this.guard.ready) return
    this.guard.press()
    const cards = fieldOf(this.offer ?? undefined, 'cards')
    if (this.offer && cards) {
      const act = filled(this.offer, { [cards.field]: this.entry.cards })
      if (act) void this.desk.do(act)
    } else if (this.offer?.confirm) {
      this.desk.ask(this.offer)
    } else {
      void this.desk.do(actOf(next))
    }
  }

  /** Calls the floor immediately, or lets the game go on, with the reason. */
  callOrResume(): void {
    if (this.floor?.do === 'resume') this.desk.ask(this.floor)
    else if (this.floor) void this.desk.do({ do: 'call_floor', reason: recorded('held.reason.called') })
  }

  /** Something went wrong: all clocks stop, if anything can be reported at all. */
  hold(kind: string | null): void {
    if (!this.view?.legal.some((offer) => offer.do === 'report')) return
    this.desk.hold(kind === null ? recorded('held.reason.reporting') : irregular(kind))
  }

  /** Nothing was chosen to be reported: the game goes on. */
  letGo(): void {
    if (!this.desk.open) this.desk.letGo()
  }

  /** Asks for a different value for the next step. */
  other(): void {
    if (this.offer && this.otherValue) this.desk.ask(this.offer)
  }
}
