//! Cards keyed in as each hand is turned up are settled hand by hand; cards known from the shuffle are settled all at
//! once. The same cards, wagers and decisions must move the same money, to the last fraction of a meter, in every book
//! and under every rule for shared meters. A hand misread and corrected at any point of the showdown must end up the
//! same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common::{CODES, Dice, Pit, cut_to, house_with, rich_shuffle, stacked};
use cards::{Card, Rank, Suit};
use rules::House;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::DealDevice;
use rules::settle::Decision;
use table::past::Drawn;
use table::{Act, Command, Due, Event, Face, Holder, PROGRESSIVES, Phase, Role, Shuffle, State, What, robot};

const OBSERVED: (&str, &str) =
    ("[table]\n", "[automation]\ndealer = \"person\"\n\n[cards]\nsource = \"observed\"\n\n[table]\n");

/// Houses that settle in different ways, each with known and with observed cards.
fn pairs() -> Vec<[Arc<House>; 2]> {
    let mut changes: Vec<(&str, Vec<(&str, &str)>)> = CODES.into_iter().map(|code| (code, Vec::new())).collect();
    changes.push(("sd", vec![("turn_order", "equal_shares")]));
    changes.push(("ma", vec![("turn_order", "equal_shares")]));
    changes.push(("ma", vec![("order = \"2\"", "order = \"1\"")]));
    changes.push(("ma", vec![("folded_hands_count = true", "folded_hands_count = false")]));
    let kept = "pair_plus = \"kept\"\nprogressive = \"kept\"";
    changes.push(("sd", vec![("pair_plus = \"lost\"\nprogressive = \"lost\"", kept)]));
    changes.push(("md14", vec![("meter_win_from_tray = \"$0\"", "meter_win_from_tray = \"$50,000\"")]));
    let c = "paytable = \"C\"\nstake = \"$1\"\nseed = { mega = \"$10,000\", major = \"$1,000\", minor = \"$250\" }\n\
             rate = { mega = \"10%\", major = \"5%\", minor = \"3%\" }";
    let tenth = "paytable = \"A\"\nstake = \"$1\"\nseed = \"$10,000\"\nrate = \"20%\"";
    changes.push(("md14", vec![(c, tenth), ("paytable = \"C\", stake", "paytable = \"A\", stake")]));
    let both = |(code, changes): (&str, Vec<(&str, &str)>)| {
        [house_with(code, &changes), house_with(code, &[&changes[..], &[OBSERVED]].concat())]
    };
    changes.into_iter().map(both).collect()
}

/// A round as both tables will play it.
#[derive(Default)]
struct Round {
    hands: BTreeMap<u8, Vec<Card>>,
    dealer: Vec<Card>,
    community: Vec<Card>,
    decisions: BTreeMap<u8, Decision>,
}

fn three(cards: &[Card]) -> [Face; 3] {
    [Face(cards[0]), Face(cards[1]), Face(cards[2])]
}

impl Round {
    /// A round in which each player plays with odds of three in four.
    fn decided(pit: &Pit, dice: &mut Dice) -> Round {
        let decide = |player: &robot::RobotPlayer| {
            let plays = dice.below(4) > 0;
            (player.position, if plays { Decision::Play } else { Decision::Fold })
        };
        Round { decisions: pit.players.iter().map(decide).collect(), ..Round::default() }
    }

    /// Notes the cards that the table has dealt so far.
    fn note(&mut self, state: &State) {
        for (position, hand) in state.hands().filter(|(_, hand)| hand.known().count() == 3) {
            self.hands.insert(position, hand.known().collect());
        }
        for (cards, hand) in [(&mut self.dealer, &state.round.dealer), (&mut self.community, &state.round.community)] {
            if cards.is_empty() {
                cards.extend(hand.known());
            }
        }
    }

    /// An act of the crew, with the cards the dealer keys in.
    fn keyed(&self, act: Act) -> Act {
        match act {
            Act::RevealDealer { .. } => Act::RevealDealer { cards: Some(three(&self.dealer)) },
            Act::Reveal { position, .. } => Act::Reveal { position, cards: Some(three(&self.hands[&position])) },
            Act::RevealCommunity { .. } => {
                Act::RevealCommunity { cards: Some([Face(self.community[0]), Face(self.community[1])]) }
            }
            act => act,
        }
    }
}

/// A shuffle in which several hands win the same meter: the three highest cards of a suit, or straight flushes with the
/// community cards.
fn winning_shuffle(dice: &mut Dice, house: &House, hands: usize) -> Shuffle {
    let stacks = house.cards.device == DealDevice::AutomatedShoe;
    let mut wins = match dice.below(2) {
        0 => vec!["Ac Kc Qc", "Ad Kd Qd", "Ah Kh Qh", "As Ks Qs"],
        _ => vec!["4h 5h 6h", "9h Th Jh"],
    };
    let mut others = Card::ALL.into_iter().filter(|card| card.rank() < Rank::Queen && card.suit() != Suit::Hearts);
    let hand = |_| match dice.below(2) {
        0 if !wins.is_empty() => wins.swap_remove(dice.below(wins.len() as u64) as usize).to_owned(),
        _ => others.by_ref().take(3).map(|card| card.to_string()).collect::<Vec<_>>().join(" "),
    };
    let hands: Vec<String> = (0..hands).map(hand).collect();
    let card = |hand: &str, number: usize| hand.split(' ').nth(number).expect("three cards").to_owned();
    let mut top: Vec<String> = if stacks {
        hands
    } else {
        (0..3).flat_map(|number| hands.iter().map(move |hand| card(hand, number))).collect()
    };
    top.push("7h 8h".to_owned());
    cut_to(house, stacked(&top.join(" ")))
}

/// The next command of a player or of the crew.
fn step(pit: &mut Pit, shuffles: &mut Dice, round: &Round) {
    pit.at.0 += 1_000;
    let decided = |command: Command| match command.act {
        Act::Decide { position, .. } => {
            let decision = round.decisions[&position];
            Command { act: Act::Decide { position, decision, amount: None, tip: false }, ..command }
        }
        _ => command,
    };
    if let Some(command) = pit.players.iter().find_map(|player| player.command(&pit.state, pit.at)) {
        return pit.command(decided(command));
    }
    let todo = pit.state.next(pit.at).expect("something to do");
    let act = if pit.state.observed() { round.keyed(todo.act) } else { todo.act };
    let mut command = Command::new(format!("crew {}", pit.commands.len()), robot::robot(todo.by), pit.at, act);
    if pit.state.order_for(&command.act).is_some() {
        let (house, hands) = (pit.state.house.clone(), pit.players.len() + 1);
        let wins = shuffles.below(2) == 0;
        let made = if wins { winning_shuffle } else { rich_shuffle }(shuffles, &house, hands);
        command.shuffle = Some(Box::new(made));
    }
    pit.command(command);
}

/// What moved: everybody's chips, the house's, and every meter exactly.
fn moved(state: &State) -> (BTreeMap<String, i64>, i64, Vec<String>) {
    let purses = state.money.purses.iter().map(|(person, chips)| (person.name().to_owned(), chips.0)).collect();
    let levels = PROGRESSIVES.into_iter().zip(&state.banks).flat_map(|(wager, bank)| {
        let levels = bank.iter().flat_map(|bank| bank.levels());
        levels.map(move |(level, meter)| format!("{wager} {} {}", level.word(), meters::exact(meter)))
    });
    (purses, state.money.tray.0 + state.money.cage.0, levels.collect())
}

/// What was due in a round, sorted by position and wager: the two tables write it down in different orders.
fn dues(events: &[Event]) -> Vec<Due> {
    let mut drawn = Drawn::default();
    events.iter().for_each(|event| drawn.follow(&event.what));
    let mut dues = drawn.lines().to_vec();
    dues.sort_by_key(|due| (due.position, due.wager as u8, due.from));
    dues
}

/// Whether a win is part of a meter: the rest goes to the next winner.
fn of_a_part(due: &Due) -> bool {
    matches!(due.pays, Some(Pays::OfMeter(share, _)) if share.to_string() != "100%")
}

#[test]
fn hands_settled_one_by_one_are_paid_as_if_all_were_known() {
    let (mut rounds, mut metered, mut shared, mut parts) = (0, 0, 0, 0);
    for (number, [known, observed]) in pairs().into_iter().enumerate() {
        let operator = format!("{} {number}", known.book.code);
        let mut shuffles = Dice(7 + number as u64);
        let mut tables = [known, observed].map(|house| Pit::new(house, 1).with_players(4));
        for _ in 0..100 {
            let mut round = Round::decided(&tables[0], &mut shuffles);
            let before = [tables[0].events.len(), tables[1].events.len()];
            for pit in &mut tables {
                let over = pit.state.round.number + 1;
                while pit.state.round.number < over {
                    if !pit.state.observed() && matches!(pit.state.phase(), Phase::Deciding | Phase::Showdown) {
                        round.note(&pit.state);
                    }
                    step(pit, &mut shuffles, &round);
                }
            }
            let [known, keyed] = [0, 1].map(|table| dues(tables[table].since(before[table])));
            assert_eq!(known, keyed, "{operator}: {:?}", round.hands);
            assert_eq!(moved(&tables[0].state), moved(&tables[1].state), "{operator}: {:?}", round.hands);
            let winners: Vec<_> = known.iter().filter(|due| due.award.is_some()).collect();
            let meters: BTreeSet<_> =
                winners.iter().map(|due| (due.wager, due.award.map(|(level, _)| level))).collect();
            rounds += 1;
            metered += u32::from(!winners.is_empty());
            shared += u32::from(winners.len() > meters.len());
            parts += u32::from(winners.iter().filter(|due| of_a_part(due)).count() > 1);
        }
    }
    println!(
        "{rounds} rounds, {metered} with a win from a meter, {shared} with two of one, {parts} with two parts of one"
    );
    assert!(metered > 100 && shared > 20 && parts > 5, "too few rounds win from a meter");
}

/// A misread hand: whose it is, and its real cards.
struct Misread {
    holder: Holder,
    cards: Vec<Face>,
}

/// The next command of a crew that misreads hands, or of a floorperson who corrects them.
fn careless_step(pit: &mut Pit, dice: &mut Dice, round: &Round, misread: &mut Option<Misread>) {
    let mut todo = pit
        .state
        .next(pit.at)
        .filter(|_| !pit.players.iter().any(|player| player.command(&pit.state, pit.at).is_some()));
    let ends = |act: &Act| matches!(act, Act::EndGame | Act::EndRound | Act::Rack { holder: Holder::Dealer, .. });
    let last = todo.as_ref().is_some_and(|todo| ends(&todo.act));
    if let Some(Misread { holder, cards }) = misread.take_if(|_| last || dice.below(6) == 0) {
        let reason = "misread".into();
        return pit.act(Role::Floorperson, "Flo", Act::Correct { holder, cards, reason });
    }
    let keyed = todo.take().map(|todo| round.keyed(todo.act));
    let (holder, cards) = match keyed {
        Some(Act::RevealDealer { cards: Some(cards) }) => (Holder::Dealer, cards.to_vec()),
        Some(Act::Reveal { position, cards: Some(cards) }) => (Holder::Position(position), cards.to_vec()),
        Some(Act::RevealCommunity { cards: Some(cards) }) => (Holder::Community, cards.to_vec()),
        _ => return step(pit, dice, round),
    };
    if misread.is_some() || dice.below(3) == 0 {
        return step(pit, dice, round);
    }
    // Cards of the stub: nobody has them.
    let hands = round.hands.values().chain([&round.dealer, &round.community]).flatten();
    let out: BTreeSet<Card> = hands.copied().collect();
    let mut stub: Vec<Card> = Card::ALL.into_iter().filter(|card| !out.contains(card)).collect();
    let mut wrong = Round { decisions: round.decisions.clone(), ..Round::default() };
    (wrong.hands, wrong.dealer, wrong.community) = (round.hands.clone(), round.dealer.clone(), round.community.clone());
    let read = match holder {
        Holder::Dealer => &mut wrong.dealer,
        Holder::Position(position) => wrong.hands.get_mut(&position).expect("a hand"),
        Holder::Community => &mut wrong.community,
    };
    // Misread one card of the hand, or all of them.
    let changed = if dice.below(2) == 0 { 1 } else { read.len() };
    for card in read.iter_mut().take(changed) {
        *card = stub.swap_remove(dice.below(stub.len() as u64) as usize);
    }
    *misread = Some(Misread { holder, cards });
    step(pit, dice, &wrong);
}

#[test]
fn a_hand_that_was_misread_is_paid_as_it_is_in_the_end() {
    let (mut corrected, mut undone, mut taken_back) = (0, 0, 0);
    for (number, [known, observed]) in pairs().into_iter().enumerate() {
        let operator = format!("{} {number}", known.book.code);
        let mut shuffles = Dice(70 + number as u64);
        let mut errors = Dice(700 + number as u64);
        let mut tables = [known, observed].map(|house| Pit::new(house, 1).with_players(4));
        for _ in 0..100 {
            let mut round = Round::decided(&tables[0], &mut shuffles);
            let before = [tables[0].events.len(), tables[1].events.len()];
            let mut misread = None;
            for pit in &mut tables {
                let over = pit.state.round.number + 1;
                while pit.state.round.number < over {
                    if pit.state.observed() {
                        careless_step(pit, &mut errors, &round, &mut misread);
                        continue;
                    }
                    if matches!(pit.state.phase(), Phase::Deciding | Phase::Showdown) {
                        round.note(&pit.state);
                    }
                    step(pit, &mut shuffles, &round);
                }
            }
            assert!(misread.is_none(), "{operator}: nobody put it right");
            let [known, keyed] = [0, 1].map(|table| dues(tables[table].since(before[table])));
            assert_eq!(known, keyed, "{operator}: {:?}", round.hands);
            assert_eq!(moved(&tables[0].state), moved(&tables[1].state), "{operator}: {:?}", round.hands);
            let events = tables[1].since(before[1]);
            corrected += u32::from(events.iter().any(|event| matches!(event.what, What::Corrected { .. })));
            undone += u32::from(events.iter().any(|event| matches!(event.what, What::Undone { .. })));
            let back = |event: &Event| matches!(event.what, What::Meter { entry: meters::Entry::TakenBack { .. }, .. });
            taken_back += u32::from(events.iter().any(back));
        }
    }
    println!(
        "{corrected} rounds with a hand put right, {undone} with lines undone, {taken_back} with a win taken back"
    );
    assert!(corrected > 600 && undone > 200 && taken_back > 10, "too few corrections come late");
}
