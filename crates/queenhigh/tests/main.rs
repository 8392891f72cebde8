//! Everything that is tested of the program by running it. One program, so that it is linked once.

mod amounts;
mod behaviour;
mod common;
mod currency;
mod golden_books;
mod golden_cli;
mod golden_dispute;
mod golden_settle;
mod golden_table;
mod houses_named;
mod journals_named;
mod json_shapes;
mod killed;
mod layout;
mod load;
mod nodes_kill;
mod odds;
mod operated;
mod readme;
mod serve_kill;
mod simulate;
mod witnessed;
mod words_of_a_book;
