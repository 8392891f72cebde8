//! Tables and other titles that share one progressive: the bank has its own stream, and every table gets its current
//! state before it does anything that touches a meter.

use crate::common::{Pit, house_with};
use meters::{Bank, Claim, GameId, GameTerms, Pot, RoundId};
use rules::{Cents, Level, Share, Wager};
use table::{Act, Actor, Command, Device, DeviceStatus, Role, What, decide, view};

const PROGRESSIVE: Wager = Wager::Progressive;

/// The link's own stream, and the tables on it.
struct Hall {
    bank: Bank,
    tables: Vec<Pit>,
}

fn game(name: &str) -> GameId {
    GameId::new(name).expect("a name")
}

/// The link's command that gives a table the current meters.
fn told(pit: &Pit, bank: Bank) -> Command {
    let command = pit.asks(Role::System, "link", Act::SyncMeters { wager: PROGRESSIVE });
    Command { bank: Some(Box::new(bank)), ..command }
}

/// A house whose three-card progressive is linked.
fn linked() -> std::sync::Arc<rules::House> {
    let link = "envy = { offered = true }\n\n[progressive.link]\nname = \"Hall Link\"\n\
                game = [{ name = \"Let It Ride 1\", paytable = \"C\", stake = \"$1\", decks = 2 }]";
    house_with("md14", &[("envy = { offered = true }", link)])
}

impl Hall {
    /// Two tables, each with players who wager on everything.
    fn new(players: u8) -> Hall {
        let house = linked();
        let tables: Vec<Pit> = ["table 1", "table 2"]
            .into_iter()
            .map(|name| Pit::named(house.clone(), 1, name).with_players(players))
            .collect();
        let mut bank = tables[0].state.banks[0].clone().expect("a progressive");
        let second = GameTerms::of(&house, PROGRESSIVE, &game("table 2"), &house.operator).expect("a progressive");
        let joined = bank.join(&second).expect("the same house");
        bank.apply(&joined);
        Hall { bank, tables }
    }

    /// Gives a table the link's current meters.
    fn sync(&mut self, table: usize) {
        let pit = &mut self.tables[table];
        if pit.state.banks[0].as_ref() != Some(&self.bank) {
            pit.command(told(pit, self.bank.clone()));
        }
    }

    /// One step of a table, synchronized with the link before and after.
    fn step(&mut self, table: usize) {
        self.sync(table);
        let before = self.tables[table].events.len();
        assert!(self.tables[table].step(), "the table stands still in {:?}", self.tables[table].state.phase());
        self.post(table, before);
    }

    /// Posts a table's entries to the link's stream.
    fn post(&mut self, table: usize, before: usize) {
        for event in self.tables[table].since(before) {
            if let What::Meter { wager: PROGRESSIVE, entry } = &event.what {
                self.bank.apply(entry);
            }
        }
        self.bank.audit().expect("the link adds up");
        assert_eq!(self.tables[table].state.banks[0].as_ref(), Some(&self.bank), "table {table} and the link differ");
    }

    fn until(&mut self, table: usize, holds: impl Fn(&table::State) -> bool) {
        for _ in 0..400 {
            if holds(&self.tables[table].state) {
                return;
            }
            self.step(table);
        }
        panic!("never came");
    }

    fn shows(&self, level: Level) -> Cents {
        self.bank.value(Pot::Level(level)).shown()
    }
}

fn validates(state: &table::State) -> bool {
    state.next(table::Moment(0)).is_some_and(|todo| matches!(todo.act, Act::Validate { wager: PROGRESSIVE, .. }))
}

/// What the progressive paid at a table.
fn paid(pit: &Pit) -> i64 {
    let lines = pit.state.round.sheet.iter();
    lines.filter(|line| line.due.wager == PROGRESSIVE).map(|line| line.due.paid.0).sum()
}

#[test]
fn both_tables_raise_the_same_meters() {
    let mut hall = Hall::new(3);
    let before = hall.bank.value(Pot::Level(Level::Major)).0;
    for round in 2..12 {
        for table in [0, 1] {
            hall.until(table, |state| state.round.number == round);
        }
    }
    let staked = hall.bank.sums().staked.0;
    assert_eq!(staked, 2 * 10 * 3 * 100, "two tables, ten rounds, three wagers of a dollar");
    // Nobody has won: of every dollar, ten percent less the two that are set aside are in the higher meter.
    if hall.bank.sums().resets.iter().all(|resets| *resets == 0) && hall.bank.sums().paid == meters::Pots::NOTHING {
        assert_eq!(hall.bank.value(Pot::Level(Level::Major)).0 - before, staked * 80_000);
    }
}

#[test]
fn of_two_simultaneous_wins_the_first_validated_takes_the_meter() {
    let mut hall = Hall::new(1);
    for pit in &mut hall.tables {
        // The player has the best hand of all, the dealer nothing.
        pit.top = Some("As Ks Qs 2h 5d 9c".to_owned());
    }
    hall.until(0, validates);
    hall.until(1, validates);
    // The first table's sheet was drawn before the second table's wager was locked in.
    let whole = hall.shows(Level::Major);
    assert_eq!((paid(&hall.tables[0]), paid(&hall.tables[1])), (whole.0 - 8, whole.0));
    hall.step(0);
    assert_eq!(paid(&hall.tables[0]), whole.0, "the amount is the meter's at the validation");
    let after = hall.shows(Level::Major);
    assert!(after < whole, "the meter is back at its seed");
    hall.step(1);
    assert!(hall.tables[1].events.iter().any(|event| matches!(event.what, What::Revalued { .. })), "another amount");
    assert_eq!(paid(&hall.tables[1]), after.0, "the second winner takes what the meter holds by then");
    for table in [0, 1] {
        hall.until(table, |state| state.round.number == 2);
    }
    assert_eq!(hall.bank.sums().resets.iter().sum::<u64>(), 2);
}

#[test]
fn a_stale_table_cannot_pay_what_the_meter_no_longer_holds() {
    let mut hall = Hall::new(1);
    for pit in &mut hall.tables {
        pit.top = Some("As Ks Qs 2h 5d 9c".to_owned());
    }
    hall.until(0, validates);
    hall.until(1, validates);
    hall.step(0);
    // The second table was not updated, and answers with the meter it knows. Its entry does not fit the link's stream,
    // so it is never stored; once updated, the table answers correctly.
    let act = Act::Validate { position: 1, wager: PROGRESSIVE };
    let pit = &hall.tables[1];
    let command = pit.asks(Role::Floorperson, "Flo", act.clone());
    let stale = decide(&pit.state, &command).expect("from what it knows");
    hall.sync(1);
    let fresh = decide(&hall.tables[1].state, &command).expect("from what is so");
    assert_ne!(stale, fresh);
}

#[test]
fn another_title_contributes_and_claims_through_the_same_door() {
    let mut hall = Hall::new(1);
    let ride = game("Let It Ride 1");
    let terms = GameTerms {
        id: ride.clone(),
        title: "Let It Ride".into(),
        paytable: hall.bank.terms().paytable.clone(),
        stake: Cents(100),
        decks: 2,
    };
    for entry in [
        |bank: &Bank, terms: &GameTerms| bank.join(terms),
        |bank: &Bank, terms: &GameTerms| bank.contribute(&terms.id, RoundId(1), 50),
    ] {
        let entry = entry(&hall.bank, &terms).expect("lawful");
        hall.bank.apply(&entry);
    }
    hall.sync(0);
    let seen = view(&hall.tables[0].state, &Actor::new(Role::Player, "P1"), hall.tables[0].at);
    let major = |view: &table::View| {
        view.meters.iter().find(|meter| meter.wager == PROGRESSIVE && meter.level == Level::Major).expect("it").shows
    };
    assert_eq!(major(&seen), hall.shows(Level::Major).0);
    let before = hall.shows(Level::Major);
    let claim = Claim::of(3, Level::Major, Share::WHOLE, before);
    let award = hall.bank.award(&ride, RoundId(1), &claim).expect("a win of the other title");
    hall.bank.apply(&award);
    hall.sync(0);
    let seen = view(&hall.tables[0].state, &Actor::new(Role::Player, "P1"), hall.tables[0].at);
    assert!(major(&seen) < before.0);
    hall.until(0, |state| state.round.number == 2);
}

#[test]
fn a_game_that_differs_in_paytable_stake_or_decks_is_not_linked() {
    let hall = Hall::new(1);
    let sound = GameTerms {
        id: game("Let It Ride 1"),
        title: "Let It Ride".into(),
        paytable: hall.bank.terms().paytable.clone(),
        stake: Cents(100),
        decks: 2,
    };
    let other_table = GameTerms { paytable: "A".into(), ..sound.clone() };
    let other_stake = GameTerms { stake: Cents(500), ..sound.clone() };
    let other_decks = GameTerms { decks: 1, ..sound.clone() };
    for differs in [other_table, other_stake, other_decks] {
        let refusal = hall.bank.join(&differs).expect_err("it differs");
        assert!(refusal.to_string().contains("linked games must be equal"), "{refusal}");
    }
    hall.bank.join(&sound).expect("it agrees");
    // Nor does a table accept the meters of another progressive as its own.
    let other = Pit::new(crate::common::house("md14"), 1);
    let bank = other.state.banks[1].clone().expect("the five-card progressive");
    let pit = &hall.tables[0];
    assert!(pit.refusal(&told(pit, bank)).contains("not allow"));
    // Nor a state of the link that lacks its own wagers.
    let mut hall = Hall::new(1);
    let before = hall.bank.clone();
    hall.until(0, |state| state.round.locked);
    let pit = &hall.tables[0];
    assert!(pit.refusal(&told(pit, before)).contains("not the meters of this table"));
    // Nor nothing at all.
    let said = pit.refused(Role::System, "link", Act::SyncMeters { wager: PROGRESSIVE });
    assert!(said.contains("not the meters of this table"));
}

#[test]
fn without_the_controller_no_progressive_wager_is_accepted_and_the_table_says_so() {
    let mut hall = Hall::new(1);
    hall.until(0, |state| state.seat(1).is_some() && state.money.purse(&"P1".into()) > Cents::ZERO);
    let wager = |wager, amount| Act::Wager { position: 1, wager, amount: Cents(amount), with: Default::default() };
    let pit = &mut hall.tables[0];
    pit.act(Role::System, "link", Act::SetDevice { device: Device::Controller, status: DeviceStatus::OutOfOrder });
    if pit.state.seat(1).is_some_and(|seat| seat.stakes.ante.is_zero()) {
        pit.act(Role::Player, "P1", wager(Wager::Ante, 500));
    }
    let said = pit.refused(Role::Player, "P1", wager(PROGRESSIVE, 100));
    assert!(said.contains("out of reach"), "{said}");
    assert!(!view(&pit.state, &Actor::new(Role::Player, "P1"), pit.at).progressive_open);
    pit.act(Role::System, "link", Act::SetDevice { device: Device::Controller, status: DeviceStatus::InService });
    assert!(view(&pit.state, &Actor::new(Role::Player, "P1"), pit.at).progressive_open);
    pit.act(Role::Player, "P1", wager(PROGRESSIVE, 100));
}

#[test]
fn a_controller_lost_between_close_and_lock_out_accepts_nothing_and_the_chips_go_back() {
    let mut pit = Pit::new(linked(), 1).with_players(2);
    pit.until("the close", |state| state.round.closed && !state.round.locked);
    let chips = pit.state.money.purse(&"P1".into());
    pit.act(Role::System, "link", Act::SetDevice { device: Device::Controller, status: DeviceStatus::OutOfOrder });
    pit.until("the deal", |state| state.round.drawn > 0);
    assert!(pit.state.banks[0].as_ref().is_some_and(|bank| bank.sums().staked == Cents::ZERO));
    let seat = pit.state.seat(1).expect("P1");
    assert!(seat.stakes.progressive.is_zero() && seat.stakes.five_card_progressive.is_zero());
    assert_eq!(pit.state.money.purse(&"P1".into()), chips + Cents(200), "two chips of a dollar");
    pit.until("the end", |state| state.round.number == 2);
}
