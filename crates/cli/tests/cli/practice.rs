//! Practice, puzzles and lessons as lines, kept from run to run.

use std::fs;

use crate::support::{Folder, Run};

const LOG: &str = ".local/state/outflank/practice.jsonl";

/// A game that Anna played with White, in which h3 was a blunder.
const GAME: &str = "\
Date: 2026-11-15 20:41:07 UTC
Black: Computer (level 3), 24 discs
White: Anna, 40 discs
Winner: Anna (White)
Moves: f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3f1h5f2

";

fn with_card(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("games.txt", GAME);
    let added = folder.outflank(&["practice", "add", "games.txt"]);
    assert_eq!(added.text(), "1 game reviewed, 1 card made.\n");
    folder
}

#[test]
fn in_a_game_without_names_a_side_is_called_by_its_colour() {
    let folder = Folder::new("practice-nameless");
    let moves = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3f1h5f2";
    let whose = folder.outflank(&["practice", "add", moves]);
    assert!(
        whose.complaint().contains("Give --name NAME, or --name black or white"),
        "{}",
        whose.complaint()
    );
    let added = folder.outflank(&["practice", "add", moves, "--name", "White"]);
    assert_eq!(added.text(), "1 game reviewed, 1 card made.\n");
}

fn session(folder: &Folder, typed: &str) -> Run {
    folder.outflank_with(&["practice"], typed.as_bytes())
}

#[test]
fn a_mistake_becomes_a_card_that_is_asked_until_it_is_answered() {
    let folder = with_card("practice-card");
    let again = folder.outflank(&["practice", "add", "games.txt", "--name", "Anna"]);
    assert!(again.text().starts_with("0 games reviewed"), "a game counts once");
    // The program ends in the middle of the session: the card is still there.
    assert!(session(&folder, "").text().contains("You are White. What do you play?"));
    let asked = session(&folder, "f2\n1\n\n");
    assert!(asked.text().contains("Right. f2 is quiet"), "{}", asked.text());
    assert!(asked.text().contains("It comes again in 2 days."), "{}", asked.text());
    assert!(session(&folder, "").text().contains("Nothing is due."));
    let told = folder.outflank(&["practice", "statistics"]);
    assert!(told.text().contains("Cards: 1 to learn, 0 known, 0 due now."), "{}", told.text());
}

#[test]
fn cards_are_taken_along_and_damage_is_told_and_kept() {
    let folder = with_card("practice-export");
    folder.outflank(&["practice", "export", "cards.jsonl"]).text();
    let other = Folder::new("practice-import");
    fs::copy(folder.path("cards.jsonl"), other.path("cards.jsonl")).unwrap();
    assert!(
        other
            .outflank(&["practice", "import", "cards.jsonl"])
            .text()
            .starts_with("3 lines read, 3 of them new")
    );
    assert!(
        other
            .outflank(&["practice", "import", "cards.jsonl"])
            .text()
            .starts_with("3 lines read, 0 of them new")
    );
    assert!(session(&other, "").text().contains("What do you play?"));
    let log = String::from_utf8(other.read(LOG)).unwrap();
    other.write(LOG, log.clone() + "{\"v\":9,\"time\":1}\n");
    let run = session(&other, "f2\n");
    assert_eq!(run.code, 0);
    assert!(run.err.contains("line 4: it was written by a newer version"), "{}", run.err);
    assert!(String::from_utf8(other.read(LOG)).unwrap().starts_with(&(log + "{\"v\":9")), "nothing is lost");
    other.write("junk", "no cards\n");
    let refused = other.outflank(&["practice", "import", "junk"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    let said = "outflank: junk: this is not a file that `outflank practice export` has written\n";
    assert!(refused.err.ends_with(said) && refused.err.lines().count() == 2, "{refused:?}");
}

#[test]
fn a_puzzle_changes_the_rating_and_does_not_come_again() {
    let folder = Folder::new("puzzle-rating");
    let first = folder.outflank_with(&["puzzle", "--kind", "win"], b"show\n");
    assert!(first.text().contains("Your rating: "), "{}", first.text());
    let board = |run: &Run| run.text().lines().skip(2).take(9).map(str::to_owned).collect::<Vec<_>>();
    let second = folder.outflank_with(&["puzzle", "--kind", "win"], b"");
    assert_ne!(board(&first), board(&second));
    let daily = |_| folder.outflank(&["puzzle", "--daily", "--json"]).text().to_owned();
    assert_eq!(daily(1), daily(2));
    assert!(folder.outflank(&["puzzle", "--kind", "hard"]).complaint().contains("punish, wrong or why"));
}

#[test]
fn a_lesson_that_was_done_is_marked() {
    let folder = Folder::new("lessons-done");
    let run = folder.outflank_with(&["lessons", "2"], b"a1\nshow\n\nshow\n\nshow\n\nshow\n\n");
    assert!(run.text().contains("The lesson \u{201c}Corners\u{201d} is done."), "{}", run.text());
    let list = folder.outflank(&["lessons"]);
    assert_eq!(list.text().lines().filter(|line| line.ends_with("done")).count(), 1);
    assert_eq!(folder.outflank(&["lessons", "9"]).complaint(), "lesson 9: there are 8");
}

#[test]
fn the_gym_finds_an_even_position_and_counts_what_is_lost() {
    let folder = Folder::new("gym");
    // Whatever is legal is played: all squares are tried in turn, and what is not legal is refused.
    let squares = (0..10).flat_map(|_| (b'a'..=b'h').flat_map(|c| (b'1'..=b'8').map(move |r| [c, r, b'\n'])));
    let typed: Vec<u8> = squares.flatten().collect();
    let run = folder.outflank_with(&["gym", "--empties", "8", "--against", "3"], &typed);
    assert!(run.text().contains("8 empties, against level 3"), "{}", run.text());
    assert!(run.text().contains("In a row without losing a result: "), "{}", run.text());
    assert!(folder.outflank(&["gym", "--empties", "9"]).complaint().contains("8, 12, 16 or 20 is expected"));
}
