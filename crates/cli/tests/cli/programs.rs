//! The commands for other programs: `gtp`, `nboard` and `match`.

use serde_json::Value;

use crate::support::{Folder, OUTFLANK};

#[test]
fn gtp_answers_until_it_is_told_to_quit() {
    let folder = Folder::new("gtp");
    let run = folder.outflank_with(&["gtp", "--depth", "2"], b"1 name\n2 genmove b\nquit\n3 name\n");
    let text = run.text();
    assert!(text.starts_with("=1 Outflank\n\n=2 ") && text.ends_with("\n\n=\n\n"), "{text}");
}

#[test]
fn nboard_answers_to_the_end_of_its_input() {
    let folder = Folder::new("nboard");
    let run = folder.outflank_with(&["nboard", "--threads", "1"], b"nboard 2\nset depth 3\nhint 1\n");
    let lines: Vec<&str> = run.text().lines().collect();
    assert_eq!(lines[..3], ["set myname Outflank", "set myname Outflank3", "status Thinking"]);
    assert!(lines.iter().any(|line| line.starts_with("search ") && line.ends_with(" 0 3")), "{lines:?}");
    assert_eq!(lines.last(), Some(&"status"));
}

/// Our own GTP server as the other program: both ends of the protocol in one game.
#[test]
#[cfg(unix)]
fn a_match_through_gtp_is_counted_and_recorded() {
    let folder = Folder::new("match-gtp");
    let server = format!("gtp:'{OUTFLANK}' gtp --depth 1 --table 1");
    let args = ["match", "classic:depth=3", &server, "--games", "4", "--json", "--out", "games.ggf"];
    let value: Value = serde_json::from_str(folder.outflank(&args).text()).unwrap();
    assert_eq!(value["games"], 4);
    assert_eq!(value["faults"], Value::Array(vec![]));
    assert!(value["sprt"].is_null());
    let pairs: u64 = value["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 2);
    let record = String::from_utf8(folder.read("games.ggf")).unwrap();
    assert_eq!(record.matches("(;GM[Othello]").count(), 4, "{record}");
    assert_eq!(record.matches("PB[classic:depth=3]").count(), 2, "{record}");
    // What was recorded can be read again.
    folder.outflank(&["convert", "--to", "transcript", "games.ggf"]).text();
}

/// Ctrl-C once gives the result of the games that were finished.
#[test]
#[cfg(unix)]
fn a_match_that_is_interrupted_tells_how_it_stood() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new("match-interrupt");
    let mut child = Command::new(OUTFLANK)
        .args([
            "match",
            "nodes:20000",
            "nodes:10000",
            "--games",
            "200",
            "--threads",
            "2",
            "--out",
            "games.txt",
        ])
        .current_dir(folder.path(""))
        .env("HOME", folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game in the file says that the first pair is counted.
    while !folder.path("games.txt").exists() || folder.read("games.txt").is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it plays on");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{err}");
    let games =
        err.strip_prefix("outflank: stopped after ").and_then(|rest| rest.strip_suffix(" of 200 games\n"));
    let games: usize = games.unwrap_or_else(|| panic!("{err}")).parse().unwrap();
    assert!(games >= 2 && games.is_multiple_of(2), "{err}");
    assert!(
        out.contains(&format!("games    {games} of 200\n")) && out.contains("faults   0 of A, 0 of B"),
        "{out}"
    );
    let kept = folder.outflank(&["convert", "--to", "json", "games.txt"]);
    assert_eq!(kept.text().lines().count(), games);
}

#[test]
fn a_test_that_is_not_passed_is_a_negative_answer() {
    let folder = Folder::new("match-sprt");
    let args = ["match", "depth:1", "classic:depth=4", "--games", "100", "--sprt", "0,200"];
    let run = folder.outflank(&args);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let text = String::from_utf8(run.out).unwrap();
    assert!(text.contains("not stronger by 200 Elo"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_player_that_crashes_loses_with_the_reason() {
    let folder = Folder::new("match-crash");
    // Answers what comes before the first move, then ends.
    let crash = r#"gtp:sh -c "while read -r c r; do [ $c = genmove ] && exit 3; printf '=\n\n'; done""#;
    let run = folder.outflank(&["match", "depth:1", crash, "--games", "2", "--json"]);
    assert_eq!(run.code, 0);
    assert!(run.err.starts_with("game 1: sh -c"), "{}", run.err);
    let value: Value = serde_json::from_slice(&run.out).unwrap();
    assert_eq!((&value["wins"], &value["losses"]), (&2.into(), &0.into()));
    let reason = value["faults"][0]["reason"].as_str().unwrap();
    assert!(reason.starts_with("crashed: ") && reason.contains('3'), "{reason}");
}

/// The referee charges what a move took, so a clock of 6 milliseconds is lost by whoever waits for a second.
#[test]
fn clocks_are_minutes_and_seconds() {
    let folder = Folder::new("match-clock");
    let slow = r#"gtp:sh -c "while read -r c r; do [ $c = genmove ] && sleep 1; printf '= d3\n\n'; done""#;
    let run = folder.outflank(&["match", "clock", slow, "--games", "2", "--clock", "0.0001", "--json"]);
    let value: Value = serde_json::from_slice(&run.out).unwrap();
    let faults = value["faults"].as_array().unwrap();
    let late = |fault: &Value| fault["reason"].as_str().unwrap().starts_with("out of time");
    assert!(!faults.is_empty() && faults.iter().all(late), "{value}");
    let run = folder.outflank(&["match", "depth:1", "depth:1", "--games", "2", "--clock", "1+2", "--json"]);
    let value: Value = serde_json::from_slice(&run.out).unwrap();
    assert_eq!((&value["games"], &value["faults"]), (&2.into(), &Value::Array(Vec::new())), "{}", run.err);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_sentence() {
    let folder = Folder::new("match-refused");
    folder.write("over.txt", "e6f4e3f6g5d6e7f5c5\n");
    for (args, sentence) in [
        (&["match", "depth:1", "nobody"][..], "\"nobody\" names no player"),
        (&["match", "depth:1", "depth:1", "--games", "3"], "3 is odd"),
        (&["match", "depth:1", "gtp:no-such-program"], "no-such-program cannot play"),
        (&["match", "depth:1", "depth:1", "--openings", "missing"], "missing: there is no such file"),
        (&["match", "depth:1", "depth:1", "--openings", "over.txt"], "game 1 is over"),
        (&["match", "depth:1", "depth:1", "--out", "games.xyz"], "says no format of games"),
        (&["match", "depth:1", "depth:1", "--sprt", "5,0"], "is no test"),
        (&["match", "depth:1", "depth:1", "--clock", "soon"], "minutes are expected"),
        (&["match", "depth:1", "depth:1", "--clock", "3d"], "minutes are expected"),
        (&["gtp", "--level", "11"], "no level is called"),
        (&["gtp", "--level", "3", "--depth", "2"], "--level and --depth do not go together"),
    ] {
        let run = folder.outflank(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(sentence), "{args:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    }
}
