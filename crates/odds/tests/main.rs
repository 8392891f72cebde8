//! All tests of the odds from outside, in one program, so that it is linked once.

mod cover_all;
mod decision;
mod exposure;
mod known;
mod own_tables;
mod position;
mod prime;
mod risk;
mod showdown;
mod side_wagers;
mod simulate;
