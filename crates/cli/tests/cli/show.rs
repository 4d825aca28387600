use crate::support::Folder;

#[test]
fn a_game_is_drawn_and_its_opening_named() {
    let folder = Folder::new("show-game");
    assert_eq!(
        folder.outflank(&["show", "f5d6c3d3c4f4f6"]).text(),
        "  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - . X O - . - - 3
4 - . X X X O - - 4
5 - . - O X X . - 5
6 - - - O - X . - 6
7 - - - - - . - - 7
8 - - - - - - - - 8
  a b c d e f g h

To move:     White (O)
Discs:       Black 7, White 4
Last move:   f6, move 7
Legal moves: b3 f3 b4 b5 g5 g6 f7
Opening:     Stephenson
"
    );
}

#[test]
fn what_is_drawn_reads_back_as_the_same_position() {
    let folder = Folder::new("show-again");
    let drawn = folder.outflank(&["show", "f5d6c3d3c4f4f6"]);
    let board: Vec<&str> = drawn.text().lines().take(10).collect();
    let again =
        folder.outflank_with(&["show", "-"], format!("{}\nWhite to move\n", board.join("\n")).as_bytes());
    assert_eq!(again.text().lines().take(10).collect::<Vec<_>>(), board);
}

#[test]
fn json_has_exactly_these_keys_which_are_those_of_the_server() {
    let folder = Folder::new("show-json");
    assert_eq!(
        folder.outflank(&["show", "f5d6c3", "--json"]).text(),
        concat!(
            r#"{"board":"------------------X--------XX------OXX-----O--------------------","turn":"white","#,
            r#""rules":"standard","discs_left":null,"score":{"black":5,"white":2},"empties":57,"#,
            r#""legal":{"d3":["d4"],"f3":["e4"],"f4":["e5"],"g5":["e5","f5"]},"must_pass":false,"over":false,"#,
            r#""last":{"by":"black","square":"c3","flips":["d4"]},"opening":"Perpendicular Opening","game":1,"games":1}"#,
            "\n"
        )
    );
    let over = folder.outflank(&["show", "e6f4e3f6g5d6e7f5c5", "--json"]);
    let value: serde_json::Value = serde_json::from_str(over.text()).unwrap();
    let score = serde_json::json!({"black": 13, "white": 0});
    assert_eq!((&value["score"], &value["over"]), (&score, &true.into()));
}

#[test]
fn json_reads_back_as_the_same_position_under_all_rules() {
    let folder = Folder::new("show-json-again");
    for rules in ["standard", "orthogonal", "thirty", "orthogonal,thirty"] {
        let first = folder.outflank(&["show", "f5", "--rules", rules, "--json"]);
        let again = folder.outflank_with(&["show", "--json"], first.text().as_bytes());
        let value = |text: &str| {
            let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
            value["last"] = serde_json::Value::Null;
            value
        };
        assert_eq!(value(again.text()), value(first.text()), "{rules}");
    }
}

#[test]
fn at_goes_back_in_the_game() {
    let folder = Folder::new("show-at");
    let board = |args: &[&str]| {
        let run = folder.outflank(&[&["show", "--json"], args].concat());
        let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
        value["board"].as_str().unwrap().to_owned()
    };
    let game = "f5d6c3d3c4f4f6";
    assert_eq!(
        board(&[game, "--at", "0"]),
        "---------------------------OX------XO---------------------------"
    );
    assert_eq!(board(&[game, "--at", "3"]), board(&["f5d6c3"]));
    assert_eq!(board(&[game, "--at", "7"]), board(&[game]));
    let run = folder.outflank(&["show", game, "--at", "8"]);
    assert_eq!(run.complaint(), "--at 8: the game ends after move 7");
}

#[test]
fn pictures_are_saved() {
    let folder = Folder::new("show-pictures");
    let run = folder.outflank(&["show", "f5d6", "--svg", "a.svg", "--png", "a.png", "--width", "200"]);
    assert!(run.text().contains("Black to move") || run.text().contains("To move:     Black"));
    assert!(folder.read("a.svg").starts_with(b"<svg "));
    let png = folder.read("a.png");
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(png[16..20], 200_u32.to_be_bytes(), "the width in the header");
    assert_eq!(folder.files(), ["a.png", "a.svg"]);
}

#[test]
fn an_error_leaves_no_picture_behind() {
    let folder = Folder::new("show-no-pictures");
    for args in [
        &["show", "f5f5", "--svg", "a.svg", "--png", "a.png"][..],
        &["show", "f5", "--svg", "a.svg", "--png", "a.png", "--width", "1"],
        &["show", "f5", "--svg", "a.svg", "--at", "2"],
    ] {
        folder.outflank(args).complaint();
    }
    assert_eq!(folder.files(), [""; 0]);
    let run = folder.outflank(&["show", "f5", "--png", "missing/a.png"]);
    assert!(run.complaint().starts_with("missing/a.png: cannot be written: "), "{run:?}");
}

#[test]
fn input_is_text_a_file_or_standard_input() {
    let folder = Folder::new("show-input");
    folder.write("game.txt", "1. f5 d6 2. c3 d3\n");
    let text = folder.outflank(&["show", "f5d6c3d3"]);
    assert_eq!(folder.outflank(&["show", "game.txt"]).text(), text.text());
    assert_eq!(folder.outflank_with(&["show", "-"], b"F5 D6 C3 D3").text(), text.text());
    assert_eq!(folder.outflank_with(&["show"], b"F5 D6 C3 D3").text(), text.text());
    assert_eq!(folder.outflank(&["show", "f5", "d6", "c3", "d3"]).text(), text.text());
}

#[test]
fn a_pass_and_the_rules_are_told() {
    let folder = Folder::new("show-pass");
    let board = "XO---------------------------------------------------------O---- O";
    let run = folder.outflank(&["show", board]);
    assert!(run.text().contains("To move:     White (O), who must pass\n"), "{run:?}");
    let run = folder.outflank(&["show", "f5", "--rules", "orthogonal,thirty"]);
    for line in ["Rules:       orthogonal,thirty\n", "Black holds: 29 discs\n", "Legal moves: f4 d6\n"] {
        assert!(run.text().contains(line), "{line} in {run:?}");
    }
}

#[test]
fn one_of_several_games_is_shown() {
    let folder = Folder::new("show-several");
    folder.write("games.ggf", "(;GM[Othello]PB[Ann]PW[Bob]TY[8]B[F5];)\n(;GM[Othello]TY[8]B[F5]W[D6];)\n");
    let first = folder.outflank(&["show", "games.ggf"]);
    assert!(first.text().starts_with("Game 1 of 2\nAnn (Black) – Bob (White)\n"), "{first:?}");
    let second = folder.outflank(&["show", "games.ggf", "--game", "2"]);
    assert!(second.text().starts_with("Game 2 of 2\n"), "{second:?}");
    let both = folder.outflank(&["show", "games.ggf", "--game", "all"]);
    assert_eq!(both.text(), format!("{}\n{}", first.text(), second.text()));
    assert_eq!(folder.outflank(&["show", "games.ggf", "--game", "1-2"]).text(), both.text());
    let third = folder.outflank(&["show", "games.ggf", "--game", "3"]);
    assert_eq!(third.complaint(), "game 3 was asked for, but there are only 2 in the input");
}

#[test]
fn bad_input_is_named_with_its_place() {
    let folder = Folder::new("show-bad");
    folder.write("bad.txt", "f5d6\nc3e9\n");
    for (input, said) in [
        ("f5f5", r#"move 2, "f5": is taken by a black disc"#),
        ("f5d6c3d3c4f4e9", r#"move 7, "e9": no such square"#),
        ("f5d6c3a1", r#"move 4, "a1": flips nothing"#),
        ("---------------------------OX------XO---------------------------", "line 1, column 65: "),
        ("bad.txt", "bad.txt: "),
        ("missing.sgf", "missing.sgf: there is no such file"),
        (".", ".: is a folder"),
        ("hello world", "this is neither a game nor a position in any known format"),
        ("", "there is nothing to read"),
    ] {
        let run = folder.outflank(&["show", input]);
        assert!(run.complaint().starts_with(said), "{input}: {run:?}");
    }
    let run = folder.outflank_with(&["show", "-"], b"f5f5");
    assert_eq!(run.complaint(), r#"standard input: move 2, "f5": is taken by a black disc"#);
}

#[test]
fn the_results_of_games_played_here_are_games_to_show() {
    let folder = Folder::new("show-results");
    for names in ["Anna\nBert", "Cleo\nDora"] {
        folder.outflank_with(&[], format!("{names}\nd3\nc3\nresign\n").as_bytes());
    }
    let first = folder.outflank(&["show", "othello-results.txt"]);
    assert!(first.text().contains("Anna (Black) – Bert (White), 20"), "{first:?}");
    assert!(first.text().contains("Last move:   c3, move 2\n"), "{first:?}");
    let second = folder.outflank(&["show", "othello-results.txt", "--game", "2"]);
    assert!(second.text().contains("Cleo (Black) – Dora (White), 20"), "{second:?}");
    let moves = folder.outflank(&["convert", "--to", "transcript", "othello-results.txt"]);
    assert_eq!(moves.text(), "d3c3\n\nd3c3\n");
    let again = folder.outflank(&["convert", "--to", "results", "othello-results.txt"]);
    assert_eq!(again.text().as_bytes(), folder.read("othello-results.txt"));
}

#[test]
fn a_damaged_game_is_named_and_the_others_are_shown() {
    let folder = Folder::new("show-damaged");
    folder.write("games.ggf", "(;GM[Othello]B[F5];)\n(;GM[Othello]B[F5]W[A1];)\n(;GM[Othello]B[F5]W[D6];)\n");
    let left_out =
        "outflank: games.ggf: game 2 of 3 is damaged and left out: move 2, \"A1\": flips nothing\n";
    for (game, last) in [("1", "Last move:   f5, move 1"), ("3", "Last move:   d6, move 2")] {
        let run = folder.outflank(&["show", "games.ggf", "--game", game]);
        assert_eq!((run.code, run.err.as_str()), (0, left_out), "{run:?}");
        let text = String::from_utf8(run.out).unwrap();
        assert!(text.starts_with(&format!("Game {game} of 3\n")) && text.contains(last), "{text}");
    }
    let run = folder.outflank(&["show", "games.ggf", "--game", "2"]);
    assert_eq!(run.complaint(), "games.ggf: game 2, move 2, \"A1\": flips nothing");
    let run = folder.outflank(&["show", "games.ggf", "--game", "all"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (2, "outflank: games.ggf: game 2, move 2, \"A1\": flips nothing\n")
    );
    let text = String::from_utf8(run.out).unwrap();
    assert!(text.contains("Game 1 of 3\n") && text.contains("Game 3 of 3\n"), "{text}");
}

#[test]
fn several_files_are_shown_one_after_the_other() {
    let folder = Folder::new("show-files");
    folder.write("a.txt", "f5d6c3\n");
    folder.write("b.sgf", "(;GM[2];B[f5])(;GM[2];B[f5];W[f6])");
    let run = folder.outflank(&["show", "a.txt", "b.sgf"]);
    let headings: Vec<&str> =
        run.text().lines().filter(|line| line.contains(".txt") || line.contains(".sgf")).collect();
    assert_eq!(headings, ["a.txt", "b.sgf"]);
    assert!(run.text().contains("\nb.sgf\nGame 1 of 2\n"), "{run:?}");
    let run = folder.outflank(&["show", "a.txt", "missing.sgf"]);
    assert_eq!(run.complaint(), "missing.sgf: there is no such file");
    let run = folder.outflank(&["show", "a.txt", "b.sgf", "--svg", "x.svg"]);
    assert_eq!(run.complaint(), "a picture is of one game: choose one with --game N");
    let lines = folder.outflank(&["show", "b.sgf", "--game", "all", "--json"]);
    assert_eq!(lines.text().lines().count(), 2);
}

#[test]
fn a_picture_goes_to_standard_output_alone() {
    let folder = Folder::new("show-stdout");
    let run = folder.outflank(&["show", "f5", "--svg", "-"]);
    assert!(run.text().starts_with("<svg ") && run.text().trim_end().ends_with("</svg>"), "{run:?}");
    let run = folder.outflank(&["show", "f5", "--png", "-", "--width", "64"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with(b"\x89PNG") && run.out.ends_with(b"IEND\xae\x42\x60\x82"));
    for more in [["--png", "-"], ["--json", "--at=1"]] {
        let run = folder.outflank(&[&["show", "f5", "--svg", "-"][..], &more].concat());
        assert_eq!(run.complaint(), "standard output has room for one of --svg, --png and --json");
    }
    assert_eq!(folder.files(), [""; 0], "no file is called -");
}

#[test]
fn an_address_is_not_taken_for_a_game() {
    let folder = Folder::new("show-address");
    for address in ["https://example.org/f5d6.sgf", "HTTP://example.org", "file:///tmp/x"] {
        let run = folder.outflank(&["show", address]);
        assert!(run.complaint().starts_with(&format!("{address}: addresses are not read")), "{run:?}");
    }
}

#[test]
fn what_a_file_says_cannot_take_over_the_terminal() {
    let folder = Folder::new("show-hostile");
    let name = "\x1b[2Jowned\x07\u{202e}evil\u{2066}\u{200b}\u{9b}31m";
    folder.write("a.ggf", format!("(;GM[Othello]PB[{name}]EV[{name}]B[F5];)(;GM[{name}];)"));
    let run = folder.outflank(&["show", "a.ggf", "--game", "all"]);
    let shown = String::from_utf8(run.out).unwrap() + &run.err;
    assert!(shown.contains("[2Jowned evil 31m (Black)"), "{shown}");
    let run = folder.outflank(&["show", &format!("{name}.sgf")]);
    let shown = shown + run.complaint();
    let bad = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}\u{200b}\u{9b}".contains(c);
    assert!(!shown.contains(bad), "{shown:?}");
}
