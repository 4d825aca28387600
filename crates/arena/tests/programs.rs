//! Programs with different dialects of GTP, played by shell scripts.
#![cfg(unix)]

use std::time::{Duration, Instant};

use outflank_arena::players::GtpPlayer;
use outflank_arena::{Fault, Player};
use outflank_rules::{Game, Move, Square};

/// A program that answers `genmove` with shell code and everything else with success.
fn program(genmove: &str) -> GtpPlayer {
    let script = format!(
        r"while read -r command rest; do
             case $command in
               genmove) {genmove};;
               set_game) printf '? unknown command\n\n';;
               quit) printf '=\n\n'; exit 0;;
               *) printf '=\n\n';;
             esac
           done"
    );
    GtpPlayer::new(vec!["sh".to_owned(), "-c".to_owned(), script], Duration::from_millis(500))
}

fn first_move(genmove: &str) -> Result<Move, Fault> {
    let mut player = program(genmove);
    player.new_game(0, None)?;
    player.choose(&Game::default(), None)
}

#[test]
fn moves_are_read_in_any_notation() {
    for answer in [r"= F5\n\n", r"=f5\n\n", r"=   f5  \r\n\r\n", r"chatter\n\n= F5\n\n", r"=\tF5\n\n"] {
        assert_eq!(first_move(&format!("printf '{answer}'")), Ok(Square::F5.into()), "{answer}");
    }
    assert_eq!(first_move(r"printf '= PASS\n\n'"), Ok(Move::Pass), "it is for the referee to object");
}

#[test]
fn each_fault_is_told_apart() {
    assert_eq!(first_move(r"printf '= Resign\n\n'"), Err(Fault::Resigned));
    let Err(Fault::Protocol(text)) = first_move(r"printf '= h9\n\n'") else { panic!() };
    assert_eq!(text, r#""genmove b" is answered with "h9", which is no move"#);
    let Err(Fault::Protocol(text)) = first_move(r"printf '? out of sorts\n\n'") else { panic!() };
    assert_eq!(text, r#""genmove b" is refused: out of sorts"#);
    let Err(Fault::Crashed(text)) = first_move("exit 3") else { panic!() };
    assert!(text.contains("exit status: 3"), "{text}");
}

#[test]
fn a_program_that_hangs_is_killed_and_restarted() {
    let mut player = program("exec sleep 60");
    player.new_game(0, None).unwrap();
    let asked = Instant::now();
    assert!(matches!(player.choose(&Game::default(), None), Err(Fault::OutOfTime(_))));
    assert!(asked.elapsed() < Duration::from_secs(5));
    assert_eq!(player.new_game(0, None), Ok(()));
}
