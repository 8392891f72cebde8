//! From a command to events or a refusal. All rules are checked here; each area of the table has its own file.

use rules::rulebook::Step;

use crate::act::{Act, Command, DeckId};
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, Seat, State};
use crate::who::{Actor, NAME_BYTES_MAX, Role};
use crate::why::Why;

/// The result of a command.
pub type Decided = Result<Vec<Event>, Refusal>;

/// Decides a command.
///
/// # Errors
/// When the rules, the house or the state of the table refuse it. Nothing has changed then.
pub fn decide(state: &State, command: &Command) -> Decided {
    ensure(command.by.person.is_sound(), Why::BadName { bytes: NAME_BYTES_MAX }, Law::Product)?;
    decide_for(state, command)
}

/// Decides a command by somebody whose name has been checked.
pub(crate) fn decide_for(state: &State, command: &Command) -> Decided {
    let by = &command.by;
    let duty = state.comes_on_duty(by)?;
    let mut events = state.answer(command)?;
    if let Some(duty) = duty {
        events.insert(0, duty);
    }
    Ok(events)
}

impl State {
    /// Decides a command by somebody who may act in this role.
    fn answer(&self, command: &Command) -> Decided {
        let (state, by, at) = (self, &command.by, command.at);
        state.passes_hold(&command.act)?;
        match &command.act {
            Act::OpenTable { float } => state.open_table(by, at, *float),
            Act::CloseTable => state.close_table(by),
            Act::Fill { amount } => state.fill(by, *amount),
            Act::Credit { amount } => state.credit(by, *amount),
            Act::ShowPlayers => state.show_players(by),

            Act::ReceiveDeck { deck, preshuffled } => {
                state.receive_deck(by, at, *deck, *preshuffled, command.shuffle.as_deref())
            }
            Act::Inspect { deck } => state.open_deck(by, *deck, Step::Inspect),
            Act::Verify { deck } => state.open_deck(by, *deck, Step::Verify),
            Act::Spread { deck } => state.open_deck(by, *deck, Step::Spread),
            Act::FirstPlayer { deck } => state.open_deck(by, *deck, Step::FirstPlayer),
            Act::Wash { deck } => state.open_deck(by, *deck, Step::Wash),
            Act::Stack { deck } => state.open_deck(by, *deck, Step::Stack),
            Act::RemoveDeck { deck, reason } => state.remove_deck(by, at, *deck, reason),

            Act::Shuffle { deck, method } => state.shuffle(by, at, *deck, *method, command.shuffle.as_deref()),
            Act::DeviceCount { deck, cards } => state.device_count(by, *deck, *cards),
            Act::Cut { deck, at } => state.cut(by, *deck, *at),
            Act::OfferCut { deck } => state.offer_cut(by, at, *deck),
            Act::DeclineCut { deck } => state.decline_cut(by, *deck),
            Act::Recut { deck, at, reason } => state.recut(by, *deck, *at, reason),
            Act::OrderShuffle { deck, reason } => state.order_shuffle(by, *deck, reason),
            Act::Load { deck } => state.load(by, at, *deck),
            Act::Idle { face_up } => state.go_idle(by, *face_up),
            Act::TurnUp => state.turn_up(by),

            Act::Sit { position } => state.sit(by, at, *position),
            Act::Rise { position } => state.rise(by, at, *position),
            Act::Leave { position } => state.leave(by, *position),
            Act::Lost { position } => state.lost(by, at, *position),
            Act::Back { position } => state.back(by, *position),
            Act::RuleLeaver { position, verdict } => state.rule_leaver(by, at, *position, *verdict),
            Act::Ruling { text } => state.ruling(by, text),
            Act::TimeUp { position, since } => state.time_up(by, at, *position, *since),
            Act::CallFloor { reason } => state.call_floor(by, at, reason),
            Act::Resume { reason } => state.resume(by, reason),

            Act::BuyIn { amount } => state.buy_in(by, *amount),
            Act::CashOut { amount } => state.cash_out(by, *amount),
            Act::Tip { amount } => state.tip(by, *amount),
            Act::Wager { position, wager, amount, with } => state.wager(by, *position, *wager, *amount, *with),

            Act::Sense { position, wager, detected } => state.sense(by, *position, *wager, *detected),
            Act::NoMoreBets => state.no_more_bets(by, at),
            Act::LockOut => state.lock_out(by),
            Act::Collect { chips } => state.collect(by, *chips),
            Act::Resolve { position, wager, resolution } => state.resolve(by, *position, *wager, *resolution),
            Act::BankChips => state.bank_chips(by),

            Act::Deal { cards, read } => state.deal(by, at, *cards, read),
            Act::CoverStack => state.cover_stack(by),
            Act::DeliverStack => state.deliver_stack(by),
            Act::Community => state.deal_community(by),

            Act::TakeStub => state.take_stub(by),
            Act::CountStub { cards, misdealt, short } => state.count_stub(by, *cards, *misdealt, *short),
            Act::RackStub => state.rack_stub(by),

            Act::AllowLooks => state.allow_looks(by),
            Act::Look { position } => state.look(by, *position),
            Act::Ask => state.ask(by),
            Act::Decide { position, decision, amount, tip } => {
                state.decide_hand(by, *position, *decision, *amount, *tip)
            }
            Act::ViewFolded => state.view_folded(by),

            Act::RevealDealer { cards } => state.reveal_dealer(by, cards.as_ref()),
            Act::Reveal { position, cards } => state.reveal(by, *position, cards.as_ref()),
            Act::RevealCommunity { cards } => state.reveal_community(by, cards.as_ref()),
            Act::Correct { holder, cards, reason } => state.correct(by, *holder, cards, reason),
            Act::Spot { position, wager } => state.spot(by, *position, *wager),
            Act::VerifyHand { position, wager } => state.verify_hand(by, *position, *wager),
            Act::Validate { position, wager } => state.validate(by, *position, *wager),
            Act::LightFault { position, wager, reason } => state.light_fault(by, *position, *wager, reason),
            Act::LeaveUnpaid { position, wager, reason } => state.leave_unpaid(by, *position, *wager, reason),
            Act::HandPay { position, wager, document } => state.hand_pay(by, *position, *wager, document),
            Act::Settle { position, takes, pays } => state.settle(by, *position, *takes, *pays),

            Act::Rack { holder, counted } => state.rack(by, *holder, *counted),
            Act::EndGame => state.end_game(by),
            Act::EndRound => state.end_round(by, at),

            Act::Report { what, holder, card } => state.report(by, at, *what, *holder, *card),
            Act::SetDevice { device, status } => state.set_device(by, *device, *status),

            Act::SyncMeters { wager } => state.sync_meters(by, *wager, command.bank.as_deref()),
            Act::ProposeMeter { wager, level, amount, reason } => {
                state.propose_meter(by, *wager, *level, *amount, reason)
            }
            Act::ApproveMeter { wager } => state.approve_meter(by, *wager),
            Act::DeclineMeter { wager } => state.decline_meter(by, *wager),
        }
    }
}

#[cfg_attr(feature = "mutation", track_caller)]
pub(crate) fn refuse<T>(why: Why, law: Law) -> Result<T, Refusal> {
    #[cfg(feature = "mutation")]
    crate::mutation::refused(std::panic::Location::caller(), false);
    Err(Refusal { why, law })
}

/// Refuses with `why` and `law` unless the condition holds.
#[cfg_attr(feature = "mutation", track_caller)]
pub(crate) fn ensure(holds: bool, why: Why, law: Law) -> Result<(), Refusal> {
    #[cfg(feature = "mutation")]
    let holds = holds || crate::mutation::refused(std::panic::Location::caller(), true);
    if holds { Ok(()) } else { Err(Refusal { why, law }) }
}

impl What {
    pub(crate) fn by(self, law: Law) -> Event {
        Event { what: self, law }
    }

    pub(crate) fn step(self, step: Step) -> Event {
        self.by(Law::Step(step))
    }
}

impl State {
    /// Checks that the book lets the actor do this step.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn duty(&self, by: &Actor, step: Step) -> Result<(), Refusal> {
        let needs = self.house.book.procedure.by(step);
        ensure(by.serves(needs), Why::WrongRole { needs }, Law::Step(step))
    }

    /// Checks that the actor has one of these roles.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn role(&self, by: &Actor, roles: &[Role], law: Law) -> Result<(), Refusal> {
        ensure(roles.contains(&by.role), Why::NotFor { role: by.role }, law)
    }

    /// Checks that the table is in one of these phases.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn during(&self, phases: &[Phase], law: Law) -> Result<(), Refusal> {
        let now = self.phase();
        // In a void round, the law of the refusal is that of whatever voided it.
        let law = self.round.void.filter(|_| now == Phase::Void).map_or(law, |cause| self.remedy_law(cause));
        ensure(phases.contains(&now), Why::WrongPhase { now }, law)
    }

    /// Checks that this house uses the deck.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn known_deck(&self, deck: DeckId, law: Law) -> Result<(), Refusal> {
        ensure(deck.index() < usize::from(self.house.cards.decks), Why::NoSuchDeck { deck }, law)
    }

    /// The seat at a position that is taken.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn seat_at(&self, position: u8, law: Law) -> Result<&Seat, Refusal> {
        match self.seat(position) {
            Some(seat) => Ok(seat),
            None => refuse(Why::NobodyThere { position }, law),
        }
    }

    /// The actor's own seat.
    #[cfg_attr(feature = "mutation", track_caller)]
    pub(crate) fn own_seat(&self, by: &Actor, position: u8, law: Law) -> Result<&Seat, Refusal> {
        self.role(by, &[Role::Player], law)?;
        let seat = self.seat_at(position, law)?;
        ensure(seat.person == by.person, Why::NotYourSeat { position }, law)?;
        Ok(seat)
    }
}
