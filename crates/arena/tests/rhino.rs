//! The program `gtp-rhino` (Debian package `grhino`) as an independent check of our rules, and as an opponent. Where it
//! is not installed, these tests say so and pass.

use std::path::Path;
use std::time::Duration;

use outflank_arena::players::GtpPlayer;
use outflank_arena::{Contender, Match, Settings, openings};
use outflank_engine::Random;
use outflank_rules::{Color, Game, Move, Position, Square};

/// The path of the program: on the path or where Debian puts games.
fn rhino() -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').chain(["/usr/games"]);
    let found = folders.map(|folder| format!("{folder}/gtp-rhino")).find(|file| Path::new(file).exists());
    if found.is_none() {
        eprintln!("SKIPPED: gtp-rhino is not installed (Debian package grhino)");
    }
    found
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'b' } else { 'w' }
}

/// Whether the program accepts a move. If so, it has been played.
fn takes(rhino: &mut GtpPlayer, color: Color, square: Square) -> bool {
    match rhino.ask(&format!("play {} {square}", letter(color))).expect("it answers") {
        Ok(_) => true,
        Err(refusal) => {
            assert_eq!(refusal.0, "illegal move");
            false
        }
    }
}

/// Squares where the side to move may not place.
fn illegal(position: &Position) -> Vec<Square> {
    Square::ALL.into_iter().filter(|square| !position.legal_moves().contains(*square)).collect()
}

#[test]
fn the_rules_agree_with_another_program() {
    let Some(program) = rhino() else { return };
    let mut rhino = GtpPlayer::new(vec![program], Duration::from_secs(10));
    let mut random = Random::new(64);
    let (mut passes, mut refused) = (0, 0);
    for number in 0..300 {
        rhino.ask("clear_board").unwrap().unwrap();
        let mut game = Game::default();
        while !game.is_over() {
            let position = *game.position();
            if position.must_pass() {
                passes += 1;
                game.play(Move::Pass).unwrap();
                continue;
            }
            // Every square in some games, one in the others.
            let mut wrong = illegal(&position);
            if number % 10 != 0 {
                wrong = vec![wrong[random.below(wrong.len())]];
            }
            for square in wrong {
                assert!(
                    !takes(&mut rhino, position.turn(), square),
                    "{square} is not legal here:\n{position}"
                );
                refused += 1;
            }
            let legal: Vec<Square> = position.legal_moves().iter().collect();
            let square = legal[random.below(legal.len())];
            assert!(takes(&mut rhino, position.turn(), square), "{square} is legal here:\n{position}");
            game.play(square.into()).unwrap();
        }
        let score = match game.position().score().tournament_margin() {
            0 => rhino.ask("final_score").unwrap().map(|score| score == "0"),
            margin if margin > 0 => {
                rhino.ask("final_score").unwrap().map(|score| score == format!("B+{margin}"))
            }
            margin => rhino.ask("final_score").unwrap().map(|score| score == format!("W+{}", -margin)),
        };
        assert_eq!(score, Ok(true), "{}", game.position());
    }
    assert!(passes > 100 && refused > 50_000, "{passes} passes, {refused} refusals");
}

#[test]
fn a_match_against_another_program_has_no_faults() {
    let Some(program) = rhino() else { return };
    let ours: Contender = "classic:depth=2".parse().unwrap();
    let theirs: Contender = format!("gtp:{program} -l 1").parse().unwrap();
    let openings = openings::balanced(10, 1);
    let settings = Settings { pairs: 10, ..Settings::default() };
    let report = Match::new(&ours, &theirs, &openings, settings).run(&mut |_| {}).unwrap();
    assert_eq!(report.tally.games(), 20);
    assert_eq!(report.tally.faults, [0, 0]);
}
