//! Everything that is tested of the house online, over real sockets. One program, so that it is linked once.

mod acts;
mod approvals;
mod common;
mod copies;
mod currency;
mod description;
mod dishonest;
mod faults;
mod forged;
mod guessing;
mod links;
mod messages;
mod next;
mod nodes;
mod operation;
mod protection;
mod restart;
mod restless;
mod rights;
mod rounds;
mod secrets;
mod sockets;
mod titles;
mod waiting;
