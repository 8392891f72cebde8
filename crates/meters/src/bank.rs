//! The state of a bank, and how entries change it. The rules are not here but in the files of the acts.

use rules::money::MILLIONTHS;
use rules::settle::MeterSet;
use rules::{Cents, Level, Meter, Share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::audit::Sums;
use crate::award::Pool;
use crate::entry::{Entry, Proposal, Reset};
use crate::names::{GameId, RoundId};
use crate::pots::{Pot, Pots};
use crate::terms::BankTerms;
use crate::written::InCents;

/// A round whose wagers are locked in and that has not ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Open {
    /// Its number.
    pub round: RoundId,
    /// The wagers that count, corrections and reversals considered.
    pub wagers: u32,
    /// What was won of the meters.
    pub awarded: Vec<Won>,
    /// The meters that several winners of the round share.
    pub pools: Vec<Pool>,
}

/// A share of a meter that was won in an open round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Won {
    /// By which position.
    pub position: u16,
    /// Of which meter.
    pub level: Level,
    /// Which part of it.
    pub share: Share,
    /// What left it.
    #[serde(with = "InCents")]
    pub amount: Cents,
    /// The reset that it brought about.
    pub reset: Option<Reset>,
}

/// A game that is, or lately was, on the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// Its title.
    pub title: String,
    /// The stake of its wagers.
    #[serde(with = "InCents")]
    pub stake: Cents,
    /// Whether it is still on the bank.
    pub present: bool,
    /// The last round that contributed.
    pub last: Option<RoundId>,
    /// The round that is open.
    pub(crate) open: Option<Open>,
}

impl Game {
    /// The open round and its number of wagers.
    #[must_use]
    pub fn open_round(&self) -> Option<(RoundId, u32)> {
        self.open.as_ref().map(|open| (open.round, open.wagers))
    }
}

/// The meters of one progressive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Bank {
    /// What it is run by.
    pub(crate) terms: BankTerms,
    /// Whether the controller can be reached.
    pub(crate) online: bool,
    /// What each place holds.
    pub(crate) values: Pots,
    /// What went in and out.
    pub(crate) sums: Sums,
    /// The games that are, or lately were, on it.
    pub(crate) games: Vec<Game>,
    /// The corrections that wait for a second person.
    pub(crate) proposals: Vec<Proposal>,
    /// The number of the last of them.
    pub(crate) last_proposal: u32,
}

impl Bank {
    /// A bank whose meters are at their seeds, with no game on it yet.
    #[must_use]
    pub fn new(terms: BankTerms) -> Bank {
        let seeds = terms.seeds();
        Bank {
            terms,
            online: true,
            values: seeds,
            sums: Sums { base: seeds, ..Sums::default() },
            games: Vec::new(),
            proposals: Vec::new(),
            last_proposal: 0,
        }
    }

    /// The terms it runs under.
    #[must_use]
    pub fn terms(&self) -> &BankTerms {
        &self.terms
    }

    /// What the meters hold, in the form the settlement uses.
    #[must_use]
    pub fn shown(&self) -> MeterSet {
        let mut set = MeterSet::default();
        for (level, value) in self.levels() {
            set.set(level, value);
        }
        set.reserve = self.values.get(Pot::Reserve);
        set.backup = self.values.get(Pot::Backup);
        set
    }

    /// The meters, the highest first, with what they hold.
    pub fn levels(&self) -> impl Iterator<Item = (Level, Meter)> {
        self.terms.levels.iter().map(|terms| (terms.level, self.value(Pot::Level(terms.level))))
    }

    /// Every place that the house has or that holds something: the meters, then what is set aside for their next seeds.
    pub fn pots(&self) -> impl Iterator<Item = (Pot, Meter)> {
        let aside = [Pot::Reserve, Pot::Backup].into_iter().map(|pot| (pot, self.value(pot)));
        let has = |(pot, holds): &(Pot, Meter)| holds.0 != 0 || self.terms.share(*pot).is_some();
        self.levels().map(|(level, holds)| (Pot::Level(level), holds)).chain(aside.filter(has))
    }

    /// What one pot holds.
    #[must_use]
    pub fn value(&self, pot: Pot) -> Meter {
        self.values.get(pot)
    }

    /// Whether the controller can be reached.
    #[must_use]
    pub fn online(&self) -> bool {
        self.online
    }

    /// The games that are on the bank.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.games.iter().filter(|game| game.present)
    }

    /// A game that is on the bank.
    #[must_use]
    pub fn game(&self, id: &GameId) -> Option<&Game> {
        self.games().find(|game| game.id == *id)
    }

    /// Whether a round's wagers are locked in and the round has not ended.
    #[must_use]
    pub fn is_open(&self, game: &GameId, round: RoundId) -> bool {
        self.game(game).and_then(Game::open_round).is_some_and(|(open, _)| open == round)
    }

    /// The corrections that wait for a second person.
    #[must_use]
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// What went in and out of each pot since the bank was opened.
    #[must_use]
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Applies an entry to the bank. Only entries that this bank answered may be applied, once each, in order.
    pub fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::Joined { game, forgets } => {
                self.games.retain(|known| Some(&known.id) != forgets.as_ref());
                let (title, stake) = (game.title.clone(), game.stake);
                match self.known(&game.id) {
                    Some(known) => (known.title, known.stake, known.present) = (title, stake, true),
                    None => {
                        let id = game.id.clone();
                        self.games.push(Game { id, title, stake, present: true, last: None, open: None });
                    }
                }
            }
            Entry::Left { game } => {
                if let Some(game) = self.known(game) {
                    game.present = false;
                }
            }
            Entry::Reached { online } => self.online = *online,
            Entry::Contributed { game, round, wagers, stakes, amounts } => {
                self.values.add(amounts);
                self.sums.contributed.add(amounts);
                self.sums.staked = Cents(self.sums.staked.0.saturating_add(stakes.0));
                if let Some(game) = self.known(game) {
                    game.last = Some(*round);
                    let open = game.open.get_or_insert_with(|| Open::new(*round));
                    open.wagers = open.wagers.saturating_add(*wagers);
                }
            }
            Entry::Reversed { game, wagers, stakes, amounts, short, .. } => {
                self.values.take(amounts);
                self.sums.reversed.add(amounts);
                self.sums.short.add(short);
                self.sums.unstaked = Cents(self.sums.unstaked.0.saturating_add(stakes.0));
                if let Some(open) = self.known(game).and_then(|game| game.open.as_mut()) {
                    open.wagers = open.wagers.saturating_sub(*wagers);
                }
            }
            Entry::Awarded { game, position, level, share, won, amount, reset, .. } => {
                let before = self.value(Pot::Level(*level));
                let shares = self.shares_meters();
                let paid = Pots::of(Pot::Level(*level), Meter(amount.0.saturating_mul(MILLIONTHS)));
                self.values.take(&paid);
                self.sums.paid.add(&paid);
                if let Some(open) = self.known(game).and_then(|game| game.open.as_mut()) {
                    let won_now =
                        Won { position: *position, level: *level, share: *share, amount: *amount, reset: *reset };
                    open.awarded.push(won_now);
                    if shares {
                        Pool::count(&mut open.pools, *level, before, *share, *won);
                    }
                }
                if let Some(reset) = reset {
                    self.reset(*level, reset);
                }
            }
            Entry::TakenBack { game, position, level, amount, reset, .. } => {
                let paid = Pots::of(Pot::Level(*level), Meter(amount.0.saturating_mul(MILLIONTHS)));
                self.values.add(&paid);
                self.sums.paid.take(&paid);
                if let Some(open) = self.known(game).and_then(|game| game.open.as_mut()) {
                    open.awarded.retain(|won| won.position != *position);
                    let left = open.awarded.iter().filter(|won| won.level == *level).map(|won| won.share);
                    Pool::recount(&mut open.pools, *level, left);
                }
                if let Some(reset) = reset {
                    self.undo_reset(*level, reset);
                }
            }
            Entry::Closed { game, resets, .. } => {
                for (level, reset) in resets {
                    self.reset(*level, reset);
                }
                if let Some(game) = self.known(game) {
                    game.open = None;
                }
            }
            Entry::Proposed(proposal) => {
                self.last_proposal = proposal.id;
                self.proposals.push(proposal.clone());
            }
            Entry::Approved { id, pot, amount, .. } => {
                let amount = Pots::of(*pot, *amount);
                self.values.add(&amount);
                self.sums.adjusted.add(&amount);
                self.proposals.retain(|proposal| proposal.id != *id);
            }
            Entry::Declined { id, .. } => self.proposals.retain(|proposal| proposal.id != *id),
        }
    }

    fn known(&mut self, id: &GameId) -> Option<&mut Game> {
        self.games.iter_mut().find(|game| game.id == *id)
    }

    fn reset(&mut self, level: Level, reset: &Reset) {
        let (base, poured) = reset.moves(level);
        self.values.add(&base);
        self.values.add(&poured);
        self.sums.base.add(&base);
        self.sums.poured.add(&poured);
        if let Some(count) = self.sums.resets.get_mut(level as usize) {
            *count = count.saturating_add(1);
        }
    }
}

impl Bank {
    fn undo_reset(&mut self, level: Level, reset: &Reset) {
        let (base, poured) = reset.moves(level);
        self.values.take(&base);
        self.values.take(&poured);
        self.sums.base.take(&base);
        self.sums.poured.take(&poured);
        if let Some(count) = self.sums.resets.get_mut(level as usize) {
            *count = count.saturating_sub(1);
        }
    }
}

impl Open {
    fn new(round: RoundId) -> Open {
        Open { round, wagers: 0, awarded: Vec::new(), pools: Vec::new() }
    }
}

impl Reset {
    /// What a reset puts in as a new base, and what it moves between the pots.
    pub(crate) fn moves(&self, level: Level) -> (Pots, Pots) {
        let pot = Pot::Level(level);
        let mut poured = Pots::of(pot, Meter(self.reserve.0.saturating_add(self.backup.0)));
        poured.set(Pot::Reserve, Meter(self.reserve.0.saturating_neg()));
        poured.set(Pot::Backup, Meter(self.backup.0.saturating_neg()));
        (Pots::of(pot, Meter(self.seed.0.saturating_mul(MILLIONTHS))), poured)
    }
}
