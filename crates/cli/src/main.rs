//! Othello, complete: the command line.
//!
//! `main` checks the processor, reads the arguments and hands them to one of [`commands`]; what comes back
//! becomes an exit code in [`exit`].

mod args;
mod commands;
mod diagram;
mod exit;
mod help;
mod input;
mod interrupt;
mod number;
mod output;
mod own_book;
mod progress;
mod strength;
mod usage;

use std::process::ExitCode;

use outflank_rules::kernel;

fn main() -> ExitCode {
    // First of all, and in a function of its own: everything else is compiled for the newer processor.
    if kernel::cpu_is_too_old() {
        return exit::old_cpu();
    }
    run()
}

#[inline(never)]
fn run() -> ExitCode {
    match args::parse() {
        Ok(args) => exit::code(commands::run(args)),
        Err(error) => exit::usage(&error),
    }
}
