//! Instructions of the kernels, counted by valgrind: `cargo bench -p outflank-rules --bench instructions`.
//!
//! Counts do not depend on what else the machine is doing, so small changes show. For each kernel the program runs
//! itself under valgrind, doing the work once and then twice; the difference is the cost of the work. README.md beside
//! this file has the results.
#![allow(clippy::print_stdout)]

#[path = "support/boards.rs"]
mod boards;

use std::hint::black_box;
use std::process::Command;

use boards::{boards, placements};
use outflank_rules::kernel::{self, portable};
use outflank_rules::{Passes, Position, perft};

/// A benchmark: calls one kernel many times and returns how often.
type Work = fn(&Lists) -> usize;

const WORK: [(&str, Work); 7] = [
    ("legal moves", |lists| lists.each_board(kernel::moves)),
    ("legal moves, portable", |lists| lists.each_board(portable::moves)),
    ("legal moves, orthogonal", |lists| lists.each_board(portable::moves_orthogonal)),
    ("flips", |lists| lists.each_placement(kernel::flips)),
    ("flips, portable", |lists| lists.each_placement(portable::flips)),
    ("flips, orthogonal", |lists| lists.each_placement(portable::flips_orthogonal)),
    ("perft, for each line of 7 plies", |_| perft(&Position::default(), 7, Passes::TakeAPly) as usize),
];

/// The boards, made before the work begins. Each goes through a black box, because the compiler would otherwise work on
/// several at once.
struct Lists {
    boards: Vec<(u64, u64)>,
    placements: Vec<(usize, u64, u64)>,
}

impl Lists {
    fn new() -> Lists {
        Lists { boards: boards(), placements: placements() }
    }

    fn each_board(&self, moves: impl Fn(u64, u64) -> u64) -> usize {
        for &(player, opponent) in &self.boards {
            black_box(moves(player, black_box(opponent)));
        }
        self.boards.len()
    }

    fn each_placement(&self, flips: impl Fn(usize, u64, u64) -> u64) -> usize {
        for &(square, player, opponent) in &self.placements {
            black_box(flips(square, player, black_box(opponent)));
        }
        self.placements.len()
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next(), arguments.next()) {
        (Some(name), Some(times)) => work(&name, &times),
        _ => report(),
    }
}

/// The part that runs under valgrind.
fn work(name: &str, times: &str) {
    let (lists, times) = (Lists::new(), times.parse().unwrap_or(1));
    for (_, work) in WORK.iter().filter(|(known, _)| *known == name) {
        for _ in 0..times {
            black_box(work(black_box(&lists)));
        }
    }
}

fn report() {
    println!("instructions with the {} kernel", kernel::NAME);
    let lists = Lists::new();
    for (name, work) in WORK {
        let (Some(once), Some(twice)) = (instructions(name, 1), instructions(name, 2)) else {
            println!("valgrind is missing or cannot run this build: nothing was counted");
            return;
        };
        println!("{:8.1}  {name}", (twice - once) as f64 / work(&lists) as f64);
    }
}

/// Runs this program under valgrind and returns the instructions it counted.
fn instructions(name: &str, times: usize) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args([name, &times.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}
