//! Progressives and envy: meters priced hand by hand, followed wager by wager, and dealt position by position.

use cards::counts::choose;

use super::*;

/// The progressives of the books, each at a stake of $1.
fn progressives() -> Vec<(String, ProgressiveTable, Paytable)> {
    let three = paytables(Wager::Progressive).into_iter();
    let five = paytables(Wager::FiveCardProgressive).into_iter();
    let three = three.map(|(name, t)| (name, ProgressiveTable::Three(ThreeTable::of(&t)), t));
    three.chain(five.map(|(name, t)| (name, ProgressiveTable::Five(FiveTable::of(&t)), t))).collect()
}

const METERS: [(Level, Cents); 4] = [
    (Level::Main, Cents(1_234_567)),
    (Level::Mega, Cents(9_876_543)),
    (Level::Major, Cents(523_411)),
    (Level::Minor, Cents(104_729)),
];

#[test]
fn a_progressive_is_worth_what_its_hands_are_paid() {
    for (name, table, _) in progressives() {
        for wheel in WHEELS {
            let law = ProgressiveLaw::new(&table, DOLLAR, wheel);
            // Each hand dealt, each looked up, each paid in millionths of a cent.
            let mut paid = 0_i128;
            let mut pay = |line: Option<&Line>, ways: u64| {
                let amount = match line.map(|line| line.pays) {
                    Some(Pays::For(odds)) => i128::from(odds.won) * 100_000_000 / i128::from(odds.staked),
                    Some(Pays::OfMeter(share, level)) => {
                        let meter = METERS.iter().find(|(l, _)| *l == level).unwrap().1;
                        i128::from(meter.0) * i128::from(share.0)
                    }
                    _ => 0,
                };
                paid += amount * i128::from(ways);
            };
            match &table {
                ProgressiveTable::Three(table) => Three::all().for_each(|hand| pay(table.line(hand), 1)),
                ProgressiveTable::Five(table) => {
                    let counts = FiveCategory::ALL.into_iter().zip(dealt_five(wheel).by_category);
                    counts.for_each(|(category, ways)| pay(table.line(category, None), ways));
                }
            }
            let back = Fraction::new(paid, 100_000_000) / Fraction::whole(law.of);
            assert_eq!(law.return_at(&METERS), back, "{name}");
            assert_eq!(law.law_at(&METERS).ev(), law.ev_at(&METERS), "{name}");
            assert_eq!(law.return_at(&[]), law.fixed_return, "{name}");
        }
    }
}

#[test]
fn what_is_known_of_the_hand_averages_to_what_is_not() {
    for (name, table, _) in progressives() {
        let law = ProgressiveLaw::new(&table, Cents::dollars(5), Wheel::Counts);
        let given = law.given(&METERS);
        assert_eq!(mean(|hand| given.with(hand)), law.return_at(&METERS), "{name}");
        let never = ProgressiveLaw::forfeited_by_fold(&table, Cents::dollars(5), Wheel::Counts, |_| true);
        assert_eq!((never.return_at(&METERS), never.meters), (law.return_at(&METERS), law.meters.clone()), "{name}");
        // A player who folds all but pairs and better keeps what those hands are worth.
        let keeps = |hand: Three| hand.category() > ThreeCategory::HighCard;
        let folder = ProgressiveLaw::forfeited_by_fold(&table, Cents::dollars(5), Wheel::Counts, keeps);
        let kept = mean(|hand| if keeps(hand) { given.with(hand) } else { Fraction::zero() });
        assert_eq!(kept, folder.return_at(&METERS), "{name}");
    }
}

#[test]
fn a_meter_at_its_break_even_makes_the_wager_fair() {
    for (name, table, _) in progressives() {
        let law = ProgressiveLaw::new(&table, DOLLAR, Wheel::Counts);
        for worth in &law.meters {
            let besides = Fraction::new(1, 40);
            let exact = law.break_even(worth.level, &METERS, &besides).unwrap();
            let cents = law.break_even_cents(worth.level, &METERS, &besides).unwrap();
            let ev = |cents: Cents| {
                let others = METERS.into_iter().filter(|(level, _)| *level != worth.level);
                law.ev_at(&others.chain([(worth.level, cents)]).collect::<Vec<_>>()) + besides.clone()
            };
            assert!(!ev(cents).is_negative(), "{name}");
            if exact.is_zero() {
                assert_eq!(cents, Cents::ZERO, "{name}");
            } else {
                assert!(ev(Cents(cents.0 - 1)).is_negative(), "{name}");
            }
        }
        assert_eq!(law.break_even(Level::ALL[0], &[], &Fraction::zero()).is_some(), law.meters[0].level == Level::Main);
    }
}

/// The mean award of a whole cycle, following the meter from seed to seed, wager by wager: an independent check on the
/// balance of what goes in and out.
fn cycle(whole: f64, tenth: f64, seed: f64, into: f64, aside: f64) -> f64 {
    // Between two whole wins: the expected meter if there was none yet, and the chance of that.
    let (mut alive, mut paid, mut wagers) = (1.0, 0.0, 0.0);
    // The first cycle starts without anything set aside; in the long run it starts with a mean cycle's worth.
    let mut meter = seed + aside / whole;
    while alive > 1e-18 {
        meter += into;
        wagers += alive;
        paid += alive * meter * (whole + tenth * 0.1);
        meter *= 1.0 - tenth * 0.1 / (1.0 - whole);
        alive *= 1.0 - whole;
    }
    paid / wagers
}

#[test]
fn in_the_long_run_a_meter_pays_what_goes_into_it() {
    for (name, table, _) in progressives() {
        let law = ProgressiveLaw::new(&table, DOLLAR, Wheel::Counts);
        let terms: Vec<MeterTerms> = law
            .meters
            .iter()
            .zip([(10_000, 40_000), (1_000, 30_000), (250, 20_000)])
            .map(|(worth, (seed, rate))| MeterTerms {
                name: None,
                level: worth.level,
                seed: Cents::dollars(seed),
                rate: Share(rate),
            })
            .collect();
        let run = law.long_run(&terms, Share::percent(3));
        let mut sum = law.fixed_return.clone();
        for ((meter, terms), worth) in run.meters.iter().zip(&terms).zip(&law.meters) {
            // The mean meter, put into the formula that prices any meter, gives the meter's part of the return.
            let mean = meter.mean.clone().unwrap();
            assert_eq!(mean * worth.coefficient.clone() / Fraction::whole(100), meter.returned, "{name}");
            sum += meter.returned.clone();
            let whole = worth.resets.to_draw();
            let tenth = (worth.coefficient.clone() - worth.resets.clone()).to_draw() * 10.0;
            let aside = if terms.level == run.meters[0].level { 3.0 } else { 0.0 };
            // Chances a thousand times as large keep the walk short, and the balance keeps its form.
            let (scale, rate) = (1e3_f64.min(0.2 / whole), f64::from(terms.rate.0) / 10_000.0);
            let walked = cycle(whole * scale, tenth * scale, terms.seed.0 as f64, rate, aside);
            let stated = rate + aside + whole * scale * terms.seed.0 as f64;
            assert!((walked / stated - 1.0).abs() < 1e-9, "{name}: {walked} against {stated}");
        }
        assert_eq!(sum, run.total, "{name}");
    }
}

#[test]
fn the_houses_progressives_in_the_long_run() {
    // A major of $2,000 at 10 %, 2 % of it set aside, a minor of $1,000 at 6 %, fixed lines of 10,520 in 22,100.
    let md14 = house("md14");
    let terms = md14.progressive.as_ref().unwrap();
    let law = ProgressiveLaw::of_house(terms, md14.wheel);
    let run = law.long_run_of(terms);
    assert_eq!(run.fixed, Fraction::new(44 * 70 + 52 * 60 + 720 * 6, 22_100));
    let seeds = Fraction::new(2_000 + 3 * 1_000, 22_100);
    assert_eq!(run.total, run.fixed.clone() + Fraction::new(16, 100) + seeds);
    assert_eq!(run.meters[0].mean.clone().unwrap().decimal(0), ((2_000 + 221 * 10) * 100).to_string());
    let five = md14.five_card_progressive.as_ref().unwrap();
    assert!(ProgressiveLaw::of_house(five, md14.wheel).long_run_of(five).total < Fraction::whole(1));
}

/// How many mini royals `others` positions hold, hand by hand: the chance of each number, from a deck of `cards` in
/// which `whole` suits still have their ace, king and queen.
fn royals_dealt(others: u8, cards: u64, whole: u64) -> Vec<Fraction> {
    let mut chances = vec![Fraction::zero(); 5];
    if others == 0 {
        chances[0] = Fraction::whole(1);
        return chances;
    }
    let all = choose(cards, 3);
    let mut follow = |ways: u64, left: u64, held: usize| {
        if ways == 0 {
            return;
        }
        for (number, chance) in royals_dealt(others - 1, cards - 3, left).into_iter().enumerate() {
            if let Some(slot) = chances.get_mut(number + held) {
                *slot += chance * Fraction::new(ways, all);
            }
        }
    };
    let plain = cards - 3 * whole;
    follow(whole, whole.saturating_sub(1), 1);
    // One, two or three cards from whole suits, the rest plain; each suit touched is no longer whole.
    follow(choose(plain, 3), whole, 0);
    follow(whole * 3 * choose(plain, 2) + whole * 3 * plain, whole.saturating_sub(1), 0);
    let two = choose(whole, 2);
    follow(two * 9 * plain + two * 2 * 3 * 3, whole.saturating_sub(2), 0);
    follow(choose(whole, 3) * 27, whole.saturating_sub(3), 0);
    chances
}

#[test]
fn envy_over_three_cards_by_counting_and_by_dealing() {
    let law = EnvyLaw::three(&[envy_line(HandName::AkqSpades, 100), envy_line(HandName::AkqHdc, 25)], DOLLAR);
    assert_eq!(law.cents_per_other(), Fraction::new(17_500, 22_100));
    for others in 1..=6 {
        let counted = law.law(others).unwrap();
        let dealt = royals_dealt(others, 52, 4);
        assert_eq!(dealt.iter().cloned().sum::<Fraction>(), Fraction::whole(1));
        // By symmetry, the spades are among k held of four suits in k of four deals.
        for (amount, ways) in counted.iter() {
            let (spades, plain) = (amount / 10_000, amount % 10_000 / 2_500);
            let share = match spades {
                1 => Fraction::new(plain + 1, 4),
                _ => Fraction::new(4 - plain, 4),
            };
            let number = usize::try_from(spades + plain).unwrap();
            assert_eq!(Fraction::new(ways, counted.of()), dealt[number].clone() * share, "{others} others, {amount}");
        }
        assert_eq!(counted.mean() / Fraction::whole(100), law.from_others(others));
    }
    assert!(law.law(0).is_none() && law.law(8).is_none());
    // With a straight flush among the lines, only the expectation is known.
    let wide = EnvyLaw::three(&[envy_line(HandName::AkqSuited, 50), envy_line(HandName::StraightFlush, 5)], DOLLAR);
    assert!(wide.law(2).is_none());
    assert_eq!(wide.cents_per_other(), Fraction::new(100 * (4 * 50 + 44 * 5), 22_100));
}

#[test]
fn envy_given_the_own_hand_averages_to_envy() {
    let amounts = [envy_line(HandName::RoyalFlush, 1_000), envy_line(HandName::StraightFlush, 300)];
    let quads = [envy_line(HandName::StraightFlush, 250), envy_line(HandName::FourOfAKind, 20)];
    let spades = [envy_line(HandName::AkqSpades, 100), envy_line(HandName::AkqHdc, 25)];
    let over_five = |wheel| [EnvyLaw::five(&amounts, DOLLAR, wheel), EnvyLaw::five(&quads, DOLLAR, wheel)];
    for law in WHEELS.into_iter().flat_map(over_five) {
        assert_eq!(mean(|hand| law.per_other_given(hand)), law.per_other());
    }
    // The spades are distinguished from the other suits, so every hand is asked.
    let law = EnvyLaw::three(&spades, DOLLAR);
    let sum: Fraction = Three::all().map(|hand| law.per_other_given(hand)).sum();
    assert_eq!(sum / Fraction::whole(THREE_CARD_HANDS), law.per_other());
    // A player with the ace of spades gets nothing for the spades.
    let own: Three = "As 7d 2c".parse().unwrap();
    assert_eq!(law.per_other_given(own), Fraction::new(3 * 25, 18_424));
    // Four royals and 36 straight flushes among 2,598,960 hands.
    let five = EnvyLaw::five(&amounts, DOLLAR, Wheel::Counts);
    assert_eq!(five.cents_per_other(), Fraction::new(100 * (4 * 1_000 + 36 * 300), 2_598_960));
    assert_eq!(five.law(3), None);
}

#[test]
fn nobody_folds_an_envy_hand_of_the_books() {
    for (name, table, paytable) in progressives() {
        for line in &paytable.envy {
            match table {
                ProgressiveTable::Three(_) => assert!(matches!(line.hand, HandName::AkqSpades | HandName::AkqHdc)),
                // Three cards of a five-card straight flush are of one suit.
                ProgressiveTable::Five(_) => {
                    assert!(matches!(line.hand, HandName::RoyalFlush | HandName::StraightFlush), "{name}");
                }
            }
        }
    }
    for (hand, _) in suit_classes() {
        let given = five_given(hand, Wheel::Counts);
        let suited = given[FiveCategory::StraightFlush as usize] + given[FiveCategory::RoyalFlush as usize];
        let one_suit = hand.cards().iter().all(|card| card.suit() == hand.cards()[0].suit());
        assert!(suited == 0 || one_suit, "{hand}");
    }
}
