//! The plain game as a user meets it: the binary, its input and output, and the files it leaves.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A folder of its own, which is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("outflank-play-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn outflank(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
        command.args(args).current_dir(&self.0).env("XDG_STATE_HOME", self.0.join("state"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program on a script and returns what it said; it has to end with code 0.
    fn play(&self, args: &[&str], script: &str) -> String {
        let (code, stdout, stderr) = self.run(args, script);
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        stdout
    }

    fn run(&self, args: &[&str], script: &str) -> (i32, String, String) {
        let mut child = self.outflank(args).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let script = script.to_owned();
        // A program that ends before it has read everything is no fault of the writer.
        let writer = std::thread::spawn(move || drop(input.write_all(script.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    fn results(&self) -> String {
        fs::read_to_string(self.0.join("othello-results.txt")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every expected piece is in the text, one after the other.
fn assert_in_order(text: &str, expected: &[&str]) {
    let mut rest = text;
    for piece in expected {
        let Some(at) = rest.find(piece) else { panic!("{piece:?} is missing in what follows:\n{rest}") };
        rest = &rest[at + piece.len()..];
    }
}

/// Replaces the time in `Date:` lines, after checking its form.
fn without_time(results: &str) -> String {
    let line = |line: &str| match line.strip_prefix("Date: ") {
        Some(time) => {
            let shape: String = time.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
            assert_eq!(shape, "9999-99-99 99:99:99 UTC");
            "Date: TIME\n".to_owned()
        }
        None => format!("{line}\n"),
    };
    results.lines().map(line).collect()
}

/// A game with a forced pass of White after move 47.
const GAME: &str = "e6d6c6f4e3c7f5f6c4b6g6c3c2f2g4h3e2h6g2g3g5h2c5b3f3g1d2c1b2a2d7e7f7f8g7h7g8h4h1d3f1e1b1h5h8a1d1\
                    b4a3c8b8a5b7a7a8e8b5a6d8a4";

/// The moves of a transcript, each on a line of its own.
fn lines(transcript: &str) -> String {
    let moves: Vec<&str> =
        transcript.as_bytes().chunks(2).map(|mv| std::str::from_utf8(mv).unwrap()).collect();
    moves.join("\n") + "\n"
}

#[test]
fn two_people_play_a_whole_game_from_a_script() {
    let folder = Folder::new("whole");
    let mut script = "rules\nAnna\nBert\n".to_owned();
    // The first game: an illegal move, a refused pass, both undos and a third.
    script += "c2\npass\nD3\nundo\nyes\nd3\nc3\nundo\nundo white\nc3\nundo\nundo black\nno\n";
    // A fresh start gives the undos back, and then the game is played to its end.
    script += "new\nno\nrestart\nscore\nyes\nrestart\nyes\nf5\nd6\nundo\nundo Carl\nundo anna\n";
    script += &lines(GAME);
    script += "d3\nquit\n";
    let said = folder.play(&[], &script);
    assert_in_order(
        &said,
        &[
            "Type rules to read the rules",
            "Name of Black (X)",
            "The rules of Othello\n",
            "Name of Black (X)",
            "Anna\nName of White (O)",
            "Bert\nA new game: Anna (Black) against Bert (White).\n\n",
            "  a b c d e f g h\n",
            "4 - - - O X - - - 4\n5 - - - X O - - - 5\n",
            "Black 2, White 2.\nAnna (Black, X) to move. Moves: d3, c4, f5, e6.\n",
            "Anna (X): c2\nc2 flips nothing. Moves: d3, c4, f5, e6.\n",
            "Anna (X): pass\nYou have a legal move, so you cannot pass. Moves: d3, c4, f5, e6.\n",
            "Anna (X): D3\nAnna (Black) plays d3, flips 1: d4.\n",
            "Black 4, White 1.\nBert (White, O) to move.",
            "Bert (O): undo\nTake back Anna's d3 (Anna's only undo)? Type yes.\n",
            "Bert (O): yes\nAnna (Black) takes back d3 and has used the one undo of this game.\n",
            "Black 2, White 2.\nAnna (Black, X) to move.",
            "Anna (X): undo\nTake back Bert's c3 (Bert's only undo)? Type yes.\n",
            "Anna (X): undo white\nBert (White) takes back c3 and has used the one undo of this game.\n",
            "Bert (O): c3\nBert (White) plays c3, flips 1: d4.\n",
            "Anna (X): undo\nAnna has used the one undo of this game.\n",
            "Anna (X): undo black\nAnna has used the one undo of this game.\n",
            "Anna (X): no\nThere is no question to answer.\n",
            "Anna (X): new\nStart again? The game so far is lost. Type yes or no.\n",
            "Anna (X): no\nThe game goes on.\n",
            "Anna (X): restart\nStart again? The game so far is lost. Type yes or no.\n",
            "Anna (X): score\nBlack 3, White 3.\n",
            "Anna (X): yes\nThere is no question to answer.\n",
            "Anna (X): restart\n",
            "Anna (X): yes\nThe game starts again: Anna (Black) against Bert (White).\n",
            "Black 2, White 2.\nAnna (Black, X) to move.",
            "Anna (X): undo\nTake back Bert's d6 (Bert's only undo), or Anna's f5 with the reply d6 (Anna's only \
             undo)? Type undo white or undo black.\n",
            "Anna (X): undo Carl\nAfter undo comes black, white or the name of a player.\n",
            "Anna (X): undo anna\nAnna (Black) takes back f5 and has used the one undo of this game.\n",
            "Black 2, White 2.\nAnna (Black, X) to move.",
            "Anna (X): d1\nAnna (Black) plays d1, flips ",
            "Bert (White) has no legal move and passes.\n",
            "Anna (X): b4\n",
            "Anna (X): a4\nAnna (Black) plays a4, flips 2: b3, b4.\n",
            "Black 41, White 23.\nThe board is full. Anna wins 41 to 23.\n",
            "The result is in othello-results.txt.\n",
            "Type review to hear what mattered, again to play again, swap to swap colours, save FILE or quit.\n",
            "What next: d3\nThe game is over. Type review, again, swap or quit.\n",
            "What next: quit\n",
        ],
    );
    assert_eq!(
        without_time(&folder.results()),
        format!(
            "Date: TIME\n\
             Black: Anna, 41 discs\n\
             White: Bert, 23 discs\n\
             Winner: Anna (Black)\n\
             Moves: {GAME}\n\
             \n"
        )
    );
    assert!(!folder.play(&[], "quit\n").contains("unfinished"), "nothing is left over");
}

#[test]
fn results_pile_up_and_colours_stay_or_are_swapped() {
    let folder = Folder::new("again");
    let args = ["--black-name", "Anna", "--white-name", "Bert", "--rules", "orthogonal,thirty"];
    let said = folder.play(&args, "swap\nresign\nswap\nd3\nresign\nagain\n");
    assert_in_order(
        &said,
        &[
            "Black 2, White 2. Discs left to place: Black 30, White 30.",
            "Anna (X): swap\nThe game is not over yet.\n",
            "Anna resigns. Bert wins; the discs stand at Black 2, White 2.",
            "Another game with colours swapped: Bert (Black) against Anna (White).",
            "Bert (Black) plays d3, flips 1: d4.",
            "Black 4, White 1. Discs left to place: Black 29, White 30.",
            "Anna resigns. Bert wins",
            "What next: again\nAnother game: Bert (Black) against Anna (White).",
            "The input has ended.",
        ],
    );
    assert_eq!(
        without_time(&folder.results()),
        "Date: TIME\n\
         Black: Anna, 2 discs\n\
         White: Bert, 2 discs\n\
         Winner: Bert (White)\n\
         Ended: Black resigned\n\
         Rules: orthogonal, thirty\n\
         Moves:\n\
         \n\
         Date: TIME\n\
         Black: Bert, 4 discs\n\
         White: Anna, 1 disc\n\
         Winner: Bert (Black)\n\
         Ended: White resigned\n\
         Rules: orthogonal, thirty\n\
         Moves: d3\n\
         \n"
    );
}

#[test]
fn long_names_are_told_and_other_rules_before_the_first_move() {
    let folder = Folder::new("told");
    let long = "Anna Maria Magdalena Katharina";
    let said = folder.play(&["play", "--plain", "--rules", "thirty"], &format!("{long}\nBert\n"));
    assert_in_order(
        &said,
        &[
            "A name has at most 24 characters: you are called Anna Maria Magdalena Kat.\n",
            "A new game: Anna Maria Magdalena Kat (Black) against Bert (White).\n",
            "Rules: Thirty. Each player has 30 discs.",
            "Discs left to place: Black 30, White 30.",
        ],
    );
    let refused = folder.outflank(&["play", "--black-name", long]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a name has at most 24 characters"));
}

#[test]
fn a_forced_pass_waits_for_the_word_if_wanted() {
    let folder = Folder::new("pass");
    let start = "XO------------------------------------------------------XO------ O";
    let args = ["--black-name", "Anna", "--white-name", "Bert", "--confirm-pass", "--start", start];
    let said = folder.play(&args, "c1\npass\npass\n");
    assert_in_order(
        &said,
        &[
            "Bert (White, O) has no legal move: type pass.\n",
            "Bert (O): c1\nc1 is not possible: there is no legal move, only a pass.",
            "Bert (O): pass\nBert (White) passes.\n",
            "Anna (X): pass\nYou have a legal move, so you cannot pass. Moves: c1, c8.\n",
        ],
    );
}

#[test]
fn the_end_of_the_input_keeps_the_game() {
    let folder = Folder::new("end");
    let said = folder.play(&["play", "--plain", "--undo", "none"], "Anna\n\nd3\nundo\nsave game.txt\n");
    assert_in_order(
        &said,
        &[
            "A new game: Anna (Black) against White.",
            "White (O): undo\nThis game is played without undo.\n",
            "The game is in game.txt.\n",
            "White (O): \nThe input has ended.\nThe unfinished game is kept and offered at the next start.\n",
        ],
    );
    assert_eq!(fs::read_to_string(folder.0.join("game.txt")).unwrap(), "d3\n");
    let said = folder.play(&[], "resume\nresign\n");
    assert_in_order(
        &said,
        &[
            "An unfinished game is kept: Anna (Black) against White, 1 move, 4 to 1, last played ",
            "The game goes on: Anna (Black) against White.\n",
            "White resigns. Anna wins",
        ],
    );
    assert!(!folder.play(&[], "").contains("unfinished"));
}

#[test]
fn unfinished_games_can_be_chosen_and_forgotten() {
    let folder = Folder::new("forget");
    folder.play(&[], "Anna\nBert\nd3\n");
    folder.play(&[], "Carl\nDora\nf5\n");
    let said = folder.play(&[], "resume 3\nforget 2\nresume\n");
    assert_in_order(
        &said,
        &[
            "Unfinished games are kept:\n1. Carl (Black) against Dora (White)",
            "2. Anna (Black) against Bert (White)",
            "There are 2 unfinished games only.",
            "Forgotten: Anna (Black) against Bert (White)",
            "The game goes on: Carl (Black) against Dora (White).",
        ],
    );
}

/// The program with someone at the keyboard who reads what it says.
struct Player {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Player {
    fn sit_down(folder: &Folder, args: &[&str]) -> Player {
        let mut child = folder.outflank(args).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Player { child, output }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Plays a number of first legal moves as Anna, or until a line that holds a text, which is returned.
    fn play_first_moves(&mut self, moves: usize, end: &str) -> String {
        let mut line = String::new();
        for _ in 0..moves {
            line = self.read_until(&["Anna (Black, X) to move. Moves: ", end]);
            let Some((_, legal)) = line.split_once("Moves: ") else { break };
            let first = legal.split([',', '.']).next().unwrap().to_owned();
            self.type_line(&first);
        }
        line
    }

    /// Reads on until a line that holds one of the texts.
    fn read_until(&mut self, texts: &[&str]) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program ended before {texts:?}");
            if texts.iter().any(|text| line.contains(text)) {
                return line;
            }
        }
    }
}

#[test]
fn a_killed_game_is_offered_with_every_move_that_was_shown() {
    let folder = Folder::new("killed");
    let mut player = Player::sit_down(&folder, &[]);
    for line in ["Anna", "Bert", "d3", "c3", "undo white", "c5"] {
        player.type_line(line);
    }
    player.read_until(&["Bert (White) plays c5"]);
    assert!(!folder.play(&[], "").contains("unfinished"), "it is being played");
    player.child.kill().unwrap();
    player.child.wait().unwrap();

    let said = folder.play(&[], "resume\nundo white\n");
    assert_in_order(
        &said,
        &[
            "An unfinished game is kept: Anna (Black) against Bert (White), 2 moves, 3 to 3, last played ",
            "Type resume to go on with it.\n",
            "The game goes on: Anna (Black) against Bert (White).\n",
            "5 - - O O O - - - 5\n",
            "Anna (Black, X) to move.",
            "Bert has used the one undo of this game.\n",
            "Take back Anna's d3 with the reply c5 (Anna's only undo)? Type yes.\n",
        ],
    );
}

#[test]
fn a_person_plays_the_computer_to_the_end() {
    let folder = Folder::new("person");
    let mut player = Player::sit_down(&folder, &["--black-name", "Anna", "--white", "easy", "--fast"]);
    let mut moves = 0;
    loop {
        let line = player.read_until(&["Anna (Black, X) to move. Moves: ", "The result is in"]);
        let Some((_, legal)) = line.split_once("Moves: ") else { break };
        let first = legal.split([',', '.']).next().unwrap().to_owned();
        player.type_line(&first);
        moves += 1;
        if moves == 5 {
            player.read_until(&["Anna (Black, X) to move. Moves: "]);
            player.type_line("undo");
            player.type_line("yes");
        }
    }
    player.type_line("quit");
    assert!(player.child.wait().unwrap().success());
    let results = folder.results();
    assert!(
        moves > 5 && results.contains("Black: Anna, ") && results.contains("White: Computer (level 2), ")
    );
}

#[test]
fn auto_adapts_from_game_to_game_and_can_be_reset() {
    let folder = Folder::new("auto");
    let levels = |args: &[&str]| {
        let mut command = folder.outflank(args);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let start = "Auto adapts to you: it plays at level 2 for someone new.";
    assert!(levels(&["levels"]).contains(start));

    // A game is left by force, and goes on at the level it began with.
    let mut player = Player::sit_down(&folder, &["--black-name", "Anna", "--white", "auto", "--fast"]);
    player.read_until(&["A new game: Anna (Black) against Computer at level 2, auto (White)."]);
    player.play_first_moves(4, "Auto ");
    player.child.kill().unwrap();
    player.child.wait().unwrap();
    let mut player = Player::sit_down(&folder, &["--fast"]);
    player.type_line("resume");
    player.read_until(&["The game goes on: Anna (Black) against Computer at level 2, auto (White)."]);
    let told = player.play_first_moves(60, "Auto ");
    player.type_line("rematch");
    let number: String = told.chars().filter(char::is_ascii_digit).collect();
    player.read_until(&[&format!("Computer at level {number}, auto (Black) against Anna (White).")]);
    player.type_line("quit");
    assert!(player.child.wait().unwrap().success());
    assert!(
        levels(&["levels"])
            .contains(&format!("Auto adapts to you: it plays at level {number} after 1 game."))
    );

    assert_eq!(levels(&["levels", "--reset-auto"]), "Auto starts again at level 2.\n");
    assert!(levels(&["levels"]).contains(start));
}

#[test]
fn computers_play_each_other_under_all_rules() {
    let folder = Folder::new("computers");
    for rules in ["standard", "orthogonal", "thirty", "orthogonal,thirty"] {
        let args = ["--black", "1", "--white", "easy", "--rules", rules, "--fast", "--undo", "none"];
        // Without any input, and with some that asks for another game.
        let said = folder.play(&args, "board\n");
        assert!(said.contains(" wins ") || said.contains("a draw"), "{said}");
    }
    assert_eq!(folder.results().matches("\nWinner: ").count(), 4);
}

#[test]
fn a_result_that_cannot_be_written_here_is_kept_elsewhere() {
    let folder = Folder::new("elsewhere");
    fs::create_dir(folder.0.join("othello-results.txt")).unwrap();
    let said = folder.play(&["--black-name", "Anna", "--white-name", "Bert"], "d3\nresign\n");
    let path = Path::new("state/outflank/othello-results.txt");
    assert!(said.contains("othello-results.txt cannot be written here ("), "{said}");
    assert!(said.contains(&format!("the result is in {}.\n", folder.0.join(path).display())), "{said}");
    assert!(fs::read_to_string(folder.0.join(path)).unwrap().contains("Winner: Anna (Black)\n"));
}

#[test]
fn the_computer_can_be_asked_to_sit_down_and_to_help() {
    let folder = Folder::new("help");
    let said =
        folder.play(&["--fast"], "Anna\ncomputer 11\ncomputer easy\nhint\nhint\nhint 2\nhelp\nrow 4\n");
    assert_in_order(
        &said,
        &[
            "After computer comes easy, medium, hard, a number from 1 to 10 or auto, not \"11\".",
            "A new game: Anna (Black) against Computer at level 2 (White).",
            "\nHint: Look at the ",
            "\nHint: ",
            " Value for Black: about ",
            "\nBest: ",
            "; ",
            "undo          take back",
            "a4 empty, b4 empty, c4 empty, d4 White, e4 Black, f4 empty",
        ],
    );
}

#[test]
fn the_flag_falls_while_nobody_types() {
    let folder = Folder::new("flag");
    let args = ["--black-name", "Anna", "--white-name", "Bert", "--clock", "0.002"];
    let mut player = Player::sit_down(&folder, &args);
    player.read_until(&["Time left: Black 0:01, White 0:01."]);
    player.type_line("d3");
    player.read_until(&["Bert has run out of time. Anna wins"]);
    player.type_line("quit");
    assert!(player.child.wait().unwrap().success());
    assert!(folder.results().contains("Ended: White ran out of time\n"));
}

#[test]
fn bad_arguments_get_a_sentence_and_exit_code_2() {
    let folder = Folder::new("bad");
    for (args, expected) in [
        (&["--black", "11"][..], "human, auto, easy, medium, hard or a number from 1 to 10 is expected"),
        (&["--undo", "twice"], "no undo allowance is called \"twice\": once, none or unlimited is expected"),
        (&["--rules", "chess"], "no rule is called \"chess\""),
        (&["--black-name", " "], "a name has at least one visible character"),
        (&["--clock", "long"], "minutes are expected, or minutes + seconds, as 5 or 5+3"),
        (&["--start", "f5f5"], "--start: move 2, \"f5\": is taken by a black disc"),
        (&["--start", "-"], "standard input is needed for the game"),
        (&["--start", "nowhere.sgf"], "--start: nowhere.sgf: there is no such file"),
        (&["--start", "e6f4e3f6g5d6e7f5c5"], "--start: the game is over in this position"),
        (&["play", "--rules"], "--rules <RULES>: the value is missing"),
    ] {
        let (code, stdout, stderr) = folder.run(args, "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}");
        assert!(stderr.contains(expected) && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}

#[test]
fn the_rules_are_told_as_they_are_in_force() {
    let folder = Folder::new("rules");
    assert!(folder.play(&["rules"], "").contains("A line is a row, a column or a diagonal."));
    let said = folder.play(&["rules", "--rules", "orthogonal,thirty", "--undo", "none"], "");
    assert_in_order(&said, &["holds 30 discs", "diagonals do not count", "Nothing is taken back"]);
}

#[test]
fn strange_input_is_answered_and_asked_again() {
    let folder = Folder::new("strange");
    let mut script = "Anna\nBert\n".to_owned();
    script +=
        "\u{0}\n\u{1b}[2J\n\u{fffd}\u{202e}\nd3d3d3\n%s%n\n../../etc\n\n   \n# a note\nd\n3\nundo nobody\n";
    script += &"x".repeat(100_000);
    script += "\r\nd3\r\n";
    let said = folder.play(&[], &script);
    assert_in_order(
        &said,
        &["After undo comes black, white or the name of a player.", "Anna (Black) plays d3"],
    );
    assert!(!said.contains('\u{1b}'), "control characters are not repeated");
}

#[test]
fn a_game_is_reviewed_in_plain_lines_after_its_end() {
    let folder = Folder::new("plain-review");
    let (start, end) = GAME.split_at(94);
    let script = format!("Anna\nBert\nreview\n{}review\nreview\nagain\nresign\nreview\n", lines(end));
    let said = folder.play(&["--start", start], &script);
    let moment = "Move 10, Bert plays b5. Blunder, the turning point, a missed chance: a win by 4 becomes a loss by 4 \
                  (exact). Better: a4.\nBoth sides want a4. ";
    assert_in_order(
        &said,
        &[
            "Anna (X): review\nThe game can be reviewed when it is over.\n",
            "Type review to hear what mattered, again to play again,",
            "What next: review\nLooking at the game. This takes a while.\nAccuracy: Anna 19%, Bert 19%.\n",
            moment,
            // It is kept.
            "What next: review\nAccuracy: Anna 19%, Bert 19%.\n",
            moment,
            "What next: review\nNo move was made, so there is nothing to review.\n",
        ],
    );
}
