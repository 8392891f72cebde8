//! A house for people: operator, rulebook, limits, wagers with their paytables, meters, order of settlement.

use rules::house::{Automation, CardSource, Company, Pace, Performer, ProgressiveTable};
use rules::paytable::Line;
use rules::rulebook::vocabulary::{Direction, Fate, ShufflerKind, Take};
use rules::{Citation, House, Wager};

use crate::law;
use crate::look::{StreamLook, Style};
use crate::paytable_text as paytable;
use crate::plural;
use crate::table_text::{Cell, TextTable, clean, hanging};

/// The whole house.
pub(crate) fn print(look: StreamLook, house: &House) -> String {
    let mut out = format!("{}\n", look.bold(&clean(&house.operator)));
    out.push_str(&particulars(look, house));
    out.push_str(&look.heading("Limits"));
    out.push_str(&limits(look, house));
    out.push_str(&look.heading("Wagers and paytables"));
    out.push_str(&wagers(look, house));
    out.push_str(&meters(look, house));
    out.push_str(&look.heading("Order of settlement"));
    out.push_str(&settlement(look, house));
    out
}

fn words(word: &str) -> String {
    word.replace('_', " ")
}

fn particulars(look: StreamLook, house: &House) -> String {
    let (book, table, cards) = (&house.book, &house.table, &house.cards);
    let mut out = hanging(look, "  rulebook  ", &format!("{}: {} ({})", book.code, book.title, book.standing));
    if let Some(notice) = house.notice() {
        out.push_str(&hanging(look, "  notice    ", notice));
    }
    if let Some(approval) = &house.approval {
        out.push_str(&hanging(look, "  approval  ", approval));
    }
    let side_by_side = if table.adjacent { ", side by side" } else { "" };
    let mut seats = plural::count(table.positions, "position");
    match table.positions_per_player {
        1 => seats.push_str(", one a player"),
        n => seats.push_str(&format!(", up to {n} a player{side_by_side}")),
    }
    if table.sensors > 0 {
        seats.push_str(&format!("; progressive sensors at each: {}", table.sensors));
    }
    if table.electronic {
        let approval = table.terminals_approval.as_ref().map(|by| format!(" by approval {by}")).unwrap_or_default();
        let hands = plural::count(table.positions, "shared hand");
        seats = format!("electronic: {hands}, {}{approval}", plural::count(table.terminals, "terminal"));
    }
    out.push_str(&hanging(look, "  table     ", &seats));
    let decks = if cards.decks == 1 { "one deck".to_owned() } else { format!("{} decks", cards.decks) };
    let shuffler = match cards.shuffler {
        ShufflerKind::None => "shuffled by hand".to_owned(),
        kind => format!("{} shuffler{}", words(kind.word()), if cards.counts { " that counts" } else { "" }),
    };
    let life = cards.life_hours.map(|hours| match hours {
        1 => ", changed every hour".to_owned(),
        hours => format!(", changed every {hours} hours"),
    });
    let life = life.unwrap_or_default();
    let device = words(cards.device.word());
    let dealt = format!("{decks} ({}){life}, {shuffler}, dealt from the {device}", cards.backs.join(", "));
    out.push_str(&hanging(look, "  cards     ", &dealt));
    if let Some(staff) = staff(house) {
        out.push_str(&hanging(look, "  staff     ", &staff));
    }
    let plays = house.dealer_plays();
    let plays = plays.map_or("always plays".to_owned(), |(lowest, _)| format!("plays with {lowest} or better"));
    out.push_str(&hanging(look, "  dealer    ", &plays));
    out.push_str(&hanging(look, "  fold      ", &fold(house)));
    for confirmed in &house.confirmations {
        let text = format!("READING {} by {} on {}", confirmed.reading, confirmed.by, confirmed.on);
        out.push_str(&hanging(look, "  confirmed ", &text));
    }
    out.push_str(&hanging(look, "  digest    ", &house.digest));
    out
}

/// Which roles people play, unless all are robots at full speed.
fn staff(house: &House) -> Option<String> {
    let Automation { dealer, floorperson, supervisor, device, pace, company } = house.automation;
    let parts = [(dealer, "dealer"), (floorperson, "floorperson"), (supervisor, "supervisor"), (device, "devices")];
    let people: Vec<&str> = parts.iter().filter(|(by, _)| *by == Performer::Person).map(|(_, part)| *part).collect();
    let source = match house.cards.source {
        CardSource::Shuffled => "",
        CardSource::Observed => "; physical cards, keyed in or read",
    };
    let robots = match (pace, company) {
        (Pace::Full, Company::Always) => None,
        (Pace::Full, Company::WithPeople) => Some("robot players wager with people"),
        (Pace::Human, Company::Always) => Some("robots at human pace"),
        (Pace::Human, Company::WithPeople) => Some("robots at human pace, robot players wager with people"),
    };
    match (people.as_slice(), robots) {
        ([], robots) => robots.map(str::to_owned),
        (people, None) => Some(format!("{} in person{source}", people.join(", "))),
        (people, Some(robots)) => Some(format!("{} in person, {robots}{source}", people.join(", "))),
    }
}

/// What a fold forfeits and what survives it.
fn fold(house: &House) -> String {
    let fold = &house.fold;
    let all = [
        (Wager::PairPlus, fold.pair_plus),
        (Wager::HandBonus, fold.hand_bonus),
        (Wager::SixCardBonus, fold.six_card_bonus),
        (Wager::Prime, fold.prime),
        (Wager::Progressive, fold.progressive),
        (Wager::FiveCardProgressive, fold.five_card_progressive),
        (Wager::CoverAll, fold.cover_all),
        (Wager::Envy, fold.envy),
    ];
    let with = |fate: Fate| {
        let titles = all.iter().filter(|(wager, held)| *held == fate && house.offers(*wager));
        titles.map(|(wager, _)| wager.title()).collect::<Vec<_>>().join(", ")
    };
    let lost = Some(with(Fate::Lost)).filter(|list| !list.is_empty()).map(|list| format!(", {list}"));
    let kept = Some(with(Fate::Kept)).filter(|list| !list.is_empty()).map(|list| format!("; keeps {list}"));
    format!("loses Ante{}{}", lost.unwrap_or_default(), kept.unwrap_or_default())
}

fn limits(look: StreamLook, house: &House) -> String {
    let mut table = TextTable::new(2).left("wager").right("from").right("to").right("in steps of");
    for (wager, limit) in &house.limits {
        let name = if matches!(wager, Wager::TipAnte) { "Tips" } else { wager.title() };
        // One line stands for the tips on every wager.
        if matches!(wager, Wager::TipPlay | Wager::TipPairPlus | Wager::TipAnteBonus) {
            continue;
        }
        table.row([
            name.into(),
            limit.min.to_string().into(),
            limit.max.to_string().into(),
            limit.step.to_string().into(),
        ]);
    }
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        if let Some(terms) = house.progressive_terms(wager) {
            let stake = terms.stake.to_string();
            table.row([wager.title().into(), stake.clone().into(), stake.into(), "–".into()]);
        }
    }
    table.print(look)
}

fn wagers(look: StreamLook, house: &House) -> String {
    let mut sheet = paytable::sheet(2);
    for (wager, table) in [(Wager::Ante, &house.ante), (Wager::Play, &house.play)] {
        match table.lines.as_slice() {
            [line] => even(&mut sheet, wager, &house.prints(wager, line.pays), &table.cite),
            lines => posted(&mut sheet, house, wager, (&table.id, &table.cite), lines),
        }
    }
    let bonus = &house.ante_bonus;
    posted(&mut sheet, house, Wager::AnteBonus, (&bonus.id, &bonus.cite), &bonus.lines);
    if let Some(table) = &house.bad_beat {
        posted(&mut sheet, house, Wager::BadBeat, (&table.id, &table.cite), &table.lines);
    }
    let pair_plus = &house.pair_plus;
    posted(&mut sheet, house, Wager::PairPlus, (&pair_plus.id, &pair_plus.cite), &pair_plus.lines);
    if let Some(terms) = &house.hand_bonus {
        let table = &terms.table;
        posted(&mut sheet, house, Wager::HandBonus, (&table.id, &table.cite), &table.lines);
    }
    if let Some(terms) = &house.six_card {
        let table = &terms.table;
        posted(&mut sheet, house, Wager::SixCardBonus, (&table.id, &table.cite), &table.lines);
    }
    if let Some(terms) = &house.prime {
        let table = &terms.table;
        posted(&mut sheet, house, Wager::Prime, (&table.id, &table.cite), &table.lines);
    }
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        match &terms.table {
            ProgressiveTable::Three(table) => posted(&mut sheet, house, wager, (&table.id, &table.cite), &table.lines),
            ProgressiveTable::Five(table) => posted(&mut sheet, house, wager, (&table.id, &table.cite), &table.lines),
        }
        if let Some(envy) = &terms.envy {
            paytable::envy(&mut sheet, &envy.lines, true);
        }
    }
    if let Some(terms) = &house.cover_all
        && let Some(first) = terms.tables.first()
    {
        let lines: Vec<Line> = terms.tables.iter().flat_map(|table| table.lines.clone()).collect();
        posted(&mut sheet, house, Wager::CoverAll, (&first.id, &first.cite), &lines);
    }
    for (wager, offered, cite) in [
        (Wager::TipAnte, house.tips, house.book.tips.as_ref().map(|law| &law.offered.cite)),
        (Wager::MatchPlay, house.match_play, house.book.match_play.as_ref().map(|law| &law.offered.cite)),
    ] {
        if let (true, Some(cite)) = (offered, cite) {
            let name = if wager == Wager::TipAnte { "Tips as wagers" } else { wager.title() };
            paytable::title(&mut sheet, name, "taken", cite);
        }
    }
    sheet.print(look)
}

/// A wager that pays winners at a single rate.
fn even(sheet: &mut TextTable, wager: Wager, pays: &str, cite: &Citation) {
    sheet.row([Cell::styled(wager.title(), Style::Bold), pays.into(), Cell::styled(law::of(cite), Style::Dim)]);
}

fn posted(sheet: &mut TextTable, house: &House, wager: Wager, (id, cite): (&str, &Citation), lines: &[Line]) {
    paytable::title(sheet, wager.title(), &format!("paytable {id}"), cite);
    paytable::lines(sheet, lines, |pays| house.prints(wager, pays));
}

fn meters(look: StreamLook, house: &House) -> String {
    let mut table = TextTable::new(2).left("progressive").left("meter").right("seed").right("rate of progression");
    let mut notes = String::new();
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        for meter in &terms.meters {
            table.row([
                wager.title().into(),
                meter.called().into(),
                meter.seed.to_string().into(),
                meter.rate.to_string().into(),
            ]);
        }
        let mut note = Vec::new();
        if terms.reserve.0 > 0 {
            note.push(format!("{} of each stake, a part of the rate, is set aside for the next seed", terms.reserve));
        }
        if terms.backup.0 > 0 {
            note.push(format!("{} of each stake feeds the back-up meter, besides the rate", terms.backup));
        }
        if let Some((name, games)) = &terms.link {
            let games: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
            note.push(format!("on {name} with {}", games.join(", ")));
        }
        if !note.is_empty() {
            notes.push_str(&hanging(look, "  ", &format!("{}: {}", wager.title(), note.join("; "))));
        }
    }
    if table.is_empty() { String::new() } else { look.heading("Meters") + &table.print(look) + &notes }
}

fn settlement(look: StreamLook, house: &House) -> String {
    let order = house.settlement();
    let from = |direction: Direction| match direction {
        Direction::LeftToRight => "from the dealer's left",
        Direction::RightToLeft => "from the dealer's right",
    };
    let across = from(house.across);
    let mut out = hanging(look, "  ", &format!("{}, {across} ({})", order.id, law::of(&order.cite)));
    for (i, pass) in order.passes.iter().enumerate() {
        let take = match pass.take {
            Take::All => "",
            Take::Losing => "what loses of ",
            Take::Rest => "the rest of ",
        };
        let other = pass.direction.filter(|direction| *direction != house.across);
        let way = other.map_or_else(String::new, |direction| format!(", {}", from(direction)));
        let offered: Vec<&str> = pass.wagers.iter().filter(|w| house.offers(**w)).map(|w| w.title()).collect();
        if !offered.is_empty() {
            out.push_str(&hanging(look, &format!("  {}. ", i + 1), &format!("{take}{}{way}", offered.join(", "))));
        }
    }
    for (_, _, words, cite) in house.limits_told() {
        out.push_str(&hanging(look, "  ", &format!("{words} ({})", law::of(&cite))));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Books;

    fn printed(text: &str) -> String {
        let report = rules::house::check(text, &Books::shipped());
        let house = report.house.unwrap_or_else(|| panic!("{:?}", report.faults));
        particulars(StreamLook { colour: false, width: 110, money: Default::default() }, &house)
    }

    #[test]
    fn people_are_named_where_not_all_are_robots() {
        let example = crate::example::house_text("tribal").unwrap();
        assert!(!printed(example).contains("staff"));
        let staff = |section: &str| {
            let printed = printed(&format!("{example}\n{section}"));
            printed.lines().find_map(|line| line.strip_prefix("  staff     ")).unwrap().to_owned()
        };
        assert_eq!(staff("[automation]\npace = \"human\""), "robots at human pace");
        assert_eq!(staff("[automation]\ndealer = \"person\"\ndevice = \"person\""), "dealer, devices in person");
        assert_eq!(
            staff("[automation]\ndealer = \"person\"\npace = \"human\"\n[cards]\nsource = \"observed\""),
            "dealer in person, robots at human pace; physical cards, keyed in or read"
        );
    }

    #[test]
    fn an_electronic_table_has_shared_hands() {
        let example = crate::example::house_text("md14").unwrap();
        let text = example
            .replacen("positions = 7\npositions_per_player = 3\n", "electronic = true\npositions_per_player = 3\n", 1)
            .replacen("envy = { offered = true }\n", "", 1)
            .replacen("[five_card_progressive.envy]\n", "[five_card_progressive.envy]\noffered = false\n", 1);
        let hands = "  table     electronic: 3 shared hands, 7 terminals";
        assert!(printed(&text).contains(hands) && !printed(example).contains("electronic"));
    }
}
