//! Terminals: three adjacent positions that belong to one person. Each terminal decides independently; the system pays.

use rules::house::SHARED_HANDS;
use rules::settle::POSITIONS;

use super::terminal_of;
use crate::decide::ensure;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Person, Role};
use crate::why::Why;

impl State {
    /// How many positions the table has.
    #[must_use]
    pub fn positions(&self) -> u8 {
        let table = &self.house.table;
        if self.electronic() { table.terminals * SHARED_HANDS } else { table.positions.min(POSITIONS as u8) }
    }

    /// A terminal belongs to one person, and nobody has two: to wager on more shared hands, they use the same one.
    pub(crate) fn own_terminal(&self, by: &Actor, position: u8) -> Result<(), Refusal> {
        if !self.electronic() {
            return Ok(());
        }
        let terminal = terminal_of(position);
        for (taken, seat) in self.taken() {
            let here = terminal_of(taken);
            if seat.person == by.person {
                ensure(here == terminal, Why::OtherTerminal { terminal: here }, Law::Electronic)?;
            } else {
                ensure(here != terminal, Why::TerminalTaken { terminal }, Law::Electronic)?;
            }
        }
        Ok(())
    }

    /// Whether a viewer may see the wagers of a position: at a terminal, only its own player and the staff.
    pub(crate) fn shows_wagers(&self, player: Option<&Person>, owner: &Person) -> bool {
        !self.electronic() || player.is_none_or(|player| player == owner)
    }

    /// The positions that may decide now: the one whose turn it is, or all at an electronic table.
    pub fn deciding(&self) -> impl Iterator<Item = u8> {
        let all = self.electronic();
        let turn = self.turn();
        let open = self.phase() == Phase::Deciding;
        let undecided = self.taken().filter(move |(_, seat)| open && seat.undecided());
        undecided.map(|(position, _)| position).filter(move |position| all || turn == Some(*position))
    }

    /// Who takes and pays: the dealer; at an electronic table the system, which the dealer may also start.
    pub(crate) fn settled_by(&self) -> &'static [Role] {
        if self.electronic() { &[Role::System, Role::Dealer] } else { &[Role::Dealer] }
    }
}
