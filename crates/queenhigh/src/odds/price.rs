//! Prices a wager by a paytable.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cards::{Rank, Strength, Wheel};
use odds::bad_beat::bad_beat_law;
use odds::base::BaseGame;
use odds::cover_all::HighestHandCounts;
use odds::deals::Deals;
use odds::envy::EnvyLaw;
use odds::prime::prime_law;
use odds::progressive::ProgressiveLaw;
use odds::six::{fair_stake, six_card_law};
use odds::strategy::Strategy;
use odds::terms::{BaseTerms, Meeting};
use odds::three::{ante_bonus_law, three_card_law};
use odds::{Distribution, Fraction};
use rules::house::{MeterTerms, ProgressiveTable};
use rules::money::Cents;
use rules::paytable::{EnvyLine, Line};
use rules::posted::{ColourTable, FiveTable, ThreeTable};
use rules::rulebook::Qualification;
use rules::rulebook::vocabulary::BonusWhen;
use rules::{Citation, Level};

use super::choice::MeterValue;
use super::figures::Count;
use super::output::{MeterOut, NetOut, OutcomeOut, WagerOdds, with_law};

/// The wager and its table.
#[derive(Clone, Debug)]
pub(super) struct Named<'a> {
    pub(super) rulebook: &'a str,
    pub(super) wager: &'a str,
    pub(super) paytable: &'a str,
    pub(super) cite: Citation,
}

impl<'a> Named<'a> {
    /// A wager by a table, and its law.
    pub(super) fn new(rulebook: &'a str, wager: &'a str, paytable: &'a str, cite: Citation) -> Named<'a> {
        Named { rulebook, wager, paytable, cite }
    }

    fn odds(&self) -> WagerOdds {
        WagerOdds {
            rulebook: self.rulebook.to_owned(),
            wager: self.wager.to_owned(),
            paytable: self.paytable.to_owned(),
            clauses: self.cite.clauses.iter().map(ToString::to_string).collect(),
            readings: self.cite.readings.clone(),
            ..WagerOdds::default()
        }
    }
}

fn clauses(lines: &[Line]) -> Vec<Option<String>> {
    lines.iter().map(|line| line.cite.first().map(ToString::to_string)).collect()
}

/// Pair plus, or the hand bonus.
pub(super) fn by_three_cards(named: &Named<'_>, table: &ThreeTable) -> WagerOdds {
    with_law(named.odds(), &three_card_law(table), &clauses(&table.lines))
}

/// The ante bonus alone, in parts of the ante.
pub(super) fn ante_bonus(named: &Named<'_>, table: &ThreeTable, when: BonusWhen) -> WagerOdds {
    let mut odds = with_law(named.odds(), &ante_bonus_law(table), &clauses(&table.lines));
    odds.notes
        .push("Nothing is staked on the ante bonus: figures are in parts of the ante, and it cannot lose.".into());
    if when == BonusWhen::OnWin {
        odds.notes.push(
            "It is paid only when the ante wins: these figures are those of the hands; ante_play counts what is paid."
                .into(),
        );
    }
    odds
}

/// The bad beat bonus alone, in parts of the play.
pub(super) fn bad_beat(named: &Named<'_>, table: &ThreeTable, deals: &Deals) -> WagerOdds {
    let mut odds = with_law(named.odds(), &bad_beat_law(table, deals), &clauses(&table.lines));
    odds.notes.push(
        "Nothing is staked on the bad beat bonus: figures are in parts of the play of a player who never folds a paid hand, and it cannot lose."
            .into(),
    );
    odds
}

/// The six card bonus at a stake.
pub(super) fn six_card(named: &Named<'_>, table: &FiveTable, wheel: Wheel, stake: Cents) -> WagerOdds {
    let mut odds = with_law(named.odds(), &six_card_law(table, wheel, stake), &clauses(&table.lines));
    odds.stake = Some(stake.0);
    odds.fair_stake = fair_stake(table, wheel).map(|stake| stake.to_string());
    if let Some(fair) = fair_stake(table, wheel) {
        let dollars = (fair / Fraction::whole(100)).decimal(2);
        odds.notes.push(format!("A flat amount is worth more to a small stake: below ${dollars} the wager is a gain."));
    }
    odds
}

/// The prime.
pub(super) fn prime(named: &Named<'_>, table: &ColourTable) -> WagerOdds {
    with_law(named.odds(), &prime_law(table), &clauses(&table.lines))
}

/// A progressive, and what it needs besides its table.
pub(super) struct ProgressiveCase<'a> {
    pub(super) table: &'a ProgressiveTable,
    pub(super) stake: Cents,
    pub(super) wheel: Wheel,
    pub(super) meters: &'a [MeterValue],
    pub(super) envy: &'a [EnvyLine],
    pub(super) lost_by_fold: bool,
}

impl ProgressiveCase<'_> {
    fn lines(&self) -> &[Line] {
        match self.table {
            ProgressiveTable::Three(table) => &table.lines,
            ProgressiveTable::Five(table) => &table.lines,
        }
    }

    /// The envy for the stake, where the table has some.
    pub(super) fn envy(&self) -> Option<EnvyLaw> {
        let law = match self.table {
            ProgressiveTable::Three(_) => EnvyLaw::three(self.envy, self.stake),
            ProgressiveTable::Five(_) => EnvyLaw::five(self.envy, self.stake, self.wheel),
        };
        (!law.hands.is_empty()).then_some(law)
    }
}

/// A progressive with its meters as they stand.
pub(super) fn progressive(named: &Named<'_>, case: &ProgressiveCase<'_>) -> WagerOdds {
    let law = ProgressiveLaw::new(case.table, case.stake, case.wheel);
    let values: Vec<(Level, Cents)> = case.meters.iter().map(|meter| (meter.level, meter.cents)).collect();
    let mut odds = with_law(named.odds(), &law.law_at(&values), &clauses(case.lines()));
    odds.stake = Some(case.stake.0);
    odds.fixed_return = Some(law.fixed_return.to_string());
    let fair = |level| law.break_even_cents(level, &values, &Fraction::zero()).map(|cents| cents.0);
    let meters = case.meters.iter().filter_map(|meter| {
        let worth = law.meters.iter().find(|worth| worth.level == meter.level)?;
        Some(MeterOut {
            meter: meter.level.word(),
            coefficient: worth.coefficient.to_string(),
            cents: meter.cents.0,
            from: meter.from,
            break_even_cents: fair(meter.level),
        })
    });
    odds.meters = Some(meters.collect());
    odds.break_even_cents = case.meters.first().and_then(|meter| fair(meter.level));
    odds.envy_per_other = case.envy().map(|envy| envy.per_other().to_string());
    if odds.envy_per_other.is_none() {
        odds.notes.push("The table names no envy amounts for this stake.".into());
    }
    for (from, what) in [
        ("seed", "at the seed that the book names, or the least it allows"),
        ("nothing", "at zero, since the book names no seed"),
    ] {
        let names: Vec<&str> =
            case.meters.iter().filter(|meter| meter.from == from).map(|meter| meter.level.word()).collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "stands" } else { "stand" };
            odds.notes.push(format!("{} {verb} {what}; --meter NAME=AMOUNT states another value.", names.join(", ")));
        }
    }
    if case.lost_by_fold {
        let q64 = Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]);
        let keeps = |hand: cards::Three| Some(hand.strength()) >= q64;
        let kept = ProgressiveLaw::forfeited_by_fold(case.table, case.stake, case.wheel, keeps);
        odds.ev_folding_below_q64 = Some(kept.ev_at(&values).to_string());
        odds.notes.push("A fold forfeits it. The figures are those of a player who folds nothing.".into());
    }
    odds
}

/// The long run of a house's meters, for the par sheet.
pub(super) fn long_run(
    case: &ProgressiveCase<'_>,
    meters: &[MeterTerms],
    aside: rules::Share,
) -> odds::progressive::LongRun {
    ProgressiveLaw::new(case.table, case.stake, case.wheel).long_run(meters, aside)
}

/// Cover All for this many players by the table's column for them; `None` where it has none, or pays a flush or less.
pub(super) fn cover_all(named: &Named<'_>, column: &ThreeTable, players: u8) -> Option<WagerOdds> {
    if column.lines.is_empty() {
        return None;
    }
    let law = HighestHandCounts::of_hands(usize::from(players) + 1)?.law(column)?;
    let mut odds = with_law(named.odds(), &law, &clauses(&column.lines));
    odds.players = Some(players);
    odds.notes.push(format!(
        "The highest of {} hands, the dealer's included, from one deck; folded hands count.",
        players + 1
    ));
    Some(odds)
}

/// The base game under a strategy.
pub(super) fn ante_play(
    named: &Named<'_>,
    deals: &Deals,
    terms: &BaseTerms,
    (name, strategy): (&str, &Strategy),
) -> WagerOdds {
    let game = BaseGame::new(deals, terms, strategy);
    let best = BaseGame::new(deals, terms, &Strategy::Optimal);
    let mut odds = named.odds();
    let (ev, hit, variance) = (game.ev(), game.law.above_zero(), game.variance());
    odds.strategy = Some(name.to_owned());
    odds.ev = ev.to_string();
    odds.house_edge = game.house_edge().to_string();
    odds.house_edge_percent = game.house_edge().percent(4);
    odds.hit_frequency = hit.to_string();
    odds.hit_frequency_percent = hit.percent(4);
    odds.variance = variance.to_string();
    odds.standard_deviation = variance.root(6);
    odds.skewness = game.law.skewness(6);
    odds.kurtosis = (game.law.excess_kurtosis() + Fraction::whole(3)).decimal(6);
    odds.element_of_risk = Some(game.element_of_risk().to_string());
    odds.element_of_risk_percent = Some(game.element_of_risk().percent(4));
    let of = game.law.of();
    let share = |ways: u128| Some(Fraction::new(ways, of).to_string());
    odds.fold = share(game.folded);
    odds.dealer_not_qualified = share(game.not_qualified).filter(|_| !Qualification(terms.floor).is_none());
    odds.win = share(game.won);
    odds.tie = share(game.tied);
    odds.lose = share(game.lost);
    odds.threshold = game.threshold.map(|weakest| weakest.to_string());
    odds.cost = Some((best.ev() - ev).to_string());
    odds.net_distribution = Some(net_distribution(&game.law, game.parts));
    odds.outcomes = base_outcomes(deals, terms, &game);
    if game.threshold.is_none() {
        odds.notes.push(
            "The strategy is not a threshold: in some class it plays some suits and not others, or it plays nothing."
                .into(),
        );
    }
    odds
}

fn net_distribution(law: &Distribution, parts: i64) -> Vec<NetOut> {
    law.iter()
        .map(|(net, ways)| NetOut {
            net: Fraction::new(net, parts).to_string(),
            ways: Count(ways),
            of: Count(law.of()),
        })
        .collect()
}

/// Every deal by the bonus of the player's hand, by its outcome and by its net result; deals that no line names come last.
/// Hands of one line differ in their net where ante, play or a bad beat are paid by the hand as well.
fn base_outcomes(deals: &Deals, terms: &BaseTerms, game: &BaseGame) -> Vec<OutcomeOut> {
    const EVENTS: [(&str, Option<Meeting>); 5] = [
        ("win", Some(Meeting::Higher)),
        ("dealer_not_qualified", Some(Meeting::Unqualified)),
        ("tie", Some(Meeting::Equal)),
        ("lose", Some(Meeting::Lower)),
        ("fold", None),
    ];
    let (lines, of) = (&terms.bonus.lines, game.law.of());
    let mut ways: BTreeMap<(usize, usize, Reverse<i64>), u128> = BTreeMap::new();
    for (class, plays) in deals.classes.iter().zip(&game.plays) {
        let line = terms.bonus.line(class.hand).map(|line| line.hand);
        let row = lines.iter().position(|known| Some(known.hand) == line).unwrap_or(lines.len());
        let dealers = if *plays {
            [class.below, class.unqualified, class.equal, class.above, 0]
        } else {
            [0, 0, 0, 0, class.dealers().iter().sum()]
        };
        for (event, dealers) in dealers.into_iter().enumerate().filter(|(_, dealers)| *dealers > 0) {
            let meeting = EVENTS[event].1;
            let net = meeting.map_or(-game.parts, |meeting| terms.net(class.hand, meeting, game.parts));
            *ways.entry((row, event, Reverse(net))).or_default() += u128::from(class.ways) * u128::from(dealers);
        }
    }
    let rows = ways.into_iter().map(|((row, event, Reverse(net)), count)| {
        let exact = Fraction::new(net, game.parts);
        let line = lines.get(row);
        OutcomeOut {
            hand: line.map_or("nothing", |line| line.hand.word()).to_owned(),
            event: Some(EVENTS[event].0),
            ways: Count(count),
            of: Count(of),
            pays: line.map(|line| line.pays.to_string()),
            net: exact.to_string(),
            probability: Fraction::new(count, of).to_string(),
            probability_percent: Fraction::new(count, of).percent(6),
            clause: line.and_then(|line| line.cite.first()).map(ToString::to_string),
            exact,
            line: None,
        }
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use odds::strategy::Strategy;
    use rules::{Books, house};

    use super::*;

    /// Among them a house that pays ante and play by the hand, and a bad beat, so that hands of one bonus line differ.
    #[test]
    fn the_rows_of_the_base_game_add_up_to_its_mean() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
        let mut books = Books::shipped();
        books.add(&read("golden/books/freedonia.toml")).unwrap();
        let houses = ["ma", "md14", "md2014", "sd", "tribal"].map(|code| format!("houses/{code}.toml"));
        for file in houses.iter().map(String::as_str).chain(["golden/books/freedonia-house.toml"]) {
            let house = house::check(&read(file), &books).house.unwrap();
            let terms = BaseTerms::of(&house);
            let deals = Deals::new(terms.floor);
            let named = Named::new(&house.book.code, "ante_play", &house.ante_bonus.id, house.ante_bonus.cite.clone());
            for (word, strategy) in &Strategy::NAMED {
                let odds = ante_play(&named, &deals, &terms, (word, strategy));
                let sum =
                    odds.outcomes.iter().fold(Fraction::whole(0), |sum, row| sum + row.exact.clone() * row.chance());
                assert_eq!(sum.to_string(), odds.ev, "{file}, {word}");
            }
        }
    }
}
