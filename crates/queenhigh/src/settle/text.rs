//! A settled round as a table for people.

use cards::Three;
use rules::hand::HandName;
use rules::settle::output::{MovementOut, SettledRound, SharedPlace};
use rules::settle::{BACKUP, RESERVE};
use rules::{Cents, House, Level, Meter, Wager};

use super::Settled;
use crate::law;
use crate::look::{StreamLook, Style};
use crate::table_text::{Cell, TextTable, clean, hanging};

/// The round, the movements in order, totals, meters, the balance, and with `explain` the words of the law.
pub(super) fn print(look: StreamLook, settled: &Settled, explain: bool) -> String {
    let mut out = heading(look, settled);
    out.push('\n');
    out.push_str(&movements(look, &settled.house, &settled.round));
    out.push_str(&look.heading("Totals"));
    out.push_str(&totals(look, settled));
    out.push_str(&meters(look, settled));
    out.push_str(&format!("\n{} {}\n", look.bold("Balance"), Cents(settled.round.balance)));
    if explain {
        out.push_str(&look.heading("What the clauses require"));
        let cited = &settled.round.movements;
        let order = settled.round.order_clauses.iter().filter(|_| settled.round.void.is_none());
        let of = |m: &MovementOut| m.clause.iter().chain(&m.limit_clauses).cloned().collect::<Vec<String>>();
        let ids: Vec<String> = order.cloned().chain(cited.iter().flat_map(of)).collect();
        let readings: Vec<u8> =
            cited.iter().flat_map(|m| m.reading.into_iter().chain(m.limit_readings.clone())).collect();
        out.push_str(&law::explain(look, &settled.house.words, &ids, &readings));
    }
    out
}

fn heading(look: StreamLook, settled: &Settled) -> String {
    let (house, round) = (&settled.house, &settled.round);
    let mut out = format!("{}\n", look.bold(&clean(&house.operator)));
    let mut line = |label: &str, text: &str| out.push_str(&hanging(look, &format!("  {label:<11}"), text));
    line("rulebook", &format!("{}: {}", house.book.code, house.book.title));
    match &round.void {
        Some(cause) => line("void", &format!("{}; every wager is returned", cause.replace('_', " "))),
        None => {
            if let Some(dealer) = three(settled.file.dealer.as_deref()) {
                let plays = house.showdown.dealer_qualifies.plays(dealer.strength());
                let plays = if plays { "plays" } else { "does not play" };
                line("dealer", &format!("{dealer}: {}, {plays}", dealer.strength()));
            }
            for (hand, cards) in (1..).zip(settled.file.hands.iter().flatten()) {
                line(&format!("hand {hand}"), &cards.join(" "));
            }
            if let Some(community) = &settled.file.community {
                line("community", &community.join(" "));
            }
            line("order", &round.order);
        }
    }
    line("house", &round.house_digest);
    out
}

fn three(cards: Option<&[String]>) -> Option<Three> {
    cards?.join(" ").parse().ok()
}

/// A position, or terminal and shared hand.
fn place(position: u8, shared: Option<SharedPlace>) -> String {
    shared.map_or(position.to_string(), |place| format!("{}/{}", place.terminal, place.shared_hand))
}

/// An amount, or a dash for none.
fn amount(cents: i64) -> String {
    if cents == 0 { "–".to_owned() } else { Cents(cents).to_string() }
}

fn outcome_style(outcome: &str) -> Style {
    match outcome {
        "won" => Style::Good,
        "lost" | "forfeited" => Style::Bad,
        _ => Style::Plain,
    }
}

/// One row per movement. If the terminal is too narrow, the reason goes beneath instead of beside it.
fn movements(look: StreamLook, house: &House, round: &SettledRound) -> String {
    let mut wide = TextTable::new(0).right("#").right("pos").wrapping("person").wrapping("wager").left("outcome");
    wide = wide.right("stake").right("paid").right("returned");
    let mut narrow = wide.clone();
    wide = wide.left("hand or line").left("clause");
    for (i, movement) in round.movements.iter().enumerate() {
        let five_card = movement.progressive.as_deref() == Some(Wager::FiveCardProgressive.word());
        let wager = match movement.wager.parse::<Wager>() {
            Ok(Wager::Envy) if five_card => Wager::FiveCardEnvy.title().to_owned(),
            Ok(wager) => wager.title().to_owned(),
            Err(_) => movement.wager.clone(),
        };
        let cells: [Cell; 8] = [
            (i + 1).to_string().into(),
            place(movement.position, movement.shared).into(),
            movement.person.clone().into(),
            wager.into(),
            Cell::styled(movement.outcome.clone(), outcome_style(&movement.outcome)),
            amount(movement.stake).into(),
            amount(movement.paid).into(),
            amount(movement.returned).into(),
        ];
        // No hand decides a void round.
        let why = if round.void.is_some() { String::new() } else { why(house, movement) };
        let law = cited(movement);
        narrow.row(cells.clone());
        narrow.detail(&if why.is_empty() { law.clone() } else { format!("{why} · {law}") });
        let [a, b, c, d, e, f, g, h] = cells;
        wide.row([a, b, c, d, e, f, g, h, why.into(), Cell::styled(law, Style::Dim)]);
    }
    if wide.width() <= look.width { wide.print(look) } else { narrow.print(look) }
}

/// The line that pays, or the hand, and anything unusual about the payment.
fn why(house: &House, movement: &MovementOut) -> String {
    let hand = movement.hand.parse::<HandName>().map_or(movement.hand.clone(), |hand| hand.title().to_owned());
    let mut text = movement.line.clone().unwrap_or(hand);
    if let Some(position) = movement.from_position {
        text.push_str(&format!(" at position {position}"));
    }
    if movement.paid != 0 && movement.from != "tray" {
        let from = match movement.from.rsplit_once(':') {
            Some((_, level)) => format!("from the {} meter", meter_name(house, &movement.wager, level)),
            None => format!("by {}", movement.from.replace('_', " ")),
        };
        text.push_str(&format!(", {from}"));
    }
    if let Some(role) = &movement.validated_by {
        text.push_str(&format!(", validated by {role}"));
    }
    if movement.limited {
        let by = movement.limited_by.join(" and for the ");
        let law = law::short(&movement.limit_clauses, &movement.limit_readings);
        text.push_str(&format!(", cut by the round's limit for the {by} ({law})"));
    }
    text
}

/// The clause that decides, and the reading.
fn cited(movement: &MovementOut) -> String {
    law::short(movement.clause.as_slice(), movement.reading.as_slice())
}

/// One row per position; the hand goes beneath if the terminal is too narrow.
fn totals(look: StreamLook, settled: &Settled) -> String {
    let amounts = |table: TextTable| table.right("staked").right("paid").right("returned").right("net");
    let seat = || TextTable::new(0).right("pos").wrapping("person");
    let mut wide = amounts(seat().left("cards").left("hand").left("decision"));
    let mut narrow = amounts(seat());
    for total in &settled.round.totals {
        let file = settled.file.positions.iter().find(|seat| seat.place() == total.position);
        let movement = settled.round.movements.iter().find(|movement| movement.position == total.position);
        let shared = |hand: u8| settled.file.hands.as_ref()?.get(usize::from(hand).checked_sub(1)?).cloned();
        let cards = file.and_then(|seat| three(seat.cards.clone().or_else(|| shared(seat.hand?)).as_deref()));
        let decision = file.and_then(|seat| seat.decision.clone());
        let net = if total.net > 0 { format!("+{}", Cents(total.net)) } else { amount(total.net) };
        let style = match total.net {
            0 => Style::Plain,
            1.. => Style::Good,
            _ => Style::Bad,
        };
        let or_dash = |text: Option<String>| Cell::from(text.unwrap_or_else(|| "–".to_owned()));
        let who =
            [place(total.position, total.shared).into(), or_dash(movement.map(|movement| movement.person.clone()))];
        let held = cards.map(|cards| cards.strength().to_string());
        let hand = [or_dash(cards.map(|cards| cards.to_string())), or_dash(held.clone()), or_dash(decision.clone())];
        let sums = [total.staked, total.paid, total.returned].map(|cents| Cell::from(amount(cents)));
        let sums = sums.into_iter().chain([Cell::styled(net, style)]);
        narrow.row(who.iter().cloned().chain(sums.clone()).collect::<Vec<_>>());
        let beneath: Vec<String> =
            cards.map(|cards| cards.to_string()).into_iter().chain(held).chain(decision).collect();
        narrow.detail(&beneath.join(", "));
        wide.row(who.into_iter().chain(hand).chain(sums).collect::<Vec<_>>());
    }
    if wide.width() <= look.width { wide.print(look) } else { narrow.print(look) }
}

/// What a meter, or what is set aside for it, is called; a settlement names them by their words.
fn meter_name<'h>(house: &'h House, wager: &str, word: &'h str) -> &'h str {
    match (wager.parse::<Wager>(), word.parse::<Level>()) {
        (Ok(wager), Ok(level)) => house.meter_name(wager, level),
        _ => word,
    }
}

/// The meters that the round names, before and after.
fn meters(look: StreamLook, settled: &Settled) -> String {
    let mut table = TextTable::new(0).left("progressive").left("meter").right("before").right("after");
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let terms = settled.house.progressive_terms(wager).filter(|_| settled.file.meters.contains_key(wager.word()));
        let Some((terms, after)) = terms.zip(settled.round.meters_after.get(wager.word())) else { continue };
        let set = settled.before.of(wager);
        let levels = terms.meters.iter().map(|meter| (meter.level.word(), set.get(meter.level)));
        for (level, before) in levels.chain([(RESERVE, set.reserve), (BACKUP, set.backup)]) {
            let Some(after) = after.get(level).map(|cents| Cents(*cents)) else { continue };
            let currency = &settled.house.currency;
            let [before, after] = [before, Meter::of(after)].map(|meter| currency.shows(meter));
            let style = if before == after { Style::Plain } else { Style::Warning };
            table.row([
                wager.title().into(),
                meter_name(&settled.house, wager.word(), level).into(),
                before.to_string().into(),
                Cell::styled(after.to_string(), style),
            ]);
        }
    }
    if table.is_empty() { String::new() } else { look.heading("Meters") + &table.print(look) }
}
