//! The binary as its users meet it: run in a fresh folder, judged by what it prints, writes and returns.
#![allow(clippy::unwrap_used)]

mod convert;
mod examples;
mod garbage;
mod levels;
mod openings;
mod perft;
mod practice;
mod programs;
mod review;
mod served;
mod show;
mod study;
mod support;
mod tls;
mod usage;

#[path = "../../../client/tests/support/tls_proxy.rs"]
mod tls_proxy;
