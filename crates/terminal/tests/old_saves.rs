//! Unfinished games kept by an older version: `old-saves/`. They have to open for as long as there are such files.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use outflank_play::LiveGame;
use outflank_rules::Color;
use outflank_terminal::{Places, saves};

/// The game of one of the old files, taken up again.
fn open(name: &str) -> LiveGame {
    let folder = std::env::temp_dir().join(format!("outflank-old-{name}-{}", std::process::id()));
    let games = folder.join("state/games");
    fs::create_dir_all(&games).unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old-saves").join(format!("{name}.game"));
    fs::copy(old, games.join(format!("{name}.game"))).unwrap();
    let (mut games, faults) = saves::list(&Places::below(&folder));
    assert!(faults.is_empty(), "{faults:?}");
    let (_, game) = games.pop().unwrap().open().unwrap();
    fs::remove_dir_all(folder).unwrap();
    game
}

fn moves(game: &LiveGame) -> String {
    game.game().moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn against_the_computer() {
    let game = open("plain");
    assert_eq!(moves(&game), "d3 e3");
    assert!(game.seat(Color::Black).is_human());
    assert_eq!(game.seat(Color::White).level().unwrap().number(), 1);
    assert_eq!(game.settings().who(Color::Black), "Black");
    assert_eq!(game.settings().who(Color::White), "Computer (White)");
}

#[test]
fn two_people_without_names_and_an_undo() {
    let game = open("two");
    assert_eq!(moves(&game), "d3 c3");
    assert_eq!(game.undos_left(Color::Black), Some(1));
    assert_eq!(game.undos_left(Color::White), Some(0));
    assert_eq!([Color::Black, Color::White].map(|color| game.settings().who(color)), ["Black", "White"]);
}

#[test]
fn other_rules_and_a_computer_that_adapts() {
    let game = open("variant");
    assert_eq!(moves(&game), "d3 e3");
    assert_eq!(game.position().variant().to_string(), "orthogonal,thirty");
    assert_eq!(game.position().discs_left(Color::Black), Some(29));
    assert!(game.seat(Color::White).is_adaptive());
    assert_eq!(game.undos_left(Color::Black), None);
    assert_eq!(game.settings().who(Color::Black), "Anna (Black)");
}

#[test]
fn a_clock_and_a_start_of_ones_own() {
    let game = open("clock");
    let clock = game.settings().clock.unwrap();
    assert_eq!((clock.main.as_secs(), clock.increment.as_secs()), (300, 3));
    assert_eq!(moves(&game), "f4");
    assert_eq!(game.game().start().turn(), Color::White);
    assert!(game.settings().confirm_pass);
    assert_eq!(game.settings().who(Color::White), "Bert (White)");
}

#[test]
fn passes_that_happened_by_themselves_or_were_said() {
    for (name, confirm) in [("pass", false), ("said", true)] {
        let game = open(name);
        assert_eq!(moves(&game), "c1 pass");
        assert_eq!(game.settings().confirm_pass, confirm);
        assert_eq!(game.turn(), Some(Color::Black));
    }
}

/// A pipe and a folder with the name of a saved game do not keep the program from starting.
#[cfg(unix)]
#[test]
fn what_is_no_file_among_the_saves_is_passed_over() {
    let root = std::env::temp_dir().join(format!("outflank-pipe-{}", std::process::id()));
    let places = Places::below(&root);
    let games = places.state.clone().unwrap().join("games");
    std::fs::create_dir_all(games.join("folder.game")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(games.join("pipe.game")).status();
    assert!(made.unwrap().success());
    let (saved, faults) = saves::list(&places);
    assert!(saved.is_empty() && faults.is_empty(), "{faults:?}");
    std::fs::remove_dir_all(root).unwrap();
}
