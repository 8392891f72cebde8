/* What goes over the wire. `npm run types` writes this file from schema/wire.json; do not edit it by hand. */

/**
 * What a client says on the WebSocket.
 */
export type ClientMessage =
  | {
      detail?: Detail
      role?: Role
      /**
       * The last version that was seen: the first view tells what has happened since.
       */
      since?: number | null
      /**
       * The table.
       */
      table: string
      type: 'watch'
    }
  | {
      /**
       * The table.
       */
      table: string
      type: 'unwatch'
    }
  | {
      type: 'watch_floor'
    }
  | {
      act: Act
      /**
       * An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
       */
      id: string
      /**
       * A player's wagers for the next round, placed when the house has ended this one, at tables where that takes no time.
       * All of them are placed, or none. Even if they are not, the acts above are done: the answer reports both.
       *
       * @maxItems 31
       */
      next?: Act[]
      role?: Role
      /**
       * The table.
       */
      table: string
      /**
       * Acts that follow it directly, with nobody else's in between: all of them are done, or none.
       *
       * @maxItems 31
       */
      then?: Act[]
      type: 'do'
    }
  | {
      /**
       * The position, which must be the asker's own.
       */
      position: number
      /**
       * The table.
       */
      table: string
      type: 'hint'
    }
/**
 * How much of a table is told.
 */
export type Detail = 'view' | 'answers'
/**
 * Who acts or must be asked.
 */
export type Role = 'player' | 'dealer' | 'floorperson' | 'supervisor' | 'surveillance' | 'device' | 'system'
/**
 * One act.
 */
export type Act =
  | {
      do: 'open_table'
      /**
       * The float.
       */
      float: number
    }
  | {
      do: 'close_table'
    }
  | {
      /**
       * How much.
       */
      amount: number
      do: 'fill'
    }
  | {
      /**
       * How much.
       */
      amount: number
      do: 'credit'
    }
  | {
      deck: DeckId
      do: 'receive_deck'
      /**
       * Whether it was inspected and shuffled before.
       */
      preshuffled?: boolean
    }
  | {
      deck: DeckId
      do: 'inspect'
    }
  | {
      deck: DeckId
      do: 'verify'
    }
  | {
      deck: DeckId
      do: 'spread'
    }
  | {
      deck: DeckId
      do: 'first_player'
    }
  | {
      deck: DeckId
      do: 'wash'
    }
  | {
      deck: DeckId
      do: 'stack'
    }
  | {
      deck: DeckId
      do: 'shuffle'
      method: Method
    }
  | {
      /**
       * How many cards it counted.
       */
      cards: number
      deck: DeckId
      do: 'device_count'
    }
  | {
      deck: DeckId
      do: 'remove_deck'
      /**
       * Why.
       */
      reason: string
    }
  | {
      /**
       * How many cards are cut from the top. In JSON this is `cards`, because `at` is the command's time.
       */
      cards: number
      deck: DeckId
      do: 'cut'
    }
  | {
      deck: DeckId
      do: 'offer_cut'
    }
  | {
      deck: DeckId
      do: 'decline_cut'
    }
  | {
      /**
       * How many cards are cut from the top. In JSON this is `cards`, because `at` is the command's time.
       */
      cards: number
      deck: DeckId
      do: 'recut'
      /**
       * What was improper.
       */
      reason: string
    }
  | {
      deck: DeckId
      do: 'order_shuffle'
      /**
       * Why.
       */
      reason: string
    }
  | {
      deck: DeckId
      do: 'load'
    }
  | {
      do: 'idle'
      /**
       * Face up, because a player asked.
       */
      face_up?: boolean
    }
  | {
      do: 'turn_up'
    }
  | {
      do: 'sit'
      /**
       * Which.
       */
      position: number
    }
  | {
      do: 'rise'
      /**
       * Which.
       */
      position: number
    }
  | {
      /**
       * How much.
       */
      amount: number
      do: 'buy_in'
    }
  | {
      /**
       * How much.
       */
      amount: number
      do: 'cash_out'
    }
  | {
      /**
       * How much.
       */
      amount: number
      do: 'tip'
    }
  | {
      /**
       * The new amount of the wager.
       */
      amount: number
      do: 'wager'
      /**
       * Where.
       */
      position: number
      wager: Wager
      with?: Instrument
    }
  | {
      /**
       * Whether a chip was detected.
       */
      detected: boolean
      do: 'sense'
      /**
       * Where.
       */
      position: number
      wager: Wager
    }
  | {
      do: 'no_more_bets'
    }
  | {
      do: 'lock_out'
    }
  | {
      /**
       * How many chips lie in front of the tray.
       */
      chips: number
      do: 'collect'
    }
  | {
      do: 'resolve'
      /**
       * Where.
       */
      position: number
      resolution: Resolution
      wager: Wager
    }
  | {
      do: 'bank_chips'
    }
  | {
      /**
       * How many cards, or stacks.
       */
      cards: number
      do: 'deal'
      /**
       * What the shoe read, for physical cards that are read as they leave it.
       */
      read?: Face[]
    }
  | {
      do: 'cover_stack'
    }
  | {
      do: 'deliver_stack'
    }
  | {
      do: 'community'
    }
  | {
      do: 'take_stub'
    }
  | {
      /**
       * How many cards it has.
       */
      cards: number
      do: 'count_stub'
      /**
       * Whether somebody has more or fewer than three.
       */
      misdealt?: boolean
      /**
       * Whether the stub and the misdealt hands together are not 52 cards.
       */
      short?: boolean
    }
  | {
      do: 'rack_stub'
    }
  | {
      do: 'show_players'
    }
  | {
      do: 'allow_looks'
    }
  | {
      do: 'look'
      /**
       * Where.
       */
      position: number
    }
  | {
      do: 'ask'
    }
  | {
      /**
       * The play wager, which equals the ante.
       */
      amount?: number | null
      decision: Decision
      do: 'decide'
      /**
       * Where.
       */
      position: number
      /**
       * Whether a tip on the play, equal to the tip on the ante, goes with it.
       */
      tip?: boolean
    }
  | {
      do: 'view_folded'
    }
  | {
      /**
       * What they are, for physical cards.
       *
       * @minItems 3
       * @maxItems 3
       */
      cards?: [Face, Face, Face] | null
      do: 'reveal_dealer'
    }
  | {
      /**
       * What they are, for physical cards.
       *
       * @minItems 3
       * @maxItems 3
       */
      cards?: [Face, Face, Face] | null
      do: 'reveal'
      /**
       * Whose.
       */
      position: number
    }
  | {
      /**
       * What they are, for physical cards.
       *
       * @minItems 2
       * @maxItems 2
       */
      cards?: [Face, Face] | null
      do: 'reveal_community'
    }
  | {
      /**
       * The cards as they lie there.
       */
      cards: Face[]
      do: 'correct'
      holder: Holder
      /**
       * Why.
       */
      reason: string
    }
  | {
      do: 'spot'
      /**
       * Where.
       */
      position: number
      wager: Wager
    }
  | {
      do: 'verify_hand'
      /**
       * Where.
       */
      position: number
      wager: Wager
    }
  | {
      do: 'validate'
      /**
       * Where.
       */
      position: number
      wager: Wager
    }
  | {
      do: 'light_fault'
      /**
       * Where.
       */
      position: number
      /**
       * What was seen.
       */
      reason: string
      wager: Wager
    }
  | {
      do: 'leave_unpaid'
      /**
       * Where.
       */
      position: number
      /**
       * What was seen.
       */
      reason: string
      wager: Wager
    }
  | {
      do: 'hand_pay'
      /**
       * The document's number.
       */
      document: string
      /**
       * Where.
       */
      position: number
      wager: Wager
    }
  | {
      do: 'settle'
      /**
       * What is paid from the tray.
       */
      pays: number
      /**
       * Where.
       */
      position: number
      /**
       * What is taken.
       */
      takes: number
    }
  | {
      /**
       * How many cards, if they must be counted.
       */
      counted?: number | null
      do: 'rack'
      holder: Holder
    }
  | {
      do: 'end_game'
    }
  | {
      do: 'end_round'
    }
  | {
      /**
       * Which card, if it was seen.
       */
      card?: Face | null
      do: 'report'
      /**
       * At which hand, if it concerns one.
       */
      holder?: Holder | null
      what: Irregularity
    }
  | {
      device: Device
      do: 'set_device'
      status: DeviceStatus
    }
  | {
      do: 'leave'
      /**
       * Where.
       */
      position: number
    }
  | {
      do: 'lost'
      /**
       * Where.
       */
      position: number
    }
  | {
      do: 'back'
      /**
       * Where.
       */
      position: number
    }
  | {
      do: 'rule_leaver'
      /**
       * Where.
       */
      position: number
      verdict: Leaver
    }
  | {
      do: 'time_up'
      /**
       * Where.
       */
      position: number
      since: Moment
    }
  | {
      do: 'call_floor'
      /**
       * Why the floor is called.
       */
      reason: string
    }
  | {
      do: 'resume'
      /**
       * What was ruled.
       */
      reason: string
    }
  | {
      do: 'ruling'
      /**
       * In the floorperson's words.
       */
      text: string
    }
  | {
      do: 'sync_meters'
      wager: Wager
    }
  | {
      /**
       * By how much, in cents.
       */
      amount: number
      do: 'propose_meter'
      level: Level
      /**
       * Why.
       */
      reason: string
      wager: Wager
    }
  | {
      do: 'approve_meter'
      wager: Wager
    }
  | {
      do: 'decline_meter'
      wager: Wager
    }
/**
 * One of the two decks of a table, 1 or 2.
 */
export type DeckId = number
/**
 * What shuffles the cards.
 */
export type Method = 'hand' | 'device'
/**
 * Anything that can be settled at a position.
 */
export type Wager =
  | 'ante'
  | 'play'
  | 'ante_bonus'
  | 'bad_beat'
  | 'pair_plus'
  | 'hand_bonus'
  | 'six_card_bonus'
  | 'prime'
  | 'progressive'
  | 'five_card_progressive'
  | 'cover_all'
  | 'envy'
  | 'five_card_envy'
  | 'tip_ante'
  | 'tip_play'
  | 'tip_ante_bonus'
  | 'tip_pair_plus'
  | 'match_play'
/**
 * What a wager is made with.
 */
export type Instrument = 'chips' | 'coupon' | 'spoken_cash'
/**
 * What the floorperson does about one progressive chip that is in doubt.
 */
export type Resolution = 'accept' | 'return'
/**
 * A card as it is written in events and commands.
 */
export type Face = string
/**
 * What a player with an ante decided.
 */
export type Decision = 'play' | 'fold' | 'forfeit'
/**
 * Whose hand.
 */
export type Holder =
  | {
      position: number
    }
  | 'dealer'
  | 'community'
/**
 * Something that goes wrong.
 */
export type Irregularity =
  | 'card_face_up'
  | 'cards_face_up'
  | 'drawn_in_error'
  | 'wrong_number'
  | 'dealer_card_exposed'
  | 'player_card_exposed'
  | 'looked_too_early'
  | 'shuffler_jam'
  | 'shoe_jam'
  | 'device_out_of_use'
  | 'stub_wrong_misdealt'
  | 'stub_wrong'
  | 'stub_wrong_both'
/**
 * A device at the table.
 */
export type Device = 'shuffler' | 'shoe' | 'controller'
/**
 * The state of a device.
 */
export type DeviceStatus = 'in_service' | 'out_of_order' | 'covered' | 'signed' | 'removed'
/**
 * What becomes of the wagers of a player who leaves.
 */
export type Leaver = 'abandoned' | 'fold_undecided'
/**
 * A moment: milliseconds since 1970, UTC.
 */
export type Moment = number
/**
 * A level of a progressive meter. A single meter is `main`.
 */
export type Level = 'main' | 'mega' | 'major' | 'minor'
/**
 * What the server says on the WebSocket.
 */
export type ServerMessage =
  | {
      /**
       * The server's build.
       */
      build: string
      me: Me
      now: Moment
      type: 'welcome'
    }
  | {
      /**
       * The tables, by name.
       */
      tables: TableCard[]
      type: 'floor'
    }
  | {
      card: TableCard
      type: 'card'
    }
  | {
      /**
       * What has happened since the previous view.
       */
      news: News[]
      now: Moment
      /**
       * What will happen by itself, and when.
       */
      pending?: Pending | null
      /**
       * The table.
       */
      table: string
      type: 'view'
      view: View
    }
  | {
      /**
       * The act's id.
       */
      id: string
      /**
       * Why the wagers for the next round were not placed.
       */
      next?: Problem | null
      type: 'done'
      /**
       * The table's version after it.
       */
      version: number
    }
  | {
      /**
       * The clauses.
       */
      clauses?: string[]
      code: ProblemCode
      /**
       * The act's id.
       */
      id: string
      /**
       * The readings.
       */
      readings?: number[]
      /**
       * The sentence.
       */
      refused: string
      type: 'refused'
      why: Because
    }
  | {
      hint: Hint
      /**
       * The table.
       */
      table: string
      type: 'hint'
    }
  | (Problem & {
      type: 'problem'
    })
  | {
      figures: PlayFigures
      type: 'reminder'
    }
  | {
      type: 'signed_out'
      why: Problem
    }
/**
 * Where the sign of a currency stands.
 */
export type SignPlace = 'before' | 'before_space' | 'after' | 'after_space'
/**
 * The figure of a house's sign.
 */
export type Emblem = 'crown' | 'spade' | 'star' | 'anchor' | 'mountain' | 'wave' | 'leaf'
/**
 * What waits for somebody of the staff, or warns them.
 */
export type Waits =
  | {
      /**
       * Its kind, such as `no_more_bets`.
       */
      does: string
      kind: 'act'
    }
  | {
      device: Device
      kind: 'device_out'
    }
  | {
      kind: 'deck_life'
      /**
       * The number of minutes, rounded up.
       */
      minutes: number
    }
  | {
      kind: 'stub_count'
    }
  | {
      kind: 'left'
      /**
       * The player.
       */
      person: string
      /**
       * The position.
       */
      position: number
    }
  | {
      kind: 'held'
      /**
       * Who called the floor.
       */
      person: string
      /**
       * Why the floor was called.
       */
      reason: string
    }
  | {
      kind: 'correction'
      /**
       * Who proposed it.
       */
      person: string
      /**
       * The reason that was given.
       */
      reason: string
      wager: Wager
    }
/**
 * A person, by the name under which the house knows them.
 */
export type Person = string
/**
 * What happened.
 */
export type What =
  | {
      event: 'on_duty'
      person: Person
      role: Role
    }
  | {
      at: Moment
      event: 'table_opened'
      /**
       * Whole cents.
       */
      float: number
    }
  | {
      event: 'table_closed'
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'filled'
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'credited'
    }
  | {
      at: Moment
      deck: DeckId
      event: 'deck_received'
      preshuffled: boolean
      shuffle: Shuffle | null
    }
  | {
      deck: DeckId
      event: 'opened'
      step: OpeningStep
    }
  | {
      deck: DeckId
      event: 'shuffled'
      method: Method
      shuffle: Shuffle | null
    }
  | {
      deck: DeckId
      event: 'single_stack'
    }
  | {
      cards: number
      deck: DeckId
      event: 'device_counted'
    }
  | {
      deck: DeckId
      event: 'deck_removed'
      reason: string
    }
  | {
      again: string | null
      at: number
      deck: DeckId
      event: 'cut_made'
    }
  | {
      at: Moment
      deck: DeckId
      event: 'cut_offered'
      position: number
    }
  | {
      deck: DeckId
      event: 'cut_declined'
      position: number
      /**
       * Whether the player did not answer in time.
       */
      silent: boolean
    }
  | {
      deck: DeckId
      event: 'shuffle_ordered'
      reason: string
    }
  | {
      deck: DeckId
      event: 'loaded'
      into: DealDevice
    }
  | {
      event: 'idle_spread'
      face_up: boolean
    }
  | {
      event: 'idle_missed'
    }
  | {
      event: 'turned_up'
    }
  | {
      event: 'seated'
      person: Person
      position: number
    }
  | {
      at: Moment
      event: 'risen'
      position: number
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'bought_in'
      person: Person
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'cashed_out'
      person: Person
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'tipped'
      person: Person
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'wagered'
      position: number
      wager: Wager
    }
  | {
      detected: boolean
      event: 'sensed'
      position: number
      wager: Wager
    }
  | {
      event: 'bets_closed'
    }
  | {
      event: 'locked_out'
    }
  | {
      accepted: number
      chips: number
      event: 'chips_collected'
    }
  | {
      event: 'resolved'
      position: number
      resolution: Resolution
      wager: Wager
    }
  | {
      event: 'chips_banked'
    }
  | {
      card: Face | null
      event: 'dealt'
      to: Holder
    }
  | {
      event: 'stack_covered'
    }
  | {
      event: 'stack_delivered'
    }
  | {
      cards: number
      event: 'stub_taken'
    }
  | {
      cards: number
      event: 'stub_counted'
      misdealt: boolean
    }
  | {
      cards: number
      event: 'stub_racked'
    }
  | {
      event: 'players_shown'
      players: number
    }
  | {
      event: 'looks_allowed'
    }
  | {
      event: 'looked'
      position: number
    }
  | {
      event: 'asked'
    }
  | {
      decision: Decision
      event: 'decided'
      /**
       * Whole cents.
       */
      play: number
      position: number
      /**
       * Whole cents.
       */
      tip: number
    }
  | {
      event: 'folded_shown'
    }
  | {
      /**
       * @minItems 3
       * @maxItems 3
       */
      cards: [Face, Face, Face]
      event: 'dealer_revealed'
    }
  | {
      /**
       * @minItems 3
       * @maxItems 3
       */
      cards: [Face, Face, Face]
      event: 'revealed'
      position: number
    }
  | {
      /**
       * @minItems 2
       * @maxItems 2
       */
      cards: [Face, Face]
      event: 'community_revealed'
    }
  | {
      cards: Face[]
      event: 'corrected'
      holder: Holder
      reason: string
    }
  | {
      dues: Due[]
      event: 'forfeits_due'
    }
  | {
      dues: Due[]
      event: 'sheet_drawn'
      /**
       * Whether these are all lines: the five-card lines may still wait for the community cards.
       */
      whole: boolean
    }
  | {
      event: 'sheet_torn'
    }
  | {
      event: 'spotted'
      on: boolean
      position: number
      wager: Wager
    }
  | {
      event: 'hand_verified'
      position: number
      wager: Wager
    }
  | {
      event: 'validated'
      position: number
      wager: Wager
    }
  | {
      /**
       * @minItems 2
       * @maxItems 2
       */
      award: [Level, number]
      event: 'revalued'
      /**
       * Whole cents.
       */
      paid: number
      position: number
      wager: Wager
    }
  | {
      event: 'light_faulted'
      position: number
      reason: string
      wager: Wager
    }
  | {
      event: 'left_unpaid'
      position: number
      reason: string
      wager: Wager
    }
  | {
      document: string
      event: 'hand_paid'
      position: number
      wager: Wager
    }
  | {
      event: 'settled'
      lines: number
      position: number
    }
  | {
      cards: number
      event: 'racked'
      holder: Holder
    }
  | {
      event: 'game_ended'
    }
  | {
      event: 'round_ended'
      /**
       * The shuffle of the round, opened.
       */
      shuffle: Shuffle | null
    }
  | {
      card: Face | null
      event: 'irregular'
      holder: Holder | null
      remedy: Remedy
      what: Irregularity
    }
  | {
      event: 'undone'
      /**
       * Which of the lines, from 0. A table of terminals has hundreds.
       */
      line: number
      position: number
      wager: Wager
    }
  | {
      card: Face | null
      event: 'set_aside'
    }
  | {
      cause: Irregularity
      event: 'voided'
    }
  | {
      event: 'hand_voided'
      position: number
    }
  | {
      /**
       * Whole cents.
       */
      amount: number
      event: 'returned'
      position: number
      wager: Wager
    }
  | {
      device: Device
      event: 'device_set'
      status: DeviceStatus
    }
  | {
      event: 'left'
      position: number
    }
  | {
      at: Moment
      event: 'connection_lost'
      position: number
    }
  | {
      event: 'connection_back'
      position: number
    }
  | {
      event: 'leaver_ruled'
      position: number
      verdict: Leaver
    }
  | {
      event: 'abandoned'
      position: number
    }
  | {
      event: 'ruled'
      text: string
    }
  | {
      event: 'time_ran_out'
      position: number
      since: Moment
    }
  | {
      at: Moment
      by: Actor
      event: 'floor_called'
      reason: string
    }
  | {
      event: 'resumed'
      reason: string
    }
  | {
      entry: Entry
      event: 'meter'
      wager: Wager
    }
  | {
      bank: Bank
      event: 'meters_synced'
      wager: Wager
    }
/**
 * Thirty-two bytes: a nonce, or a commitment.
 */
export type Digest = string
/**
 * The order of a whole deck, top card first: every card once.
 */
export type DeckOrder = string
/**
 * A step by which decks are opened.
 */
export type OpeningStep = 'inspect' | 'verify' | 'spread' | 'first_player' | 'wash' | 'stack' | 'shuffle'
/**
 * What the cards are dealt from.
 */
export type DealDevice = 'manual_shoe' | 'hand' | 'automated_shoe'
/**
 * The id of one clause, such as `book:11.C(2)#1`: the rulebook's code, a colon, the printed number.
 */
export type ClauseId = string
/**
 * A hand by the name a paytable gives it, from the highest to the lowest within each kind.
 */
export type HandName =
  | 'win'
  | 'super-royal-diamonds'
  | 'super-royal-hsc'
  | 'super-royal-any'
  | 'royal-flush'
  | 'akq-spades'
  | 'akq-hdc'
  | 'akq-suited'
  | 'straight-flush'
  | 'four-of-a-kind'
  | 'full-house'
  | 'three-of-a-kind'
  | 'straight'
  | 'flush'
  | 'two-pair'
  | 'pair'
  | 'high-card'
  | 'six-of-one-colour'
  | 'three-of-one-colour'
  | 'unread'
/**
 * What a limit on the payments of a round is for.
 */
export type LimitOn = 'player' | 'table'
/**
 * What became of a wager.
 */
export type Outcome = 'won' | 'lost' | 'pushed' | 'forfeited' | 'returned'
/**
 * Where a payment comes from.
 */
export type Payer = 'tray' | 'hand_pay'
/**
 * What a line pays.
 */
export type Pays = string
/**
 * What is done about it.
 */
export type Remedy =
  | 'void'
  | 'void_and_remove_deck'
  | 'set_aside'
  | 'next_card'
  | 'play_on'
  | 'reshuffle'
  | 'cover_or_sign'
  | 'remove_device'
  | 'void_hand'
  | 'forfeit_hand'
/**
 * One entry. Entries are added and never changed.
 */
export type Entry =
  | {
      joined: {
        /**
         * A game that left long ago and is no longer remembered, to make room.
         */
        forgets: GameId | null
        game: GameTerms
      }
    }
  | {
      left: {
        game: GameId
      }
    }
  | {
      reached: {
        /**
         * Whether it can be reached.
         */
        online: boolean
      }
    }
  | {
      contributed: {
        amounts: Pots
        game: GameId
        round: RoundId
        /**
         * Their stakes.
         */
        stakes: number
        /**
         * How many wagers.
         */
        wagers: number
      }
    }
  | {
      reversed: {
        amounts: Pots
        cause: Cause
        game: GameId
        round: RoundId
        short: Pots
        /**
         * Their stakes.
         */
        stakes: number
        /**
         * How many wagers.
         */
        wagers: number
      }
    }
  | {
      awarded: {
        /**
         * What left the meter.
         */
        amount: number
        game: GameId
        level: Level
        /**
         * The winner's position.
         */
        position: number
        /**
         * The reset, if the meter was reset.
         */
        reset: Reset | null
        round: RoundId
        share: Share
        won: Share
      }
    }
  | {
      taken_back: {
        /**
         * What goes back to it.
         */
        amount: number
        game: GameId
        level: Level
        /**
         * The position that had won.
         */
        position: number
        /**
         * The reset that the win had brought about, and that is undone.
         */
        reset: Reset | null
        round: RoundId
      }
    }
  | {
      closed: {
        game: GameId
        /**
         * Meters that were won whole in shares of which not all were claimed.
         */
        resets: [Level, Reset][]
        round: RoundId
      }
    }
  | {
      proposed: Proposal
    }
  | {
      approved: {
        /**
         * By how much.
         */
        amount: number
        by: Signatory
        /**
         * The proposal.
         */
        id: number
        pot: Pot
      }
    }
  | {
      declined: {
        by: Signatory
        /**
         * The proposal.
         */
        id: number
      }
    }
/**
 * A game on a bank: a table of this house, or another title on the link.
 */
export type GameId = string
/**
 * A round of a game. Each game numbers its own, ever upwards.
 */
export type RoundId = number
/**
 * Why contributions were taken out again.
 */
export type Cause = 'void' | 'correction'
/**
 * A share in parts per million: a rate of progression, or a percentage of a meter.
 */
export type Share = string
/**
 * Somebody who proposes, approves or declines the correction of a meter.
 */
export type Signatory = string
/**
 * One place.
 */
export type Pot = 'main' | 'mega' | 'major' | 'minor' | 'reserve' | 'backup'
/**
 * Several wins on one meter in one round.
 */
export type MultiWin = 'turn_order' | 'equal_shares'
/**
 * What linked games must share.
 */
export type LinkMatch = 'paytable' | 'stake' | 'decks'
/**
 * The reasons. In JSON each is its kind with its values: from them a page makes the sentence in other languages.
 */
export type TableRefusal =
  | {
      kind: 'wrong_role'
      needs: Role
    }
  | {
      kind: 'not_for'
      role: Role
    }
  | {
      kind: 'wrong_phase'
      now: Phase
    }
  | {
      kind: 'table_open'
    }
  | {
      kind: 'wanted'
      next: Awaited
    }
  | {
      deck: DeckId
      kind: 'no_such_deck'
    }
  | {
      deck: DeckId
      kind: 'deck_is_here'
    }
  | {
      deck: DeckId
      kind: 'deck_elsewhere'
    }
  | {
      kind: 'opening_order'
      step: OpeningStep | null
    }
  | {
      kind: 'may_not_come_preshuffled'
    }
  | {
      kind: 'no_shuffler'
    }
  | {
      device: Device
      kind: 'no_such_device'
    }
  | {
      kind: 'hand_needs_shuffler'
    }
  | {
      kind: 'second_deck'
    }
  | {
      device: Device
      kind: 'device_stopped'
    }
  | {
      kind: 'shuffler_empty'
    }
  | {
      kind: 'all_dealt'
    }
  | {
      device: Device
      kind: 'cover_first'
    }
  | {
      kind: 'plays_here'
    }
  | {
      kind: 'works_here'
    }
  | {
      kind: 'other_part'
      role: Role
    }
  | {
      kind: 'not_in_book'
    }
  | {
      kind: 'rack_next'
      position: number
    }
  | {
      kind: 'too_late_to_rule'
    }
  | {
      cards: number
      kind: 'stub_fits'
    }
  | {
      /**
       * Whole cents.
       */
      free: number
      kind: 'kept_in_round'
    }
  | {
      kind: 'not_from_machine'
    }
  | {
      kind: 'no_cover_all'
    }
  | {
      card: Face
      kind: 'card_left_out'
    }
  | {
      kind: 'no_place_wanted'
    }
  | {
      kind: 'no_card_wanted'
    }
  | {
      device: Device
      kind: 'device_out'
      status: DeviceStatus
    }
  | {
      device: Device
      kind: 'device_first'
    }
  | {
      kind: 'no_order'
    }
  | {
      kind: 'order_not_wanted'
    }
  | {
      kind: 'not_shuffled_yet'
    }
  | {
      kind: 'bad_commitment'
    }
  | {
      kind: 'already_counted'
    }
  | {
      kind: 'no_cut_wanted'
    }
  | {
      kind: 'cut_depth'
      least: number
      most: number
    }
  | {
      kind: 'not_cut'
    }
  | {
      kind: 'cut_turn'
      turn: number | null
    }
  | {
      kind: 'all_asked'
    }
  | {
      kind: 'first_card_dealt'
    }
  | {
      kind: 'other_deck_turn'
    }
  | {
      hours: number
      kind: 'deck_outlived'
    }
  | {
      kind: 'not_idle'
    }
  | {
      kind: 'still_busy'
    }
  | {
      bytes: number
      kind: 'reason_missing'
    }
  | {
      bytes: number
      kind: 'bad_name'
    }
  | {
      kind: 'too_many_purses'
      most: number
    }
  | {
      kind: 'settlement_begun'
    }
  | {
      kind: 'fold_has_no_amount'
    }
  | {
      kind: 'meter_full'
      /**
       * Whole cents.
       */
      most: number
    }
  | {
      kind: 'not_this_link'
    }
  | {
      kind: 'not_linked'
      wager: Wager
    }
  | {
      kind: 'no_such_position'
      position: number
      positions: number
    }
  | {
      kind: 'position_taken'
    }
  | {
      kind: 'not_your_seat'
      position: number
    }
  | {
      kind: 'nobody_there'
      position: number
    }
  | {
      kind: 'too_many_positions'
      most: number
    }
  | {
      kind: 'not_adjacent'
    }
  | {
      kind: 'other_terminal'
      terminal: number
    }
  | {
      kind: 'terminal_taken'
      terminal: number
    }
  | {
      kind: 'lies_open'
    }
  | {
      kind: 'no_sensor'
    }
  | {
      kind: 'wagers_stand'
    }
  | {
      kind: 'round_runs'
    }
  | {
      kind: 'wagers_lie'
    }
  | {
      kind: 'bad_amount'
    }
  | {
      /**
       * Whole cents.
       */
      has: number
      kind: 'not_enough'
    }
  | {
      /**
       * Whole cents.
       */
      has: number
      kind: 'tray_short'
    }
  | {
      kind: 'not_offered'
      wager: Wager
    }
  | {
      kind: 'not_staked'
      wager: Wager
    }
  | {
      kind: 'spoken_cash'
    }
  | {
      kind: 'wrong_instrument'
    }
  | {
      kind: 'below_minimum'
      /**
       * Whole cents.
       */
      min: number
    }
  | {
      kind: 'above_maximum'
      /**
       * Whole cents.
       */
      max: number
    }
  | {
      kind: 'off_step'
      /**
       * Whole cents.
       */
      min: number
      /**
       * Whole cents.
       */
      step: number
    }
  | {
      kind: 'stake_is'
      /**
       * Whole cents.
       */
      stake: number
    }
  | {
      kind: 'needs_base'
      wager: Wager
    }
  | {
      kind: 'others_rest'
      wager: Wager
    }
  | {
      kind: 'pair_plus_over_ante'
    }
  | {
      kind: 'ante_under_half'
    }
  | {
      kind: 'over_five_times'
    }
  | {
      kind: 'either_or'
    }
  | {
      kind: 'not_equal'
    }
  | {
      kind: 'controller_gone'
    }
  | {
      kind: 'sensors_locked'
    }
  | {
      kind: 'no_chip'
    }
  | {
      kind: 'nothing_wagered'
    }
  | {
      kind: 'no_deck_loaded'
    }
  | {
      accepted: number
      chips: number
      kind: 'chips_disagree'
    }
  | {
      kind: 'nothing_in_doubt'
    }
  | {
      kind: 'too_many_cards'
      left: number
    }
  | {
      kind: 'read_mismatch'
    }
  | {
      kind: 'not_read'
    }
  | {
      card: Face
      kind: 'card_twice'
    }
  | {
      kind: 'one_is_out'
    }
  | {
      kind: 'not_dealt_yet'
    }
  | {
      kind: 'count_due'
    }
  | {
      kind: 'wrong_cards'
    }
  | {
      kind: 'not_your_turn'
      turn: number | null
    }
  | {
      kind: 'decided'
    }
  | {
      kind: 'no_ante'
    }
  | {
      kind: 'look_first'
    }
  | {
      kind: 'may_look'
    }
  | {
      kind: 'shown_in_time'
    }
  | {
      /**
       * Whole cents.
       */
      has: number
      kind: 'play_needs'
      /**
       * Whole cents.
       */
      needs: number
    }
  | {
      /**
       * Whole cents.
       */
      ante: number
      kind: 'play_is_ante'
    }
  | {
      kind: 'no_forfeit'
    }
  | {
      kind: 'nothing_to_fold'
    }
  | {
      kind: 'nobody_folded'
    }
  | {
      kind: 'awaited'
    }
  | {
      kind: 'not_allowed'
    }
  | {
      kind: 'hand_not_needed'
    }
  | {
      kind: 'reveal_first'
      position: number
    }
  | {
      kind: 'already_done'
    }
  | {
      kind: 'cards_wanted'
    }
  | {
      kind: 'cards_not_wanted'
    }
  | {
      kind: 'not_physical'
    }
  | {
      kind: 'nothing_to_settle'
    }
  | {
      kind: 'settle_next'
      position: number
    }
  | {
      kind: 'wrong_sums'
      /**
       * Whole cents.
       */
      pays: number
      /**
       * Whole cents.
       */
      takes: number
    }
  | {
      kind: 'not_a_win'
    }
  | {
      kind: 'spot_first'
    }
  | {
      kind: 'light_dark'
    }
  | {
      kind: 'light_lit'
    }
  | {
      by: Role
      kind: 'validate_first'
    }
  | {
      kind: 'document_first'
    }
  | {
      kind: 'not_hand_pay'
    }
  | {
      kind: 'still_live'
    }
  | {
      kind: 'unsettled'
    }
  | {
      cards: number
      kind: 'cards_out'
    }
  | {
      cards: number
      kind: 'count_is'
    }
  | {
      kind: 'end_game_first'
    }
  | {
      kind: 'no_game'
    }
  | {
      kind: 'game_is_over'
    }
  | {
      kind: 'nothing_seen'
    }
  | {
      kind: 'not_here'
    }
  | {
      kind: 'grace_runs'
    }
  | {
      kind: 'time_runs'
    }
  | {
      kind: 'not_hurried'
    }
  | {
      kind: 'held'
    }
  | {
      kind: 'not_held'
    }
  | {
      kind: 'not_left'
    }
  | {
      kind: 'void'
    }
  | {
      kind: 'meter'
      why: MeterRefusal
    }
  | {
      kind: 'id_used'
    }
/**
 * The phase of the table.
 */
export type Phase = 'shut' | 'betting' | 'closing' | 'dealing' | 'deciding' | 'showdown' | 'void'
/**
 * Something that is waited for, named as a dealer names it.
 */
export type Awaited =
  | 'dealer_stack'
  | 'first_player'
  | 'turn_up'
  | 'stub'
  | 'folded_hands'
  | 'forfeits'
  | 'all_look'
  | 'idle_spread'
  | 'hand_verified'
  | 'dealer_hand'
  | 'community'
  | 'other_wagers'
  | 'stub_removal'
  | 'wrong_spot'
  | 'stub_count'
  | 'device_status'
  | 'other_deck'
  | 'lock_out'
  | 'collection'
  | 'cover_card'
  | 'shuffler_count'
  | 'cut'
  | 'cut_offer'
  | 'looks_allowed'
/**
 * The reasons. In JSON each is its kind with its values.
 */
export type MeterRefusal =
  | {
      game: GameId
      kind: 'not_on_bank'
    }
  | {
      game: GameId
      kind: 'on_bank_already'
    }
  | {
      game: GameId
      kind: 'stands_alone'
    }
  | {
      kind: 'full'
      /**
       * So many share one.
       */
      most: number
    }
  | {
      /**
       * The most bytes.
       */
      bytes: number
      kind: 'bad_title'
      /**
       * The text.
       */
      text: string
    }
  | {
      kind: 'differs'
      /**
       * What the bank has.
       */
      ours: string
      /**
       * What the game has.
       */
      theirs: string
      what: LinkMatch
    }
  | {
      kind: 'bad_stake'
      /**
       * The stake.
       */
      stake: number
    }
  | {
      game: GameId
      kind: 'still_open'
      round: RoundId
    }
  | {
      kind: 'out_of_reach'
    }
  | {
      kind: 'reach_unchanged'
      /**
       * Whether it can be reached.
       */
      online: boolean
    }
  | {
      kind: 'no_wagers'
    }
  | {
      game: GameId
      kind: 'repeated'
      round: RoundId
    }
  | {
      game: GameId
      kind: 'not_open'
      round: RoundId
    }
  | {
      game: GameId
      kind: 'unchanged'
      round: RoundId
    }
  | {
      kind: 'kept_on_void'
    }
  | {
      game: GameId
      kind: 'award_stands'
      round: RoundId
    }
  | {
      kind: 'no_such_meter'
      pot: Pot
    }
  | {
      game: GameId
      kind: 'awarded_already'
      /**
       * The position.
       */
      position: number
      round: RoundId
    }
  | {
      game: GameId
      kind: 'no_wager_left'
      round: RoundId
    }
  | {
      kind: 'bad_share'
      share: Share
    }
  | {
      /**
       * What was claimed.
       */
      claimed: number
      /**
       * What is due.
       */
      due: number
      kind: 'not_due'
      level: Level
    }
  | {
      /**
       * What it holds.
       */
      held: number
      kind: 'not_held'
      pot: Pot
      /**
       * What is to leave it, in millionths of a cent.
       */
      wanted: number
    }
  | {
      kind: 'not_shared'
      level: Level
    }
  | {
      kind: 'too_large'
    }
  | {
      kind: 'nothing_to_correct'
    }
  | {
      /**
       * The most bytes.
       */
      bytes: number
      kind: 'bad_reason'
    }
  | {
      kind: 'too_many_proposals'
      /**
       * So many wait.
       */
      most: number
    }
  | {
      kind: 'no_such_proposal'
      /**
       * Its number.
       */
      proposal: number
    }
  | {
      kind: 'same_person'
      person: Signatory
    }
/**
 * How far a deck is prepared.
 */
export type StageView = 'away' | 'opening' | 'unshuffled' | 'shuffled' | 'loaded' | 'in_play'
/**
 * Something that may be done now.
 */
export type Offer = About &
  Act & {
    /**
     * The fields that are free to choose.
     */
    fields?: Field[]
  }
/**
 * Where a console shows an act.
 */
export type Group = 'steps' | 'decks' | 'keypad' | 'money' | 'rulings' | 'meters' | 'irregular' | 'devices' | 'seats'
/**
 * One step of the procedure, in the order in which a table comes to it.
 */
export type Step =
  | 'terms'
  | 'open_table'
  | 'receive_deck'
  | 'inspect'
  | 'verify'
  | 'spread'
  | 'first_player'
  | 'wash'
  | 'stack'
  | 'shuffle'
  | 'order_shuffle'
  | 'single_stack'
  | 'alternate'
  | 'device_count'
  | 'remove_deck'
  | 'cut'
  | 'recut'
  | 'load'
  | 'deck_life'
  | 'idle'
  | 'reopen'
  | 'seat'
  | 'stay_seated'
  | 'wager'
  | 'instrument'
  | 'spoken_cash'
  | 'after_close'
  | 'sense'
  | 'tip'
  | 'no_more_bets'
  | 'lock_out'
  | 'collect'
  | 'count_chips'
  | 'bank_chips'
  | 'deal'
  | 'face_down'
  | 'dealer_stack'
  | 'cover_dealer_stack'
  | 'community'
  | 'take_stub'
  | 'count_stub'
  | 'rack_stub'
  | 'misdeal_check'
  | 'stub_misdealt'
  | 'stub_wrong'
  | 'look'
  | 'touch'
  | 'ask'
  | 'play'
  | 'fold'
  | 'forfeit'
  | 'count_folded'
  | 'keep_folded'
  | 'view_folded'
  | 'reveal_dealer'
  | 'players_shown'
  | 'reveal_hand'
  | 'reveal_community'
  | 'verify_hand'
  | 'verify_light'
  | 'spot'
  | 'spot_undo'
  | 'call'
  | 'validate'
  | 'hand_pay'
  | 'keep_exposed'
  | 'rack_hand'
  | 'rack_dealer'
  | 'end_game'
  | 'end_round'
  | 'leave'
  | 'ruling'
  | 'out_of_use'
  | 'void'
  | 'close_table'
/**
 * A field that is free to choose.
 */
export type Field = Choice & {
  /**
   * The name of the field in the act.
   */
  field: string
}
/**
 * What may be chosen for a field.
 */
export type Choice =
  | {
      /**
       * An amount that is not allowed: the present one, or 0.
       */
      except: number
      kind: 'amount'
      /**
       * The most.
       */
      max: number
      /**
       * The least.
       */
      min: number
      /**
       * The step, counted from the least.
       */
      step: number
    }
  | {
      kind: 'number'
      /**
       * The most.
       */
      max: number
      /**
       * The least.
       */
      min: number
    }
  | {
      kind: 'text'
      /**
       * The most bytes.
       */
      max: number
    }
  | {
      kind: 'card'
    }
  | {
      /**
       * How many.
       */
      count: number
      kind: 'cards'
    }
  | {
      /**
       * How many faces for each card or stack that is dealt.
       */
      each: number
      kind: 'read'
    }
  | {
      kind: 'moment'
      until: Moment
    }
/**
 * The next step, for the staff.
 */
export type NextView = Act & {
  by: Role
  /**
   * Its step of the procedure.
   */
  step?: Step | null
}
/**
 * A step that gets a deck ready.
 */
export type DeckStep =
  | 'receive'
  | 'inspect'
  | 'verify'
  | 'spread'
  | 'first_player'
  | 'wash'
  | 'stack'
  | 'shuffle'
  | 'device_count'
  | 'cut'
  | 'load'
  | 'remove'
/**
 * Where the stub is.
 */
export type StubView = 'none' | 'in_device' | 'taken' | 'counted' | 'racked'
/**
 * What kind of problem it is: a word for programs.
 */
export type ProblemCode =
  | 'refused'
  | 'no_funds'
  | 'limit'
  | 'id_used'
  | 'no_right'
  | 'approval'
  | 'confirm'
  | 'sign_in'
  | 'not_found'
  | 'malformed'
  | 'method'
  | 'too_many'
  | 'busy'
  | 'stopped'
  | 'unknown'
/**
 * Why something is not done, as a kind with its values. No kind is both a table's and the house's.
 */
export type Because = TableRefusal | HouseRefusal
/**
 * The reasons. In JSON each is its kind with its values.
 */
export type HouseRefusal =
  | {
      detail: string
      kind: 'fault'
    }
  | {
      detail: string
      kind: 'journal_silent'
    }
  | {
      detail: string
      kind: 'not_stored'
    }
  | {
      detail: string
      kind: 'no_cards'
    }
  | {
      kind: 'table_busy'
    }
  | {
      detail: string
      kind: 'stays_shut'
      table: string
    }
  | {
      kind: 'link_busy'
    }
  | {
      kind: 'crowded'
    }
  | {
      kind: 'no_people_key'
    }
  | {
      kind: 'old_people_key'
    }
  | {
      kind: 'table_shut'
    }
  | {
      detail: string
      kind: 'unknown'
    }
  | {
      kind: 'outrun'
    }
  | {
      detail: string
      kind: 'malformed'
    }
  | {
      detail: string
      kind: 'unreadable'
    }
  | {
      kind: 'not_text'
    }
  | {
      kind: 'not_a_socket'
    }
  | {
      kind: 'say_who_and_why'
    }
  | {
      kind: 'next_is_wagers'
    }
  | {
      kind: 'bad_id'
    }
  | {
      kind: 'bad_token'
    }
  | {
      kind: 'bad_limit'
    }
  | {
      days: number
      kind: 'bad_exclusion'
    }
  | {
      kind: 'bad_adjustment'
      /**
       * An amount: whole cents in JSON, dollars in sentences.
       */
      most: number
    }
  | {
      kind: 'bad_title'
    }
  | {
      kind: 'no_meter_asked'
    }
  | {
      kind: 'no_bankroll_asked'
    }
  | {
      kind: 'not_about_staff'
    }
  | {
      kind: 'bad_person_name'
      why: BadName
    }
  | {
      kind: 'bad_name_of_table'
      most: number
    }
  | {
      kind: 'bad_code'
    }
  | {
      kind: 'no_roles'
    }
  | {
      kind: 'machines_role'
      role: Role
    }
  | {
      bytes: number
      kind: 'say_why'
    }
  | {
      bytes: number
      kind: 'bad_password'
      least: number
    }
  | {
      kind: 'two_tables'
    }
  | {
      kind: 'not_over'
      round: number
    }
  | {
      kind: 'no_limits_here'
    }
  | {
      kind: 'no_exclusion_here'
    }
  | {
      kind: 'takes_one'
    }
  | {
      kind: 'no_progressive'
      wager: Wager
    }
  | {
      kind: 'correction_waits'
    }
  | {
      kind: 'other_correction'
    }
  | {
      kind: 'round_settled'
      round: number
    }
  | {
      kind: 'void_waits'
    }
  | {
      kind: 'gone_on'
    }
  | {
      kind: 'nothing_to_approve'
      round: number
    }
  | {
      kind: 'meter_fell'
    }
  | {
      detail: string
      kind: 'bad_house'
    }
  | {
      detail: string
      kind: 'no_proof'
    }
  | {
      detail: string
      kind: 'cannot_join'
    }
  | {
      kind: 'table_exists'
      table: string
    }
  | {
      kind: 'no_key_yet'
    }
  | {
      file: string
      kind: 'key_kept'
    }
  | {
      kind: 'name_taken'
      name: string
    }
  | {
      kind: 'name_looks_taken'
      name: string
    }
  | {
      kind: 'choose_password'
    }
  | {
      kind: 'not_disabled'
      name: string
    }
  | {
      kind: 'not_staff'
      name: string
    }
  | {
      kind: 'last_person'
    }
  | {
      kind: 'decided_already'
    }
  | {
      kind: 'look_before'
    }
  | {
      kind: 'nothing_to_decide'
    }
  | {
      account: string
      /**
       * An amount: whole cents in JSON, dollars in sentences.
       */
      has: number
      kind: 'no_funds'
    }
  | {
      account: string
      kind: 'too_much'
    }
  | {
      kind: 'loss_limit'
      /**
       * An amount: whole cents in JSON, dollars in sentences.
       */
      limit: number
      of: Span
    }
  | {
      kind: 'next_limited'
    }
  | {
      kind: 'time_limit'
      limit: number
      minutes: number
      of: Span
    }
  | {
      kind: 'nothing_there'
    }
  | {
      kind: 'bad_table_name'
    }
  | {
      kind: 'no_table'
      table: string
    }
  | {
      house: string
      kind: 'no_house'
    }
  | {
      kind: 'no_link'
      link: string
    }
  | {
      kind: 'nobody'
      name: string
    }
  | {
      kind: 'not_played'
      round: number
      table: string
    }
  | {
      kind: 'not_played_out'
      round: number
    }
  | {
      kind: 'no_round_kept'
    }
  | {
      kind: 'no_order_kept'
    }
  | {
      kind: 'no_records'
    }
  | {
      kind: 'no_request'
    }
  | {
      kind: 'request_gone'
    }
  | {
      kind: 'not_foreseen'
    }
  | {
      kind: 'not_your_hint'
    }
  | {
      kind: 'bad_csrf'
    }
  | {
      kind: 'other_site'
    }
  | {
      kind: 'other_link'
      link: string
    }
  | {
      kind: 'no_role'
      name: string
      role: Role
    }
  | {
      kind: 'not_at_table'
      name: string
      table: string
    }
  | {
      kind: 'no_right'
      name: string
    }
  | {
      kind: 'own_request'
    }
  | {
      kind: 'about_you'
    }
  | {
      kind: 'same_browser'
      name: string
    }
  | {
      kind: 'other_tables'
      name: string
    }
  | {
      kind: 'disabled'
    }
  | {
      kind: 'asker_gone'
      name: string
    }
  | {
      kind: 'shut_out'
      until: Moment
    }
  | {
      kind: 'sign_in_first'
    }
  | {
      kind: 'sign_in_or_guest'
    }
  | {
      kind: 'session_over'
    }
  | {
      kind: 'wrong_password'
    }
  | {
      kind: 'link_used'
    }
  | {
      kind: 'code_wanted'
    }
  | {
      kind: 'wrong_code'
    }
  | {
      kind: 'send_token'
    }
  | {
      kind: 'too_many_acts'
      most: number
    }
  | {
      kind: 'too_many_tables'
      most: number
    }
  | {
      kind: 'too_many_guesses'
      /**
       * A number of seconds to wait.
       */
      seconds: number
    }
  | {
      kind: 'too_many_guests'
      /**
       * A number of seconds to wait.
       */
      seconds: number
    }
  | {
      kind: 'too_many_connections'
      most: number
    }
  | {
      kind: 'passwords_busy'
      /**
       * A number of seconds to wait.
       */
      seconds: number
    }
  | {
      kind: 'copy_runs'
    }
  | {
      kind: 'password_again'
    }
  | {
      kind: 'second_person'
    }
  | {
      kind: 'used_id'
    }
  | {
      kind: 'other_method'
    }
/**
 * Why a text cannot be somebody's name.
 */
export type BadName = 'length' | 'characters' | 'scripts' | 'marks' | 'robot' | 'staff'
/**
 * The time over which a limit counts.
 */
export type Span = 'day' | 'sitting'
/**
 * What needs two people.
 */
export type Wanted =
  | {
      act: Act
      kind: 'act'
      role: Role
      /**
       * The table.
       */
      table: string
    }
  | {
      /**
       * By how many cents, up or down.
       */
      cents: number
      kind: 'adjust'
      /**
       * The person whose bankroll it is.
       */
      person: string
    }
  | {
      kind: 'invite'
      /**
       * The name.
       */
      name: string
      /**
       * The roles.
       *
       * @minItems 1
       */
      roles: [Role, ...Role[]]
      /**
       * The tables that the roles are for; all of them if left out.
       */
      tables?: string[]
    }
  | {
      kind: 'reset'
      /**
       * The name.
       */
      name: string
    }
  | {
      kind: 'rights'
      /**
       * The name.
       */
      name: string
      /**
       * All roles that they then have.
       *
       * @minItems 1
       */
      roles: [Role, ...Role[]]
      /**
       * The tables that the roles are for; all of them if left out.
       */
      tables?: string[]
    }
  | {
      kind: 'enable'
      /**
       * The name.
       */
      name: string
    }
  | {
      kind: 'machine'
      /**
       * The name.
       */
      name: string
      /**
       * The tables; all of them if left out.
       */
      tables?: string[]
    }
/**
 * What a wager is placed on at a position.
 */
export type AreaKind = 'betting' | 'sensor'
/**
 * Where the payout odds or amounts of a wager are shown.
 */
export type OddsShown = 'layout' | 'sign' | 'video'
/**
 * A rule of the house, as players ask for it.
 */
export type Posted =
  | {
      /**
       * The card's letter, where one card makes the hand.
       */
      high?: string | null
      kind: 'dealer_plays'
      /**
       * In words.
       */
      lowest: string
    }
  | {
      kind: 'dealer_always_plays'
    }
  | {
      kind: 'win_pays'
      pays: Pays
      wager: Wager
    }
  | {
      /**
       * Whether they must be side by side.
       */
      adjacent: boolean
      kind: 'positions'
      /**
       * The number.
       */
      most: number
    }
  | {
      /**
       * Those that stay.
       */
      keeps: Wager[]
      kind: 'fold'
      /**
       * Those that are lost.
       */
      loses: Wager[]
    }
  | {
      kind: 'most_paid'
      /**
       * Whether what meters pay counts as well.
       */
      meters: boolean
      /**
       * The limit, in cents.
       */
      most: number
      on: LimitOn
      sharing: LimitSharing
      /**
       * The limit in words.
       */
      text: string
      /**
       * The wagers whose wins count.
       */
      wagers: Wager[]
    }
  | {
      /**
       * By which clause.
       */
      clause: string
      kind: 'told'
      /**
       * In our words.
       */
      text: string
    }
/**
 * How a limit cuts the wins of a round.
 */
export type LimitSharing = 'in_order' | 'in_proportion'
/**
 * How the layout names the operator.
 */
export type OperatorSign = 'name' | 'logo'
/**
 * What a line of a paytable pays.
 */
export type Payment =
  | {
      kind: 'to'
      /**
       * … for each of these staked.
       */
      staked: number
      /**
       * What is won …
       */
      won: number
    }
  | {
      kind: 'for'
      /**
       * … for each of these staked.
       */
      staked: number
      /**
       * What is won …
       */
      won: number
    }
  | {
      kind: 'of_meter'
      level: Level
      /**
       * What it is called, where it has a name of its own.
       */
      name?: string | null
      /**
       * The share, in parts per million.
       */
      share: number
    }
  | {
      /**
       * In cents.
       */
      amount: number
      kind: 'flat'
    }

/**
 * What goes over the wire between the pages and the server.
 */
export interface Wire {
  client: ClientMessage
  server: ServerMessage
}
/**
 * A person as the server knows them.
 */
export interface Me {
  /**
   * What is in the bankroll, in cents.
   */
  bankroll?: number | null
  /**
   * What every request that changes something must carry in the header `X-Csrf-Token`.
   */
  csrf?: string | null
  /**
   * The currency of all amounts. Without it, US dollars.
   */
  currency?: CurrencyCard | null
  /**
   * Whether this is a guest with play money.
   */
  guest: boolean
  /**
   * The name; none for somebody who only looks on.
   */
  name?: string | null
  /**
   * The roles.
   */
  roles: Role[]
  /**
   * The tables that the roles are for; empty for all.
   */
  tables?: string[]
}
/**
 * A currency. Amounts are hundredths of it everywhere.
 */
export interface CurrencyCard {
  /**
   * The chips, in hundredths, the smallest first.
   */
  chips: number[]
  /**
   * Its code of three letters.
   */
  code: string
  /**
   * The number of decimals: 0 or 2.
   */
  decimals: number
  place: SignPlace
  /**
   * Its sign.
   */
  sign: string
}
/**
 * A table as the lobby and the floor show it.
 */
export interface TableCard {
  /**
   * The currency of its amounts. Without it, US dollars.
   */
  currency?: CurrencyCard | null
  /**
   * Whether a person deals.
   */
  dealer_is_person: boolean
  /**
   * Whether the house is an example that nobody has approved: pages say so (READING 96).
   */
  example: boolean
  /**
   * The table's figures, for the staff only.
   */
  figures?: Figures | null
  /**
   * The house's digest.
   */
  house: string
  /**
   * The table's id, as in addresses.
   */
  id: string
  /**
   * The jurisdiction in words.
   */
  jurisdiction: string
  look: Look
  /**
   * The meters.
   */
  meters: MeterCard[]
  /**
   * Its name.
   */
  name: string
  /**
   * The operator.
   */
  operator: string
  /**
   * The phase.
   */
  phase: string
  /**
   * How many positions there are.
   */
  positions: number
  /**
   * The round.
   */
  round: number
  /**
   * The rulebook's code.
   */
  rulebook: string
  /**
   * Who sits where.
   */
  seated: SeatCard[]
  /**
   * Why the table has stopped, if it has.
   */
  stopped?: string | null
  /**
   * The version of the table.
   */
  version: number
  /**
   * The wagers on offer with their limits.
   */
  wagers: WagerCard[]
  /**
   * What waits for somebody of the staff, or warns them. For the staff only.
   */
  waits?: Waiting[]
}
/**
 * The figures of a table, for the floor.
 */
export interface Figures {
  /**
   * Until when the deck in play may be used.
   */
  deck_until?: Moment | null
  /**
   * What was dropped: cash taken in for chips.
   */
  drop: number
  /**
   * Rounds in the last hour.
   */
  rounds_an_hour: number
  /**
   * Rounds since the stub was counted.
   */
  rounds_since_count: number
  /**
   * In the tray.
   */
  tray: number
  /**
   * The table's win since it was opened, in cents.
   */
  win: number
}
/**
 * How a house looks. What it leaves out is the product's own.
 */
export interface Look {
  /**
   * What is written and drawn in the house's colour.
   */
  accent?: string | null
  /**
   * The backs of the cards.
   */
  back?: string | null
  /**
   * The figure of the sign.
   */
  emblem?: Emblem | null
  /**
   * The felt.
   */
  felt?: string | null
  /**
   * The letters of the sign.
   */
  monogram?: string | null
}
/**
 * A meter.
 */
export interface MeterCard {
  level: Level
  /**
   * The link, where it is linked.
   */
  link?: string | null
  /**
   * What it is called, where it has a name of its own.
   */
  name?: string | null
  /**
   * What it shows, in cents.
   */
  shows: number
  wager: Wager
}
/**
 * A taken position.
 */
export interface SeatCard {
  /**
   * The player who sits there.
   */
  person: string
  /**
   * The position.
   */
  position: number
}
/**
 * A wager on offer.
 */
export interface WagerCard {
  /**
   * The most.
   */
  max: number
  /**
   * The least, in cents.
   */
  min: number
  /**
   * The paytable in force, where there is one.
   */
  paytable?: string | null
  /**
   * The step.
   */
  step: number
  wager: Wager
}
/**
 * Something that waits for the staff, or warns them.
 */
export interface Waiting {
  /**
   * The act that answers it, if there is one.
   */
  act?: Act | null
  role: Role
  since: Moment
  /**
   * In words.
   */
  text: string
  what: Waits
}
/**
 * Something that happened, in words that everybody may read.
 */
export interface News {
  at: Moment
  by: Actor
  /**
   * The clauses behind it.
   */
  clauses?: string[]
  /**
   * The kind of the event, such as `dealt`.
   */
  event: string
  /**
   * The position it concerns.
   */
  position?: number | null
  /**
   * The readings behind it.
   */
  readings?: number[]
  /**
   * The round it belongs to.
   */
  round: number
  /**
   * The sentence.
   */
  text: string
  /**
   * The event's number at the table.
   */
  version: number
  what: What
}
/**
 * Who acts.
 */
export interface Actor {
  person: Person
  role: Role
}
/**
 * A shuffle as it comes to the table: the order, the nonce, and the commitment that was published for them.
 */
export interface Shuffle {
  commitment: Digest
  nonce: Digest
  order: DeckOrder
}
/**
 * What the settlement says is to be done about one wager.
 */
export interface Due {
  /**
   * For a share of a meter: which, and what leaves it in cents.
   *
   * @minItems 2
   * @maxItems 2
   */
  award?: [Level, number] | null
  /**
   * The clause that decides it.
   */
  clause?: ClauseId | null
  /**
   * For an envy bonus: whose hand gave it.
   */
  from?: number | null
  hand: HandName
  /**
   * The limits on what a round pays that cut it.
   */
  limited?: LimitCut[]
  outcome: Outcome
  /**
   * What is paid on top of the stake.
   */
  paid: number
  payer: Payer
  /**
   * The paytable's line.
   */
  pays?: Pays | null
  /**
   * The position it belongs to.
   */
  position: number
  /**
   * The reading that decides it.
   */
  reading?: number | null
  /**
   * What is returned of the stake.
   */
  returned: number
  /**
   * What was staked.
   */
  stake: number
  /**
   * Who must validate it first.
   */
  validated_by?: Role | null
  wager: Wager
}
/**
 * A limit on what a round pays that cut a win, with its law.
 */
export interface LimitCut {
  /**
   * The clause that limits them.
   */
  clause?: ClauseId | null
  on: LimitOn
  /**
   * The reading by which it does.
   */
  reading?: number | null
}
/**
 * What a game says of itself when it joins.
 */
export interface GameTerms {
  /**
   * How many decks it is dealt with.
   */
  decks: number
  id: GameId
  /**
   * The id of the paytable it pays by.
   */
  paytable: string
  /**
   * The stake of one progressive wager.
   */
  stake: number
  /**
   * Its title, such as `Three Card Poker` or another.
   */
  title: string
}
/**
 * An exact amount for each place that holds something, in millionths of a cent.
 */
export interface Pots {
  [k: string]: number
}
/**
 * A meter put back to its seed after the whole of it was won.
 */
export interface Reset {
  /**
   * What the back-up meter gave to it.
   */
  backup: number
  /**
   * What the reserve gave to it.
   */
  reserve: number
  /**
   * The house's seed.
   */
  seed: number
}
/**
 * A correction that waits for a second person.
 */
export interface Proposal {
  /**
   * By how much, up or down.
   */
  amount: number
  by: Signatory
  /**
   * Its number on this bank.
   */
  id: number
  pot: Pot
  /**
   * Why.
   */
  reason: string
}
/**
 * The meters of one progressive.
 */
export interface Bank {
  /**
   * The games that are, or lately were, on it.
   */
  games: Game[]
  /**
   * The number of the last of them.
   */
  last_proposal: number
  /**
   * Whether the controller can be reached.
   */
  online: boolean
  /**
   * The corrections that wait for a second person.
   */
  proposals: Proposal[]
  sums: Sums
  terms: BankTerms
  values: Pots
}
/**
 * A game that is, or lately was, on the bank.
 */
export interface Game {
  id: GameId
  /**
   * The last round that contributed.
   */
  last: RoundId | null
  /**
   * The round that is open.
   */
  open: Open | null
  /**
   * Whether it is still on the bank.
   */
  present: boolean
  /**
   * The stake of its wagers.
   */
  stake: number
  /**
   * Its title.
   */
  title: string
}
/**
 * A round whose wagers are locked in and that has not ended.
 */
export interface Open {
  /**
   * What was won of the meters.
   */
  awarded: Won[]
  /**
   * The meters that several winners of the round share.
   */
  pools: Pool[]
  round: RoundId
  /**
   * The wagers that count, corrections and reversals considered.
   */
  wagers: number
}
/**
 * A share of a meter that was won in an open round.
 */
export interface Won {
  /**
   * What left it.
   */
  amount: number
  level: Level
  /**
   * By which position.
   */
  position: number
  /**
   * The reset that it brought about.
   */
  reset: Reset | null
  share: Share
}
/**
 * A meter that the winners of one round share, from the first award on.
 */
export interface Pool {
  /**
   * What it held before the first award.
   */
  before: number
  level: Level
  unclaimed: Share
  /**
   * Whether one of the awarded shares is the whole.
   */
  whole: boolean
  won: Share
}
/**
 * What went in and out of each place since the bank was opened.
 */
export interface Sums {
  adjusted: Pots
  base: Pots
  contributed: Pots
  paid: Pots
  poured: Pots
  /**
   * How often each meter was reset, by level.
   *
   * @minItems 4
   * @maxItems 4
   */
  resets: [number, number, number, number]
  reversed: Pots
  short: Pots
  /**
   * The stakes that contributed.
   */
  staked: number
  /**
   * Those of them that were taken out again.
   */
  unstaked: number
}
/**
 * What a bank is run by. Made from a checked house alone.
 */
export interface BankTerms {
  backup: Share
  /**
   * The number of decks.
   */
  decks: number
  law: BankLaw
  /**
   * The meters, the highest first.
   */
  levels: LevelTerms[]
  /**
   * The link's name; `None` for a table that stands alone.
   */
  link: string | null
  multi_win: MultiWin
  /**
   * The id of the paytable.
   */
  paytable: string
  reserve: Share
  /**
   * Whether a void round takes its contributions out again.
   */
  reversed_on_void: boolean
  /**
   * What games must share to be linked.
   */
  shares: LinkMatch[]
  /**
   * The smallest amount that can be paid: a cent, except in a currency without them.
   */
  smallest?: number
  /**
   * The stake of one wager.
   */
  stake: number
  wager: Wager
}
/**
 * The law that refusals name.
 */
export interface BankLaw {
  link: Citation
  link_shares: Citation
  meter_wins: Citation
  multi_win: Citation
  rate: Citation
  reversed_on_void: Citation
  second_person: Citation
  system: Citation
}
/**
 * Clauses and readings.
 */
export interface Citation {
  /**
   * The clauses.
   */
  clauses: ClauseId[]
  /**
   * The readings.
   */
  readings: number[]
}
/**
 * One meter.
 */
export interface LevelTerms {
  grows: Share
  level: Level
  rate: Share
  /**
   * What it starts at and resets to.
   */
  seed: number
}
/**
 * What will happen by itself.
 */
export interface Pending {
  at: Moment
  by: Role
  /**
   * The kind of the act, such as `no_more_bets`.
   */
  does: string
  /**
   * The position it concerns.
   */
  position?: number | null
  /**
   * In words.
   */
  text: string
}
/**
 * The table as one person sees it.
 */
export interface View {
  /**
   * Cards found face up.
   */
  aside?: (Face | null)[]
  /**
   * What the viewer would expect to be offered but is not, with the reason.
   */
  barred?: Barred[]
  /**
   * The viewer's chips.
   */
  chips?: number | null
  community: HandView
  dealer: HandView
  /**
   * The decks.
   */
  decks: DeckView[]
  /**
   * The state of the devices, for the staff.
   */
  devices?: Devices | null
  /**
   * The game is held for a ruling.
   */
  held?: Held | null
  /**
   * The house's digest.
   */
  house: string
  /**
   * What the viewer may do now.
   */
  legal: Offer[]
  /**
   * The cards are dealt, and the players wait until the dealer allows them to look.
   */
  looks_wait?: boolean
  /**
   * The meters.
   */
  meters?: MeterView[]
  /**
   * The next step.
   */
  next?: NextView | null
  /**
   * The operator.
   */
  operator: string
  phase: Phase
  /**
   * How many players the device shows.
   */
  players?: number | null
  /**
   * What is done with the cards while wagers are made.
   */
  preparing?: Preparing | null
  /**
   * Whether progressive wagers can be made.
   */
  progressive_open: boolean
  /**
   * Cards in the discard rack.
   */
  racked: number
  /**
   * The round.
   */
  round: number
  /**
   * The rulebook.
   */
  rulebook: string
  /**
   * The positions.
   */
  seats: SeatView[]
  /**
   * The settlement as far as it is known to everybody.
   */
  settlement?: LineView[]
  /**
   * The shared hands of an electronic table.
   */
  shared?: HandView[]
  stub: StubView
  /**
   * The table's money.
   */
  till?: TillView | null
  /**
   * The chips that the viewer needs to play all of their undecided hands.
   */
  to_play?: number | null
  /**
   * Whose decision it is.
   */
  turn?: number | null
  /**
   * How many events have happened at the table.
   */
  version: number
  /**
   * Why the round is void.
   */
  void?: Irregularity | null
}
/**
 * An act that is not offered, and why.
 */
export interface Barred {
  act: Act
  /**
   * The clauses.
   */
  clauses?: string[]
  /**
   * The readings.
   */
  readings?: number[]
  /**
   * The sentence.
   */
  refused: string
  why: TableRefusal
}
/**
 * A hand as a viewer sees it.
 */
export interface HandView {
  /**
   * The cards that lie there.
   */
  cards: (Face | null)[]
  /**
   * Whether everybody sees them.
   */
  face_up: boolean
}
/**
 * A deck as everybody sees it.
 */
export interface DeckView {
  /**
   * The commitment to its order.
   */
  commitment?: Digest | null
  /**
   * Where it was cut.
   */
  cut?: number | null
  /**
   * The position where its cut is offered now.
   */
  cut_offered?: number | null
  deck: DeckId
  /**
   * Rounds since its stub was counted.
   */
  rounds_since_count: number
  since: Moment
  stage: StageView
}
/**
 * The devices.
 */
export interface Devices {
  controller: DeviceStatus
  shoe: DeviceStatus
  shuffler: DeviceStatus
}
/**
 * A game that is held.
 */
export interface Held {
  by: Actor
  /**
   * What is the matter.
   */
  reason: string
  since: Moment
}
/**
 * What is known of an act.
 */
export interface About {
  /**
   * Whether people confirm it before it is done.
   */
  confirm?: boolean
  /**
   * Whether what it would do can be foreseen: it turns no card up.
   */
  foresee?: boolean
  group: Group
  /**
   * The step of the procedure that it takes.
   */
  step?: Step | null
}
/**
 * A meter.
 */
export interface MeterView {
  level: Level
  /**
   * What it is called, where it has a name of its own.
   */
  name?: string | null
  /**
   * What it shows, in cents.
   */
  shows: number
  wager: Wager
}
/**
 * Something that is done with a deck while wagers are made.
 */
export interface Preparing {
  deck: DeckId
  step: DeckStep
}
/**
 * A position as a viewer sees it.
 */
export interface SeatView {
  /**
   * The chips of the viewer, or of anybody for the staff.
   */
  chips?: number | null
  /**
   * The decision.
   */
  decision?: Decision | null
  hand: HandView
  /**
   * The player has left and waits for a ruling.
   */
  left: boolean
  /**
   * The lights.
   */
  lights?: Light[]
  /**
   * The connection is lost.
   */
  lost: boolean
  /**
   * Whether that is the viewer.
   */
  own: boolean
  person: Person
  /**
   * The position.
   */
  position: number
  /**
   * The hand is void in this round.
   */
  void?: boolean
  /**
   * The wagers.
   */
  wagers: Placed[]
}
/**
 * A light of a sensor.
 */
export interface Light {
  /**
   * A chip was detected before the close.
   */
  detected: boolean
  /**
   * Lit.
   */
  lit: boolean
  /**
   * Locked in.
   */
  locked: boolean
  wager: Wager
}
/**
 * A wager on the layout.
 */
export interface Placed {
  /**
   * How much of it lies on the layout now.
   */
  lies: number
  /**
   * Whether it is a coupon: paper, not chips.
   */
  paper?: boolean
  /**
   * How much was wagered, in cents.
   */
  staked: number
  wager: Wager
}
/**
 * A line of the settlement.
 */
export interface LineView {
  /**
   * For a share of a meter: which, and what leaves it in cents.
   *
   * @minItems 2
   * @maxItems 2
   */
  award?: [Level, number] | null
  /**
   * The clause that decides it.
   */
  clause?: ClauseId | null
  /**
   * For an envy bonus: whose hand gave it.
   */
  from?: number | null
  hand: HandName
  /**
   * The limits on what a round pays that cut it.
   */
  limited?: LimitCut[]
  /**
   * What the meter is called that it is paid from, where that has a name of its own.
   */
  meter?: string | null
  /**
   * The player's net result: above zero if won, below zero if lost.
   */
  net: number
  outcome: Outcome
  /**
   * What is paid on top of the stake.
   */
  paid: number
  payer: Payer
  /**
   * The paytable's line.
   */
  pays?: Pays | null
  /**
   * What the tray pays.
   */
  pays_out: number
  /**
   * The position it belongs to.
   */
  position: number
  /**
   * The reading that decides it.
   */
  reading?: number | null
  /**
   * What is returned of the stake.
   */
  returned: number
  /**
   * Whether it is done.
   */
  settled: boolean
  /**
   * What was staked.
   */
  stake: number
  /**
   * What the dealer takes of the stake, in cents.
   */
  takes: number
  /**
   * Whether it was validated.
   */
  validated: boolean
  /**
   * Who must validate it first.
   */
  validated_by?: Role | null
  wager: Wager
}
/**
 * The money of the table, for the staff.
 */
export interface TillView {
  /**
   * In the drop box.
   */
  drop: number
  /**
   * Paid outside the tray.
   */
  hand_paid: number
  /**
   * In the tip box.
   */
  tip_box: number
  /**
   * In the tray.
   */
  tray: number
}
/**
 * Why something is not done.
 */
export interface Problem {
  /**
   * The clauses.
   */
  clauses?: string[]
  code: ProblemCode
  /**
   * The readings.
   */
  readings?: number[]
  /**
   * The sentence.
   */
  refused: string
  why: Because
}
/**
 * What a decision is worth, exactly.
 */
export interface Hint {
  /**
   * The better one: `play` or `fold`.
   */
  better: string
  /**
   * The mean net result of folding.
   */
  fold: number
  /**
   * The same as fractions of cents.
   */
  fold_exact: string
  /**
   * The wagers of the position that are not counted.
   */
  left_out: Wager[]
  /**
   * The mean net result of playing, in millionths of a cent, rounded.
   */
  play: number
  /**
   * The same as fractions of cents.
   */
  play_exact: string
  /**
   * The position.
   */
  position: number
  /**
   * What is counted, and what is not.
   */
  text: string
}
/**
 * A player's figures at a moment.
 */
export interface PlayFigures {
  /**
   * Minutes of this day, UTC.
   */
  day_minutes: number
  /**
   * The result of this day.
   */
  day_result: number
  /**
   * Minutes of this sitting.
   */
  sitting_minutes: number
  /**
   * The result of this sitting, in cents; below zero for a loss. What lies on the layout counts as lost.
   */
  sitting_result: number
}
/**
 * The second person's answer. `POST /api/v1/approvals/{id}`.
 */
export interface AnswerIn {
  /**
   * Whether it is approved.
   */
  approve: boolean
}
/**
 * The result of an answer.
 */
export interface Answered {
  /**
   * The code without which the asker's link opens nothing: for the new person, from the second person's own mouth.
   */
  code?: string | null
  /**
   * Whether the act was done.
   */
  done: boolean
  /**
   * The table's version after it, if it was at a table.
   */
  version?: number | null
}
/**
 * A request that waits for a second person. `GET /api/v1/approvals`.
 */
export interface Approval {
  asked: Moment
  by: Actor
  /**
   * Its id.
   */
  id: string
  /**
   * For whoever asked, when they ask: the path of the link, or the first part of a machine's token. It opens nothing
   * before the approval, and nothing without the code that the second person gets.
   */
  link?: string | null
  /**
   * Whether the reader may answer it.
   */
  may: boolean
  /**
   * The reason that was given.
   */
  reason: string
  /**
   * Who brought the asker into the house, and the reader.
   */
  ties?: Tie[]
  until: Moment
  what: Wanted
}
/**
 * Who brought somebody into the house: shown to those who answer a request, because two people who came in together may
 * be one.
 */
export interface Tie {
  /**
   * Who approved it; nobody at the first start.
   */
  approved_by?: string | null
  /**
   * Who asked for their account.
   */
  invited_by: string
  /**
   * The person.
   */
  person: string
}
/**
 * Asks for something that needs a second person. `POST /api/v1/approvals`.
 */
export interface ApprovalIn {
  /**
   * An id that the client made, 32 hexadecimal digits: a repeat is the same request.
   */
  id: string
  /**
   * Why, in a sentence.
   */
  reason: string
  what: Wanted
}
/**
 * The password again. `POST /api/v1/session/confirm`; valid for five minutes of this session.
 */
export interface ConfirmIn {
  /**
   * The password.
   */
  password: string
}
/**
 * A self-exclusion.
 */
export interface Excluded {
  until: Moment
}
/**
 * Excludes the asker. `POST /api/v1/exclusion`; it cannot be taken back.
 */
export interface ExclusionIn {
  /**
   * The number of days it lasts.
   */
  days: number
}
/**
 * What an act would do. `POST /api/v1/tables/{table}/foresee`; nothing is done.
 */
export interface Foresee {
  act: Act
  role: Role
}
/**
 * What would happen.
 */
export interface Foreseen {
  /**
   * The events in words.
   */
  news: News[]
}
/**
 * Lets a guest in with play money. `POST /api/v1/guest`.
 */
export interface GuestIn {
  /**
   * The name they want to be called by; one is made up otherwise.
   */
  name?: string | null
}
/**
 * What is printed on the layout of a table. Whoever draws a table draws this.
 */
export interface Layout {
  /**
   * The areas of a position, one for each wager that is placed.
   */
  areas: LayoutArea[]
  /**
   * Where the odds of each wager on offer are shown.
   */
  odds: LayoutOdds[]
  /**
   * The wagers whose odds the sign at the table shows.
   */
  on_sign: Wager[]
  operator: PostedRule
  /**
   * With which hand the dealer plays, in the words that must be printed.
   */
  phrase?: PostedRule | null
  /**
   * The betting positions, each with all the areas.
   */
  positions: number
  sign: OperatorSign
}
/**
 * What every player has for one wager.
 */
export interface LayoutArea {
  /**
   * The clauses and readings behind it.
   */
  clauses: string[]
  kind: AreaKind
  /**
   * What is written there, where it must be these words.
   */
  marked?: string | null
  wager: Wager
}
/**
 * Where the odds of a wager are shown.
 */
export interface LayoutOdds {
  at: OddsShown
  /**
   * The clauses and readings behind it.
   */
  clauses: string[]
  wager: Wager
}
/**
 * A rule in a sentence.
 */
export interface PostedRule {
  /**
   * The clauses.
   */
  clauses: string[]
  /**
   * The same with its values; none where the sentence is a regulation's.
   */
  says?: Posted | null
  /**
   * The sentence.
   */
  text: string
}
/**
 * Limits of one player; one that is absent does not limit.
 */
export interface Limits {
  /**
   * The most that may be lost in a day, UTC, in cents.
   */
  loss_day?: number | null
  /**
   * The most that may be lost in a sitting, in cents.
   */
  loss_sitting?: number | null
  /**
   * The most minutes in a day.
   */
  minutes_day?: number | null
  /**
   * The most minutes in a sitting.
   */
  minutes_sitting?: number | null
  /**
   * The number of minutes from one reminder to the next.
   */
  reminder_minutes?: number | null
}
/**
 * A player's limits and figures. `GET /api/v1/limits`.
 */
export interface LimitsNow {
  figures: PlayFigures
  house: Limits
  /**
   * Looser ones that do not apply yet.
   */
  later?: Limits | null
  /**
   * From when those apply.
   */
  later_from?: Moment | null
  /**
   * Whether the house protects its players at all: without it there is nothing to set.
   */
  offered: boolean
  own: Limits
  /**
   * Whether players may exclude themselves here.
   */
  self_exclusion: boolean
}
/**
 * Uses a one-time link: the person chooses a password, if the account has none yet. `POST /api/v1/link`.
 */
export interface LinkIn {
  /**
   * The code from the second person, if two people made the link.
   */
  code?: string | null
  /**
   * A password for later sign-ins, if the person wants one.
   */
  password?: string | null
  /**
   * The token of the link.
   */
  token: string
}
/**
 * Something to be done at a table. The server adds who and when.
 */
export interface Order {
  act: Act
  /**
   * An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
   */
  id: string
  /**
   * A player's wagers for the next round, placed when the house has ended this one, at tables where that takes no time.
   * All of them are placed, or none. Even if they are not, the acts above are done: the answer reports both.
   *
   * @maxItems 31
   */
  next?: Act[]
  role?: Role
  /**
   * The table.
   */
  table: string
  /**
   * Acts that follow it directly, with nobody else's in between: all of them are done, or none.
   *
   * @maxItems 31
   */
  then?: Act[]
}
/**
 * A line of a past settlement.
 */
export interface PastLine {
  /**
   * For a share of a meter: which, and what leaves it in cents.
   *
   * @minItems 2
   * @maxItems 2
   */
  award?: [Level, number] | null
  /**
   * The clause that decides it.
   */
  clause?: ClauseId | null
  /**
   * For an envy bonus: whose hand gave it.
   */
  from?: number | null
  hand: HandName
  /**
   * The limits on what a round pays that cut it.
   */
  limited?: LimitCut[]
  /**
   * The player's net result, in cents.
   */
  net: number
  outcome: Outcome
  /**
   * What is paid on top of the stake.
   */
  paid: number
  payer: Payer
  /**
   * The paytable's line.
   */
  pays?: Pays | null
  /**
   * The position it belongs to.
   */
  position: number
  /**
   * The reading that decides it.
   */
  reading?: number | null
  /**
   * What is returned of the stake.
   */
  returned: number
  /**
   * What was staked.
   */
  stake: number
  /**
   * Who must validate it first.
   */
  validated_by?: Role | null
  wager: Wager
}
/**
 * A past round in one line. `GET /api/v1/tables/{table}/rounds?before=N&limit=20&lines=true`, the latest first.
 */
export interface PastRound {
  /**
   * The dealer's cards, where they were turned up.
   */
  dealer: Face[]
  ended: Moment
  /**
   * The lines of the settlement, where they are asked for.
   */
  lines?: PastLine[]
  /**
   * The round.
   */
  round: number
  /**
   * What became of each position.
   */
  seats: PastSeat[]
  /**
   * Whether it was void.
   */
  void: boolean
}
/**
 * A position of a past round.
 */
export interface PastSeat {
  /**
   * The cards, where they were turned up.
   */
  cards: Face[]
  /**
   * What the person won or lost in total, in cents.
   */
  net: number
  /**
   * The player who sat there.
   */
  person: string
  /**
   * The position.
   */
  position: number
}
/**
 * What is posted at a table: its rules and paytables. `GET /api/v1/tables/{table}/placard`.
 */
export interface Placard {
  /**
   * Whether the house is an example that nobody has approved: pages say so (READING 96).
   */
  example: boolean
  /**
   * The house's digest.
   */
  house: string
  /**
   * The jurisdiction in words.
   */
  jurisdiction: string
  layout: Layout
  /**
   * The operator.
   */
  operator: string
  /**
   * The paytables in force.
   */
  paytables: PostedTable[]
  /**
   * The rulebook's code.
   */
  rulebook: string
  /**
   * The rules in short sentences, each with its clauses.
   */
  rules: PostedRule[]
  /**
   * The table.
   */
  table: string
  /**
   * The wagers with their limits.
   */
  wagers: WagerCard[]
}
/**
 * A posted paytable.
 */
export interface PostedTable {
  /**
   * The lines, the highest hand first.
   */
  lines: PostedLine[]
  /**
   * Its name, such as `A`.
   */
  name: string
  wager: Wager
}
/**
 * A line of a posted paytable.
 */
export interface PostedLine {
  /**
   * The clause.
   */
  clause?: string | null
  /**
   * The hand in words.
   */
  hand: string
  name: HandName
  /**
   * What it pays; one for each number of players where that matters, and none where it pays nothing.
   */
  pays: (Payment | null)[]
  /**
   * The number of players that the line is for, where that matters.
   */
  players?: number | null
}
/**
 * A step of the table's procedure. `GET /api/v1/tables/{table}/procedure`, in the order of the table.
 */
export interface ProcedureStep {
  by: Role
  /**
   * The clauses.
   */
  clauses: string[]
  /**
   * The readings.
   */
  readings?: number[]
  /**
   * What a human dealer is reminded of.
   */
  reminders?: PostedRule[]
  /**
   * The step.
   */
  step: string
}
/**
 * Fewer roles or tables for somebody, at once. `POST /api/v1/staff/{name}/rights`.
 */
export interface RightsIn {
  /**
   * The roles that are left.
   */
  roles: Role[]
  /**
   * The tables that they are for; all of them if left out.
   */
  tables?: string[]
}
/**
 * Signs somebody in. `POST /api/v1/session`.
 */
export interface SignIn {
  /**
   * The name.
   */
  name: string
  /**
   * The password.
   */
  password: string
}
