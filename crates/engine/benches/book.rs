//! How long the opening book and the counts of what people play take to load on first use, and how long a lookup in the
//! book takes, the fastest of several runs: `cargo bench -p outflank-engine --bench book`.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use outflank_engine::book::{Book, Played};
use outflank_rules::Board;

/// The fastest of 20 runs in milliseconds, and the result.
fn least<T>(run: impl Fn() -> T) -> (T, f64) {
    let timed = || {
        let started = Instant::now();
        (run(), started.elapsed().as_secs_f64() * 1e3)
    };
    (1..20).map(|_| timed()).fold(timed(), |best, next| if next.1 < best.1 { next } else { best })
}

fn main() {
    let bytes = include_bytes!("../data/book.bin");
    let (book, milliseconds) = least(|| Book::from_bytes(black_box(bytes)).expect("the book is sound"));
    println!("{} positions of the book in {milliseconds:.1} ms", book.len());
    let bytes = include_bytes!("../data/played.bin");
    let (played, milliseconds) =
        least(|| Played::from_bytes(black_box(bytes)).expect("the counts are sound"));
    println!("{} positions with counts in {milliseconds:.1} ms", played.len());
    let ((), milliseconds) = least(|| {
        for _ in 0..1000 {
            black_box(book.moves(black_box(Board::default())));
        }
    });
    println!("a look into the book in {milliseconds:.1} us");
}
