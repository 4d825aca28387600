use serde_json::Value;

use crate::support::Folder;

/// A game of level 2 against itself.
const GAME: &str = "f5f6e6f4f3c5c6d6g4d3g6h4e3d2h3g5g3h7h5d7h6h2c8d8b5b4e8e7c4f7f2c3a3e2c7f1c1b3c2a4a5a6a7b6f8d1a2g7h8b1e1b2a1g8b7a8b8h1g2g1";

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let folder = Folder::new("review");
    let run = folder.outflank(&["review", GAME, "--json"]);
    let games = json(run.text());
    assert_eq!(games.len(), 1);
    let game = &games[0];
    let moves = game["moves"].as_array().unwrap();
    let placed = moves.iter().filter(|mv| mv["move"] != "pass").count();
    assert_eq!((placed, &moves[0]["move"], &moves[1]["side"]), (60, &"f5".into(), &"white".into()));
    for mv in moves {
        assert!(mv["loss"].as_f64().unwrap() >= 0.0 && mv["label"].is_string(), "{mv}");
        assert!(mv["value"].is_number() && mv["best"]["move"].is_string() && mv["best"]["value"].is_number());
    }
    let accuracy = game["accuracy"]["black"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&accuracy));
    let moments = game["moments"].as_array().unwrap();
    assert!((1..=5).contains(&moments.len()));
    for moment in moments {
        let ply = moment["ply"].as_u64().unwrap() as usize;
        assert_eq!(moment["move"], moves[ply]["move"]);
        assert!(!moment["sentence"].as_str().unwrap().is_empty());
        assert!(!moment["line"].as_array().unwrap().is_empty() && moment.get("reason").is_some());
    }
}

#[test]
fn the_page_has_the_moves_the_summary_and_the_moments() {
    let run = Folder::new("review-text").outflank(&["review", GAME, "--player", "white"]);
    let text = run.text();
    for expected in ["Black wins 49 to 15", "  no  move", "accuracy", "discs lost", "best moves", "Better: "]
    {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // The first moment of White's and its board, where the better move and the one that was played are marked.
    let moment = text.split("\n\n").find(|part| part.contains("Better: ")).unwrap();
    let board: Vec<&str> =
        moment.lines().filter(|line| line.len() == 19 && line.starts_with(char::is_numeric)).collect();
    assert_eq!(board.len(), 8, "{moment}");
    let at = |mark: char| {
        let found = board.iter().find_map(|row| Some((row.find(mark)?, &row[..1])));
        let (column, row) = found.unwrap_or_else(|| panic!("no {mark} in {moment}"));
        format!("{}{row}", "abcdefgh".as_bytes()[column / 2 - 1] as char)
    };
    let words: Vec<&str> = moment.split_whitespace().collect();
    assert_eq!(at('?'), words[1], "{moment}");
    let better = words.iter().position(|&word| word == "Better:").unwrap();
    assert_eq!(at('!'), words[better + 1].trim_end_matches(['.', ',']), "{moment}");
}

#[test]
fn several_games_are_a_table_with_totals_and_a_bad_one_does_not_stop_the_rest() {
    let folder = Folder::new("review-many");
    folder.write("games.txt", "f5d6c3\nf5f4e3\n");
    let run = folder.outflank(&["review", "games.txt"]);
    assert!(run.text().contains("2 games, means"), "{run:?}");
    let games = json(folder.outflank(&["review", "games.txt", "--json"]).text());
    assert_eq!((games.len(), &games[2]["total"]["games"]), (3, &2.into()));
    folder.write("damaged.txt", "f5d6c3\nf5f5\n");
    let run = folder.outflank(&["review", "damaged.txt"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(String::from_utf8_lossy(&run.out).contains("1 game, means"), "{run:?}");
    assert!(run.err.contains("move 2") && run.err.contains("1 of 2 games could not be reviewed"), "{run:?}");
    let one = folder.outflank(&["review", "games.txt", "--game", "2", "--json"]);
    assert_eq!(json(one.text())[0]["moves"][1]["move"], "f4");
}

#[test]
fn what_cannot_be_reviewed_is_refused_with_a_sentence() {
    let folder = Folder::new("review-refused");
    let board = "---------------------------OX------XO--------------------------- X";
    assert!(folder.outflank(&["review", board]).complaint().contains("there is no move to review"));
    assert!(folder.outflank(&["review", "f5f5"]).complaint().contains("move 2"));
    assert!(folder.outflank(&["review", "f5d6", "--game", "3"]).complaint().contains("game 3"));
    let other = folder.outflank(&["review", "f5", "--rules", "orthogonal"]);
    assert!(other.text().contains("no trained values"), "{other:?}");
}
