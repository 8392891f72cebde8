//! Which wagers and decisions the evidence leaves open: every combination that the house admits.

use cards::Card;
use rules::settle::input::{Amounts, PositionFile, RoundFile};
use rules::settle::{Decision, Refusal, Round, admit};
use rules::{House, Wager};

use super::{Evidence, EvidenceFault, KnownAmount, PositionEvidence};

/// The most combinations of wagers and decisions that are tried.
const LAYOUTS_MAX: u64 = 100_000;

/// What one position may have wagered and decided.
type PositionCase = (Vec<(Wager, u64)>, Option<Decision>);

/// Every lawful combination, as rounds whose cards are still meaningless.
pub(super) fn layouts(house: &House, evidence: &Evidence) -> Result<Vec<Round>, EvidenceFault> {
    let choices: Vec<Vec<PositionCase>> =
        evidence.positions.iter().map(|position| choices(house, position)).collect::<Result<_, _>>()?;
    let count = choices.iter().try_fold(1_u64, |all, choices| all.checked_mul(choices.len() as u64));
    if count.is_none_or(|count| count > LAYOUTS_MAX) {
        let wanted = open_wagers(evidence);
        return Err(EvidenceFault::TooMany { worlds: count.map(u128::from), bound: LAYOUTS_MAX, wanted });
    }
    let mut rounds = Vec::new();
    let mut refused: Option<Vec<Refusal>> = None;
    for number in 0..count.unwrap_or(0) {
        match admit(house, &file(evidence, &choices, number)) {
            Ok((round, _)) => rounds.push(round),
            Err(refusals) => refused = refused.or(Some(refusals)),
        }
    }
    if rounds.is_empty() { Err(EvidenceFault::Refused(refused.unwrap_or_default())) } else { Ok(rounds) }
}

/// The combination with this number, read as digits in mixed bases.
fn file(evidence: &Evidence, choices: &[Vec<PositionCase>], mut number: u64) -> RoundFile {
    // Admission needs cards; any will do, since they are replaced afterwards.
    let mut pack = Card::ALL.iter().map(Card::to_string);
    let mut deal = |cards: usize| Some(pack.by_ref().take(cards).collect::<Vec<String>>());
    let mut positions = Vec::new();
    for (position, choices) in evidence.positions.iter().zip(choices) {
        let base = choices.len() as u64;
        let choice = choices.get(usize::try_from(number % base.max(1)).unwrap_or(0));
        number /= base.max(1);
        let Some((wagers, decision)) = choice else { continue };
        let made = wagers.iter().filter(|(_, cents)| *cents > 0);
        positions.push(PositionFile {
            position: Some(position.position),
            terminal: None,
            hand: None,
            person: position.person.clone(),
            cards: deal(3),
            decision: decision.map(|decision| decision.word().to_owned()),
            wagers: Amounts(made.map(|(wager, cents)| (wager.word().to_owned(), *cents)).collect()),
            tips: position.tips.clone(),
            match_play: position.match_play.clone(),
        });
    }
    let five_card = positions.iter().any(|p| p.wagers.0.contains_key(Wager::FiveCardProgressive.word()));
    RoundFile {
        house: evidence.house.clone(),
        dealer: deal(3),
        community: if five_card { deal(2) } else { None },
        meters: evidence.meters.clone(),
        hands: None,
        positions,
        void: None,
    }
}

fn choices(house: &House, position: &PositionEvidence) -> Result<Vec<PositionCase>, EvidenceFault> {
    let mut all: Vec<Vec<(Wager, u64)>> = vec![Vec::new()];
    for (wager, known) in &position.wagers {
        let amounts = match known {
            KnownAmount::OneOf(amounts) => amounts.clone(),
            KnownAmount::Nothing => any_amount(house, *wager),
        };
        if all.len() as u64 * amounts.len() as u64 > LAYOUTS_MAX {
            let wanted = vec![format!("the wagers of position {}", position.position)];
            return Err(EvidenceFault::TooMany { worlds: None, bound: LAYOUTS_MAX, wanted });
        }
        let with = |wagers: &Vec<(Wager, u64)>| {
            let wagers = wagers.clone();
            amounts.clone().into_iter().map(move |cents| [wagers.as_slice(), &[(*wager, cents)]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    let mut choices = Vec::new();
    for wagers in all {
        let ante = wagers.iter().any(|(wager, cents)| *wager == Wager::Ante && *cents > 0);
        let decisions: Vec<Option<Decision>> = match position.decision {
            Some(decision) => vec![Some(decision)],
            None if !ante => vec![None],
            None => {
                let forfeit = house.knows_forfeits().then_some(Decision::Forfeit);
                [Some(Decision::Play), Some(Decision::Fold), forfeit].into_iter().filter(Option::is_some).collect()
            }
        };
        choices.extend(decisions.into_iter().map(|decision| (wagers.clone(), decision)));
    }
    Ok(choices)
}

/// No wager, or any amount within the limits.
fn any_amount(house: &House, wager: Wager) -> Vec<u64> {
    let mut amounts = vec![0];
    let cents = |amount: i64| u64::try_from(amount).ok();
    if let Some(terms) = house.progressive_terms(wager) {
        amounts.extend(cents(terms.stake.0));
    } else if let Some(limit) = house.limits.get(&wager).filter(|limit| limit.step.0 > 0) {
        let mut amount = limit.min.0;
        while amount <= limit.max.0 {
            amounts.extend(cents(amount));
            amount += limit.step.0;
        }
    }
    amounts
}

/// The wagers and decisions that are unknown, as advice what to find out.
fn open_wagers(evidence: &Evidence) -> Vec<String> {
    let mut open = Vec::new();
    for position in &evidence.positions {
        let known = |known: &KnownAmount| matches!(known, KnownAmount::OneOf(amounts) if amounts.len() == 1);
        for (wager, _) in position.wagers.iter().filter(|(_, amounts)| !known(amounts)) {
            open.push(format!("the {} wager of position {}", wager.title(), position.position));
        }
        if position.decision.is_none() {
            open.push(format!("the decision of position {}", position.position));
        }
    }
    open
}
