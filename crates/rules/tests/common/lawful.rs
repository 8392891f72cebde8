//! Lawful houses of any rulebook, made up from its sets of lawful values.

use std::fmt::{Display, Write as _};

use rules::paytable::{Pays, Paytable, Standing};
use rules::rule::{Bound, Rule};
use rules::rulebook::vocabulary::{DealDevice, EnvyAmounts, Precondition, ShufflerKind};
use rules::rulebook::{ProgressiveRules, Rulebook};
use rules::{Cents, Level, Odds, Wager};

use super::tape::Tape;

/// The text of a house of this book. The tape chooses every word of it among what the book allows.
pub fn house(tape: &mut Tape<'_>, book: &Rulebook) -> String {
    let mut maker = Maker { tape, book, text: String::new(), confirmed: Vec::new(), amounts: Vec::new() };
    maker.whole();
    maker.text
}

struct Maker<'m, 't> {
    tape: &'m mut Tape<'t>,
    book: &'m Rulebook,
    text: String,
    confirmed: Vec<u8>,
    /// The smallest wager, and the steps from there: all are multiples of the smallest chip.
    amounts: Vec<i64>,
}

/// How a value is written: words, amounts and percentages in quotation marks.
fn quoted<T: Display>(value: &T) -> String {
    format!("\"{value}\"")
}

impl Maker<'_, '_> {
    fn line(&mut self, key: &str, value: impl Display) {
        writeln!(self.text, "{key} = {value}").unwrap();
    }

    fn section(&mut self, name: &str) {
        writeln!(self.text, "\n[{name}]").unwrap();
    }

    /// A choice within a rule, or silence if the rule has a default.
    fn choice<T: Clone + PartialEq>(&mut self, key: &str, rule: &Rule<T>, show: impl Fn(&T) -> String) -> T {
        if let Some(default) = rule.default.clone().filter(|_| !self.tape.once_in(2)) {
            return default;
        }
        let value = self.tape.pick(&rule.lawful).clone();
        self.line(key, show(&value));
        value
    }

    fn choice_if<T: Clone + PartialEq + Display>(&mut self, key: &str, rule: Option<&Rule<T>>) -> Option<T> {
        rule.map(|rule| self.choice(key, rule, quoted))
    }

    fn switch_if(&mut self, key: &str, rule: Option<&Rule<bool>>) -> Option<bool> {
        rule.map(|rule| self.choice(key, rule, bool::to_string))
    }

    /// A whole number within a bound and below another.
    fn number(&mut self, key: &str, bound: &Bound<u8>, most: u8) -> u8 {
        let (least, most) = (bound.at_least.unwrap_or(1), bound.at_most.unwrap_or(most).min(most));
        if let Some(default) = bound.default.filter(|default| *default <= most && !self.tape.once_in(2)) {
            return default;
        }
        let value = most - self.tape.below(usize::from(most - least) + 1) as u8;
        self.line(key, value);
        value
    }

    fn whole(&mut self) {
        let book = self.book;
        self.line("rulebook", quoted(&book.code));
        self.line("operator", "\"Chance\"");
        let both = self.tape.once_in(2);
        let three = book.progressive.is_some() && (both || self.tape.once_in(2));
        let five = book.five_card_progressive.is_some() && (both || !three);
        let cover_all = book.cover_all.is_some() && self.tape.once_in(2);
        let six_card = book.six_card_bonus.is_some() && !self.tape.once_in(3);
        let tips = book.tips.is_some() && !self.tape.once_in(3);
        let match_play = book.match_play.is_some() && !self.tape.once_in(3);

        self.section("approvals");
        // An approval of something not in use does no harm.
        for approval in book.approvals.keys() {
            self.line(approval.word(), "\"device 7\"");
        }
        self.section("table");
        let positions = self.number("positions", &book.table.positions, 7);
        self.number("positions_per_player", &book.table.positions_per_player, positions);
        self.choice("adjacent", &book.table.adjacent, bool::to_string);
        match &book.table.sensors {
            Some(rule) if rule.lawful.contains(&2) && three && five => self.line("sensors", 2),
            Some(rule) => {
                self.choice("sensors", rule, u8::to_string);
            }
            None => {}
        }
        self.limits(six_card, cover_all, tips, match_play);
        self.base();
        if let Some(law) = book.six_card_bonus.as_ref().filter(|_| six_card) {
            self.section("six_card_bonus");
            self.paytable(Wager::SixCardBonus);
            self.choice("needs", &law.needs, quoted);
            self.choice_if("super_royal_paid_from", law.super_royal_paid_from.as_ref());
        }
        let decks = *self.tape.pick(&book.deck.decks.lawful);
        if let Some(law) = book.progressive.as_ref().filter(|_| three) {
            self.progressive(Wager::Progressive, law, decks);
        }
        if let Some(law) = book.five_card_progressive.as_ref().filter(|_| five) {
            self.progressive(Wager::FiveCardProgressive, law, decks);
        }
        if let Some(law) = book.cover_all.as_ref().filter(|_| cover_all) {
            self.section("cover_all");
            self.choice("folded_hands_count", &law.folded_hands_count, bool::to_string);
        }
        for (name, offered) in [("tips", tips), ("match_play", match_play)] {
            if offered {
                self.section(name);
                self.line("offered", "true");
            }
        }
        self.cards(decks, cover_all);
        self.rest();
        for reading in std::mem::take(&mut self.confirmed) {
            writeln!(self.text, "\n[[confirmation]]\nreading = {reading}\nby = \"P. Reyes\"\non = \"2026-11-15\"")
                .unwrap();
        }
    }

    fn limits(&mut self, six_card: bool, cover_all: bool, tips: bool, match_play: bool) {
        self.section("limits");
        let wanted = [
            ("ante", true),
            ("pair_plus", true),
            ("six_card_bonus", six_card),
            ("cover_all", cover_all),
            ("tips", tips),
            ("match_play", match_play),
        ];
        for (key, _) in wanted.into_iter().filter(|(_, wanted)| *wanted) {
            let (limit, amounts) = self.tape.pick(&[
                ("{ min = \"$5\", max = \"$500\", step = \"$5\" }", [500, 500]),
                ("{ min = \"$1\", max = \"$100\" }", [100, 100]),
                ("{ min = \"$2.50\", max = \"$250\", step = \"$0.50\" }", [250, 50]),
                ("{ min = \"$10\", max = \"$10\" }", [1000, 1000]),
                ("{ min = \"$3\", max = \"$100,000,000\", step = \"$0.01\" }", [300, 1]),
                ("{ min = \"$1.01\", max = \"$99.99\", step = \"$0.07\" }", [101, 7]),
            ]);
            self.amounts.extend(amounts);
            self.line(key, limit);
        }
    }

    /// Wagers, pair plus and ante bonus, which depend on each other.
    fn base(&mut self) {
        let book = self.book;
        self.section("wagers");
        let precondition = self.choice("precondition", &book.wagers.precondition, quoted);
        self.switch_if("equal_stakes", book.wagers.equal_stakes.as_ref());
        self.section("pair_plus");
        let floor = book.paytables_of(Wager::PairPlus).find(|table| table.standing == Standing::Floor);
        let pair_plus = match floor {
            Some(floor) => {
                self.own_lines(floor);
                "posted".to_owned()
            }
            None => self.paytable(Wager::PairPlus).id.clone(),
        };
        self.section("ante_bonus");
        self.choice("paid", &book.showdown.ante_bonus, quoted);
        let with = precondition != Precondition::None;
        let replaces = book.wagers.precondition_replaces_bonus.as_ref().is_some_and(|rule| rule.allows(&true));
        let fits = |table: &&Paytable| {
            let precondition =
                if replaces { table.needs_precondition == with } else { with || !table.needs_precondition };
            precondition && table.needs_pair_plus.as_ref().is_none_or(|wanted| *wanted == pair_plus)
        };
        let tables: Vec<&Paytable> =
            book.paytables_of(Wager::AnteBonus).filter(|table| table.is_offered()).filter(fits).collect();
        let table = *self.tape.pick(&tables);
        self.name(table);
    }

    /// Names one of the tables in force.
    fn paytable(&mut self, wager: Wager) -> &Paytable {
        let book = self.book;
        let tables: Vec<&Paytable> = book.paytables_of(wager).filter(|table| table.is_offered()).collect();
        let table = *self.tape.pick(&tables);
        self.name(table);
        table
    }

    fn name(&mut self, table: &Paytable) {
        self.line("paytable", quoted(&table.id));
        self.confirmed.extend(table.confirm.filter(|reading| !self.confirmed.contains(reading)));
    }

    fn own_lines(&mut self, floor: &Paytable) {
        let mut lines = String::new();
        for line in &floor.lines {
            let Pays::To(least) = line.pays else { panic!("{} is no floor", line.pays) };
            let hand = line.hand.to_string();
            if hand == "akq-suited" {
                match self.tape.below(4) {
                    0 => {}
                    1 => continue,
                    2 => writeln!(lines, "  {{ hand = \"akq-spades\", pays = \"500 to 1\" }},").unwrap(),
                    _ => {
                        writeln!(lines, "  {{ hand = \"akq-spades\", pays = \"100 to 1\" }},").unwrap();
                        writeln!(lines, "  {{ hand = \"akq-hdc\", pays = \"{}\" }},", line.pays).unwrap();
                        continue;
                    }
                }
            }
            let more = self.tape.below(4) as u32;
            let odds = Odds { won: least.won * 2 + more, staked: least.staked * 2 };
            writeln!(lines, "  {{ hand = \"{hand}\", pays = \"{} to {}\" }},", odds.won, odds.staked).unwrap();
        }
        self.line("lines", format!("[\n{lines}]"));
    }

    fn progressive(&mut self, wager: Wager, law: &ProgressiveRules, decks: u8) {
        let name = wager.word();
        self.section(name);
        let book = self.book;
        let tables: Vec<&Paytable> = book.paytables_of(wager).filter(|table| table.is_offered()).collect();
        let table = *self.tape.pick(&tables);
        self.name(table);
        let mut stake = *self.tape.pick(&law.stake.lawful);
        if law.other_stakes.allows(&true) && self.tape.once_in(3) {
            stake = *self.tape.pick(&[Cents(50), Cents(250), Cents(1000)]);
        }
        self.line("stake", quoted(&stake));
        self.amounts.push(stake.0);
        self.seeds_and_rates(law, table, stake);
        self.choice("multi_win", &law.multi_win, quoted);
        self.choice("reversed_on_void", &law.reversed_on_void, bool::to_string);
        if law.validated_from.is_some() && self.tape.once_in(2) {
            self.line("validated_from", "\"$50\"");
        }
        if law.meter_win_from_tray.at_most.is_none() && self.tape.once_in(2) {
            self.line("meter_win_from_tray", "\"$1,200\"");
        }
        self.envy(wager, law, table, stake);
        if law.link.allows(&true) && self.tape.once_in(3) {
            self.section(&format!("{name}.link"));
            self.line("name", "\"Chance\"");
            let game =
                format!("{{ name = \"Next\", paytable = \"{}\", stake = \"{stake}\", decks = {decks} }}", table.id);
            self.line("game", format!("[{game}]"));
        }
    }

    fn seeds_and_rates(&mut self, law: &ProgressiveRules, table: &Paytable, stake: Cents) {
        let levels = table.meters();
        let mut seeds = Vec::new();
        for level in &levels {
            let own = table.seeds.iter().find(|seed| seed.meter == *level).map(|seed| &seed.amount);
            let bound = own.unwrap_or(&law.seed);
            let basis = table.seeds_for_stake.filter(|_| own.is_some());
            let scale = |amount: Cents| basis.map_or(amount, |basis| Cents(amount.0 * stake.0 / basis.0));
            let least = bound.default.or(bound.at_least).map_or(Cents(1), scale);
            let room = if bound.at_most.is_some() { 0 } else { self.tape.below(5) as i64 * 12_345 };
            seeds.push((*level, Cents(least.0 + room)));
        }
        let bound = table.rate.as_ref().unwrap_or(&law.rate);
        // What the meters receive counts, and one percent may go to the reserve below.
        let least = bound.at_least.map_or(1, |share| share.0.div_ceil(10_000)) as usize + 1;
        let total = least.max(levels.len()) + self.tape.below(30);
        let mut rates: Vec<(Level, usize)> = levels.iter().map(|level| (*level, 1)).collect();
        for _ in levels.len()..total {
            let meter = self.tape.below(rates.len());
            rates[meter].1 += 1;
        }
        let by_level = |pairs: Vec<(Level, String)>| match pairs.as_slice() {
            [(_, only)] => only.clone(),
            several => {
                let cells: Vec<String> = several.iter().map(|(level, value)| format!("{level} = {value}")).collect();
                format!("{{ {} }}", cells.join(", "))
            }
        };
        self.line("seed", by_level(seeds.iter().map(|(level, seed)| (*level, quoted(seed))).collect()));
        self.line("rate", by_level(rates.iter().map(|(level, rate)| (*level, format!("\"{rate}.25%\""))).collect()));
        if self.tape.once_in(2) {
            // A part of the smallest rate that a meter gets above.
            self.line("reserve", "\"1.1%\"");
        }
    }

    fn envy(&mut self, wager: Wager, law: &ProgressiveRules, table: &Paytable, stake: Cents) {
        let Some(envy) = &law.envy else { return };
        self.section(&format!("{}.envy", wager.word()));
        self.choice("holder_needs_wager", &envy.holder_needs_wager, bool::to_string);
        let printed = table.envy.iter().any(|line| line.stake.is_none_or(|basis| basis == stake));
        let own = envy.amounts.allows(&EnvyAmounts::House) && self.tape.once_in(2);
        if own || (!printed && envy.offered.default == Some(true)) {
            let (high, low) =
                if wager == Wager::Progressive { ("akq-spades", "straight") } else { ("royal-flush", "flush") };
            self.line(
                "amounts",
                format!("[{{ hand = \"{high}\", pays = \"$77\" }}, {{ hand = \"{low}\", pays = \"$3.50\" }}]"),
            );
        }
    }

    fn cards(&mut self, decks: u8, cover_all: bool) {
        let book = self.book;
        // Cover All is paid by the number of hands the shuffler dispenses.
        let devices: Vec<DealDevice> =
            book.deal.device.lawful.iter().copied().filter(|d| !cover_all || *d == DealDevice::AutomatedShoe).collect();
        let device = *self.tape.pick(&devices);
        let by_hand = device == DealDevice::Hand;
        let needed = |rule: &Option<Rule<bool>>| rule.as_ref().is_some_and(|rule| rule.allows(&true));
        let stacks = device == DealDevice::AutomatedShoe;
        let machine = (by_hand && needed(&book.deal.hand_needs_shuffler))
            || (stacks && needed(&book.deal.stacks_need_shuffler))
            || (decks > 1 && needed(&book.deck.second_needs_shuffler));
        let kinds: Vec<ShufflerKind> = book
            .shuffle
            .shuffler
            .lawful
            .iter()
            .copied()
            .filter(|kind| !machine || *kind != ShufflerKind::None)
            .filter(|kind| !cover_all || book.cover_all.as_ref().is_some_and(|law| law.shuffler.allows(kind)))
            .collect();
        self.section("shuffler");
        let kind = *self.tape.pick(&kinds);
        self.line("kind", quoted(&kind));
        if kind != ShufflerKind::None && self.tape.once_in(2) {
            self.line("counts", "true");
        }
        if !by_hand {
            self.switch_if("feeds_shoe", book.shuffle.feeds_shoe.as_ref());
        }
        self.switch_if("reshuffles", book.shuffle.reshuffling_device.as_ref());
        self.section("deal");
        self.line("device", quoted(&device));
        if device == DealDevice::AutomatedShoe {
            self.choice_if("dealer_stack", book.deal.dealer_stack.as_ref());
        }
        self.section("deck");
        self.line("decks", decks);
        if decks > 1 {
            self.line("backs", "[\"red\", \"blue\"]");
        }
        let life = if by_hand { &book.deck.life_hours_hand } else { &book.deck.life_hours_shoe };
        if self.tape.once_in(2) {
            self.line("life_hours", life.at_most.unwrap_or(100));
        }
        self.choice("received", &book.deck.received, quoted);
        if let Some(bound) = &book.stub.count_every {
            self.section("stub");
            self.number("count_every", bound, u8::MAX);
        }
    }

    fn rest(&mut self) {
        let book = self.book;
        self.section("cut");
        self.choice("when", &book.cut.when, quoted);
        self.number("deepest", &book.cut.depth, 51);
        self.section("idle");
        self.choice_if("reopening", book.idle.reopening.as_ref());
        if book.idle.after_seconds.is_some() && self.tape.once_in(2) {
            let seconds = self.tape.below(600);
            self.line("after_seconds", seconds);
        }
        self.section("opening");
        self.choice_if("checklist", book.opening.checklist.as_ref());
        self.section("ranking");
        self.switch_if("five_card_wheel", book.ranking.five_card_wheel.as_ref());
        self.section("fold");
        self.choice("pair_plus", &book.fold.pair_plus, quoted);
        self.choice_if("six_card_bonus", book.fold.six_card_bonus.as_ref());
        self.choice_if("progressive", book.fold.progressive.as_ref());
        self.choice_if("five_card_progressive", book.fold.five_card_progressive.as_ref());
        self.choice_if("envy", book.fold.envy.as_ref());
        self.choice_if("cover_all", book.fold.cover_all.as_ref());
        self.section("layout");
        if self.tape.once_in(2) && book.layout.operator.is_some() {
            self.line("operator", quoted(&"name"));
        }
        self.section("layout.odds");
        for wager in [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::PairPlus] {
            self.choice_if(wager.word(), book.layout.odds.get(&wager));
        }
        self.section("forfeit");
        self.switch_if("allowed", book.forfeit.as_ref().map(|forfeit| &forfeit.allowed));
        self.section("settlement");
        if self.tape.once_in(2) || book.settlement.default.is_none() {
            let order = &self.tape.pick(&book.settlement.alternatives).id;
            self.line("order", quoted(order));
        }
        self.section("payment");
        let chips = [Cents(1), Cents(25), Cents(100), Cents(500)];
        let measures = |chip: &Cents| self.amounts.iter().all(|amount| amount % chip.0 == 0);
        let chips: Vec<Cents> = chips.into_iter().filter(measures).collect();
        let unit = *self.tape.pick(&chips);
        self.line("unit", quoted(&unit));
        self.section("people");
        self.choice("leaver", &book.people.leaver, quoted);
        self.choice("lost_connection", &book.people.lost_connection, quoted);
        self.switch_if("view_folded", book.people.view_folded.as_ref());
        self.section("irregularities");
        self.switch_if("borrowed", book.irregularities.borrowed.as_ref());
    }
}
