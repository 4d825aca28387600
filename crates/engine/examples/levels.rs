//! Two levels play a game against each other.
//!
//! `cargo run --release -p outflank-engine --example levels -- BLACK WHITE [SEED]`, as in `levels 3 easy`
#![allow(clippy::print_stdout, reason = "this is a program")]

use outflank_engine::{Engine, Level, Options, Random, StopToken};
use outflank_rules::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut level = || args.next().map_or(Ok(Level::MEDIUM), |text| text.parse::<Level>());
    let levels = [level()?, level()?];
    let mut random = Random::new(args.next().map_or(Ok(1), |text| text.parse())?);
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    let mut game = Game::default();
    while !game.is_over() {
        let level = levels[game.position().turn().index()];
        let choice = engine.choose(game.position(), level, &mut random, &StopToken::new());
        game.play(choice.expect("the game is not over").mv)?;
    }
    let moves: String =
        game.moves().iter().filter_map(|mv| mv.square()).map(|square| square.to_string()).collect();
    println!("{moves}\n{}\n{}", game.position(), game.position().score());
    Ok(())
}
