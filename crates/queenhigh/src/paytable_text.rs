//! Paytables for people: one line per hand, with what it pays and the clause that says so.

use rules::Citation;
use rules::paytable::{EnvyLine, Line, Pays};

use crate::law;
use crate::look::Style;
use crate::plural;
use crate::table_text::{Cell, TextTable};

/// A table whose rows are the lines of paytables, so that several share the same columns.
pub(crate) fn sheet(indent: usize) -> TextTable {
    TextTable::new(indent).capped("hand", 46).capped("pays", 18).wrapping("clause")
}

/// A row that says what follows: the wager, and which of its paytables.
pub(crate) fn title(sheet: &mut TextTable, wager: &str, table: &str, cite: &Citation) {
    if !sheet.is_empty() {
        sheet.row(["".into(), "".into(), "".into()]);
    }
    sheet.row([
        Cell::styled(wager, Style::Bold),
        Cell::styled(table, Style::Bold),
        Cell::styled(law::of(cite), Style::Dim),
    ]);
}

/// The lines of a paytable, with their payments as somebody prints them. A line for a number of players says so.
pub(crate) fn lines(sheet: &mut TextTable, lines: &[Line], prints: impl Fn(Pays) -> String) {
    for line in lines {
        let hand = match line.players {
            Some(players) => format!("  {}, {}", line.hand.title(), plural::count(players, "player")),
            None => format!("  {}", line.hand.title()),
        };
        sheet.row([hand.into(), prints(line.pays).into(), Cell::styled(law::of(&line.cite), Style::Dim)]);
    }
}

/// What other players' hands pay (envy); with the stake, where that is not fixed.
pub(crate) fn envy(sheet: &mut TextTable, lines: &[EnvyLine], stake_settled: bool) {
    for line in lines {
        let stake = line.stake.filter(|_| !stake_settled).map(|stake| format!(" at {stake}")).unwrap_or_default();
        let hand = format!("  envy for {}", line.hand.title());
        let pays = format!("{}{stake}", line.pays);
        sheet.row([hand.into(), pays.into(), Cell::styled(law::of(&line.cite), Style::Dim)]);
    }
}
