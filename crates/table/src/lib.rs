//! The Three Card Poker table as one event-sourced engine.
//!
//! A [`Command`] says who wants to do what, and when. [`decide`] checks the house's rules and answers with events or
//! with a refusal that names the law. [`State::apply`] applies events to the table and checks nothing. The same engine
//! runs a robot dealer, a human dealer at a console, a trainee, a simulator and a replay.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::float_arithmetic)]

mod deciding;
mod desk;
mod language;
#[cfg(feature = "mutation")]
pub mod mutation;
mod outlook;
pub mod past;
mod state;

// The rooms only sort the files. Inside the crate a file is called by its own name, whatever room it stands in.
use deciding::{bank, cut_offer, decide, decks, electronic, held, irregular, sheet};
use language::{about, act, card, cents, event, law, refusal, shape, who, why, words};
use outlook::{awaited, knows, legal, next, offer, preparing, view};
use state::{deck, kept, money, position};

pub use about::{About, Group};
pub use act::{Act, Command, DeckId, Device, DeviceStatus, Holder, Instrument, Method, Resolution};
pub use awaited::Awaited;
pub use card::{Digest, Face, Order, Shuffle};
pub use decide::{Decided, decide};
pub use deck::{Deck, Offered, Stage};
pub use desk::{Answer, Desk};
pub use electronic::{TERMINAL_POSITIONS, TERMINALS_MAX, shared_hand_of, terminal_of};
pub use event::{Due, Event, LimitCut, Payer, What};
pub use held::Held;
pub use kept::{KEPT, Kept};
pub use knows::Knows;
pub use law::Law;
pub use legal::legal;
pub use money::{Account, MOST, Money, PURSES_MAX};
pub use next::Todo;
pub use offer::{Choice, Field, Offer};
pub use outlook::robot;
pub use preparing::Preparing;
pub use refusal::{Refusal, Written};
pub use state::{Devices, Hand, PROGRESSIVES, Phase, Racked, Round, Seat, Sensor, SheetLine, State, Stub};
pub use view::{
    Barred, DeckView, HandView, Light, LineView, MeterView, NextView, Placed, SeatView, SeenCard, StageView, StubView,
    TillView, View, view,
};
pub use who::{Actor, Moment, NAME_BYTES_MAX, Person, Role};
pub use why::Why;
pub use words::WORDS_BYTES_MAX;
