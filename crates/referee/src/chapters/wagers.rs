//! Wagers: who may make them, how much, beside what, and until when.

use rules::Wager;
use rules::rulebook::vocabulary::{Needs, Precondition};
use table::{Act, Instrument};

use crate::fact::{Chosen, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn, is_base};

static SEATED: Rule =
    rule("only the seated wager").md2014(&["07.C[1]"]).md14(&["07.C"]).ma(&["6(c)#1"]).tribal(&["(f)(3)#1"]);

static NO_SPOKEN_CASH: Rule = rule("no spoken cash").md(&["07.B"]).ma(&["6(b)#2"]).tribal(&["(f)(2)#2"]);

static BEFORE_NO_MORE_BETS: Rule = rule("nothing after no more bets")
    .md2014(&["07.D"])
    .md14(&["07.E"])
    .ma(&["6(d)#2"])
    .tribal(&["(f)(4)#2"])
    .sd(&["(4)#3"]);

static LIMITS: Rule = rule("within the posted limits")
    .ma(&["6(a)(1)#1", "6(a)(2)"])
    .tribal(&["(f)(1)(i)#1", "(f)(1)(ii)"])
    .sd(&["(2)#1"])
    .reading(&[37, 38]);

static PRECONDITION: Rule =
    rule("the version's precondition").md2014(&["07.F"]).md14(&["07.G"]).ma(&["6(f)"]).tribal(&["(f)(6)"]);

static HOW_MANY_POSITIONS: Rule = rule("how many positions a player plays")
    .md2014(&["07.G"])
    .md14(&["07.H"])
    .ma(&["6(e)"])
    .tribal(&["(f)(5)"])
    .sd(&["(1)#3"])
    .reading(&[45]);

static ADJACENT: Rule =
    rule("adjacent positions").md2014(&["07.G"]).md14(&["07.H"]).ma(&["6(e)"]).tribal(&["(f)(5)"]).reading(&[45]);

static BASE_FIRST: Rule = rule("a base wager beside every other")
    .md2014(&["07.E(4)(a)#1", "07.E(5)(b)#1"])
    .md14(&["07.F(4)(a)#1", "07.F(5)(b)#1", "07.F(6)(a)#1"])
    .ma(&["6(g)(3)", "13(a)#1"])
    .tribal(&["(f)(1)"])
    .sd(&["(2)#1"])
    .reading(&[39, 40]);

static PLAY_EQUALS_ANTE: Rule = rule("the play wager equals the ante")
    .md2014(&["07.E(1)#2"])
    .md14(&["07.F(1)#2"])
    .ma(&["6(a)(1)#2"])
    .tribal(&["(f)(1)(i)#2"])
    .sd(&["(9)#1"]);

static TIPS_BESIDE_A_WAGER: Rule = rule("a tip wager beside the player's own").sd(&["(3)#2"]);

static OFFERED_HERE: Rule = rule("only the wagers that the document knows")
    .md2014(&["07.E"])
    .md14(&["07.F"])
    .ma(&["6(a)"])
    .tribal(&["(f)(1)"])
    .sd(&["(2)#1"]);

static STAY_SEATED: Rule = rule("a player with cards stays seated")
    .md2014(&["07.C[1](1)"])
    .md14(&["07.C(1)"])
    .ma(&["6(c)#2"])
    .tribal(&["(f)(3)#2"]);

static COVER_ALL_NEEDS_THE_SHUFFLER: Rule =
    rule("Cover All only with its shuffler in use").ma(&["12(d)"]).reading(&[83, 91]);

pub(super) static RULES: &[&Rule] = &[
    &SEATED,
    &NO_SPOKEN_CASH,
    &BEFORE_NO_MORE_BETS,
    &LIMITS,
    &PRECONDITION,
    &HOW_MANY_POSITIONS,
    &ADJACENT,
    &BASE_FIRST,
    &PLAY_EQUALS_ANTE,
    &TIPS_BESIDE_A_WAGER,
    &OFFERED_HERE,
    &STAY_SEATED,
    &COVER_ALL_NEEDS_THE_SHUFFLER,
];

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        Fact::Wagered { position, wager, amount } => {
            w.need(p.seats.contains_key(position), &SEATED, || format!("Nobody sits at position {position}."));
            w.need(!p.round.closed, &BEFORE_NO_MORE_BETS, || {
                format!("The {wager} at position {position} was changed to {amount} cents after the close.")
            });
            w.need(known(p.book, *wager) && p.house.offers(*wager), &OFFERED_HERE, || {
                format!("There is no {wager} here.")
            });
            if let Some(Act::Wager { with: Instrument::SpokenCash, .. }) = turn.act {
                w.blow(&NO_SPOKEN_CASH, || format!("Cash was taken for the {wager} at position {position}."));
            }
        }
        Fact::Decided { position, decision: Chosen::Play, play } => {
            let ante = p.round.stake(*position, Wager::Ante);
            w.need(*play == ante, &PLAY_EQUALS_ANTE, || {
                format!("Position {position} plays {play} cents beside an ante of {ante} cents.")
            });
        }
        Fact::Risen { position } => {
            let holds = p.round.due_to.contains(&table::Holder::Position(p.hand_of(*position)))
                && p.round.stakes.iter().any(|((at, _), amount)| at == position && *amount > 0)
                && !p.round.gone.contains(position)
                && p.round.void.is_none();
            w.need(!holds, &STAY_SEATED, || format!("The player at position {position} rose with cards on the table."));
        }
        // The wagers are looked at when they can change no more: a chip may still go back until the first card.
        Fact::Dealt { .. } if p.round.dealt.is_empty() => standing(p, w),
        _ => {}
    }
}

fn known(book: Book, wager: Wager) -> bool {
    match wager {
        Wager::Ante | Wager::PairPlus => true,
        Wager::SixCardBonus | Wager::Progressive => book != Book::Tribal,
        Wager::FiveCardProgressive => matches!(book, Book::Md14 | Book::Ma),
        Wager::CoverAll => book == Book::Ma,
        Wager::MatchPlay => matches!(book, Book::Ma | Book::Tribal),
        Wager::TipAnte | Wager::TipPairPlus => book == Book::Sd,
        _ => false,
    }
}

fn standing(p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    for ((position, wager), amount) in round.stakes.iter().filter(|(_, amount)| **amount > 0) {
        let has = |wager| round.stake(*position, wager) > 0;
        let ante_only =
            *wager == Wager::SixCardBonus && p.house.six_card.as_ref().is_some_and(|t| t.needs == Needs::Ante);
        let beside = is_base(*wager) || has(Wager::Ante) || (has(Wager::PairPlus) && !ante_only);
        w.need(beside, &BASE_FIRST, || format!("Position {position} has the {wager} and no base wager."));
        let own = match wager {
            Wager::TipAnte => has(Wager::Ante),
            Wager::TipPairPlus => has(Wager::PairPlus),
            _ => true,
        };
        w.need(own, &TIPS_BESIDE_A_WAGER, || {
            format!("Position {position} has the {wager} and no wager of its own there.")
        });
        if let Some(limit) = p.house.limits.get(wager).filter(|_| is_base(*wager)) {
            let within = (limit.min.0..=limit.max.0).contains(amount);
            w.need(within, &LIMITS, || format!("The {wager} at position {position} is {amount} cents."));
        }
    }
    for position in round.players() {
        let (ante, pair) = (round.stake(position, Wager::Ante), round.stake(position, Wager::PairPlus));
        let holds = match p.house.precondition {
            Precondition::None => true,
            Precondition::AnteAtLeastPairPlus => pair == 0 || ante >= pair,
            Precondition::AnteAtLeastHalf => pair == 0 || 2 * ante >= pair,
            Precondition::EitherOr => ante == 0 || pair == 0,
            Precondition::BothUpToFiveTimes => ante > 0 && pair > 0 && ante <= 5 * pair && pair <= 5 * ante,
        };
        w.need(holds, &PRECONDITION, || {
            format!("Position {position} has an ante of {ante} and a pair plus of {pair} cents.")
        });
    }
    if !p.electronic() {
        positions(p, w);
    }
    let device = p.loaded.and_then(|id| p.deck(id)).and_then(|deck| deck.ready).and_then(|ready| ready.method);
    let shuffler = device == Some(table::Method::Device)
        && p.house.cards.shuffler == rules::rulebook::vocabulary::ShufflerKind::HandDispensing;
    w.need(shuffler || !round.anybody_has(Wager::CoverAll), &COVER_ALL_NEEDS_THE_SHUFFLER, || {
        "Cover All is wagered on cards that its shuffler did not shuffle.".into()
    });
}

fn positions(p: &Picture, w: &mut Whistle) {
    let most = match p.book {
        Book::Ma => 3,
        Book::Tribal | Book::Sd => 2,
        Book::Md2014 | Book::Md14 => 7,
    };
    let most = most.min(p.house.table.positions_per_player);
    let mut persons: Vec<_> = p.seats.values().collect();
    persons.sort_unstable();
    persons.dedup();
    for person in persons {
        let of = |position: &u8| p.seats.get(position) == Some(person);
        let theirs: Vec<u8> = p.round.players().into_iter().filter(of).collect();
        let (Some(first), Some(last)) = (theirs.first(), theirs.last()) else { continue };
        let count = u8::try_from(theirs.len()).unwrap_or(u8::MAX);
        w.need(count <= most, &HOW_MANY_POSITIONS, || format!("{person} plays {count} positions."));
        w.need(last - first + 1 == count, &ADJACENT, || {
            format!("{person} plays positions {theirs:?}, which do not lie side by side.")
        });
    }
}
