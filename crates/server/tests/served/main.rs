//! The server as clients meet it: whole games over real sockets, crashes, hostile clients and load.
//!
//! The heavier runs are ignored by default; `README.md` has their commands and figures.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "all of this is tests")]

mod bot;
mod client;
mod cluster;
mod coach;
mod crash;
mod fairness;
mod faults;
mod files;
mod games;
mod hostile;
mod hosts;
mod kills;
mod limits;
mod load;
mod lobby;
mod lobby_load;
mod old;
mod page;
mod people;
mod practice;
mod readme;
mod review;
mod rights;
mod server;
mod soak;
mod study;
mod vacation;
mod workers;

#[path = "../support/postgres.rs"]
mod database;
