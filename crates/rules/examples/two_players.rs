//! A game between two people in plain lines. The program only asks for moves; the library does the rest.
//!
//! `cargo run -p outflank-rules --example two_players`, also `printf 'f5\nd6\nc3\n' | …`
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::io::{self, BufRead};

use outflank_rules::{Game, Move};

fn main() -> io::Result<()> {
    let mut game = Game::default();
    let mut lines = io::stdin().lock().lines();
    while !game.is_over() {
        let position = game.position();
        if position.must_pass() {
            println!("{:?} has to pass.", position.turn());
            game.play(Move::Pass).expect("a pass that is forced is legal");
            continue;
        }
        println!("{position}\n{:?} to move: {}", position.turn(), position.legal_moves());
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        match line.parse::<Move>() {
            Ok(mv) => {
                if let Err(error) = game.play(mv) {
                    println!("{error}");
                }
            }
            Err(error) => println!("{error}"),
        }
    }
    let score = game.position().score();
    println!(
        "{}\n{score}: {}",
        game.position(),
        score.winner().map_or("a draw".into(), |winner| format!("{winner} wins"))
    );
    Ok(())
}
