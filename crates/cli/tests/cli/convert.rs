use crate::support::Folder;

/// A game to the last move, with two passes that a transcript leaves out.
const GAME: &str = "c4c3c2c5e6b2a1f5g6g5g4e3f4c1b5f7f2h5h7c6h6a6d2h8b4d3c7f3a4f1e2c8e7d1d7a5a7d6a3b3h3b6d8f8g1g3h2b7a2f6b1g2e1e8g7g8a8b8h4h1";

#[test]
fn a_game_goes_through_all_formats_and_back_unchanged() {
    let folder = Folder::new("convert-round");
    let mut input = GAME.to_owned();
    for format in ["ggf", "sgf", "wthor", "json", "sgf", "transcript", "ggf", "json", "wthor", "transcript"] {
        let name = format!("game.{format}");
        folder.outflank(&["convert", "--to", format, &input, "-o", &name]).text();
        input = name;
    }
    assert_eq!(folder.read(&input), format!("{GAME}\n").as_bytes());
}

/// Nothing is lost without a word.
#[test]
fn variations_that_are_left_out_are_told() {
    let folder = Folder::new("convert-variations");
    folder.write("one.sgf", "(;GM[2];B[f5];W[d6](;B[c3];W[d3])(;B[c4];W[d3]))");
    folder.write("three.sgf", "(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4]))(;W[f4])(;W[f6]))");
    for (file, moves, told) in [
        ("one.sgf", "f5d6c3d3\n", "1 variation is left out: a game is converted along its main line"),
        ("three.sgf", "f5d6c3\n", "3 variations are left out: a game is converted along its main line"),
    ] {
        let run = folder.outflank(&["convert", "--to", "transcript", file]);
        assert_eq!((run.code, run.out.as_slice()), (0, moves.as_bytes()), "{run:?}");
        assert_eq!(run.err, format!("outflank: {told}\n"));
    }
}

/// `-` stands for standard output and standard input everywhere, and is never the name of a file.
#[test]
fn a_dash_is_no_file() {
    let folder = Folder::new("convert-dash");
    assert_eq!(folder.outflank(&["convert", "--to", "transcript", "f5d6", "-o", "-"]).text(), "f5d6\n");
    assert!(!folder.outflank(&["convert", "--to", "wthor", "f5d6", "--out", "-"]).out.is_empty());
    folder.outflank(&["book", "export", "--output", "-"]).text();
    assert_eq!(folder.outflank(&["practice", "export", "-"]).text(), "");
    let read = folder.outflank(&["practice", "import", "-"]);
    assert_eq!(read.text(), "0 lines read, 0 of them new.\n");
    assert!(!folder.files().contains(&"-".to_owned()), "{:?}", folder.files());
}

#[test]
fn a_position_goes_through_the_formats_that_hold_one() {
    let folder = Folder::new("convert-position");
    let board = folder.outflank(&["convert", "--to", "board", GAME]).text().to_owned();
    let mut text = board.clone();
    for format in ["obf", "ggf", "board", "sgf", "json", "obf", "board"] {
        text = folder.outflank_with(&["convert", "--to", format, "-"], text.as_bytes()).text().to_owned();
    }
    assert_eq!(text, board);
}

#[test]
fn several_games_stay_several() {
    let folder = Folder::new("convert-several");
    folder.write("games.txt", format!("{GAME}\nf5f6e6f4e3c5c4\nf5f4e3f6d3\n"));
    let mut input = "games.txt".to_owned();
    for format in ["wthor", "sgf", "json", "ggf", "transcript"] {
        let name = format!("games.{format}");
        folder.outflank(&["convert", "--to", format, &input, "-o", &name]).text();
        input = name;
    }
    let games = String::from_utf8(folder.read(&input)).unwrap();
    let games: Vec<&str> = games.split_whitespace().collect();
    assert_eq!(games, [GAME, "f5f6e6f4e3c5c4", "f5f4e3f6d3"]);
}

#[test]
fn names_go_into_the_files_beside_wthor_and_come_back() {
    let folder = Folder::new("convert-names");
    let sgf = "(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]EV[Cambridge];B[f5];W[d6])";
    folder.outflank_with(&["convert", "--to", "wthor", "-", "-o", "x.wtb"], sgf.as_bytes()).text();
    assert_eq!(folder.files(), ["x.jou", "x.trn", "x.wtb"]);
    let shown = folder.outflank(&["show", "x.wtb"]);
    assert!(shown.text().starts_with("Ann (Black) – Bob (White), Cambridge\n"), "{shown:?}");
    std::fs::rename(folder.path("x.jou"), folder.path("WTHOR.JOU")).unwrap();
    std::fs::remove_file(folder.path("x.trn")).unwrap();
    let shown = folder.outflank(&["show", "x.wtb"]);
    assert!(shown.text().starts_with("Ann (Black) – Bob (White), tournament 1\n"), "{shown:?}");
    folder.write("wthor.jou", "damaged");
    std::fs::remove_file(folder.path("WTHOR.JOU")).unwrap();
    let shown = folder.outflank(&["show", "x.wtb"]);
    assert!(shown.complaint().starts_with("x.wtb: the names beside it are damaged: "), "{shown:?}");
}

#[test]
fn nothing_is_written_if_anything_is_wrong() {
    let folder = Folder::new("convert-error");
    folder.write("old.sgf", "what was there before");
    folder.write("games.txt", "f5d6\n\nf5f6\n\nf5f5\n");
    for args in [
        &["convert", "--to", "sgf", "games.txt", "-o", "old.sgf"][..],
        &["convert", "--to", "wthor", "games.txt", "-o", "new.wtb"],
        &["convert", "--to", "sgf", "games.txt"],
        &["convert", "--to", "sgf", "f5f5", "-o", "new.sgf"],
    ] {
        let run = folder.outflank(args);
        assert!(run.complaint().ends_with(r#"move 2, "f5": is taken by a black disc"#), "{run:?}");
    }
    assert_eq!(folder.files(), ["games.txt", "old.sgf"]);
    assert_eq!(folder.read("old.sgf"), b"what was there before");
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let folder = Folder::new("convert-refuse");
    let run = folder.outflank(&["convert", "--to", "wthor", "f5", "--rules", "orthogonal", "-o", "a.wtb"]);
    assert_eq!(run.complaint(), "WTHOR cannot hold the rules orthogonal; GGF, SGF and JSON can");
    let run = folder.outflank(&[
        "convert",
        "--to",
        "transcript",
        "--rules",
        "standard",
        "-O-------XO----------------OX------XO--------------------------- X",
    ]);
    assert!(run.complaint().starts_with("a transcript cannot hold "), "{run:?}");
    let run = folder.outflank(&["convert", "--to", "pgn", "f5"]);
    assert!(run.complaint().contains(r#"no format is called "pgn""#), "{run:?}");
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn the_rules_of_a_game_are_kept() {
    let folder = Folder::new("convert-rules");
    folder
        .outflank(&["convert", "--to", "json", "f5d6", "--rules", "orthogonal,thirty", "-o", "a.json"])
        .text();
    let shown = folder.outflank(&["show", "a.json"]);
    assert!(shown.text().contains("Rules:       orthogonal,thirty\n"), "{shown:?}");
}

/// Their text does not say by which rules they were played, so the option does: for all of them, not only the first.
#[test]
fn the_rules_asked_for_are_those_of_every_game() {
    let folder = Folder::new("convert-all-rules");
    std::fs::write(folder.path("games.txt"), "f5d6\nf5f4e3\n").unwrap();
    std::fs::write(folder.path("damaged.txt"), "f5d6\nf5f6e6\n").unwrap();
    let board = "---------------------------OX------XO---------------------------";
    std::fs::write(folder.path("boards.obf"), format!("{board} X; d3:+0;\n{board} O; % two\n")).unwrap();
    let rules = ["--rules", "orthogonal"];

    let games = folder.outflank(&[&["convert", "--to", "json", "games.txt"][..], &rules].concat());
    assert_eq!(games.text().lines().filter(|line| line.contains("orthogonal")).count(), 2, "{games:?}");
    let boards = folder.outflank(&[&["convert", "--to", "json", "boards.obf"][..], &rules].concat());
    assert_eq!(boards.text().lines().filter(|line| line.contains("orthogonal")).count(), 2, "{boards:?}");
    assert!(!boards.text().contains("values"), "values are about standard rules: {boards:?}");

    let damaged = folder.outflank(&[&["convert", "--to", "json", "damaged.txt"][..], &rules].concat());
    assert_eq!(damaged.complaint(), r#"damaged.txt: game 2, move 2, "f6": flips nothing"#);
    let sgf = folder.outflank(&[&["convert", "--to", "json", "(;FF[4]GM[2];B[f5])"][..], &rules].concat());
    assert_eq!(sgf.complaint(), "SGF says itself which rules it is played by: leave --rules out");
}
