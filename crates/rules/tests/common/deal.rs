//! Made-up rounds of any house: hands that the paytables name come up far more often than from a deck.

use cards::{Card, CardSet};
use rules::House;
use rules::house::Limit;
use rules::rulebook::vocabulary::{Needs, Precondition};
use rules::{Cents, Wager};
use serde_json::{Map, Value, json};

use super::tape::Tape;

/// Hands that some paytable names.
const NAMED: [&str; 16] = [
    "As Ks Qs", "Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc", "Jh Th 9h", "4d 3d 2d", "Ad 2d 3d", "7s 7h 7d", "Qs Qd Qc",
    "6c 5d 4h", "Ac 2s 3h", "Kd 9d 4d", "8s 8c 3d", "Qh 6d 3s", "Qc 6h 4s", "Jc 8d 5h",
];

/// A table's cards that go together: the dealer's, the community cards, and hands for the players.
struct Theme {
    dealer: &'static str,
    community: &'static str,
    hands: &'static [&'static str],
}

const THEMES: [Theme; 9] = [
    // Four mini royals at one table, and a super royal of diamonds.
    Theme { dealer: "Jd Td 9d", community: "2c 7h", hands: &["Ad Kd Qd", "As Ks Qs", "Ah Kh Qh", "Ac Kc Qc"] },
    // A super royal of clubs, a royal and a straight flush of five.
    Theme { dealer: "Jc Tc 9c", community: "Js Ts", hands: &["Ac Kc Qc", "As Ks Qs", "9s 8s 7s", "Jh Jd 9h"] },
    // Two straight flushes of five.
    Theme { dealer: "2c 5d 9s", community: "8h 7h", hands: &["Jh Th 9h", "6h 5h 4h", "8c 8d 8s", "As Ks Qs"] },
    // Four of a kind and full houses of five.
    Theme { dealer: "Ac Jd 7h", community: "9c 9d", hands: &["9h 9s 2d", "Kc Kd Kh", "Qc Qd Qh", "Jh Th 8c"] },
    // Straight flushes of six, and a royal that is no super royal.
    Theme { dealer: "8s 7s 2d", community: "5h 3h", hands: &["6s 5s 4s", "Ts 9s Js", "Ah 2h 4h", "Qc Kc Ac"] },
    Theme { dealer: "Js Ts 2c", community: "Kc Kd", hands: &["As Ks Qs", "9s 8s 7s", "Kh 2d 2h", "Ad Qd 9d"] },
    // Equal hands.
    Theme { dealer: "Kc 9d 4h", community: "4d 9c", hands: &["Kd 9h 4s", "Kh 9s 4c", "Ks 8s 4d", "Ks Td 2c"] },
    // A dealer who barely qualifies, and one who barely does not.
    Theme { dealer: "Qs 3d 2c", community: "6h 7h", hands: &["Qd 3h 2s", "Jh Td 8s", "Ah 9d 6c", "5h 4h 3c"] },
    Theme { dealer: "Js Td 8c", community: "Ah 2h", hands: &["5h 4h 3h", "Jc Ts 8d", "Qh 6d 4s", "As Ks Qs"] },
];

struct Dealer<'d, 't> {
    tape: &'d mut Tape<'t>,
    gone: CardSet,
}

impl Dealer<'_, '_> {
    fn card(&mut self) -> Card {
        let rest: Vec<Card> = Card::ALL.into_iter().filter(|card| !self.gone.contains(*card)).collect();
        let card = *self.tape.pick(&rest);
        self.gone.insert(card);
        card
    }

    /// This many cards: one of these hands, if the tape wants it and none of its cards is gone; otherwise at random.
    fn cards(&mut self, count: usize, wanted: &[&str]) -> Value {
        let other = self.tape.once_in(4) || wanted.is_empty();
        let hand = if other { "" } else { self.tape.pick(wanted) };
        let hand: Vec<Card> = hand.split_whitespace().map(|card| card.parse().unwrap()).collect();
        let free = hand.iter().all(|card| !self.gone.contains(*card));
        if free && hand.len() == count {
            for card in &hand {
                self.gone.insert(*card);
            }
            return hand.iter().map(ToString::to_string).collect();
        }
        (0..count).map(|_| self.card().to_string()).collect()
    }
}

/// An amount within limits.
fn amount(tape: &mut Tape<'_>, limit: &Limit) -> i64 {
    let steps = (limit.max.0 - limit.min.0) / limit.step.0;
    let taken = match tape.below(5) {
        0 => 0,
        1 => steps,
        _ => (tape.below(20) as i64).min(steps),
    };
    limit.min.0 + taken * limit.step.0
}

/// Ante and pair plus as the house's precondition wants them; nothing if its limits allow none.
fn base(tape: &mut Tape<'_>, house: &House) -> Option<(i64, i64)> {
    let (ante_limit, pair_plus_limit) = (&house.limits[&Wager::Ante], &house.limits[&Wager::PairPlus]);
    for _ in 0..6 {
        let which = tape.below(4);
        let ante = if which == 1 { 0 } else { amount(tape, ante_limit) };
        let pair_plus = if which == 0 { 0 } else { amount(tape, pair_plus_limit) };
        let both = ante > 0 && pair_plus > 0;
        let met = match house.precondition {
            Precondition::None => true,
            Precondition::AnteAtLeastPairPlus => ante >= pair_plus,
            Precondition::AnteAtLeastHalf => 2 * ante >= pair_plus,
            Precondition::EitherOr => !both,
            Precondition::BothUpToFiveTimes => both && ante <= 5 * pair_plus && pair_plus <= 5 * ante,
        };
        if met && !(house.equal_stakes && both && ante != pair_plus) {
            return Some((ante, pair_plus));
        }
    }
    match house.precondition {
        Precondition::BothUpToFiveTimes => {
            let (ante, pair_plus) = (ante_limit.min.0, pair_plus_limit.min.0);
            let met = ante <= 5 * pair_plus && pair_plus <= 5 * ante && (!house.equal_stakes || ante == pair_plus);
            met.then_some((ante, pair_plus))
        }
        _ => Some((ante_limit.min.0, 0)),
    }
}

/// What kind of rounds to make up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any.
    Any,
    /// Full tables, everybody in for the progressives, with hands that win meters.
    Meters,
}

/// A round of the house in which nobody's wagers break a rule. `None` if the house's limits allow no wager at all.
pub fn round(tape: &mut Tape<'_>, house: &House, kind: Kind) -> Option<Value> {
    let mut dealer = Dealer { tape, gone: CardSet::EMPTY };
    // A third of the rounds have a theme, a third have hands that paytables name, and a third are dealt at random.
    let themes = if kind == Kind::Meters { &THEMES[..3] } else { &THEMES[..] };
    let drawn = if kind == Kind::Meters { 2 } else { dealer.tape.below(3) };
    let (dealers, community, hands): (Value, Value, &[&str]) = match drawn {
        0 => (dealer.cards(3, &[]), dealer.cards(2, &[]), &[]),
        1 => (dealer.cards(3, &NAMED), dealer.cards(2, &[]), &NAMED),
        _ => {
            let theme = dealer.tape.pick(themes);
            (dealer.cards(3, &[theme.dealer]), dealer.cards(2, &[theme.community]), theme.hands)
        }
    };
    let mut seats = Vec::new();
    let mut last: Option<(u8, usize, usize)> = None;
    for position in 1..=house.table.positions {
        if kind == Kind::Any && !dealer.tape.once_in(2) && !(seats.is_empty() && position == house.table.positions) {
            continue;
        }
        let Some((ante, pair_plus)) = base(dealer.tape, house) else { continue };
        // The same person as before if the house lets them, else a new one.
        let person = match last {
            Some((before, person, held))
                if dealer.tape.once_in(2)
                    && held < usize::from(house.table.positions_per_player)
                    && (!house.table.adjacent || before + 1 == position) =>
            {
                last = Some((position, person, held + 1));
                person
            }
            _ => {
                last = Some((position, usize::from(position), 1));
                usize::from(position)
            }
        };
        let mut seat = json!({ "position": position, "cards": dealer.cards(3, hands), "wagers": { } });
        if !dealer.tape.once_in(4) || last.is_some_and(|(_, _, held)| held > 1) {
            seat["person"] = format!("guest {person}").into();
        } else {
            last = None;
        }
        wagers(dealer.tape, house, kind, (ante, pair_plus), &mut seat);
        seats.push(seat);
    }
    dealer.tape.shuffle(&mut seats);
    let five = seats.iter().any(|seat| seat["wagers"].get("five_card_progressive").is_some());
    let mut round = json!({ "dealer": dealers, "positions": seats, "meters": { } });
    if five {
        round["community"] = community;
    }
    meters(dealer.tape, house, &mut round);
    let anybody = !round["positions"].as_array().is_some_and(Vec::is_empty);
    anybody.then_some(round)
}

fn wagers(tape: &mut Tape<'_>, house: &House, kind: Kind, (ante, pair_plus): (i64, i64), seat: &mut Value) {
    let mut wagers = Map::new();
    let mut put = |wager: Wager, cents: i64| {
        wagers.insert(wager.to_string(), cents.into());
    };
    if ante > 0 {
        put(Wager::Ante, ante);
    }
    if pair_plus > 0 {
        put(Wager::PairPlus, pair_plus);
    }
    let met = |needs: Needs| needs != Needs::Ante || ante > 0;
    if house.six_card.as_ref().is_some_and(|terms| met(terms.needs)) && tape.once_in(2) {
        put(Wager::SixCardBonus, amount(tape, &house.limits[&Wager::SixCardBonus]));
    }
    if house.prime.as_ref().is_some_and(|terms| met(terms.needs)) && tape.once_in(2) {
        put(Wager::Prime, amount(tape, &house.limits[&Wager::Prime]));
    }
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let law = house.book.progressive_rules(wager).map(|law| law.needs.default.unwrap_or(Needs::AnyBase));
        let terms = house.progressive_terms(wager).filter(|_| law.is_some_and(met));
        if let Some(terms) = terms.filter(|_| kind == Kind::Meters || !tape.once_in(3)) {
            put(wager, terms.stake.0);
        }
    }
    if house.cover_all.as_ref().is_some_and(|terms| met(terms.needs)) && !tape.once_in(3) {
        put(Wager::CoverAll, amount(tape, &house.limits[&Wager::CoverAll]));
    }
    let mut played = false;
    if ante > 0 {
        let mut decisions = vec!["play"; if kind == Kind::Meters { 9 } else { 2 }];
        decisions.push("fold");
        decisions.extend(house.forfeit.is_some().then_some("forfeit"));
        let decision = *tape.pick(&decisions);
        played = decision == "play";
        seat["decision"] = decision.into();
        if played && tape.once_in(2) {
            put(Wager::Play, ante);
        }
    }
    if house.tips && tape.once_in(2) {
        let limit = &house.limits[&Wager::TipAnte];
        let mut tips = Map::new();
        if ante > 0 {
            let tip = amount(tape, limit);
            tips.insert("ante".into(), tip.into());
            if played && tape.once_in(2) {
                tips.insert("play".into(), tip.into());
            }
        }
        if pair_plus > 0 && tape.once_in(2) {
            tips.insert("pair_plus".into(), amount(tape, limit).into());
        }
        seat["tips"] = tips.into();
    }
    if house.match_play && ante > 0 && tape.once_in(2) {
        seat["match_play"] = json!({ "ante": amount(tape, &house.limits[&Wager::MatchPlay]) });
    }
    seat["wagers"] = wagers.into();
}

/// Meters somewhat above their seeds, so that no reversal can take them below.
fn meters(tape: &mut Tape<'_>, house: &House, round: &mut Value) {
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        for meter in &terms.meters {
            let above: Cents = terms.stake + terms.stake + Cents(tape.below(60_000) as i64 * 13);
            round["meters"][wager.word()][meter.level.word()] =
                (meter.seed + above + Cents(terms.stake.0 * 5)).0.into();
        }
        if terms.reserve.0 > 0 {
            round["meters"][wager.word()]["reserve"] = (terms.stake.0 * 7 + tape.below(5000) as i64).into();
        }
    }
}
