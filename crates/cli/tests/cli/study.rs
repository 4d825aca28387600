use crate::support::Folder;

/// Five empty squares, Black to move; the file says what is right, or not.
const ENDGAME: &str = "OXOXOXX-OXXOXXXXOOXXXOX-OOXOXOOXOXOOOXXXOOXXXXO-OXXXXOOOOOOOOO-- X;";

fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn solve_gives_a_row_for_each_position_and_the_totals() {
    let folder = Folder::new("solve");
    let score = rows(folder.outflank(&["solve", ENDGAME, "--json"]).text())[0]["score"].as_i64().unwrap();
    folder.write("two.obf", format!("{ENDGAME} H3:{score:+};\n{ENDGAME}\n").as_bytes());
    let run = folder.outflank(&["solve", "two.obf", "--json", "--threads", "2"]);
    let rows = rows(run.text());
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["number"], &rows[0]["empties"]), (&1.into(), &5.into()));
    assert_eq!((&rows[0]["side"], &rows[0]["correct"]), (&"black".into(), &true.into()));
    assert_eq!(rows[1]["correct"], serde_json::Value::Null);
    assert_eq!((&rows[2]["total"]["positions"], &rows[2]["total"]["correct"]), (&2.into(), &1.into()));
    let keys: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    for key in ["number", "empties", "side", "score", "best", "line", "nodes", "seconds", "correct"] {
        assert!(keys.iter().any(|have| *have == key), "{key}");
    }
    let sign = folder.outflank(&["solve", ENDGAME, "--wld", "--json"]);
    assert_eq!(self::rows(sign.text())[0]["score"].as_i64().unwrap(), score.signum());
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
    let scores: Vec<f64> = moves.iter().map(|hint| hint["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(moves.iter().all(|hint| hint["line"][0] == hint["move"] && hint["depth"] == 6));
    let text = folder.outflank(&["hint", "f5d6c3", "--depth", "6", "--moves", "3"]);
    assert_eq!(text.text().lines().count(), 5);
    assert!(folder.outflank(&["hint", "f5f5"]).complaint().contains("move 2"));
}
