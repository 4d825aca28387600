//! Plays games of levels against themselves and prints their moves: material for tests and for the measuring of reviews.
//!
//! `cargo run --release -p outflank-study --example games -- LEVEL COUNT [SEED]`
#![allow(clippy::print_stdout, reason = "this is a program")]

use outflank_engine::{Engine, Level, Options, Random, StopToken};
use outflank_records::transcript;
use outflank_rules::Game;

fn main() {
    let mut args = std::env::args().skip(1);
    let level: Level = args.next().and_then(|text| text.parse().ok()).unwrap_or(Level::MEDIUM);
    let mut number = |usual| args.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number(1), number(1));
    let mut random = Random::new(seed);
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    for _ in 0..count {
        let mut game = Game::default();
        while let Some(choice) = engine.choose(game.position(), level, &mut random, &StopToken::new()) {
            if game.play(choice.mv).is_err() {
                break;
            }
        }
        println!("{}", transcript::text(&game));
    }
}
