use crate::support::Folder;

/// Five empty squares, Black to move; the file says what is right, or not.
const ENDGAME: &str = "OXOXOXX-OXXOXXXXOOXXXOX-OOXOXOOXOXOOOXXXOOXXXXO-OXXXXOOOOOOOOO-- X;";

fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn solve_gives_a_row_for_each_position_and_the_totals() {
    let folder = Folder::new("solve");
    let score = rows(folder.outflank(&["solve", ENDGAME, "--json"]).text())[0]["value"].as_f64().unwrap();
    #[allow(clippy::cast_possible_truncation)]
    let score = score as i64;
    folder.write("two.obf", format!("{ENDGAME} H3:{score:+};\n{ENDGAME}\n").as_bytes());
    let run = folder.outflank(&["solve", "two.obf", "--json", "--threads", "2"]);
    let rows = rows(run.text());
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["number"], &rows[0]["empties"]), (&1.into(), &5.into()));
    assert_eq!((&rows[0]["turn"], &rows[0]["correct"]), (&"black".into(), &true.into()));
    assert_eq!((&rows[0]["certainty"], &rows[0]["solved"]), (&"exact".into(), &true.into()));
    assert_eq!((&rows[0]["at_least"], &rows[0]["at_most"]), (&score.into(), &score.into()));
    assert_eq!(rows[1]["correct"], serde_json::Value::Null);
    assert_eq!((&rows[2]["total"]["positions"], &rows[2]["total"]["correct"]), (&2.into(), &1.into()));
    let keys: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    let expected = [
        "number",
        "empties",
        "turn",
        "move",
        "value",
        "certainty",
        "at_least",
        "at_most",
        "depth",
        "line",
        "nodes",
        "seconds",
        "solved",
        "correct",
    ];
    assert!(
        keys.len() == expected.len() && expected.iter().all(|key| rows[0].get(key).is_some()),
        "{keys:?}"
    );
    let sign = folder.outflank(&["solve", ENDGAME, "--wld", "--json"]);
    assert_eq!(self::rows(sign.text())[0]["value"], serde_json::json!(score.signum() as f64));
}

#[test]
fn a_score_that_the_file_gets_wrong_is_a_negative_answer() {
    let folder = Folder::new("solve-wrong");
    folder.write("wrong.obf", format!("{ENDGAME} H3:+63;\n").as_bytes());
    let run = folder.outflank(&["solve", "wrong.obf"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(String::from_utf8_lossy(&run.out).contains("WRONG"), "{run:?}");
}

#[test]
fn solve_prints_no_heading_over_input_that_cannot_be_read() {
    let run = Folder::new("solve-garbage").outflank(&["solve", "garbage"]);
    assert_eq!((run.code, run.out.len()), (2, 0), "{run:?}");
}

#[test]
fn hint_values_as_many_moves_as_asked_for() {
    let folder = Folder::new("hint");
    let run = folder.outflank(&["hint", "f5d6c3", "--depth", "6", "--moves", "3", "--json"]);
    let report: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let scores: Vec<f64> = moves.iter().map(|hint| hint["value"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(moves.iter().all(|hint| hint["line"][0] == hint["move"] && hint["depth"] == 6));
    let text = folder.outflank(&["hint", "f5d6c3", "--depth", "6", "--moves", "3"]);
    let said: Vec<&str> = text.text().lines().collect();
    assert!(said[4].contains(" nodes in ") && said[5].contains(" Value for White: about "), "{said:?}");
    assert!(said[6].starts_with("Best play: "), "{said:?}");
    assert!(folder.outflank(&["hint", "f5f5"]).complaint().contains("move 2"));
}

/// The keys are the same whether or not there is a move to name.
#[test]
fn hint_has_all_keys_when_the_game_is_over() {
    let folder = Folder::new("hint-over");
    let run = folder.outflank(&["hint", "e6f4e3f6g5d6e7f5c5", "--json"]);
    let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(
        (&value["moves"], &value["steps"]),
        (&serde_json::json!([]), &serde_json::json!([])),
        "{run:?}"
    );
}

#[test]
fn hint_fits_into_80_columns_and_json_has_the_whole_line() {
    let folder = Folder::new("hint-width");
    let text = folder.outflank(&["hint", "f5d6", "--depth", "20", "--moves", "2"]);
    assert!(text.text().lines().all(|line| line.chars().count() <= 80), "{text:?}");
    let run = folder.outflank(&["hint", "f5d6", "--depth", "20", "--moves", "2", "--json"]);
    let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert!(value["moves"][0]["line"].as_array().unwrap().len() > 17, "{value}");
}

#[test]
fn whoever_gives_many_games_where_one_is_wanted_is_told() {
    let folder = Folder::new("hint-many");
    folder.write("two.txt", "f5d6c3\n\nf5f6e6f4\n");
    for args in [
        &["hint", "two.txt", "--depth", "2"][..],
        &["book", "two.txt"],
        &["perft", "1", "--position", "two.txt"],
    ] {
        let run = folder.outflank(args);
        let told = "outflank: two.txt: this is about the first game or position; there are more\n";
        assert_eq!((run.code, run.err.as_str()), (0, told), "{args:?}");
    }
}

#[test]
fn hint_gives_away_a_step_at_a_time() {
    let folder = Folder::new("hint-steps");
    let quiet = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2";
    let step =
        |step: &str| folder.outflank(&["hint", quiet, "--depth", "12", "--step", step]).text().to_owned();
    assert_eq!(step("1"), "Look at the upper right of the board.\n");
    assert!(step("2").starts_with("f2 is quiet: it turns only e3 and d4, surrounded on all sides. "));
    assert!(step("3").starts_with("Best play: f2 "));
    let run = folder.outflank(&["hint", quiet, "--depth", "12", "--json"]);
    let report: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(report["steps"].as_array().unwrap().len(), 3);
    assert_eq!(report["steps"][0], "Look at the upper right of the board.");
    let over = folder.outflank(&["hint", "e6f4e3f6g5d6e7f5c5", "--step", "2"]);
    assert_eq!(over.text(), "The game is over: Black wins 13 to 0.\n");
}

#[test]
fn hint_shows_as_many_moves_as_everywhere_and_names_them_as_the_server_does() {
    let folder = Folder::new("hint-usual");
    let run = folder.outflank(&["hint", "f5d6c3", "--json"]);
    let report: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(report["moves"].as_array().unwrap().len(), 3);
    let mut keys: Vec<&String> = report["moves"][0].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["certainty", "depth", "line", "move", "value"]);
    let seconds = report["seconds"].as_f64().unwrap();
    assert!(seconds >= 1.4, "it thinks as long as a hint anywhere else: {seconds}");
}

#[test]
fn what_cannot_be_solved_in_time_is_told_beforehand_and_valued_as_far_as_it_is_known() {
    let folder = Folder::new("solve-time");
    let run = folder.outflank(&["solve", "f5d6c3", "--time", "0.3", "--json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let expectation = "outflank: position 1 has 57 empty squares: about ";
    assert!(run.err.starts_with(expectation) && run.err.ends_with(" years\n"), "{run:?}");
    let rows = rows(std::str::from_utf8(&run.out).unwrap());
    assert_eq!((&rows[0]["solved"], &rows[0]["certainty"]), (&false.into(), &"estimate".into()));
    assert!(rows[0]["depth"].as_u64().unwrap() >= 1, "{rows:?}");
    assert_eq!((&rows[0]["at_least"], &rows[0]["at_most"]), (&(-64).into(), &64.into()));
    assert!(rows[0]["move"].is_string() && rows[0]["seconds"].as_f64().unwrap() < 3.0, "{rows:?}");
    assert_eq!((&rows[1]["total"]["positions"], &rows[1]["total"]["solved"]), (&1.into(), &0.into()));
    let text = folder.outflank(&["solve", "f5d6c3", "--time", "0.3"]);
    assert!(String::from_utf8_lossy(&text.out).contains("  not solved: "), "{text:?}");
}

/// Ctrl-C once gives what is known and leaves the rest alone.
#[test]
#[cfg(unix)]
fn an_interrupt_gives_the_best_value_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let folder = Folder::new("solve-interrupt");
    folder.write("two.txt", "f5d6c3\n\nf5f6e6f4\n");
    let mut child = Command::new(crate::support::OUTFLANK)
        .args(["solve", "two.txt", "--json"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    // The handler is in place before anything is told.
    err.read_line(&mut told).unwrap();
    assert!(told.ends_with("; --time SECONDS limits it, Ctrl-C stops it\n"), "{told}");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let rows = rows(&out);
    assert_eq!((rows.len(), &rows[0]["solved"]), (2, &false.into()), "{out}");
    assert!(rows[0]["move"].is_string(), "{out}");
    assert_eq!(rest, "outflank: stopped: 1 more position was not looked at\n");
}

#[test]
fn a_damaged_position_does_not_keep_the_others_from_being_solved() {
    let folder = Folder::new("solve-damaged");
    folder.write("three.obf", format!("{ENDGAME}\nXO- X;\n{ENDGAME}\n"));
    let run = folder.outflank(&["solve", "three.obf", "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.err, "outflank: three.obf: line 2, column 4: 3 squares where 64 are expected\n");
    let rows = rows(std::str::from_utf8(&run.out).unwrap());
    assert_eq!((rows.len(), &rows[1]["number"], &rows[2]["total"]["solved"]), (3, &3.into(), &2.into()));
}

#[test]
fn a_study_needs_a_terminal_and_a_game_that_is_there() {
    let folder = Folder::new("study");
    for (args, expected) in [
        (&["study", "f5d6"][..], "a study needs a terminal to draw on; show and hint write lines"),
        (&["study", "f5d6", "--at", "3"], "--at 3: the game ends after move 2"),
        (&["study", "f5d6", "--game", "2"], "--game 2: the input ends after game 1"),
        (&["study", "nowhere.sgf"], "nowhere.sgf: there is no such file"),
        (&["study", "f5f5"], "move 2, \"f5\": is taken by a black disc"),
    ] {
        let run = folder.outflank(args);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{args:?}: {}", run.err);
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
}

#[test]
fn the_book_knows_what_is_good_and_what_people_play() {
    let folder = Folder::new("book");
    let book: serde_json::Value =
        serde_json::from_str(folder.outflank(&["book", "f5", "--json"]).text()).unwrap();
    let moves: Vec<&str> =
        book["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    assert_eq!(moves.len(), 3, "{moves:?}");
    assert_eq!(moves[2], "f4", "the parallel opening is the worst");
    let games = |n: usize| book["moves"][n]["games"].as_u64().unwrap();
    assert_eq!(book["games"].as_u64(), Some(games(0) + games(1) + games(2)));
    let table = folder.outflank(&["book", "f5f4"]);
    assert!(table.text().starts_with("Parallel Opening\nBlack to move"), "{table:?}");
    let unknown =
        folder.outflank(&["book", "OXOXOXX-OXXOXXXXOOXXXOX-OOXOXOOXOXOOOXXXOOXXXXO-OXXXXOOOOOOOOO-- X"]);
    let said = String::from_utf8_lossy(&unknown.out);
    assert_eq!((unknown.code, &*said), (1, "This position is not in the book.\n"));
}
