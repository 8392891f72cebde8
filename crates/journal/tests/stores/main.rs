//! Tests of the journal through its interface, on both stores.

mod both;
mod common;
mod conformance;
mod crash;
mod damage;
mod excerpts;
mod exports;
mod faults;
mod filing;
mod flips;
mod postgres;
mod sqlite;
mod tampering;
mod witness;
