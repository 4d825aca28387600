//! How long the opening book takes to be laid out when it is first asked for, and what a look into it takes:
//! `cargo bench -p outflank-engine --bench book`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use outflank_engine::book::{Book, Played};
use outflank_rules::Board;

fn main() {
    let milliseconds = |started: Instant| started.elapsed().as_secs_f64() * 1e3;
    for run in ["first", "second", "third"] {
        let started = Instant::now();
        let book = Book::from_bytes(include_bytes!("../data/book.bin")).expect("the book is sound");
        let laid_out = milliseconds(started);
        let started = Instant::now();
        let played = Played::from_bytes(include_bytes!("../data/played.bin")).expect("the counts are sound");
        let counted = milliseconds(started);
        let (positions, counts) = (book.len(), played.len());
        println!("{run} time: {positions} positions in {laid_out:.1} ms, {counts} counts in {counted:.1} ms");
        let started = Instant::now();
        for _ in 0..1000 {
            std::hint::black_box(book.moves(std::hint::black_box(Board::default())));
        }
        println!("a look into it: {:.1} us", milliseconds(started));
    }
}
