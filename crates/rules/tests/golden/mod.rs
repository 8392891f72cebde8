//! Golden rounds and the choices of houses: reading, running and comparing them.

#![allow(dead_code)]

pub mod checklist;
pub mod choices;
pub mod house;
pub mod run;
pub mod text;
