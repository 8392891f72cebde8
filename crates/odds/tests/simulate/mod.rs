//! The simulation: repeatable, equal to the settlement's own movements, and within its error of the exact law.

mod laws;
mod movements;
mod repeats;
mod table;
