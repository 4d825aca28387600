//! Time of the kernels: `cargo bench -p outflank-rules --bench kernels`. README.md beside this file has the results.

#[path = "support/boards.rs"]
mod boards;

use std::hint::black_box;

use boards::{boards, placements};
use divan::Bencher;
use divan::counter::ItemsCount;
use outflank_rules::kernel::{self, portable};
use outflank_rules::{Passes, Position, perft};

fn main() {
    divan::main();
}

#[divan::bench]
fn legal_moves(bencher: Bencher) {
    each_board(bencher, kernel::moves);
}

#[divan::bench]
fn legal_moves_portable(bencher: Bencher) {
    each_board(bencher, portable::moves);
}

#[divan::bench]
fn legal_moves_orthogonal(bencher: Bencher) {
    each_board(bencher, portable::moves_orthogonal);
}

#[divan::bench]
fn flips(bencher: Bencher) {
    each_placement(bencher, kernel::flips);
}

#[divan::bench]
fn flips_portable(bencher: Bencher) {
    each_placement(bencher, portable::flips);
}

#[divan::bench]
fn flips_orthogonal(bencher: Bencher) {
    each_placement(bencher, portable::flips_orthogonal);
}

#[divan::bench(sample_count = 20)]
fn perft_9(bencher: Bencher) {
    let start = Position::default();
    bencher.counter(ItemsCount::new(3_005_288_usize)).bench(|| perft(&start, 9, Passes::TakeAPly));
}

/// Each board goes through a black box, because the compiler would otherwise work on several at once.
fn each_board(bencher: Bencher, moves: impl Fn(u64, u64) -> u64 + Sync) {
    let boards = boards();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for &(player, opponent) in &boards {
            black_box(moves(player, black_box(opponent)));
        }
    });
}

fn each_placement(bencher: Bencher, flips: impl Fn(usize, u64, u64) -> u64 + Sync) {
    let placements = placements();
    bencher.counter(ItemsCount::new(placements.len())).bench(|| {
        for &(square, player, opponent) in &placements {
            black_box(flips(square, player, black_box(opponent)));
        }
    });
}
