//! Acts as a stranger would invent them: every kind, with amounts, positions, cards and words that may or may not fit.

use cards::Card;
use rules::rulebook::vocabulary::{Irregularity, Leaver};
use rules::settle::Decision;
use rules::{Cents, Level, Wager};
use table::{
    Act, Command, DeckId, Device, DeviceStatus, Digest, Face, Holder, Instrument, MOST, Method, Moment, Order,
    PROGRESSIVES, Resolution, Shuffle, State,
};

use super::Dice;

fn pick<T: Clone>(dice: &mut Dice, from: &[T]) -> T {
    from[dice.below(from.len() as u64) as usize].clone()
}

fn amount(dice: &mut Dice) -> Cents {
    let odd = [0, 1, -1, 99, 100, 500, 1000, 2500, MOST, MOST + 1, -MOST, i64::MAX, i64::MIN, i64::MAX - 1];
    if dice.below(3) == 0 { Cents(pick(dice, &odd)) } else { Cents(500 * (1 + dice.below(12) as i64)) }
}

fn position(dice: &mut Dice) -> u8 {
    if dice.below(10) == 0 { pick(dice, &[0, 8, 9, 255]) } else { 1 + dice.below(7) as u8 }
}

fn deck(dice: &mut Dice) -> DeckId {
    pick(dice, &DeckId::ALL)
}

fn wager(dice: &mut Dice) -> Wager {
    pick(dice, Wager::ALL)
}

fn progressive(dice: &mut Dice) -> Wager {
    if dice.below(8) == 0 { wager(dice) } else { pick(dice, &PROGRESSIVES) }
}

fn words(dice: &mut Dice) -> std::sync::Arc<str> {
    match dice.below(12) {
        0 => "".into(),
        1 => "  ".into(),
        2 => "two\nlines".into(),
        3 => "x".repeat(5_000).into(),
        4 => "ünïcödé ♠".into(),
        _ => "because".into(),
    }
}

fn number(dice: &mut Dice) -> u8 {
    if dice.below(6) == 0 { pick(dice, &[0, 1, 9, 10, 42, 43, 51, 52, 60, 61, 255]) } else { dice.below(53) as u8 }
}

fn face(dice: &mut Dice) -> Face {
    Face(pick(dice, &Card::ALL))
}

fn holder(dice: &mut Dice) -> Holder {
    match dice.below(4) {
        0 => Holder::Dealer,
        1 => Holder::Community,
        _ => Holder::Position(position(dice)),
    }
}

fn shuffle(dice: &mut Dice) -> Option<Box<Shuffle>> {
    match dice.below(5) {
        0 => None,
        1 => {
            // A commitment to a different order.
            let (mut shuffle, other) = (dice.shuffle(), dice.shuffle());
            shuffle.commitment = other.commitment;
            Some(Box::new(shuffle))
        }
        2 => Some(Box::new(Shuffle::commit(Order::new(Card::ALL).expect("a deck"), Digest::default()))),
        _ => Some(Box::new(dice.shuffle())),
    }
}

fn maybe<T>(dice: &mut Dice, make: impl Fn(&mut Dice) -> T) -> Option<T> {
    (dice.below(2) == 0).then(|| make(dice))
}

const DEVICES: [Device; 3] = [Device::Shuffler, Device::Shoe, Device::Controller];
const STATUSES: [DeviceStatus; 5] = [
    DeviceStatus::InService,
    DeviceStatus::OutOfOrder,
    DeviceStatus::Covered,
    DeviceStatus::Signed,
    DeviceStatus::Removed,
];
const LEVELS: [Level; 4] = [Level::Main, Level::Mega, Level::Major, Level::Minor];

/// Any act.
pub fn any(state: &State, dice: &mut Dice) -> Act {
    let kinds: [fn(&State, &mut Dice) -> Act; 7] = [money, decks, people, closing, dealing, showdown, rest];
    pick(dice, &kinds)(state, dice)
}

fn money(_: &State, dice: &mut Dice) -> Act {
    let amount = amount(dice);
    match dice.below(8) {
        0 => Act::OpenTable { float: amount },
        1 => Act::CloseTable,
        2 => Act::Fill { amount },
        3 => Act::Credit { amount },
        4 => Act::BuyIn { amount },
        5 => Act::CashOut { amount },
        6 => Act::Tip { amount },
        _ => {
            let with = match dice.below(8) {
                0 => Instrument::SpokenCash,
                1 => Instrument::Coupon,
                _ => Instrument::Chips,
            };
            Act::Wager { position: position(dice), wager: wager(dice), amount, with }
        }
    }
}

fn decks(_: &State, dice: &mut Dice) -> Act {
    let deck = deck(dice);
    match dice.below(19) {
        0 | 2 => Act::ReceiveDeck { deck, preshuffled: false },
        1 => Act::ReceiveDeck { deck, preshuffled: true },
        3 => Act::Inspect { deck },
        4 => Act::Verify { deck },
        5 => Act::Spread { deck },
        6 => Act::FirstPlayer { deck },
        7 => Act::Wash { deck },
        8 => Act::Stack { deck },
        9 => Act::Shuffle { deck, method: pick(dice, &[Method::Hand, Method::Device]) },
        10 => Act::DeviceCount { deck, cards: number(dice) },
        11 => Act::RemoveDeck { deck, reason: words(dice) },
        12 => Act::Cut { deck, at: number(dice) },
        13 => Act::Recut { deck, at: number(dice), reason: words(dice) },
        14 => Act::OrderShuffle { deck, reason: words(dice) },
        15 => Act::Load { deck },
        16 => Act::OfferCut { deck },
        17 => Act::DeclineCut { deck },
        _ => pick(dice, &[Act::Idle { face_up: false }, Act::Idle { face_up: true }, Act::TurnUp]),
    }
}

fn people(_: &State, dice: &mut Dice) -> Act {
    let position = position(dice);
    match dice.below(12) {
        0 | 1 => Act::Sit { position },
        2 => Act::Rise { position },
        3 => Act::Leave { position },
        4 => Act::Lost { position },
        5 => Act::Back { position },
        6 => Act::RuleLeaver { position, verdict: pick(dice, &[Leaver::Abandoned, Leaver::FoldUndecided]) },
        7 => Act::Ruling { text: words(dice) },
        8 if dice.below(8) == 0 => Act::CallFloor { reason: words(dice) },
        9 => Act::Resume { reason: words(dice) },
        10 => Act::TimeUp { position, since: Moment(1_800_000_000_000 + dice.below(100_000_000) as i64) },
        _ => Act::ViewFolded,
    }
}

fn closing(_: &State, dice: &mut Dice) -> Act {
    let (position, wager) = (position(dice), progressive(dice));
    match dice.below(6) {
        0 => Act::Sense { position, wager, detected: dice.below(2) == 0 },
        1 => Act::NoMoreBets,
        2 => Act::LockOut,
        3 => Act::Collect { chips: number(dice) },
        4 => Act::Resolve { position, wager, resolution: pick(dice, &[Resolution::Accept, Resolution::Return]) },
        _ => Act::BankChips,
    }
}

fn dealing(_: &State, dice: &mut Dice) -> Act {
    match dice.below(9) {
        0 => Act::Deal { cards: number(dice), read: Vec::new() },
        1 => {
            let cards = 1 + dice.below(4) as u8;
            let faces = dice.below(2 * u64::from(cards)) as usize;
            Act::Deal { cards, read: (0..faces).map(|_| face(dice)).collect() }
        }
        2 => Act::CoverStack,
        3 => Act::DeliverStack,
        4 => Act::Community,
        5 => Act::TakeStub,
        6 => Act::CountStub { cards: number(dice), misdealt: dice.below(2) == 0, short: dice.below(3) == 0 },
        7 => Act::RackStub,
        _ => Act::ShowPlayers,
    }
}

fn showdown(_: &State, dice: &mut Dice) -> Act {
    let (position, wager) = (position(dice), progressive(dice));
    match dice.below(16) {
        0 => Act::Look { position },
        14 => Act::AllowLooks,
        1 | 2 => Act::Decide {
            position,
            decision: pick(dice, &[Decision::Play, Decision::Fold, Decision::Forfeit]),
            amount: maybe(dice, amount),
            tip: dice.below(3) == 0,
        },
        3 => Act::RevealDealer { cards: maybe(dice, |dice| [face(dice), face(dice), face(dice)]) },
        4 => Act::Reveal { position, cards: maybe(dice, |dice| [face(dice), face(dice), face(dice)]) },
        5 => Act::RevealCommunity { cards: maybe(dice, |dice| [face(dice), face(dice)]) },
        6 => {
            let cards = (0..dice.below(5)).map(|_| face(dice)).collect();
            Act::Correct { holder: holder(dice), cards, reason: words(dice) }
        }
        7 => Act::Spot { position, wager },
        8 => Act::Validate { position, wager },
        9 if dice.below(2) == 0 => Act::LeaveUnpaid { position, wager, reason: words(dice) },
        9 => Act::LightFault { position, wager, reason: words(dice) },
        10 => Act::HandPay { position, wager, document: words(dice) },
        11 => Act::Settle { position, takes: amount(dice), pays: amount(dice) },
        12 => Act::Rack { holder: holder(dice), counted: maybe(dice, |dice| dice.below(5) as u8) },
        13 => Act::EndGame,
        _ => Act::EndRound,
    }
}

fn rest(_: &State, dice: &mut Dice) -> Act {
    let wager = progressive(dice);
    match dice.below(6) {
        0 if dice.below(4) == 0 => Act::Report {
            what: pick(dice, Irregularity::ALL),
            holder: maybe(dice, holder),
            card: if dice.below(4) == 0 { Some(face(dice)) } else { None },
        },
        0 | 1 if dice.below(4) == 0 => Act::SetDevice { device: pick(dice, &DEVICES), status: pick(dice, &STATUSES) },
        2 => {
            let amount = amount(dice).0;
            Act::ProposeMeter { wager, level: pick(dice, &LEVELS), amount, reason: words(dice) }
        }
        3 => Act::ApproveMeter { wager },
        4 => Act::DeclineMeter { wager },
        _ => Act::SyncMeters { wager },
    }
}

/// Anything that could accompany an act that needs something.
pub fn supply(state: &State, dice: &mut Dice, command: &mut Command) {
    match &command.act {
        Act::Shuffle { .. } | Act::ReceiveDeck { preshuffled: true, .. } => command.shuffle = shuffle(dice),
        Act::ReceiveDeck { .. } if dice.below(2) == 0 => command.shuffle = shuffle(dice),
        Act::SyncMeters { .. } => {
            // The meters of the other progressive, our own, or what another game made of them.
            let banks: Vec<_> = state.banks.iter().flatten().cloned().collect();
            if banks.is_empty() || dice.below(8) == 0 {
                return;
            }
            let mut bank = pick(dice, &banks);
            if dice.below(2) == 0 {
                super::chaos::other_play(&mut bank, dice);
            }
            command.bank = Some(Box::new(bank));
        }
        _ => {}
    }
}
