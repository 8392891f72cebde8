//! A round told step by step: who, when, what, under which law, with the cards and the chips before and after.

use rules::rulebook::vocabulary::Irregularity;
use rules::settle::Decision;
use rules::{ClauseId, Wager};
use serde::Serialize;

use super::chips::{Change, balances, changes};
use super::record::EventRecord;
use super::words;
use crate::act::Holder;
use crate::card::Face;
use crate::event::{Event, What};
use crate::state::{Hand, SheetLine, State};
use crate::who::{Moment, Person, Role};

/// Which steps are wanted: all, unless somebody is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only what this person did or what was done to them.
    pub person: Option<Person>,
    /// Only what concerns this position.
    pub position: Option<u8>,
}

/// One step of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryStep {
    /// The event's number at the table.
    pub version: u64,
    /// When it happened.
    pub at: Moment,
    /// The role of whoever did it.
    pub role: Role,
    /// Who did it.
    pub person: Person,
    /// The id of the command behind it.
    pub command: String,
    /// What happened, in a sentence.
    pub words: String,
    /// What does not fit into a sentence: the settlement lines that were done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The cards that the step shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Face>,
    /// The clauses it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseId>,
    /// The readings it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
    /// Every account that it changed, before and after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chips: Vec<Change>,
}

/// A hand of the round. A card that is unknown, or secret while the round runs, is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandStory {
    /// Whose hand it is.
    pub holder: Holder,
    /// Who sat there, for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// What was wagered, in cents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wagers: Vec<(Wager, i64)>,
    /// What the player decided, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The cards, in the order of the deal.
    pub cards: Vec<Option<Face>>,
}

/// A round, told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Story {
    /// The table's name.
    pub table: String,
    /// The operator's name.
    pub operator: String,
    /// The rulebook's code.
    pub rulebook: String,
    /// The house's digest.
    pub house: String,
    /// The round's number at the table.
    pub round: u64,
    /// Whether it is over. While it runs, only what is public is told.
    pub over: bool,
    /// What voided it, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void: Option<Irregularity>,
    /// The hands of the round.
    pub hands: Vec<HandStory>,
    /// The steps, in order.
    pub steps: Vec<StoryStep>,
}

/// Tells a round, starting from the table before it.
pub(crate) struct Teller {
    state: State,
}

impl Teller {
    pub(crate) fn new(state: State) -> Teller {
        Teller { state }
    }

    pub(crate) fn tell(mut self, records: &[EventRecord], filter: &Filter) -> Story {
        let over = records.iter().any(|record| matches!(record.event.what, What::RoundEnded { .. }));
        let mut story = Story {
            table: self.state.game.to_string(),
            operator: self.state.house.operator.clone(),
            rulebook: self.state.house.book.code.clone(),
            house: self.state.house.digest.clone(),
            round: records.first().map_or(self.state.round.number, |record| record.round),
            over,
            void: None,
            hands: Vec::new(),
            steps: Vec::new(),
        };
        let mut before = balances(&self.state);
        for record in records {
            if matches!(record.event.what, What::RoundEnded { .. }) {
                story.hands = self.hands(true);
            }
            let wanted = self.concerns(record, filter);
            let details = self.details(&record.event.what);
            self.state.apply(&record.event.what);
            story.void = story.void.or(self.state.round.void);
            let after = balances(&self.state);
            if wanted {
                story.steps.push(self.step(record, over, details, changes(&before, &after)));
            }
            before = after;
        }
        if !over {
            story.hands = self.hands(false);
        }
        story
    }

    fn step(&self, record: &EventRecord, over: bool, details: Vec<String>, chips: Vec<Change>) -> StoryStep {
        let event =
            if over { record.event.clone() } else { Event { what: record.event.what.veiled(), law: record.event.law } };
        StoryStep {
            version: record.version,
            at: record.at,
            role: record.by.role,
            person: record.by.person.clone(),
            command: record.command.to_string(),
            words: self.state.house.currency.say(&words::sentence(&event.what)).into_owned(),
            details,
            cards: cards(&event.what),
            clauses: record.clauses.clone(),
            readings: record.readings.clone(),
            chips,
        }
    }

    /// The settlement lines that an event settles.
    fn details(&self, what: &What) -> Vec<String> {
        let What::Settled { lines, .. } = what else { return Vec::new() };
        let open = self.state.round.sheet.get(self.state.round.settled..).unwrap_or(&[]);
        let told = |line: &SheetLine| {
            let (clauses, readings) = words::law_of_due(&line.due);
            let readings = readings.iter().map(|reading| format!("READING {reading}"));
            let law = clauses.into_iter().chain(readings).collect::<Vec<_>>().join(", ");
            let law = if law.is_empty() { law } else { format!(" [{law}]") };
            self.state.house.currency.say(&words::due(&line.due, &self.state.house)).into_owned() + &law
        };
        open.iter().take(usize::from(*lines)).map(told).collect()
    }

    /// The hands of the round: all cards once it is over, until then what everybody has seen.
    fn hands(&self, over: bool) -> Vec<HandStory> {
        let state = &self.state;
        let mut hands = Vec::new();
        for (position, seat) in state.in_round() {
            let shown = over || (state.round.folded_shown && seat.gave_up());
            let placed = |wager: &Wager| {
                let played = *wager == Wager::Play && seat.decision == Some(Decision::Play);
                let amount = if played { seat.stakes.ante } else { seat.stakes.on(*wager) };
                (!amount.is_zero()).then_some((*wager, amount.0))
            };
            hands.push(HandStory {
                holder: Holder::Position(position),
                person: Some(seat.person.clone()),
                wagers: Wager::ALL.iter().filter_map(placed).collect(),
                decision: seat.decision,
                cards: seen(state.hand_at(position, seat), shown),
            });
        }
        for (holder, hand) in [(Holder::Dealer, &state.round.dealer), (Holder::Community, &state.round.community)] {
            if hand.count > 0 {
                let cards = seen(hand, over);
                hands.push(HandStory { holder, person: None, wagers: Vec::new(), decision: None, cards });
            }
        }
        hands
    }

    fn concerns(&self, record: &EventRecord, filter: &Filter) -> bool {
        let about = record.event.what.position();
        let at = |position: u8| about.is_none_or(|own| own == position);
        let position = filter.position.is_none_or(at);
        let person = filter.person.as_ref().is_none_or(|person| {
            let seats = self.state.taken().filter(|(_, seat)| seat.person == *person);
            let theirs = about.is_none() || seats.map(|(position, _)| position).any(at);
            record.by.person == *person || named(&record.event.what).map_or(theirs, |other| other == person)
        });
        position && person
    }
}

/// The cards of a hand that may be told.
fn seen(hand: &Hand, all: bool) -> Vec<Option<Face>> {
    let told = |place: usize| all || hand.revealed || hand.exposed[place];
    (0..usize::from(hand.count)).map(|place| hand.cards[place].filter(|_| told(place)).map(Face)).collect()
}

/// The cards that an event shows.
fn cards(what: &What) -> Vec<Face> {
    match what {
        What::Dealt { card, .. } | What::SetAside { card } | What::Irregular { card, .. } => {
            card.iter().copied().collect()
        }
        What::DealerRevealed { cards } | What::Revealed { cards, .. } => cards.to_vec(),
        What::CommunityRevealed { cards } => cards.to_vec(),
        What::Corrected { cards, .. } => cards.clone(),
        _ => Vec::new(),
    }
}

/// The person that an event is about.
fn named(what: &What) -> Option<&Person> {
    match what {
        What::Seated { person, .. }
        | What::BoughtIn { person, .. }
        | What::CashedOut { person, .. }
        | What::Tipped { person, .. } => Some(person),
        _ => None,
    }
}
