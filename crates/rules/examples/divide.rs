//! Counts the lines of play below each first move (perft divide), which is how to find a bug in a rules implementation:
//! compare with your own counts, follow the first move that differs, and repeat.
//!
//! `cargo run --release -p outflank-rules --example divide -- DEPTH [MOVE…]`, as in `divide 6 f5 d6`
#![allow(clippy::print_stdout, reason = "this is a program")]

use outflank_rules::{Game, Move, Passes, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let depth: u32 = args.next().map_or(Ok(6), |text| text.parse())?;
    let mut game = Game::default();
    for text in args {
        game.play(text.parse()?)?;
    }
    println!("{}", game.position());
    let mut total = 0;
    for square in game.position().legal_moves() {
        let next = game.position().play(Move::Place(square))?;
        let lines = perft(&next, depth.saturating_sub(1), Passes::TakeAPly);
        println!("{square} {lines}");
        total += lines;
    }
    println!("all {total}");
    Ok(())
}
