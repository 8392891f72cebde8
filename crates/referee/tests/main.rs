//! Everything that is tested of the referee. One program, so that it is linked once.

mod campaign;
mod driver;
mod planted;
