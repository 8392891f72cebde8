//! All tests of the table from outside, in one program, so that it is linked once.

mod checklist;
mod common;
mod crash;
mod electronic;
mod far_sums;
mod irregular;
mod kept;
mod keyed;
mod link;
mod looked;
mod machine;
mod past;
mod past_evidence;
mod past_rack;
mod picked_up;
mod purses;
mod robots;
mod schemas;
mod secrets;
mod shown;
mod undone;
