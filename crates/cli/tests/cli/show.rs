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
fn json_has_exactly_these_keys() {
    let folder = Folder::new("show-json");
    assert_eq!(
        folder.outflank(&["show", "f5d6c3d3c4f4f6", "--json"]).text(),
        concat!(
            r#"{"board":"------------------XO------XXXO-----OXX-----O-X------------------","turn":"white","#,
            r#""black":7,"white":4,"legal":["b3","f3","b4","b5","g5","g6","f7"],"opening":"Stephenson","over":false}"#,
            "\n"
        )
    );
    let over = folder.outflank(&["show", "e6f4e3f6g5d6e7f5c5", "--json"]);
    let value: serde_json::Value = serde_json::from_str(over.text()).unwrap();
    assert_eq!(value["turn"], serde_json::Value::Null);
    assert_eq!((&value["black"], &value["white"], &value["over"]), (&13.into(), &0.into(), &true.into()));
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
    assert!(first.text().starts_with("Game 1\nAnn (Black) – Bob (White)\n"), "{first:?}");
    let second = folder.outflank(&["show", "games.ggf", "--game", "2"]);
    assert!(second.text().starts_with("Game 2\n"), "{second:?}");
    let third = folder.outflank(&["show", "games.ggf", "--game", "3"]);
    assert_eq!(third.complaint(), "game 3 was asked for, and there are 2 in the input");
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
