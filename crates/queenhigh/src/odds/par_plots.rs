//! The plots of a par sheet, each put into the section that it belongs to.

use cards::Strength;
use odds::base::{BaseGame, play_value};
use odds::cover_all::HighestHandCounts;
use odds::deals::DEALER_HANDS;
use odds::position::{Position, PositionTerms};
use odds::progressive::ProgressiveLaw;
use odds::risk::Shift;
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::{Deals, Fraction};
use rules::settle::{Meters, Stakes};
use rules::{House, Wager};

use super::output::OutcomeOut;
use super::par_wagers::seeds;
use super::plots::{self, MapCell, MeterCurve, Plot};
use super::sheet::{ParSection, ParSheet};
use super::stakes;
use super::text::hand;

/// The quantiles of a fan, in percent.
const FAN: [u32; 5] = [5, 25, 50, 75, 95];

/// Draws what can be drawn.
pub(super) fn draw(house: &House, sheet: &mut ParSheet) {
    let mut first_of = |wager: &str, plots: Vec<Plot>| {
        if let Some(section) = sheet.sections.iter_mut().find(|section| section.wager == wager) {
            section.plots.extend(plots);
        }
    };
    let base = BestPlay::new(house);
    first_of("ante_play", [base.nets(), Some(base.map())].into_iter().flatten().collect());
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        first_of(wager.word(), meter_plots(house, wager));
    }
    first_of(Wager::CoverAll.word(), cover_all(house).into_iter().collect());
    first_of("risk", fan(house).into_iter().collect());
    for section in sheet.sections.iter_mut().filter(|section| section.wager != Wager::CoverAll.word()) {
        section.plots.extend(contributions(section));
    }
}

/// What each outcome adds.
fn contributions(section: &ParSection) -> Option<Plot> {
    let rows: Vec<_> =
        section.outcomes.iter().map(|outcome| (name(outcome), outcome.chance() * outcome.exact.clone())).collect();
    let file = format!("adds-{}", section.wager.replace('_', "-"));
    plots::contributions(&file, &format!("{}: what each outcome adds to the expected net result", section.title), &rows)
}

/// An outcome's name.
pub(super) fn name(outcome: &OutcomeOut) -> String {
    match outcome.event {
        Some(event) => format!("{}, {}", hand(&outcome.hand), event.replace('_', " ")),
        None => hand(&outcome.hand),
    }
}

/// The base game as it is played best.
struct BestPlay {
    terms: BaseTerms,
    deals: Deals,
    game: BaseGame,
}

impl BestPlay {
    fn new(house: &House) -> BestPlay {
        let terms = BaseTerms::of(house);
        let deals = Deals::new(terms.floor);
        let game = BaseGame::new(&deals, &terms, &Strategy::Optimal);
        BestPlay { terms, deals, game }
    }

    fn nets(&self) -> Option<Plot> {
        let of = self.game.law.of();
        let net = |(net, ways): (i64, u128)| (Fraction::new(net, self.game.parts), Fraction::new(ways, of));
        let nets: Vec<_> = self.game.law.iter().map(net).collect();
        plots::net_bars("net-distribution", "Ante and Play, played best: how often each net result comes", &nets)
    }

    fn map(&self) -> Plot {
        let parts = self.terms.parts();
        let mut values = vec![0_i64; usize::from(Strength::COUNT)];
        let mut played = vec![false; usize::from(Strength::COUNT)];
        for (class, plays) in self.deals.classes.iter().zip(&self.game.plays) {
            let place = usize::from(class.hand.strength().index());
            let gain = play_value(&self.terms, class, parts) + parts * i64::from(DEALER_HANDS);
            values[place] += gain * i64::from(class.ways);
            played[place] |= *plays;
        }
        let mut before = None;
        let cell = |strength: Strength| {
            let place = usize::from(strength.index());
            let deals = i64::from(strength.ways()) * i64::from(DEALER_HANDS) * parts;
            let category = strength.category().name();
            let begins = (before != Some(category)).then_some(category);
            before = Some(category);
            MapCell {
                gain: Fraction::new(values[place], deals).to_draw(),
                plays: played[place],
                begins,
                name: strength.to_string(),
            }
        };
        let strengths: Vec<Strength> = (0..).map_while(Strength::new).collect();
        let cells: Vec<MapCell> = strengths.into_iter().rev().map(cell).collect();
        plots::strategy_map("strategy-map", "The 741 classes of hands, and which of them are played", &cells)
    }
}

/// The return in each meter, from nothing to beyond where it is fair, the other meters at their seeds.
fn meter_plots(house: &House, wager: Wager) -> Vec<Plot> {
    let Some(terms) = house.progressive_terms(wager) else { return Vec::new() };
    let law = ProgressiveLaw::of_house(terms, house.wheel);
    let run = law.long_run_of(terms);
    let values = seeds(terms);
    let mut drawn = Vec::new();
    for (meter, seed) in terms.meters.iter().zip(&values) {
        let Some(worth) = law.meters.iter().find(|worth| worth.level == meter.level) else { continue };
        let others: Vec<_> = values.iter().filter(|(level, _)| *level != meter.level).copied().collect();
        let dollars = |cents: &Fraction| cents.to_draw() / 100.0;
        let mut marks = vec![(seed.1.0 as f64 / 100.0, "seed")];
        let mean = run.meters.iter().find(|run| run.level == meter.level).and_then(|run| run.mean.as_ref());
        marks.extend(mean.map(|mean| (dollars(mean), "mean")));
        let line = MeterCurve {
            name: meter.called().to_owned(),
            at_nothing: law.return_at(&others).to_draw(),
            per_dollar: worth.coefficient.to_draw() * 100.0 / law.stake.0 as f64,
            marks,
        };
        let file = format!("meter-{}-{}", wager.word().replace('_', "-"), meter.level);
        let title = format!("{}: what it returns as the {} meter grows, envy apart", wager.title(), meter.called());
        drawn.extend(plots::meter_lines(&file, &title, &line));
    }
    drawn
}

/// How often the highest hand is of each kind that Cover All distinguishes.
fn cover_all(house: &House) -> Option<Plot> {
    let terms = house.cover_all.as_ref()?;
    let tables: Vec<HighestHandCounts> =
        (1..=terms.tables.len()).filter_map(|players| HighestHandCounts::of_hands(players + 1)).collect();
    let names = ["suited ace-king-queen", "straight flush", "three of a kind", "straight"];
    let kind = |(i, name): (usize, &str)| {
        (name.to_owned(), tables.iter().map(|highest| highest.probabilities()[i].clone()).collect())
    };
    let kinds: Vec<(String, Vec<Fraction>)> = names.into_iter().enumerate().map(kind).collect();
    plots::cover_all("cover-all", "Cover All: the highest hand at the table, by the number of players", &kinds)
}

/// What ante and pair plus do to a bankroll over a session.
fn fan(house: &House) -> Option<Plot> {
    let all = house.least_stakes();
    let plain = Stakes { ante: all.ante, pair_plus: all.pair_plus, ..Stakes::default() };
    let terms = PositionTerms::of(house, &plain, &Meters::default());
    let law = Position::new(&terms, &Strategy::Optimal).law;
    let mut rows = vec![(0, [0.0; 5])];
    for rounds in (1..=20).map(|step| step * 20) {
        let shift = Shift::new(&law, rounds);
        let quantile = |percent: u32| shift.law.quantile(&Fraction::new(percent, 100)).low.0 as f64 / 100.0;
        rows.push((rounds, FAN.map(quantile)));
    }
    let title = format!("What a player has won or lost by the number of rounds: {}", stakes::in_words(&plain));
    plots::fan("bankroll", &title, &rows)
}
