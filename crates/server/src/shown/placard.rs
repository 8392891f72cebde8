//! What is posted at a table: limits, paytables, and the rules in short sentences, each with its clause.

use cards::Rank;
use pit::Stand;
use rules::felt::{Area, Felt, Inscription, ShownOdds};
use rules::house::ProgressiveTable;
use rules::paytable::{EnvyLine, Line, Pays};
use rules::posted::ThreeTable;
use rules::rulebook::vocabulary::Fate;
use rules::{Citation, House, Wager};

use crate::shown::card::wagers;
use crate::wire::layout::{Layout, LayoutArea, LayoutOdds};
use crate::wire::sayings::Posted;
use crate::wire::{Payment, Placard, PostedLine, PostedRule, PostedTable, ProcedureStep};

/// The placard of a table.
#[must_use]
pub fn of(stand: &Stand) -> Placard {
    let house = &stand.state.house;
    Placard {
        table: stand.id.shared(),
        operator: house.operator.clone(),
        rulebook: house.book.code.clone(),
        jurisdiction: house.book.title.clone(),
        example: house.example,
        house: house.digest.clone(),
        layout: layout(house),
        wagers: wagers(house),
        paytables: paytables(house),
        rules: sentences(house),
    }
}

/// What is printed on the layout of a house.
#[must_use]
pub fn layout(house: &House) -> Layout {
    let felt = Felt::of(house);
    let area = |area: &Area| LayoutArea {
        wager: area.wager,
        kind: area.kind,
        marked: area.marked.clone(),
        clauses: law(&area.law),
    };
    let shown = |odds: &ShownOdds| LayoutOdds { wager: odds.wager, at: odds.at, clauses: law(&odds.law) };
    Layout {
        positions: felt.positions,
        operator: printed(&felt.operator),
        sign: felt.sign,
        phrase: felt.phrase.as_ref().map(printed),
        areas: felt.areas.iter().map(area).collect(),
        odds: felt.odds.iter().map(shown).collect(),
        on_sign: felt.on_sign().collect(),
    }
}

/// Printed text is the same in every language.
fn printed(words: &Inscription) -> PostedRule {
    PostedRule { text: words.text.clone(), says: None, clauses: law(&words.law) }
}

fn clause(cite: &Citation) -> Option<String> {
    cite.clauses.first().map(ToString::to_string).or_else(|| cite.readings.first().map(|n| format!("READING {n}")))
}

/// What a line pays, as this house prints it: its meters by their names, and odds with the stake if it has so chosen.
fn payment(house: &House, wager: Wager, pays: Pays) -> Payment {
    let mut printed = house.printed(wager, pays).into();
    if let Payment::OfMeter { level, name, .. } = &mut printed {
        *name = house.own_meter_name(wager, *level).map(str::to_owned);
    }
    printed
}

fn posted(house: &House, wager: Wager, name: &str, lines: &[Line]) -> PostedTable {
    let line = |line: &Line| {
        let hand = line.hand.title();
        let hand = match line.players {
            None => hand.to_string(),
            Some(1) => format!("{hand}, 1 player"),
            Some(players) => format!("{hand}, {players} players"),
        };
        let pays = vec![Some(payment(house, wager, line.pays))];
        PostedLine { hand, name: line.hand, players: line.players, pays, clause: clause(&line.cite) }
    };
    PostedTable { wager, name: name.to_owned(), lines: lines.iter().map(line).collect() }
}

fn envy(wager: Wager, name: &str, lines: &[EnvyLine]) -> PostedTable {
    let line = |line: &EnvyLine| PostedLine {
        hand: line.hand.title().to_string(),
        name: line.hand,
        players: None,
        pays: vec![Some(Pays::Flat(line.pays).into())],
        clause: clause(&line.cite),
    };
    PostedTable { wager, name: name.to_owned(), lines: lines.iter().map(line).collect() }
}

/// Cover All: one line per hand, with a payment for each number of players.
fn cover_all(house: &House) -> Option<PostedTable> {
    let terms = house.cover_all.as_ref()?;
    let all: Vec<&Line> = terms.tables.iter().flat_map(|table| &table.lines).collect();
    let most = all.iter().filter_map(|line| line.players).max().unwrap_or(1);
    let mut hands = Vec::new();
    for line in &all {
        if !hands.contains(&line.hand) {
            hands.push(line.hand);
        }
    }
    let lines = hands.into_iter().map(|hand| {
        let pays = |players| {
            let line = all.iter().find(|line| line.hand == hand && line.players.is_none_or(|of| of == players));
            line.map(|line| payment(house, Wager::CoverAll, line.pays))
        };
        let cite = all.iter().find(|line| line.hand == hand).and_then(|line| clause(&line.cite));
        let pays = (1..=most).map(pays).collect();
        PostedLine { hand: hand.title().to_string(), name: hand, players: None, pays, clause: cite }
    });
    let name = terms.tables.first().map_or(String::new(), |table| table.id.clone());
    Some(PostedTable { wager: Wager::CoverAll, name, lines: lines.collect() })
}

/// What every wager on offer pays: ante and play first.
#[must_use]
pub fn paytables(house: &House) -> Vec<PostedTable> {
    let three = |wager, table: &ThreeTable| {
        // The one table of an ante or a play needs no name.
        let name = if matches!(wager, Wager::Ante | Wager::Play) { "" } else { &table.id };
        posted(house, wager, name, &table.lines)
    };
    let mut all = vec![
        three(Wager::Ante, &house.ante),
        three(Wager::Play, &house.play),
        three(Wager::AnteBonus, &house.ante_bonus),
        three(Wager::PairPlus, &house.pair_plus),
    ];
    all.extend(house.bad_beat.as_ref().map(|table| three(Wager::BadBeat, table)));
    all.extend(house.hand_bonus.as_ref().map(|terms| three(Wager::HandBonus, &terms.table)));
    let six = house.six_card.as_ref().map(|terms| &terms.table);
    all.extend(six.map(|table| posted(house, Wager::SixCardBonus, &table.id, &table.lines)));
    let prime = house.prime.as_ref().map(|terms| &terms.table);
    all.extend(prime.map(|table| posted(house, Wager::Prime, &table.id, &table.lines)));
    let progressives = [(Wager::Progressive, Wager::Envy), (Wager::FiveCardProgressive, Wager::FiveCardEnvy)];
    for (wager, others) in progressives {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        let (name, lines) = match &terms.table {
            ProgressiveTable::Three(table) => (&table.id, &table.lines),
            ProgressiveTable::Five(table) => (&table.id, &table.lines),
        };
        all.push(posted(house, wager, name, lines));
        all.extend(terms.envy.as_ref().map(|terms| envy(others, name, &terms.lines)));
    }
    all.extend(cover_all(house));
    all
}

/// The clauses and readings of a citation, one by one.
fn law(cite: &Citation) -> Vec<String> {
    let readings = cite.readings.iter().map(|reading| format!("READING {reading}"));
    cite.clauses.iter().map(ToString::to_string).chain(readings).collect()
}

fn rule(says: Posted, cite: &Citation) -> PostedRule {
    PostedRule { text: says.to_string(), says: Some(says), clauses: law(cite) }
}

/// The steps of the procedure, with the reminders for a human dealer at each.
#[must_use]
pub fn procedure(house: &House) -> Vec<ProcedureStep> {
    let (book, device) = (&house.book, house.cards.device);
    let steps = book.procedure.steps().map(|step| {
        let cite = book.procedure.cite(step, device);
        let reminders = book.procedure.reminders(step, device).iter().map(|clause| PostedRule {
            text: house.words.find(clause.as_str()).map_or(String::new(), |found| found.requirement.clone()),
            says: None,
            clauses: vec![clause.to_string()],
        });
        ProcedureStep {
            step: step.word().into(),
            by: book.procedure.by(step),
            clauses: cite.clauses.iter().map(ToString::to_string).collect(),
            readings: cite.readings.clone(),
            reminders: reminders.collect(),
        }
    });
    steps.collect()
}

/// The rules that a player asks for.
fn sentences(house: &House) -> Vec<PostedRule> {
    let mut all = Vec::new();
    let plays = house.dealer_plays().map_or(Posted::DealerAlwaysPlays, |(lowest, high)| Posted::DealerPlays {
        lowest,
        high: high.map(Rank::letter),
    });
    all.push(rule(plays, &house.book.showdown.dealer_qualifies.cite));
    for (wager, table) in [(Wager::Ante, &house.ante), (Wager::Play, &house.play)] {
        // What is paid by the hand stands among the paytables.
        if let [line] = table.lines.as_slice() {
            all.push(rule(Posted::WinPays { wager, pays: house.printed(wager, line.pays) }, &table.cite));
        }
    }
    let table = &house.table;
    if table.positions_per_player > 1 {
        let says = Posted::Positions { most: table.positions_per_player, adjacent: table.adjacent };
        all.push(rule(says, &Citation::default()));
    }
    let fates = [
        Wager::PairPlus,
        Wager::HandBonus,
        Wager::SixCardBonus,
        Wager::Prime,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
    ];
    let with = |fate: Fate| {
        fates.into_iter().filter(|wager| house.offers(*wager) && house.fold.fate(*wager) == fate).collect()
    };
    let says = Posted::Fold { loses: with(Fate::Lost), keeps: with(Fate::Kept) };
    all.push(rule(says, table::Law::Fold.cite(house)));
    all.extend(most_paid(house));
    // What the document itself says stands in its own words.
    for rule in &mut all {
        rule.text = house.currency.say(&rule.text).into_owned();
    }
    all.extend(house.told().into_iter().map(told));
    all
}

/// The limits on what a round pays: a notice that players must see.
fn most_paid(house: &House) -> impl Iterator<Item = PostedRule> {
    house.limits_told().into_iter().map(|(on, most, text, cite)| {
        let payout = &house.payout;
        let wagers = payout.wagers.iter().filter(|wager| house.offers(*wager)).collect();
        let (meters, sharing) = (payout.meters, payout.sharing);
        rule(Posted::MostPaid { on, most: most.0, wagers, meters, sharing, text }, &cite)
    })
}

fn told(words: Inscription) -> PostedRule {
    let says = Posted::Told { clause: clause(&words.law).unwrap_or_default(), text: words.text };
    rule(says, &words.law)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use rules::Books;

    use super::*;

    #[test]
    fn the_placard_posts_what_players_are_told() {
        let text = include_str!("../../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        let posted = sentences(&house);
        assert!(!house.told().is_empty());
        assert!(house.told().into_iter().all(|words| posted.contains(&told(words))));
    }

    #[test]
    fn a_line_for_one_player_is_no_plural() {
        let books = Books::shipped();
        let house = rules::house::check(include_str!("../../../../houses/ma.toml"), &books).house.unwrap();
        let matrix = house.book.paytables_of(Wager::CoverAll).next().unwrap();
        let cover_all = posted(&house, Wager::CoverAll, &matrix.id, &matrix.lines);
        let ending = |with: &str| cover_all.lines.iter().filter(|line| line.hand.ends_with(with)).count();
        assert!(ending(", 1 player") > 0 && ending(", 7 players") > 0);
        assert_eq!(ending(", 1 players"), 0);
    }
}
