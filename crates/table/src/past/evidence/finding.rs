//! What the evidence says: each answer, with the number of rounds behind it and an example.

use rules::settle::{Decision, Round};
use rules::{Cents, Outcome, Wager};
use serde::{Serialize, Serializer};

use super::{Evidence, Question};
use crate::act::Holder;
use crate::card::Face;
use crate::past::words;

/// What one round answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RoundAnswer {
    Nothing,
    Due { outcome: Outcome, paid: Cents, returned: Cents },
    Total { paid: Cents, returned: Cents, net: Cents },
    YesNo(bool),
}

impl RoundAnswer {
    fn words(&self) -> String {
        let returned =
            |returned: &Cents| if returned.is_zero() { String::new() } else { format!(", {returned} returned") };
        match self {
            RoundAnswer::Nothing => "nothing was due: there was no such wager or bonus".into(),
            RoundAnswer::Due { outcome, paid, returned: back } if paid.is_zero() => {
                format!("{outcome}{}", returned(back))
            }
            RoundAnswer::Due { outcome, paid, returned: back } => format!("{outcome}: {paid} paid{}", returned(back)),
            RoundAnswer::Total { paid, returned: back, net } => format!("{paid} paid{}, {net} net", returned(back)),
            RoundAnswer::YesNo(true) => "yes".into(),
            RoundAnswer::YesNo(false) => "no".into(),
        }
    }
}

/// Whether the dispute is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeVerdict {
    /// Every fitting round gives the same answer.
    Decided,
    /// The fitting rounds give different answers.
    Undecided,
    /// No round fits: something in the evidence is wrong, or the round was not played by the rules.
    Contradictory,
}

/// A hand in an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldHand {
    /// Its position at the table.
    pub position: u8,
    /// Its cards.
    pub cards: Vec<Face>,
    /// What the player decided, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The wagers on it, in cents.
    pub wagers: Vec<(Wager, i64)>,
}

/// A round that fits the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct World {
    /// The hands of the players.
    pub positions: Vec<HeldHand>,
    /// The dealer's cards.
    pub dealer: Vec<Face>,
    /// The community cards; empty if there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub community: Vec<Face>,
}

impl World {
    fn of(round: &Round) -> World {
        let positions = round.seats.iter().flatten().map(|seat| {
            let made = |wager: &Wager| {
                let amount = seat.stakes.on(*wager);
                (!amount.is_zero()).then_some((*wager, amount.0))
            };
            HeldHand {
                position: seat.position,
                cards: seat.cards.cards().map(Face).to_vec(),
                decision: seat.decision,
                wagers: Wager::ALL.iter().filter_map(made).collect(),
            }
        });
        World {
            positions: positions.collect(),
            dealer: round.dealer.cards().map(Face).to_vec(),
            community: round.community.iter().flatten().copied().map(Face).collect(),
        }
    }
}

/// An answer, and the rounds behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerFound {
    /// The answer in words.
    pub answer: String,
    /// How many rounds give it, as decimal text: it can exceed the numbers of other programs.
    #[serde(serialize_with = "in_digits")]
    pub worlds: u128,
    /// One of these rounds.
    pub example: World,
}

fn in_digits<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// What the evidence says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The question in words.
    pub question: String,
    /// Whether it is decided.
    pub verdict: DisputeVerdict,
    /// How many rounds fit, as decimal text.
    #[serde(serialize_with = "in_digits")]
    pub worlds: u128,
    /// How many were examined one by one.
    pub examined: u64,
    /// The answers, the one with the most rounds first.
    pub answers: Vec<AnswerFound>,
    /// If undecided: facts each of which alone would decide the question once known, whatever its value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_decide: Vec<String>,
    /// If no round fits: pieces of evidence each of which, if left out, would let some round fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_fit: Vec<String>,
}

impl Finding {
    pub(super) fn new(
        evidence: &Evidence,
        replies: Vec<(RoundAnswer, u128, Round)>,
        examined: u64,
        telling: Vec<String>,
    ) -> Finding {
        let answer = |(reply, worlds, round): &(RoundAnswer, u128, Round)| AnswerFound {
            answer: reply.words(),
            worlds: *worlds,
            example: World::of(round),
        };
        let mut answers: Vec<AnswerFound> = replies.iter().map(answer).collect();
        answers.sort_by_key(|answer| std::cmp::Reverse(answer.worlds));
        let verdict = match answers.len() {
            0 => DisputeVerdict::Contradictory,
            1 => DisputeVerdict::Decided,
            _ => DisputeVerdict::Undecided,
        };
        Finding {
            question: asked(&evidence.question),
            verdict,
            worlds: answers.iter().map(|answer| answer.worlds).fold(0, u128::saturating_add),
            examined,
            answers,
            would_decide: if verdict == DisputeVerdict::Undecided { telling } else { Vec::new() },
            would_fit: Vec::new(),
        }
    }

    /// The finding as printable text.
    #[must_use]
    pub fn text(&self) -> String {
        let rounds = |worlds: u128| if worlds == 1 { "1 round".into() } else { format!("{} rounds", grouped(worlds)) };
        let mut out = format!("Question: {}\n", self.question);
        let (verdict, fits) = match self.verdict {
            DisputeVerdict::Decided => ("decided", format!("{}, one answer", rounds(self.worlds))),
            DisputeVerdict::Undecided => {
                ("not decided", format!("{}, {} answers", rounds(self.worlds), self.answers.len()))
            }
            DisputeVerdict::Contradictory => ("contradictory", "no round under this house fits the evidence".into()),
        };
        out.push_str(&format!("Verdict:  {verdict}; {fits}\n"));
        for answer in &self.answers {
            out.push_str(&format!("\n  {} ({})\n", answer.answer, rounds(answer.worlds)));
            out.push_str(&example(&answer.example));
        }
        let list = |title: &str, names: &[String]| {
            if names.is_empty() { String::new() } else { format!("\n{title} {}.\n", names.join("; or ")) }
        };
        out.push_str(&list("It would be decided by", &self.would_decide));
        if self.verdict == DisputeVerdict::Undecided && self.would_decide.is_empty() {
            out.push_str("\nNo single further piece of evidence would decide it whatever it turned out to be.\n");
        }
        if self.verdict == DisputeVerdict::Contradictory {
            let advice = list("Some round would fit without", &self.would_fit);
            let none = "\nNo single piece is at fault: look at the evidence again, or the round was not played by the rules.\n";
            out.push_str(if advice.is_empty() { none } else { &advice });
        }
        out
    }
}

/// The question in words.
fn asked(question: &Question) -> String {
    let name = |whose: &super::Whose| whose.0.map_or_else(String::new, words::holder);
    match question {
        Question::Due { position, wager } => format!("what was due to position {position} on {}?", wager.title()),
        Question::Total { position } => format!("what was due to position {position} in all?"),
        Question::Held { by, cards } => {
            let cards: Vec<String> = cards.seen().map(|card| card.to_string()).collect();
            format!("did {} hold {}?", name(by), cards.join(" "))
        }
        Question::Made { by, hand } => format!("was the hand of {} a {}?", name(by), hand.title()),
    }
}

/// A number with a comma every three digits.
pub(super) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn example(world: &World) -> String {
    let mut rows: Vec<[String; 3]> = world
        .positions
        .iter()
        .map(|hand| {
            let wagers = hand.wagers.iter().map(|(wager, cents)| format!("{} {}", wager.title(), Cents(*cents)));
            let decision = hand.decision.map(|decision| decision.word().replace('_', " "));
            let rest: Vec<String> = decision.into_iter().chain(wagers).collect();
            [words::holder(Holder::Position(hand.position)), words::faces(&hand.cards), rest.join(", ")]
        })
        .collect();
    rows.push([words::holder(Holder::Dealer), words::faces(&world.dealer), String::new()]);
    if !world.community.is_empty() {
        rows.push([words::holder(Holder::Community), words::faces(&world.community), String::new()]);
    }
    let width = rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    let line =
        |row: &[String; 3]| format!("    {:width$}  {}  {}", row[0], row[1], row[2]).trim_end().to_owned() + "\n";
    rows.iter().map(line).collect()
}
