//! The Three Card Poker table as one event-sourced engine.
//!
//! A [`Command`] says who wants to do what, and when. [`decide`] asks the house's rules and answers with events or with
//! a refusal that names the law. [`State::apply`] makes events part of the table and asks nothing. The same engine runs
//! a robot dealer, a human dealer at a console, a trainee, a simulator and a replay.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::float_arithmetic)]

mod about;
mod act;
mod apply;
mod awaited;
mod bank;
mod betting;
mod card;
mod cents;
mod closing;
mod collecting;
mod dealing;
mod decide;
mod decisions;
mod deck;
mod decks;
mod desk;
mod duty;
mod electronic;
mod event;
mod forfeits;
mod held;
mod idle;
mod in_use;
mod irregular;
mod kept;
mod knows;
mod law;
mod legal;
mod misread;
mod money;
#[cfg(feature = "mutation")]
pub mod mutation;
mod next;
mod offer;
mod opening;
pub mod past;
mod position;
mod preparing;
mod refusal;
pub mod robot;
mod seats;
mod shape;
mod sheet;
mod showdown;
mod shuffle;
mod state;
mod stub;
mod undo;
mod view;
mod who;
mod why;
mod words;

pub use about::{About, Group};
pub use act::{Act, Command, DeckId, Device, DeviceStatus, Holder, Instrument, Method, Resolution};
pub use awaited::Awaited;
pub use card::{Digest, Face, Order, Shuffle};
pub use decide::{Verdict, decide};
pub use deck::{Deck, Stage};
pub use desk::{Answer, Desk};
pub use electronic::{TERMINAL_POSITIONS, TERMINALS_MAX, shared_hand_of, terminal_of};
pub use event::{Due, Event, Payer, What};
pub use held::Held;
pub use kept::{KEPT, Kept};
pub use knows::Knows;
pub use law::Law;
pub use legal::legal;
pub use money::{Account, MOST, Money, PURSES_MAX};
pub use next::Todo;
pub use offer::{Choice, Field, Offer};
pub use preparing::Preparing;
pub use refusal::{Refusal, Written};
pub use state::{Devices, Hand, PROGRESSIVES, Phase, Racked, Round, Seat, Sensor, SheetLine, State, Stub};
pub use view::{
    Barred, DeckView, HandView, Light, LineView, MeterView, NextView, Placed, SeatView, Seen, StageView, StubView,
    TillView, View, view,
};
pub use who::{Actor, Moment, NAME_BYTES_MAX, Person, Role};
pub use why::Why;
pub use words::WORDS_BYTES_MAX;
