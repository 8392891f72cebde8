//! The table reveals to nobody what they may not know: two decks that a viewer cannot distinguish give the same views.
//!
//! A round is played. The cards that one viewer has seen up to some moment are noted; all other cards are exchanged
//! among themselves, and a table with that deck gets the same commands. Up to that moment every view of the viewer must
//! be the same, byte for byte: seats, settlement, next step, legal acts. So must every refusal of what the viewer
//! tries, and nobody else's command may be accepted at one table and refused at the other.
//!
//! The comparison omits one field: the commitment to a deck. It is the hash of the order and a nonce that stays secret
//! until the round is over, so another order has another commitment, which reveals nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{Dice, Pit, acts, all_wagers, electronic_houses, house_with, many_houses, place_of, rich_shuffle};
use cards::Card;
use rules::rulebook::vocabulary::Needs;
use rules::{Cents, House};
use table::robot::RobotPlayer;
use table::{Act, Actor, Command, Face, Order, Phase, Role, Shuffle, State, View, decide, legal, view};

/// The number of pairs in all, shared by four tests that run in parallel.
const PAIRS: u64 = 12_000;

/// How many viewers and moments are compared in one round.
const LOOKS: u64 = 8;

/// The lowest high cards with which a robot may play.
const RANKS: [cards::Rank; 6] =
    [cards::Rank::Five, cards::Rank::Nine, cards::Rank::Jack, cards::Rank::Queen, cards::Rank::King, cards::Rank::Ace];

/// A round: its commands, and the index from which the wagers are closed.
struct Trace {
    house: Arc<House>,
    commands: Vec<Command>,
    closed: usize,
}

/// Plays a round with robots who wager at random; now and then somebody does something else that is lawful.
fn play(house: &Arc<House>, seed: u64) -> Trace {
    let mut dice = Dice(seed);
    let mut pit = Pit::new(house.clone(), seed);
    let stakes = all_wagers(house);
    let players = if house.table.electronic { 7 } else { house.table.positions };
    for player in 1..=players {
        if dice.below(4) == 0 && player > 1 {
            continue;
        }
        let mut own = stakes;
        for wager in rules::Wager::ALL {
            if dice.below(4) == 0
                && let Some(stake) = own.on_mut(*wager)
            {
                *stake = Cents::ZERO;
            }
        }
        let base = if own.ante.is_zero() { stakes.pair_plus } else { own.pair_plus };
        own.pair_plus = base;
        // What depends on the ante goes with it.
        if own.ante.is_zero() {
            (own.tip_ante, own.match_play) = (Cents::ZERO, Cents::ZERO);
            if house.book.progressive.as_ref().is_some_and(|law| law.needs.allows(&Needs::Ante)) {
                own.progressive = Cents::ZERO;
            }
        }
        if own.pair_plus.is_zero() {
            own.tip_pair_plus = Cents::ZERO;
        }
        let bound = house.precondition != rules::rulebook::vocabulary::Precondition::None || house.equal_stakes;
        pit.players.push(RobotPlayer {
            person: format!("P{player}").as_str().into(),
            position: place_of(house, player),
            stakes: if bound { stakes } else { own },
            plays_from: cards::Strength::floor(&[RANKS[dice.below(6) as usize]]).expect("a hand"),
            buy_in: Cents::dollars(1_000),
        });
    }
    let hands = if house.table.electronic { 4 } else { pit.players.len() + 1 };
    let mut closed = None;
    while pit.state.round.number == 1 {
        if closed.is_none() && pit.state.round.closed {
            closed = Some(pit.commands.len());
        }
        if closed.is_some() && dice.below(14) == 0 {
            aside(&mut pit, &mut dice);
        }
        if pit.state.round.number > 1 {
            break;
        }
        pit.at.0 += 1000;
        let wants = pit.players.iter().find_map(|player| player.command(&pit.state, pit.at));
        let command = wants.or_else(|| {
            let mut shuffle = || match dice.below(3) {
                0 => dice.shuffle(),
                _ => rich_shuffle(&mut dice, house, hands),
            };
            table::robot::command(&pit.state, pit.at, &mut shuffle)
        });
        let Some(command) = command else {
            panic!("the table stands still in {:?}", pit.state.phase());
        };
        pit.command(command);
    }
    Trace { house: house.clone(), commands: pit.commands, closed: closed.expect("wagers were closed") }
}

/// Somebody does something lawful outside the procedure.
fn aside(pit: &mut Pit, dice: &mut Dice) {
    let roles = [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Device, Role::System, Role::Player];
    let role = roles[dice.below(6) as usize];
    let person = if role == Role::Player { format!("P{}", 1 + dice.below(7)) } else { "Sam".to_owned() };
    let who = Actor::new(role, &person);
    let mut offers = legal(&pit.state, &who, pit.at);
    let upsets = |act: &Act| matches!(act, Act::SetDevice { .. } | Act::Leave { .. });
    let supplied = |act: &Act| matches!(act, Act::Shuffle { .. } | Act::ReceiveDeck { .. } | Act::SyncMeters { .. });
    offers.retain(|offer| offer.fields.is_empty() && !upsets(&offer.act) && !supplied(&offer.act));
    if offers.is_empty() {
        return;
    }
    let act = offers[dice.below(offers.len() as u64) as usize].act.clone();
    // A round that is void at once shows little.
    if matches!(act, Act::Report { .. }) && dice.below(6) > 0 {
        return;
    }
    pit.act(role, &person, act);
}

/// Everything a viewer is shown, and the cards in it.
fn shown(state: &State, who: &Actor, command: &Command, seen: &mut BTreeSet<Face>) -> String {
    let mut view: View = view(state, who, command.at);
    for deck in &mut view.decks {
        deck.commitment = None;
    }
    let seats = view.seats.iter().map(|seat| &seat.hand);
    let hands = seats.chain(&view.shared).chain([&view.dealer, &view.community]);
    seen.extend(hands.flat_map(|hand| hand.cards.iter()).chain(&view.aside).flatten());
    serde_json::to_string(&view).expect("a view is written")
}

/// What the viewer learns by trying something.
fn tried(state: &State, who: &Actor, command: &Command, act: &Act) -> String {
    let command = Command::new("try", who.clone(), command.at, act.clone());
    match decide(state, &command) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.written(&state.house).to_string(),
    }
}

/// A shuffle with all unseen cards exchanged.
fn exchanged(shuffle: &Shuffle, seen: &BTreeSet<Face>, dice: &mut Dice) -> Shuffle {
    let mut cards: [Card; 52] = *shuffle.order.cards();
    let places: Vec<usize> = (0..52).filter(|place| !seen.contains(&Face(cards[*place]))).collect();
    for i in (1..places.len()).rev() {
        cards.swap(places[i], places[dice.below(i as u64 + 1) as usize]);
    }
    Shuffle::commit(Order::new(cards).expect("every card once"), shuffle.nonce)
}

/// The commands with the unseen cards exchanged.
fn with_other_deck(commands: &[Command], seen: &BTreeSet<Face>, dice: &mut Dice) -> Vec<Command> {
    let mut other = commands.to_vec();
    for command in &mut other {
        if let Some(shuffle) = &mut command.shuffle {
            **shuffle = exchanged(shuffle, seen, dice);
        }
    }
    other
}

fn opened(trace: &Trace, commands: &[Command]) -> State {
    let mut state = State::new(trace.house.clone(), &meters::GameId::new("table 1").expect("a name"));
    for command in commands {
        let events = decide(&state, command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
        state.apply_all(&events);
    }
    state
}

/// One pair: the viewer's views of a round up to some moment, with the real deck and with another.
fn pair(trace: &Trace, start: &State, who: &Actor, until: usize, dice: &mut Dice) {
    let mut tries: Vec<Act> = (0..4).map(|_| acts::any(start, dice)).collect();
    // These would reveal the most, if anything: ends, wins and payments that depend on cards.
    let position = 1 + dice.below(7) as u8;
    let wager = rules::Wager::ALL[dice.below(rules::Wager::ALL.len() as u64) as usize];
    let (takes, pays) = (Cents(500), Cents(500));
    tries.extend([
        Act::EndRound,
        Act::EndGame,
        Act::Validate { position, wager },
        Act::HandPay { position, wager, document: "7".into() },
        Act::Settle { position, takes, pays },
        Act::Rack { holder: table::Holder::Position(position), counted: None },
        Act::Reveal { position, cards: None },
        Act::RevealCommunity { cards: None },
    ]);
    let mut seen = BTreeSet::new();
    let mut state = start.clone();
    let mut views = Vec::new();
    for command in &trace.commands[trace.closed..until] {
        let events = decide(&state, command).expect("it was accepted before");
        state.apply_all(&events);
        let told: Vec<String> = tries.iter().map(|act| tried(&state, who, command, act)).collect();
        views.push((shown(&state, who, command, &mut seen), told));
    }
    let other = with_other_deck(&trace.commands[..until], &seen, dice);
    let mut state = opened(trace, &other[..trace.closed]);
    for (command, (before, told)) in other[trace.closed..].iter().zip(&views) {
        let verdict = decide(&state, command);
        let events = verdict.unwrap_or_else(|refusal| {
            panic!(
                "{}: {:?} of {:?} is taken with one deck and refused with the other: {}",
                trace.house.book.code,
                command.act,
                command.by.role,
                refusal.written(&trace.house)
            )
        });
        state.apply_all(&events);
        let now = shown(&state, who, command, &mut BTreeSet::new());
        assert!(
            now == *before,
            "{}: after {:?}, {:?} {} sees a difference:\n{}",
            trace.house.book.code,
            command.act,
            who.role,
            who.person,
            difference(before, &now)
        );
        for (act, told) in tries.iter().zip(told) {
            assert_eq!(&tried(&state, who, command, act), told, "{who:?} tries {act:?} after {:?}", command.act);
        }
    }
}

/// Where two texts differ.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(at.saturating_sub(120)).take(400).collect::<String>();
    format!("{}\n{}", part(one), part(other))
}

fn quarter(number: u64) {
    looks(many_houses(), number, PAIRS / 4);
}

fn looks(mut houses: Vec<Arc<House>>, number: u64, all: u64) {
    houses.retain(|house| house.cards.source == rules::house::CardSource::Shuffled);
    let mut pairs = 0;
    let mut seed = number;
    while pairs < all {
        let trace = play(&houses[(seed as usize / 4) % houses.len()], seed);
        let start = opened(&trace, &trace.commands[..trace.closed]);
        let mut dice = Dice(seed ^ 0x5ec2e7);
        for look in 0..LOOKS {
            // Every role, and every position, in turn.
            let roles =
                [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Surveillance, Role::Device, Role::System];
            let who = match (look + seed * LOOKS) % 14 {
                position @ 0..7 => Actor::new(Role::Player, &format!("P{}", position + 1)),
                13 => Actor::new(Role::Player, "somebody without a seat"),
                role => Actor::new(roles[role as usize - 7], "Sam"),
            };
            let steps = (trace.commands.len() - trace.closed) as u64;
            let until = trace.closed + 1 + dice.below(steps) as usize;
            pair(&trace, &start, &who, until, &mut dice);
            pairs += 1;
        }
        seed += 4;
    }
}

#[test]
fn no_view_tells_of_hidden_cards_1_of_4() {
    quarter(0);
}

#[test]
fn no_view_tells_of_hidden_cards_2_of_4() {
    quarter(1);
}

#[test]
fn no_view_tells_of_hidden_cards_3_of_4() {
    quarter(2);
}

#[test]
fn no_view_tells_of_hidden_cards_4_of_4() {
    quarter(3);
}

/// Terminals: their shared hands lie face up for all, their wagers do not.
#[test]
fn no_view_tells_of_hidden_cards_at_an_electronic_table() {
    looks(electronic_houses(), 1, 2_000);
}

/// With physical cards read by a shoe, a refusal of keyed cards names none that lies face down: otherwise, by adding a
/// card that is surely wrong, somebody could find out which of the others are out.
#[test]
fn a_wrong_card_among_others_tells_nothing_of_what_lies_face_down() {
    let shoe = ("device = \"automated_shoe\"\ndealer_stack = \"in_shuffler\"", "device = \"manual_shoe\"");
    let person = ("[table]\n", "[automation]\ndealer = \"person\"\n\n[cards]\nsource = \"observed\"\n\n[table]\n");
    let mut pit = Pit::new(house_with("md14", &[shoe, person]), 3).with_players(2);
    for _ in 0..100 {
        if pit.state.phase() == Phase::Dealing {
            break;
        }
        if !pit.step() {
            let todo = pit.state.next(pit.at).expect("somebody is to act");
            pit.act(todo.by, "Dan", todo.act);
        }
    }
    let read = |cards: &[&str]| -> Vec<Face> { cards.iter().map(|card| Face(card.parse().expect("a card"))).collect() };
    let deal = |cards: &[&str]| Act::Deal { cards: cards.len() as u8, read: read(cards) };
    pit.act(Role::Dealer, "Dan", deal(&["Qh"]));
    let refused = |cards: &[&str]| pit.refused(Role::Dealer, "Dan", deal(cards));
    // The same card twice: refused in the same words, whatever the first card is.
    assert_eq!(refused(&["Qh", "2c", "2c"]), refused(&["Ks", "2c", "2c"]));
    assert!(refused(&["Ks", "2c", "2c"]).contains("2c"));
    // One of two is out: the refusal does not say which.
    assert_eq!(refused(&["Qh", "3d"]), refused(&["3d", "Qh"]));
    assert!(!refused(&["Qh", "3d"]).contains("Qh"));
    // A single card names itself. Had it not been out, it would be dealt, for all to see in the record.
    assert!(refused(&["Qh"]).contains("Qh"));
}
