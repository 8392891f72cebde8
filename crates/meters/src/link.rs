//! The games on a bank: a single table, or a link of tables and other titles (READING 79).

use rules::house::House;
use rules::rulebook::vocabulary::LinkMatch;
use rules::{Citation, Wager};

use crate::GAMES_MAX;
use crate::bank::{Bank, Game};
use crate::entry::Entry;
use crate::names::{GameId, GameTerms, NAME_BYTES_MAX, RoundId, is_name};
use crate::refusal::{Refusal, Why};
use crate::terms::BankTerms;

impl GameTerms {
    /// The terms of a house's table; `None` if it does not offer the progressive.
    #[must_use]
    pub fn of(house: &House, wager: Wager, id: &GameId, title: &str) -> Option<GameTerms> {
        let BankTerms { paytable, stake, decks, .. } = BankTerms::of(house, wager)?;
        Some(GameTerms { id: id.clone(), title: title.to_owned(), paytable, stake, decks })
    }
}

impl Bank {
    /// Lets a game join. Other titles join, contribute and claim exactly as tables of this house do.
    ///
    /// # Errors
    /// In this order: the game is already on the bank, its title cannot be recorded, it differs in what linked games
    /// must share, it stakes nothing, the house runs no link and another table has the meters, there is no room.
    pub fn join(&self, game: &GameTerms) -> Result<Entry, Refusal> {
        let law = &self.terms.law;
        let refuse = |why: Why, cite: &Citation| Err(Refusal::new(why, cite));
        if self.game(&game.id).is_some() {
            return refuse(Why::OnBankAlready { game: game.id.clone() }, &law.link);
        }
        for text in [&game.title, &game.paytable] {
            if !is_name(text) {
                return refuse(Why::BadTitle { text: text.clone(), bytes: NAME_BYTES_MAX }, &law.link);
            }
        }
        for what in &self.terms.shares {
            let (theirs, ours) = match what {
                LinkMatch::Paytable => (game.paytable.clone(), self.terms.paytable.clone()),
                LinkMatch::Stake => (game.stake.to_string(), self.terms.stake.to_string()),
                LinkMatch::Decks => (game.decks.to_string(), self.terms.decks.to_string()),
            };
            if theirs != ours {
                return refuse(Why::Differs { what: *what, theirs, ours }, &law.link_shares);
            }
        }
        if game.stake.0 <= 0 {
            return refuse(Why::BadStake { stake: game.stake }, &law.link_shares);
        }
        if self.terms.link.is_none() && self.games().next().is_some() {
            return refuse(Why::StandsAlone { game: game.id.clone() }, &law.link);
        }
        let known = self.games.iter().any(|known| known.id == game.id);
        let forgets = if known || self.games.len() < GAMES_MAX {
            None
        } else {
            // Of the games that left, the one that joined first makes room.
            match self.games.iter().find(|known| !known.present) {
                Some(gone) => Some(gone.id.clone()),
                None => return refuse(Why::Full { most: GAMES_MAX }, &law.link),
            }
        };
        Ok(Entry::Joined { game: game.clone(), forgets })
    }

    /// Lets a game leave. What it contributed stays.
    ///
    /// # Errors
    /// When the game is not on the bank, or has an open round.
    pub fn leave(&self, game: &GameId) -> Result<Entry, Refusal> {
        let known = self.present(game)?;
        match known.open_round() {
            Some((round, _)) => Err(Refusal::new(Why::StillOpen { game: game.clone(), round }, &self.terms.law.link)),
            None => Ok(Entry::Left { game: game.clone() }),
        }
    }

    /// Records that the controller came into reach or went out of it.
    ///
    /// # Errors
    /// When nothing changed.
    pub fn reach(&self, online: bool) -> Result<Entry, Refusal> {
        if self.online == online {
            return Err(Refusal::new(Why::ReachUnchanged { online }, &self.terms.law.system));
        }
        Ok(Entry::Reached { online })
    }

    /// Whether a game may take progressive wagers now: it is on the bank, the controller can be reached, and its last
    /// round has ended.
    ///
    /// # Errors
    /// The reason why not.
    pub fn accepts(&self, game: &GameId) -> Result<(), Refusal> {
        let known = self.present(game)?;
        self.reached()?;
        match known.open_round() {
            Some((round, _)) => Err(Refusal::new(Why::StillOpen { game: game.clone(), round }, &self.terms.law.rate)),
            None => Ok(()),
        }
    }

    /// A game on the bank, or the refusal that names it.
    pub(crate) fn present(&self, game: &GameId) -> Result<&Game, Refusal> {
        self.game(game).ok_or_else(|| Refusal::new(Why::NotOnBank { game: game.clone() }, &self.terms.law.link))
    }

    /// Refuses while the controller is out of reach: no progressive wager without the system.
    pub(crate) fn reached(&self) -> Result<(), Refusal> {
        if self.online { Ok(()) } else { Err(Refusal::new(Why::OutOfReach, &self.terms.law.system)) }
    }

    /// The open round of a game, or the refusal that names it.
    pub(crate) fn opened(
        &self,
        game: &GameId,
        round: RoundId,
        cite: &Citation,
    ) -> Result<(&Game, &crate::bank::Open), Refusal> {
        let known = self.present(game)?;
        match &known.open {
            Some(open) if open.round == round => Ok((known, open)),
            _ => Err(Refusal::new(Why::NotOpen { game: game.clone(), round }, cite)),
        }
    }
}
