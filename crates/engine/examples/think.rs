//! Thinks about a position for a second and prints what it has found after each step.
//!
//! `cargo run --release -p outflank-engine --example think -- [MOVE…]`, as in `think f5 d6 c3`
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::time::Duration;

use outflank_engine::{Analysis, Engine, Limits, Options, StopToken};
use outflank_rules::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::default();
    for text in std::env::args().skip(1) {
        game.play(text.parse()?)?;
    }
    println!("{}", game.position());
    let mut engine = Engine::new(Options::default());
    let limits = Limits { lines: 3, ..Limits::time(Duration::from_secs(1)) };
    let mut depth = 0;
    // The observer hears of every improvement; what is printed are the steps in depth.
    let mut observer = |analysis: &Analysis| {
        if let Some(line) = analysis.lines.first().filter(|line| line.depth > depth) {
            depth = line.depth;
            println!("depth {depth}: {} {}", line.mv(), line.score);
        }
    };
    let analysis = engine.search(game.position(), &limits, &StopToken::new(), &mut observer);
    for line in &analysis.lines {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        println!("{:>6} {:?}: {}", line.score.to_string(), line.certainty, moves.join(" "));
    }
    println!("{} positions in {:.2?}", analysis.nodes, analysis.time);
    Ok(())
}
