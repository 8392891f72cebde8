//! All tests of the cards from outside, in one program, so that it is linked once.

mod card;
mod counts;
mod five_order;
mod ladder;
mod plain;
mod strength;
mod three_order;
