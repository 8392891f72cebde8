//! What goes wrong at a table, by irregularity and by book: the remedy, its clause, the wagers that go back, the
//! contributions that leave the meters, the deck that leaves the table; and that the round then ends and the next
//! begins.

use crate::common::{CODES, Pit, house, house_with};
use rules::rulebook::vocabulary::Irregularity;
use rules::{Cents, Wager};
use table::{
    Act, Actor, Command, DeckId, Device, DeviceStatus, Holder, Method, Phase, Resolution, Role, Stage, What, decide,
};

/// A table with three players who wager on everything, just before the first card.
fn at_the_deal(code: &str) -> Pit {
    deal_of(house(code))
}

fn deal_of(house: std::sync::Arc<rules::House>) -> Pit {
    let mut pit = Pit::new(house, 4).with_players(3);
    pit.until("the deal", |state| state.phase() == Phase::Dealing);
    pit
}

/// The same after one card, or one stack.
fn in_the_deal(code: &str) -> Pit {
    let mut pit = at_the_deal(code);
    pit.act(Role::Dealer, "Dee", Act::Deal { cards: 1, read: Vec::new() });
    pit
}

fn at_the_decisions(code: &str) -> Pit {
    let mut pit = Pit::new(house(code), 4).with_players(3);
    pit.until("the decisions", |state| state.phase() == Phase::Deciding);
    pit
}

fn report(what: Irregularity, holder: Option<Holder>) -> Act {
    Act::Report { what, holder, card: None }
}

/// The clauses and readings cited by the events since then.
fn law(pit: &Pit, before: usize) -> Vec<String> {
    let house = &pit.state.house;
    let cited = pit.since(before).iter().map(|event| event.law.cite(house));
    let mut all: Vec<String> = Vec::new();
    for cite in cited {
        all.extend(cite.clauses.iter().map(ToString::to_string));
        all.extend(cite.readings.iter().map(|reading| format!("READING {reading}")));
    }
    all
}

fn cites(pit: &Pit, before: usize, clause: &str) {
    let law = law(pit, before);
    assert!(law.iter().any(|cited| cited == clause), "{clause} is not among {law:?}");
}

/// What a player has, including chips on the layout and in the tray.
fn worth(pit: &Pit, player: &str) -> Cents {
    let seat = pit.state.taken().find(|(_, seat)| seat.person.name() == player).map(|(_, seat)| seat);
    let staked: Cents = seat.map_or(Cents::ZERO, |seat| {
        let chips = Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay);
        chips.map(|wager| seat.stakes.on(*wager)).sum::<Cents>() + seat.play
    });
    pit.state.money.purse(&player.into()) + staked
}

/// The round is void: everything goes back, the meters are as before, the round ends and another can be played.
fn is_void(pit: &mut Pit, act: Act, clause: &str) {
    let worth_before: Vec<Cents> = (1..=3).map(|player| worth(pit, &format!("P{player}"))).collect();
    let staked = |pit: &Pit| -> i64 {
        pit.state.banks.iter().flatten().map(|bank| bank.sums().staked.0 - bank.sums().unstaked.0).sum()
    };
    let (before, round) = (pit.events.len(), pit.state.round.number);
    pit.act(Role::Dealer, "Dee", act);
    assert_eq!(pit.state.phase(), Phase::Void);
    cites(pit, before, clause);
    for (player, before) in (1..=3).zip(worth_before) {
        let name = format!("P{player}");
        assert_eq!(pit.state.money.purse(&name.as_str().into()), before, "{name} has everything back");
    }
    // Every contribution has its visible counter-entry (READING 68).
    assert_eq!(staked(pit), 0, "contributions of a void round are still in the meters");
    let all: i64 = pit.state.banks.iter().flatten().map(|bank| bank.sums().staked.0).sum();
    let reversed = pit.since(before).iter().filter(|event| matches!(event.what, What::Meter { .. })).count();
    assert_eq!(reversed > 0, all > 0);
    next_round(pit, round);
}

/// The round ends, and the game on the keypad too; the next round is played to its end.
fn next_round(pit: &mut Pit, round: u64) {
    pit.until("the end of the round", |state| state.round.number == round + 1);
    assert!(pit.state.taken().all(|(_, seat)| !seat.wagers()));
    pit.until("another round", |state| state.round.number == round + 2);
}

// --- cards ---------------------------------------------------------------------------------------------------------

#[test]
fn one_card_face_up_is_set_aside_for_the_round() {
    for (code, clause) in [("md2014", "md2014:13.A"), ("tribal", "tribal:(l)(1)#1")] {
        let mut pit = in_the_deal(code);
        let (before, round, drawn) = (pit.events.len(), pit.state.round.number, pit.state.round.drawn);
        pit.act(Role::Dealer, "Dee", report(Irregularity::CardFaceUp, None));
        cites(&pit, before, clause);
        assert_eq!((pit.state.round.aside.len(), pit.state.round.drawn), (1, drawn + 1));
        let aside = pit.state.round.aside[0].expect("the card is known");
        pit.until("the decisions", |state| state.phase() == Phase::Deciding);
        let hands = pit.state.taken().map(|(_, seat)| &seat.hand).chain([&pit.state.round.dealer]);
        assert!(hands.flat_map(|hand| hand.known()).all(|card| card != aside), "{code}: the card was used");
        next_round(&mut pit, round);
    }
}

#[test]
fn a_second_card_face_up_makes_the_round_void() {
    for (code, clause) in [("md2014", "md2014:13.B"), ("tribal", "tribal:(l)(1)#2")] {
        let mut pit = in_the_deal(code);
        pit.act(Role::Dealer, "Dee", report(Irregularity::CardFaceUp, None));
        is_void(&mut pit, report(Irregularity::CardFaceUp, None), clause);
        let mut pit = in_the_deal(code);
        is_void(&mut pit, report(Irregularity::CardsFaceUp, None), clause);
    }
}

#[test]
fn a_card_face_up_in_a_dispensed_stack_makes_the_round_void() {
    // READING 85: in a stack the card cannot be replaced, and the hand is a card short.
    for (code, clause) in [("md14", "md14:13.D"), ("ma", "ma:14(c)")] {
        let mut pit = in_the_deal(code);
        is_void(&mut pit, report(Irregularity::CardFaceUp, None), clause);
    }
}

#[test]
fn a_card_drawn_in_error_is_the_next_card() {
    for (code, clause) in
        [("md2014", "md2014:13.C"), ("md14", "md14:13.C"), ("ma", "ma:14(b)"), ("tribal", "tribal:(l)(2)")]
    {
        let mut pit = in_the_deal(code);
        let (before, round, drawn) = (pit.events.len(), pit.state.round.number, pit.state.round.drawn);
        pit.act(Role::Dealer, "Dee", report(Irregularity::DrawnInError, None));
        cites(&pit, before, clause);
        assert_eq!(pit.state.round.drawn, drawn, "{code}: it is dealt in its turn");
        next_round(&mut pit, round);
    }
}

#[test]
fn a_wrong_number_of_cards_makes_the_round_void() {
    for (code, clause) in [
        ("md2014", "md2014:13.D"),
        ("md14", "md14:13.D"),
        ("ma", "ma:14(c)"),
        ("tribal", "tribal:(l)(3)"),
        ("sd", "sd:(5)#1"),
    ] {
        for holder in [Holder::Position(2), Holder::Dealer] {
            let mut pit = at_the_decisions(code);
            is_void(&mut pit, report(Irregularity::WrongNumber, Some(holder)), clause);
        }
    }
}

#[test]
fn an_exposed_card_of_the_dealers_makes_the_round_void_where_the_book_says_so() {
    for (code, clause) in [("md2014", "md2014:13.E"), ("tribal", "tribal:(l)(4)")] {
        let mut pit = at_the_decisions(code);
        is_void(&mut pit, report(Irregularity::DealerCardExposed, Some(Holder::Dealer)), clause);
    }
    // Where the dealer's stack waits in the shuffler, it can be exposed when it comes out.
    for (code, clause) in [("md14", "md14:13.E"), ("ma", "ma:14(d)")] {
        let mut pit = at_the_decisions(code);
        let early = report(Irregularity::DealerCardExposed, Some(Holder::Dealer));
        assert!(pit.refused(Role::Dealer, "Dee", early.clone()).contains("the dealer's stack comes first"));
        pit.until("the dealer's stack", |state| state.round.delivered);
        is_void(&mut pit, early, clause);
    }
}

#[test]
fn with_an_exposed_card_of_the_dealers_play_goes_on_in_the_other_book() {
    let mut pit = at_the_decisions("sd");
    let (before, round) = (pit.events.len(), pit.state.round.number);
    pit.act(Role::Dealer, "Dee", report(Irregularity::DealerCardExposed, Some(Holder::Dealer)));
    cites(&pit, before, "sd:(5)#3");
    let seen = table::view(&pit.state, &Actor::new(Role::Player, "P1"), pit.at);
    assert_eq!(seen.dealer.cards.iter().flatten().count(), 1, "everybody saw that one card, and no other");
    next_round(&mut pit, round);
}

#[test]
fn with_an_exposed_card_of_a_players_play_goes_on() {
    for (code, clause) in [
        ("md2014", "READING 84"),
        ("md14", "READING 84"),
        ("ma", "READING 84"),
        ("tribal", "READING 84"),
        ("sd", "sd:(5)#3"),
    ] {
        let mut pit = at_the_decisions(code);
        let (before, round) = (pit.events.len(), pit.state.round.number);
        pit.act(Role::Dealer, "Dee", report(Irregularity::PlayerCardExposed, Some(Holder::Position(2))));
        cites(&pit, before, clause);
        let seen = table::view(&pit.state, &Actor::new(Role::Player, "P1"), pit.at);
        let hand = &seen.seats.iter().find(|seat| seat.position == 2).expect("P2").hand;
        assert_eq!(hand.cards.iter().flatten().count(), 1);
        next_round(&mut pit, round);
    }
}

// --- devices -------------------------------------------------------------------------------------------------------

#[test]
fn a_jam_of_the_shuffler_is_followed_by_a_shuffle() {
    for (code, clause) in
        [("md2014", "md2014:13.F"), ("md14", "md14:13.F"), ("ma", "ma:14(e)"), ("tribal", "tribal:(l)[end]")]
    {
        let mut pit = Pit::new(house(code), 4).with_players(3);
        pit.until("a shuffled deck", |state| state.deck(DeckId::One).stage == Stage::Shuffled);
        let before = pit.events.len();
        pit.act(Role::Device, "shuffler", report(Irregularity::ShufflerJam, None));
        cites(&pit, before, clause);
        assert_eq!(pit.state.deck(DeckId::One).stage, Stage::Unshuffled, "{code}");
        assert_eq!(pit.state.deck(DeckId::One).shuffle, None, "{code}: the old order is gone");
        next_round(&mut pit, 1);
    }
}

#[test]
fn a_jam_of_the_shoe_makes_the_round_void() {
    for (code, clause) in [("md14", "md14:13.G"), ("ma", "ma:14(f)")] {
        is_void(&mut in_the_deal(code), report(Irregularity::ShoeJam, None), clause);
    }
    let shoe = house_with("tribal", &[("device = \"manual_shoe\"", "device = \"automated_shoe\"")]);
    is_void(&mut deal_of(shoe), report(Irregularity::ShoeJam, None), "tribal:(l)[end]");
    let shoe = house_with("md2014", &[("device = \"hand\"", "device = \"automated_shoe\"")]);
    is_void(&mut deal_of(shoe), report(Irregularity::ShoeJam, None), "md2014:13.G");
    // If the house does not borrow the remedy there is none: the floorperson rules.
    let own = [("device = \"manual_shoe\"", "device = \"automated_shoe\""), ("borrowed = true", "borrowed = false")];
    let pit = deal_of(house_with("tribal", &own));
    let said = pit.refused(Role::Dealer, "Dee", report(Irregularity::ShoeJam, None));
    assert!(said.contains("the floorperson rules on it"), "{said}");
}

#[test]
fn a_shuffler_out_of_use_is_covered_signed_or_removed_before_the_cards_are_shuffled_by_hand() {
    for (code, done, clause) in [
        ("md2014", [DeviceStatus::Covered, DeviceStatus::Signed].as_slice(), "md2014:13.H"),
        ("md14", &[DeviceStatus::Covered, DeviceStatus::Signed], "md14:13.H"),
        ("ma", &[DeviceStatus::Removed], "ma:14(g)"),
        ("tribal", &[DeviceStatus::Removed], "tribal:(l)[end]"),
    ] {
        for status in done {
            // Only a shuffler's cards are dealt from the hand (READING 86), so that house gets a shoe here.
            let shoe: &[_] =
                if code == "md2014" { &[("device = \"hand\"", "device = \"automated_shoe\"")] } else { &[] };
            let mut pit = Pit::new(house_with(code, shoe), 4).with_players(1);
            pit.until("a deck to shuffle", |state| state.to_shuffle(DeckId::One));
            let device = Device::Shuffler;
            pit.act(Role::Device, "shuffler", Act::SetDevice { device, status: DeviceStatus::OutOfOrder });
            let shuffle = Some(Box::new(pit.dice.shuffle()));
            let by_hand = pit.asks(Role::Dealer, "Dee", Act::Shuffle { deck: DeckId::One, method: Method::Hand });
            let by_hand = Command { shuffle, ..by_hand };
            let said = pit.refusal(&by_hand);
            assert!(said.contains("must be dealt with") && said.contains(clause), "{code}: {said}");
            pit.act(Role::Dealer, "Dee", Act::SetDevice { device, status: *status });
            pit.command(by_hand);
            // Only a floorperson brings it back.
            let back = Act::SetDevice { device, status: DeviceStatus::InService };
            assert!(pit.refused(Role::Dealer, "Dee", back.clone()).contains("floorperson"));
            pit.act(Role::Floorperson, "Flo", back);
            next_round(&mut pit, 1);
        }
    }
}

#[test]
fn a_shoe_out_of_use_is_dealt_with_and_the_cards_are_dealt_one_by_one() {
    for (code, status) in [("md14", DeviceStatus::Covered), ("ma", DeviceStatus::Removed)] {
        let mut pit = Pit::new(house(code), 4).with_players(2);
        pit.act(Role::Device, "shoe", Act::SetDevice { device: Device::Shoe, status: DeviceStatus::OutOfOrder });
        pit.until("the deal", |state| state.phase() == Phase::Dealing);
        assert_eq!(pit.state.devices.shoe, status, "{code}: the robot dealt with it first");
        assert!(!pit.state.by_stacks(), "{code}");
        pit.act(Role::Dealer, "Dee", Act::Deal { cards: 1, read: Vec::new() });
        assert_eq!(pit.state.round.drawn, 1, "{code}: card by card");
        next_round(&mut pit, 1);
    }
}

// --- the stub ------------------------------------------------------------------------------------------------------

/// A table whose stub is out and not yet counted.
fn with_the_stub_out(code: &str) -> Pit {
    let mut pit = Pit::new(house(code), 4).with_players(3);
    pit.until("the stub", |state| {
        state.round.stub == table::Stub::Taken && (state.round.community.count == 2 || !state.five_card_wager())
    });
    pit
}

#[test]
fn a_wrong_stub_after_a_misdeal_makes_the_round_void_and_the_deck_stays() {
    for (code, clause) in [("md2014", "md2014:09.G"), ("md14", "md14:10.F"), ("tribal", "tribal:(g)(5)(ii)#3")] {
        let mut pit = with_the_stub_out(code);
        let deck = pit.state.round.deck.expect("a deck");
        let act = Act::CountStub { cards: pit.state.undealt() - 1, misdealt: true, short: false };
        let before = pit.events.len();
        is_void(&mut pit, act, clause);
        let removed = pit.since(before).iter().any(|event| matches!(event.what, What::DeckRemoved { .. }));
        assert!(!removed, "{code}: deck {deck:?} is whole");
    }
}

#[test]
fn a_wrong_stub_without_a_misdeal_removes_the_deck_too() {
    for (code, short, clause) in [
        ("md2014", None, "md2014:09.H"),
        ("md14", None, "md14:10.G"),
        ("tribal", None, "tribal:(g)(5)(ii)#4"),
        ("md2014", Some(true), "READING 69"),
        ("md14", Some(true), "READING 69"),
        ("tribal", Some(true), "READING 69"),
    ] {
        let mut pit = with_the_stub_out(code);
        let deck = pit.state.round.deck.expect("a deck");
        let committed = pit.state.deck(deck).shuffle.as_ref().expect("a shuffle").commitment;
        let misdealt = short.is_some();
        let act = Act::CountStub { cards: pit.state.undealt() - 1, misdealt, short: misdealt };
        let before = pit.events.len();
        is_void(&mut pit, act, clause);
        let events = pit.since(before);
        assert!(
            events.iter().any(|event| matches!(&event.what, What::DeckRemoved { deck: gone, .. } if *gone == deck))
        );
        // The committed order is opened anyway.
        let opened = events.iter().find_map(|event| match &event.what {
            What::RoundEnded { shuffle } => shuffle.as_ref(),
            _ => None,
        });
        assert_eq!(opened.map(|shuffle| shuffle.commitment), Some(committed), "{code}");
    }
}

#[test]
fn a_deck_that_replaces_a_removed_one_is_not_opened_with_the_round() {
    let plain = "received = \"plain\"";
    let mut pit = Pit::new(house_with("md14", &[(plain, "received = \"preshuffled\"")]), 4).with_players(3);
    pit.until("the stub", |state| {
        state.round.stub == table::Stub::Taken && (state.round.community.count == 2 || !state.five_card_wager())
    });
    let deck = pit.state.round.deck.expect("a deck");
    let act = Act::CountStub { cards: pit.state.undealt() - 1, misdealt: false, short: false };
    pit.act(Role::Dealer, "Dee", act);
    let fresh = pit.dice.shuffle();
    let shuffle = Some(Box::new(fresh.clone()));
    let received = pit.asks(Role::Dealer, "Dee", Act::ReceiveDeck { deck, preshuffled: true });
    pit.command(Command { shuffle, ..received });
    let before = pit.events.len();
    pit.until("the end", |state| state.round.number == 2);
    for event in pit.since(before) {
        if let What::RoundEnded { shuffle: Some(opened) } = &event.what {
            assert_ne!(**opened, fresh, "the next round's order was told");
        }
    }
}

// --- the progressive system ----------------------------------------------------------------------------------------

#[test]
fn a_chip_without_its_sensor_stops_the_deal_until_the_floorperson_resolves_it() {
    for (code, clause) in
        [("md2014", "md2014:09.B(2)(b)"), ("md14", "md14:10.A(3)(b)"), ("ma", "ma:13(b)#3"), ("sd", "sd:(4)#5")]
    {
        for resolution in [Resolution::Accept, Resolution::Return] {
            let mut pit = Pit::new(house(code), 4).with_players(3);
            pit.until("the close", |state| state.round.closed);
            let (position, wager) = (2, Wager::Progressive);
            pit.act(Role::Device, "sensor", Act::Sense { position, wager, detected: false });
            pit.act(Role::Dealer, "Dee", Act::LockOut);
            let chips =
                pit.state.taken().count() as u8 * if house(code).offers(Wager::FiveCardProgressive) { 2 } else { 1 };
            pit.act(Role::Dealer, "Dee", Act::Collect { chips });
            let said = pit.refused(Role::Dealer, "Dee", Act::BankChips);
            assert!(said.contains("the floorperson resolves it"), "{code}: {said}");
            assert!(pit.refused(Role::Dealer, "Dee", Act::Deal { cards: 1, read: Vec::new() }).contains("closing"));
            let purse = pit.state.money.purse(&"P2".into());
            let stake = pit.state.seat(2).expect("P2").stakes.progressive;
            let before = pit.events.len();
            pit.act(Role::Floorperson, "Flo", Act::Resolve { position, wager, resolution });
            cites(&pit, before, clause);
            let back = if resolution == Resolution::Return { stake } else { Cents::ZERO };
            assert_eq!(pit.state.money.purse(&"P2".into()), purse + back, "{code}");
            let counted = pit.state.banks[0].as_ref().map(|bank| bank.sums().staked.0 - bank.sums().unstaked.0);
            let wagers = if resolution == Resolution::Accept { 3 } else { 2 };
            assert_eq!(counted, Some(wagers * stake.0), "{code}: the meters count what was accepted");
            next_round(&mut pit, 1);
        }
    }
}

/// A table at which position 1 has won the progressive, just before it is spotted or validated.
fn with_a_winner(code: &str) -> Pit {
    let mut pit = Pit::new(house(code), 4).with_players(1);
    let round = "As 2h Ks 5d Qs 9c";
    pit.top = Some(if pit.state.by_stacks() { "As Ks Qs 2h 5d 9c" } else { round }.to_owned());
    let won = |state: &table::State| {
        let line = state.next_lines().iter().find(|line| line.due.wager == Wager::Progressive);
        line.is_some_and(|line| line.due.outcome == rules::Outcome::Won) && state.next_reveal().is_none()
    };
    pit.until("the win", won);
    pit
}

#[test]
fn an_unlit_light_is_not_paid_until_a_floorperson_records_the_fault() {
    for code in ["md2014", "md14", "ma", "sd"] {
        let mut pit = with_a_winner(code);
        let (position, wager) = (1, Wager::Progressive);
        pit.act(Role::Device, "sensor", Act::Sense { position, wager, detected: false });
        if pit.state.house.book.procedure.has(rules::rulebook::Step::Spot) {
            pit.act(Role::Dealer, "Dee", Act::Spot { position, wager });
        }
        if pit.state.house.book.procedure.has(rules::rulebook::Step::VerifyHand) {
            pit.act(Role::Dealer, "Dee", Act::VerifyHand { position, wager });
        }
        let said = pit.refused(Role::Supervisor, "Sue", Act::Validate { position, wager });
        assert!(said.contains("the light is dark"), "{code}: {said}");
        let reason = "a loose contact".into();
        pit.act(Role::Floorperson, "Flo", Act::LightFault { position, wager, reason });
        pit.act(Role::Supervisor, "Sue", Act::Validate { position, wager });
        next_round(&mut pit, 1);
    }
}

#[test]
fn a_wrong_button_is_corrected_before_the_game_ends() {
    for code in ["ma", "sd"] {
        let mut pit = Pit::new(house(code), 4).with_players(2);
        // The dealer and both players hold nothing.
        let stacks = pit.state.by_stacks();
        pit.top = Some(if stacks { "2c 5d 9h 3c 6d Th 4c 7d Jh" } else { "2c 3c 4c 5d 6d 7d 9h Th Jh" }.to_owned());
        pit.until("the dealer's hand", |state| state.round.dealer.revealed);
        let spot = Act::Spot { position: 1, wager: Wager::Progressive };
        pit.act(Role::Dealer, "Dee", spot.clone());
        let said = pit.refused(Role::Dealer, "Dee", Act::EndGame);
        assert!(said.contains("not settled") || said.contains("wrong spot"), "{code}: {said}");
        let before = pit.events.len();
        pit.act(Role::Dealer, "Dee", spot);
        let off = pit.since(before).iter().any(|event| matches!(event.what, What::Spotted { on: false, .. }));
        assert!(off, "{code}");
        next_round(&mut pit, 1);
    }
}

#[test]
fn a_win_that_is_validated_goes_back_to_its_meter_when_the_round_turns_out_to_be_void() {
    for code in ["md2014", "md14", "ma", "sd"] {
        let mut pit = with_a_winner(code);
        let before = |pit: &Pit| pit.state.banks[0].as_ref().map(|bank| bank.levels().collect::<Vec<_>>());
        let held = before(&pit);
        pit.until("the validation", |state| state.round.sheet.iter().any(|line| line.validated));
        assert_ne!(before(&pit), held, "{code}: the win has left the meter");
        let at = pit.events.len();
        pit.act(Role::Dealer, "Dee", report(Irregularity::WrongNumber, None));
        let back = |event: &table::Event| matches!(&event.what, What::Meter { entry: meters::Entry::TakenBack { amount, .. }, .. } if amount.0 >= 100_000);
        assert!(pit.since(at).iter().any(back), "{code}: a counter-entry that everybody sees");
        next_round(&mut pit, 1);
    }
}

#[test]
fn a_meters_win_is_paid_outside_the_tray_with_a_document() {
    for (code, by) in
        [("md2014", Role::Floorperson), ("md14", Role::Floorperson), ("ma", Role::Supervisor), ("sd", Role::Supervisor)]
    {
        let mut pit = with_a_winner(code);
        let tray = pit.state.money.tray;
        pit.until("the document", |state| {
            state.next(table::Moment(0)).is_some_and(|todo| matches!(todo.act, Act::HandPay { .. }))
        });
        assert_eq!(pit.state.next(pit.at).expect("a step").by, by, "{code}");
        let act = Act::HandPay { position: 1, wager: Wager::Progressive, document: "  ".into() };
        assert!(pit.refused(Role::Supervisor, "Sue", act).contains("say why"));
        let paid: i64 =
            pit.state.round.sheet.iter().filter(|line| line.due.award.is_some()).map(|l| l.due.paid.0).sum();
        assert!(paid >= 100_000, "{code}: {paid}");
        pit.until("the payment", |state| state.round.settled == state.round.sheet.len());
        assert_eq!(pit.state.money.meters, Cents(-paid), "{code}: the meter paid it");
        assert!(pit.state.money.tray.0 > tray.0 - paid, "{code}: the tray did not");
        next_round(&mut pit, 1);
    }
}

// --- the dealer ----------------------------------------------------------------------------------------------------

#[test]
fn a_wrong_payment_is_caught_and_the_round_does_not_close_unsettled() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 4).with_players(3);
        pit.until("a payment", |state| {
            state.next(table::Moment(0)).is_some_and(|todo| matches!(todo.act, Act::Settle { .. }))
        });
        let Some(Act::Settle { position, takes, pays }) = pit.state.next(pit.at).map(|todo| todo.act) else {
            panic!("a payment");
        };
        let wrong = Act::Settle { position, takes, pays: pays + Cents(500) };
        let said = pit.refused(Role::Dealer, "Dee", wrong);
        assert!(said.contains("wrong: take"), "{code}: {said}");
        let other = Act::Settle { position: position % 3 + 1, takes, pays };
        assert!(pit.refused(Role::Dealer, "Dee", other).contains("is settled next"), "{code}");
        for end in [Act::EndRound, Act::EndGame] {
            assert!(decide(&pit.state, &pit.asks(Role::Dealer, "Dee", end)).is_err(), "{code}");
        }
        next_round(&mut pit, 1);
    }
}
