//! The commands, one file each: its arguments and `run`.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod coach;
pub(crate) mod completions;
pub(crate) mod convert;
mod drills;
pub(crate) mod games;
pub(crate) mod gtp;
pub(crate) mod gym;
pub(crate) mod hint;
pub(crate) mod join;
pub(crate) mod lessons;
pub(crate) mod levels;
pub(crate) mod man;
pub(crate) mod r#match;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod practice;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod work;

use std::io::{self, IsTerminal};

use outflank_rules::kernel;

use crate::args::{Args, Command};
use crate::exit::{self, Answer};

/// Does what the arguments ask for.
pub(crate) fn run(args: Args) -> anyhow::Result<Answer> {
    if matches!(args.command, Some(Command::Bench(_) | Command::Solve(_) | Command::Match(_))) {
        mention_unused_avx2();
    }
    match args.command {
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Join(args)) => join::run(args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Study(args)) => study::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => r#match::run(&args),
        Some(Command::Hint(args)) => hint::run(&args),
        Some(Command::Practice(args)) => practice::run(&args),
        Some(Command::Puzzle(args)) => puzzle::run(&args),
        Some(Command::Gym(args)) => gym::run(&args),
        Some(Command::Lessons(args)) => lessons::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Coach(args)) => coach::run(&args),
        Some(Command::Levels(args)) => levels::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Nboard(args)) => nboard::run(&args),
        Some(Command::Work(args)) => work::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
        None => play::run(&args.play),
    }
}

/// `cargo install` builds for any processor there is: whoever waits for a long search is told how to wait less.
fn mention_unused_avx2() {
    if kernel::cpu_has_unused_avx2() && io::stderr().is_terminal() {
        exit::complain(
            "this processor has AVX2, which this build does not use; \
            RUSTFLAGS=\"-C target-cpu=native\" cargo install outflank makes a faster one",
        );
    }
}
