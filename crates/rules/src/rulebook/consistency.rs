//! Whether the parts of a book agree with each other, and whether the engine has a mechanism for what it says.

use super::Rulebook;
use super::citations::is_code;
use super::layout::PAID;
use super::reader::Pointer;
use super::vocabulary::{CutOffer, Fate, Precondition, Take};
use crate::paytable::{Paytable, Standing};
use crate::rule::Rule;
use crate::settle::POSITIONS;
use crate::wager::Wager;

/// Where a contradiction is, and what is wrong.
pub(super) type Contradiction = (Pointer, String);

impl Rulebook {
    /// Every contradiction inside the book.
    pub(super) fn contradictions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        self.check_code(&mut found);
        self.check_currency(&mut found);
        self.check_paytables(&mut found);
        self.check_columns(&mut found);
        self.check_choices(&mut found);
        self.check_figures(&mut found);
        self.check_qualification(&mut found);
        self.check_folds(&mut found);
        self.check_remedies(&mut found);
        self.check_opening(&mut found);
        found.extend(self.layout.faults(self).into_iter().map(|(path, message)| (Pointer::keys(&path), message)));
        self.check_orders(&mut found);
        self.check_cut(&mut found);
        self.check_stakes(&mut found);
        self.check_names(&mut found);
        self.check_early_looks(&mut found);
        self.check_payout(&mut found);
        found
    }

    fn check_code(&self, found: &mut Vec<Contradiction>) {
        if !is_code(&self.code) {
            let message = format!("code \"{}\": expected lower-case letters, digits and hyphens", self.code);
            found.push((Pointer::keys(&["code"]), message));
        }
    }

    fn check_paytables(&self, found: &mut Vec<Contradiction>) {
        for (i, table) in self.paytables.iter().enumerate() {
            let first =
                || self.paytables.iter().take(i).all(|other| other.wager != table.wager || other.id != table.id);
            let progressive = self.progressive_rules(table.wager);
            let (at, message) = if let Some(fault) = table.fault() {
                (Some((fault.key, fault.line)), fault.message)
            } else if !first() {
                (None, format!("{} has two paytables called {}", table.wager, table.id))
            } else if !self.knows(table.wager) {
                (None, format!("a paytable for {}, which the book does not have", table.wager))
            } else if progressive.is_some() && table.is_offered() && table.meters().is_empty() {
                (None, "no line pays from a meter: expected one such as pays = \"100% of main\"".to_owned())
            } else if !table.envy.is_empty() && progressive.is_some_and(|law| law.envy.is_none()) {
                let message = "envy lines, and [{}.envy] is not in the book: expected it, or no `envy`";
                (Some(("envy", None)), message.replace("{}", table.wager.word()))
            } else if let Some((key, message)) = self.misplaced(table) {
                (Some((key, None)), message)
            } else {
                continue;
            };
            let pointer = at.map_or(Pointer::Paytable(i), |(key, line)| Pointer::InPaytable(i, key, line));
            found.push((pointer, message));
        }
        for wager in PAID {
            let usable = |table: &Paytable| table.is_offered() || table.standing == Standing::Floor;
            if self.knows(wager) && !self.paytables_of(wager).any(usable) {
                let message =
                    format!("{wager} has no paytable in force: expected a [[paytable]] with wager = \"{wager}\"");
                found.push((Pointer::Section(wager.word(), "wagers"), message));
            }
        }
        if self.six_card_bonus.is_some() && self.ranking.five_card.is_none() {
            let message = "expected `five_card`: the six card bonus ranks five cards".to_owned();
            found.push((Pointer::keys(&["ranking"]), message));
        }
    }

    /// A key that a table of its wager has no use for, or that leads nowhere: nobody would ask it.
    fn misplaced(&self, table: &Paytable) -> Option<(&'static str, String)> {
        let base = matches!(table.wager, Wager::Ante | Wager::Play | Wager::AnteBonus);
        if table.needs_precondition && !base {
            let message = "`needs_precondition` belongs to tables of ante, play and ante bonus: expected none here";
            return Some(("needs_precondition", message.to_owned()));
        }
        if let Some(wanted) = &table.needs_pair_plus {
            if table.wager != Wager::AnteBonus {
                let message = "`needs_pair_plus` belongs to tables of the ante bonus: expected none here";
                return Some(("needs_pair_plus", message.to_owned()));
            }
            if !self.paytable(Wager::PairPlus, wanted).is_some_and(Paytable::is_offered) {
                let message = format!("the book offers no pair plus table \"{wanted}\": expected the `id` of one");
                return Some(("needs_pair_plus", message));
            }
        }
        let metered = [
            ("seeds", !table.seeds.is_empty()),
            ("seeds_for_stake", table.seeds_for_stake.is_some()),
            ("rate", table.rate.is_some()),
            ("meant_for_stake", table.meant_for_stake.is_some()),
        ];
        let progressive = matches!(table.wager, Wager::Progressive | Wager::FiveCardProgressive);
        let (key, _) = metered.into_iter().find(|(_, given)| *given && !progressive)?;
        Some((key, format!("`{key}` belongs to tables of a progressive: expected none here")))
    }

    /// Cover All pays by the number of players: a table has lines for each number that may sit there, and no others.
    fn check_columns(&self, found: &mut Vec<Contradiction>) {
        let most = self.table.positions.at_most.unwrap_or(0);
        // A book without Cover All, or a table with another fault, has been told so.
        let sound = |table: &Paytable| table.is_offered() && self.knows(table.wager) && table.fault().is_none();
        let tables = self.paytables.iter().enumerate();
        for (i, table) in tables.filter(|(_, table)| table.wager == Wager::CoverAll && sound(table)) {
            let has = |players: u8| table.lines.iter().any(|line| line.players == Some(players));
            let lacking = (1..=most).find(|players| !has(*players)).map(|players| (players, "and none is for it"));
            let beyond = (most.saturating_add(1)..=u8::MAX).find(|players| has(*players));
            let line = beyond
                .filter(|_| lacking.is_none())
                .and_then(|players| table.lines.iter().position(|line| line.players == Some(players)));
            if let Some((players, why)) = lacking.or(beyond.map(|players| (players, "which cannot sit there"))) {
                let message = format!(
                    "{} {}: expected lines with `players` 1 to {most}, as many as the table has positions: {players}, {why}",
                    table.wager, table.id
                );
                let pointer = line.map_or(Pointer::Paytable(i), |line| Pointer::InPaytable(i, "lines", Some(line)));
                found.push((pointer, message));
            }
        }
    }

    /// What neither the book nor a house could settle, and what the table does in one way only.
    fn check_choices(&self, found: &mut Vec<Contradiction>) {
        let fold = &self.fold;
        if self.table.positions.at_most.is_none_or(|most| usize::from(most) > POSITIONS) {
            let message = format!("positions: expected `at_most` of no more than {POSITIONS}");
            found.push((Pointer::keys(&["table", "positions"]), message));
        }
        if fold.ante.lawful != [Fate::Lost] {
            let message = "a fold gives up the ante: expected `is = \"lost\"`".to_owned();
            found.push((Pointer::keys(&["fold", "ante"]), message));
        }
        let always: [(&[&'static str], Option<&Rule<bool>>); 4] = [
            (&["deck", "alternate"], self.deck.alternate.as_ref()),
            (&["opening", "each_deck"], self.opening.each_deck.as_ref()),
            (&["shuffle", "every_round"], Some(&self.shuffle.every_round)),
            (&["tips", "needs_own_wager"], self.tips.as_ref().map(|tips| &tips.needs_own_wager)),
        ];
        for (section, rule) in self.offers() {
            if rule.stated {
                let message = format!(
                    "a house says it by a section [{section}], and by silence that it does not offer it: expected `default = false` in place of `stated`"
                );
                found.push((Pointer::Key(vec![section, "offered"]), message));
            }
            if rule.is_choice() && rule.default == Some(true) {
                let message = format!(
                    "a house offers it by a section [{section}] and not by silence: expected `default = false`"
                );
                found.push((Pointer::Key(vec![section, "offered"]), message));
            }
        }
        for (path, _) in always.into_iter().filter(|(_, rule)| rule.is_some_and(|rule| rule.lawful != [true])) {
            found.push((Pointer::keys(path), "the table knows no other way: expected `is = true`".to_owned()));
        }
    }

    /// The rules by which a house may offer what has a section of its own.
    fn offers(&self) -> impl Iterator<Item = (&'static str, &Rule<bool>)> {
        let offers: [(&'static str, Option<&Rule<bool>>); 9] = [
            ("bad_beat", self.bad_beat.as_ref().map(|law| &law.offered)),
            ("hand_bonus", self.hand_bonus.as_ref().map(|law| &law.offered)),
            ("six_card_bonus", self.six_card_bonus.as_ref().map(|law| &law.offered)),
            ("prime", self.prime.as_ref().map(|law| &law.offered)),
            ("progressive", self.progressive.as_ref().map(|law| &law.offered)),
            ("five_card_progressive", self.five_card_progressive.as_ref().map(|law| &law.offered)),
            ("cover_all", self.cover_all.as_ref().map(|law| &law.offered)),
            ("tips", self.tips.as_ref().map(|law| &law.offered)),
            ("match_play", self.match_play.as_ref().map(|law| &law.offered)),
        ];
        offers.into_iter().filter_map(|(section, rule)| Some((section, rule?)))
    }

    /// What becomes of ante and play without a playing dealer is said exactly where that can happen, and a printed phrase
    /// about the dealer's hand is true of every house.
    fn check_qualification(&self, found: &mut Vec<Contradiction>) {
        let law = &self.showdown;
        let lowest = &law.dealer_qualifies;
        let always = lowest.lawful.iter().all(|lowest| lowest.is_none());
        for (name, rule) in [("unqualified_ante", &law.unqualified_ante), ("unqualified_play", &law.unqualified_play)] {
            match (rule, always) {
                (Some(_), true) => {
                    let message = format!("the dealer always plays: expected no `{name}`");
                    found.push((Pointer::keys(&["showdown", name]), message));
                }
                (None, false) => {
                    let message = format!(
                        "the dealer may have too low a hand to play: expected `{name}`, such as {{ is = \"pushed\", clauses = [\"…\"] }}"
                    );
                    found.push((Pointer::keys(&["showdown"]), message));
                }
                _ => {}
            }
        }
        if lowest.default.is_none() && self.layout.phrase.is_some() {
            let message = "the words name a hand that the house chooses: expected no `phrase`, or a `showdown.dealer_qualifies` with a `default`";
            found.push((Pointer::keys(&["layout", "phrase"]), message.to_owned()));
        }
    }

    /// Players decline only what they are offered.
    fn check_cut(&self, found: &mut Vec<Contradiction>) {
        let offered = self.cut.offered.as_ref();
        let never = offered.is_none_or(|offered| offered.lawful == [CutOffer::Nobody]);
        if self.cut.declined.is_some() && never {
            let message = "nobody is offered the cut: expected `offered` beside it".to_owned();
            found.push((Pointer::keys(&["cut", "declined"]), message));
        }
    }

    /// Who may make an ante or a pair plus, but not both, never has two stakes to compare.
    fn check_stakes(&self, found: &mut Vec<Contradiction>) {
        let wagers = &self.wagers;
        let either_or = wagers.precondition.lawful == [Precondition::EitherOr];
        if either_or && wagers.equal_stakes.as_ref().is_some_and(|rule| rule.lawful == [true]) {
            let message = "nobody has an ante and a pair plus under `either_or`: expected no `equal_stakes`".to_owned();
            found.push((Pointer::keys(&["wagers", "equal_stakes"]), message));
        }
    }

    /// Only what a table pays from is called by a name.
    fn check_names(&self, found: &mut Vec<Contradiction>) {
        for (wager, section) in
            [(Wager::Progressive, "progressive"), (Wager::FiveCardProgressive, "five_card_progressive")]
        {
            let names = self.progressive_rules(wager).and_then(|law| law.names.as_ref());
            for level in names.into_iter().flat_map(|names| names.keys()) {
                if !self.paytables_of(wager).any(|table| table.meters().contains(level)) {
                    let message = format!("no table of the {} pays from a {level} meter", wager.title());
                    found.push((Pointer::Key(vec![section, "names", level.word()]), message));
                }
            }
        }
    }

    /// The names of the orders of settlement, for complaints.
    fn orders(&self) -> String {
        let names: Vec<String> = self.settlement.alternatives.iter().map(|order| format!("\"{}\"", order.id)).collect();
        names.join(" or ")
    }

    /// A book that has a wager says what a fold does to it.
    fn check_folds(&self, found: &mut Vec<Contradiction>) {
        let fold = &self.fold;
        for (name, wagers, rule) in [
            ("hand_bonus", &[Wager::HandBonus][..], &fold.hand_bonus),
            ("six_card_bonus", &[Wager::SixCardBonus], &fold.six_card_bonus),
            ("prime", &[Wager::Prime], &fold.prime),
            ("progressive", &[Wager::Progressive], &fold.progressive),
            ("five_card_progressive", &[Wager::FiveCardProgressive], &fold.five_card_progressive),
            ("envy", &[Wager::Envy, Wager::FiveCardEnvy], &fold.envy),
            ("cover_all", &[Wager::CoverAll], &fold.cover_all),
        ] {
            if wagers.iter().any(|wager| self.knows(*wager)) && rule.is_none() {
                let message = format!("expected `{name}`: the book has it, so it must say what a fold does to it");
                found.push((Pointer::keys(&["fold"]), message));
            }
        }
    }

    /// In each alternative, each wager of the book must be settled exactly once.
    fn check_orders(&self, found: &mut Vec<Contradiction>) {
        let settlement = &self.settlement;
        let known = |id: &&String| settlement.alternatives.iter().any(|alternative| alternative.id == **id);
        if let Some(default) = settlement.default.iter().find(|id| !known(id)) {
            let message = format!("default = \"{default}\" is not among the alternatives: expected {}", self.orders());
            found.push((Pointer::keys(&["settlement"]), message));
        }
        for named in settlement.order.iter().flat_map(|rule| &rule.lawful).filter(|id| !known(id)) {
            let message = format!("\"{named}\" is not among the alternatives: expected {}", self.orders());
            found.push((Pointer::keys(&["settlement", "order"]), message));
        }
        if settlement.default.is_none() && settlement.order.is_none() {
            let message = "expected a `default`, or an `order` that the house names".to_owned();
            found.push((Pointer::keys(&["settlement"]), message));
        }
        for (i, alternative) in settlement.alternatives.iter().enumerate() {
            let directed = alternative.passes.iter().position(|pass| pass.direction.is_some());
            if let Some(pass) = directed.filter(|_| alternative.finishes.is_some()) {
                let message = "each hand is finished before the next, so all passes go as `settlement.across` says: expected no `direction`, or no `finishes`";
                found.push((Pointer::Pass(i, pass, "direction"), message.to_owned()));
            }
            let mut unsettled = Vec::new();
            for &wager in Wager::ALL {
                // Tips and coupons follow the wager they ride on.
                let rides = matches!(
                    wager,
                    Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay
                );
                let count = |take: Take| {
                    let passes = alternative.passes.iter().filter(|pass| pass.take == take);
                    passes.flat_map(|pass| &pass.wagers).filter(|named| **named == wager).count()
                };
                let (all, losing, rest) = (count(Take::All), count(Take::Losing), count(Take::Rest));
                let expected = self.knows(wager) && !rides;
                let once = matches!((all, losing, rest), (1, 0, 0) | (0, 1, 1));
                if expected && !once {
                    unsettled.push(wager.word());
                } else if !expected && all + losing + rest > 0 {
                    let why = if rides { "follows the wager it rides on" } else { "is not a wager of this book" };
                    let named = alternative.passes.iter().position(|pass| pass.wagers.contains(&wager));
                    let pointer = named.map_or(Pointer::Alternative(i), |pass| Pointer::Pass(i, pass, "wagers"));
                    found.push((pointer, format!("{wager} {why}: expected no pass to name it")));
                }
            }
            if let Some((first, others)) = unsettled.split_first() {
                let others = if others.is_empty() { String::new() } else { format!(", nor are {}", others.join(", ")) };
                let message = format!(
                    "{first} is not settled exactly once{others}: expected each in one pass with take = \"all\", or in one \"losing\" and one \"rest\""
                );
                found.push((Pointer::Alternative(i), message));
            }
        }
    }
}
