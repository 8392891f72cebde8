//! A bank fed with rounds holds after each of them what the settlement says, for any lawful house.

use meters::{Bank, BankTerms, RoundId, claims};
use proptest::prelude::*;
use rules::settle::{Round, VoidRound, admit, settle, settle_void};
use rules::{House, Wager};
use serde_json::Value;

use super::common::deal::{self, Kind};
use super::common::lawful;
use super::common::rounds::file;
use super::common::tape::{Tape, tapes};
use super::{act, books, id, open, table};

/// A table, with the banks of its progressives.
struct Game {
    house: House,
    banks: Vec<Bank>,
}

/// Counts the cases met, so that a property cannot hold for lack of cases.
#[derive(Default)]
struct Met {
    awards: usize,
    resets: usize,
    shared: usize,
    voids: usize,
    backups: usize,
}

impl Game {
    fn of(house: House) -> Game {
        let offered = [Wager::Progressive, Wager::FiveCardProgressive];
        let banks = offered.into_iter().filter_map(|wager| {
            let mut bank = Bank::new(BankTerms::of(&house, wager)?);
            act(&mut bank, |bank| bank.join(&table(&house, wager, "table")));
            Some(bank)
        });
        Game { banks: banks.collect(), house }
    }

    fn wagers(round: &Round, wager: Wager) -> u32 {
        round.seats.iter().flatten().filter(|seat| !seat.stakes.on(wager).is_zero()).count() as u32
    }

    /// Locks in the wagers, so that the round's meters are those of the banks.
    fn lock_in(&mut self, round: &mut Round, number: RoundId) {
        for bank in &mut self.banks {
            let wager = bank.terms().wager;
            let wagers = Game::wagers(round, wager);
            if wagers > 0 {
                act(bank, |bank| bank.contribute(&id("table"), number, wagers));
            }
            *round.meters.of_mut(wager) = bank.shown();
        }
    }

    fn play(&mut self, mut round: Round, number: RoundId, met: &mut Met) -> Result<(), TestCaseError> {
        self.lock_in(&mut round, number);
        let mut movements = Vec::new();
        let after = settle(&self.house, &round, &mut movements);
        for bank in &mut self.banks {
            let wager = bank.terms().wager;
            for claim in claims(wager, &movements) {
                met.backups += usize::from(bank.value(meters::Pot::Backup).0 > 0);
                let entry = act(bank, |bank| bank.award(&id("table"), number, &claim));
                met.awards += 1;
                met.shared += usize::from(claim.won > claim.share);
                met.resets += usize::from(matches!(entry, meters::Entry::Awarded { reset: Some(_), .. }));
            }
            if bank.is_open(&id("table"), number) {
                act(bank, |bank| bank.close(&id("table"), number));
            }
            prop_assert_eq!(&bank.shown(), after.of(wager));
        }
        Ok(())
    }

    fn void(&mut self, mut round: Round, number: RoundId, met: &mut Met) -> Result<(), TestCaseError> {
        let before: Vec<_> = self.banks.iter().map(Bank::shown).collect();
        self.lock_in(&mut round, number);
        let seats = round.seats.iter().flatten().map(|seat| (seat.position, seat.person, seat.stakes, false));
        let cause = rules::rulebook::vocabulary::Irregularity::ALL[0];
        let void = VoidRound { cause, seats: seats.collect(), meters: round.meters };
        let after = settle_void(&self.house, &void, &mut Vec::new());
        for (bank, before) in self.banks.iter_mut().zip(before) {
            let wager = bank.terms().wager;
            if bank.is_open(&id("table"), number) {
                if bank.terms().reversed_on_void {
                    act(bank, |bank| bank.reverse(&id("table"), number));
                    prop_assert_eq!(bank.shown(), before);
                    met.voids += 1;
                } else {
                    prop_assert!(bank.reverse(&id("table"), number).is_err());
                }
                act(bank, |bank| bank.close(&id("table"), number));
            }
            prop_assert_eq!(&bank.shown(), after.of(wager));
        }
        Ok(())
    }
}

fn admitted(house: &House, round: &Value) -> Round {
    admit(house, &file(round)).map(|(round, _)| round).unwrap_or_else(|refusals| panic!("{refusals:?}"))
}

fn sequence(numbers: &[u16], met: &mut Met) -> Result<(), TestCaseError> {
    let mut tape = Tape::new(numbers);
    let books = books();
    let code = *tape.pick(&["ma", "md14", "sd", "md2014", "freedonia"]);
    let text = match code {
        "freedonia" => super::read("golden/books/freedonia-house.toml"),
        _ => lawful::house(&mut tape, &books.get(code).unwrap().rules),
    };
    let mut game = Game::of(open(&text));
    for number in (1..=6).map(RoundId) {
        let kind = if tape.once_in(3) { Kind::Any } else { Kind::Meters };
        let Some(round) = deal::round(&mut tape, &game.house, kind) else { continue };
        let round = admitted(&game.house, &round);
        if tape.once_in(4) { game.void(round, number, met)? } else { game.play(round, number, met)? }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::config(200))]

    #[test]
    fn the_settlement_and_the_bank_agree(numbers in tapes(2000)) {
        sequence(&numbers, &mut Met::default())?;
    }
}

/// Shows that the property above is not vacuous: it meets awards, resets, shared meters, back-up meters and void
/// rounds.
#[test]
fn the_sequences_reach_everything() {
    let mut met = Met::default();
    let mut number = 1_u64;
    for _ in 0..60 {
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 40) as u16
        };
        let numbers: Vec<u16> = (0..2000).map(|_| next()).collect();
        sequence(&numbers, &mut met).unwrap();
    }
    let counts = [met.awards, met.resets, met.shared, met.voids, met.backups];
    assert!(counts.iter().all(|count| *count > 10), "awards, resets, shared, voids, back-ups: {counts:?}");
}
