use std::process::{Command, Stdio};

use crate::support::{Folder, OUTFLANK};

#[test]
fn help_and_version_go_to_standard_output() {
    let folder = Folder::new("usage-help");
    assert!(folder.outflank(&["--help"]).text().contains("Usage: outflank"));
    assert_eq!(folder.outflank(&["help"]).text(), folder.outflank(&["--help"]).text());
    assert_eq!(folder.outflank(&["help", "--help"]).text(), folder.outflank(&["--help"]).text());
    assert_eq!(folder.outflank(&["help", "show"]).text(), folder.outflank(&["show", "--help"]).text());
    assert_eq!(folder.outflank(&["--version"]).text(), format!("outflank {}\n", env!("CARGO_PKG_VERSION")));
    for command in ["show", "convert", "perft", "completions"] {
        let help = folder.outflank(&[command, "--help"]);
        assert!(help.text().contains("\nExamples:\n"), "{command} --help shows how it is used");
    }
}

#[test]
fn a_mistake_is_one_line_with_a_way_out() {
    let folder = Folder::new("usage-mistakes");
    for (args, said) in [
        (&["shwo"][..], "there is no command \"shwo\"; did you mean show? (see `outflank --help`)"),
        (
            &["show", "f5", "--jsn"],
            "there is no option --jsn; did you mean --json? (see `outflank show --help`)",
        ),
        (&["convert", "f5"], "--to <FORMAT> is missing (see `outflank convert --help`)"),
        (&["convert", "f5", "--to"], "--to <FORMAT>: the value is missing (see `outflank convert --help`)"),
        (&["perft"], "<DEPTH> is missing (see `outflank perft --help`)"),
        (&["perft", "5", "6"], "\"6\" is one argument too many (see `outflank perft --help`)"),
        (
            &["hint", "f5", "--depth", "0"],
            "--depth 0: a whole number from 1 to 60 is expected (see `outflank hint --help`)",
        ),
        (
            &["hint", "f5", "--depth", "5", "--time", "1"],
            "--depth and --time do not go together (see `outflank hint --help`)",
        ),
        (
            &["hint", "f5", "--depth", "5", "--depth", "6"],
            "--depth is given twice (see `outflank hint --help`)",
        ),
        (
            &["book", "--openings", "--json"],
            "--openings does not go together with other arguments (see `outflank book --help`)",
        ),
        (
            &["levels", "--json", "--reset-auto"],
            "--reset-auto does not go together with other arguments (see `outflank levels --help`)",
        ),
        (&["practice", "export"], "<FILE> is missing (see `outflank practice export --help`)"),
        (&["book", "export", "x"], "\"x\" is one argument too many (see `outflank book export --help`)"),
        (
            &["serve", "--bind", "home"],
            "--bind home: an address is expected, as 127.0.0.1 or 0.0.0.0 (see `outflank serve --help`)",
        ),
        (
            &["serve", "--metrics", "9844"],
            "--metrics 9844: an address and a port are expected, as 127.0.0.1:9844 (see `outflank serve --help`)",
        ),
        (
            &["work", "postgres://db", "--log-level", "loud"],
            "--log-level loud: off, error, warn, info or debug is expected (see `outflank work --help`)",
        ),
        (
            &["play", "--clock", "3d"],
            "--clock 3d: minutes are expected, or minutes + seconds, as 5 or 5+3 (see `outflank play --help`)",
        ),
        (
            &["hint", "f5", "--time", "-1"],
            "--time -1: a number of seconds above 0 is expected (see `outflank hint --help`)",
        ),
        (
            &["play", "--color", "blue"],
            "--color blue: auto, always or never is expected (see `outflank play --help`)",
        ),
        (
            &["show", "f5", "--game", "0"],
            "--game 0: the number of a game, a range as 2-5, or all is expected (see `outflank show --help`)",
        ),
    ] {
        assert_eq!(folder.outflank(args).complaint(), said);
    }
}

#[test]
fn completions_know_the_commands() {
    let folder = Folder::new("usage-completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.outflank(&["completions", shell]);
        assert!(script.text().contains("convert"), "{shell}");
    }
}

/// The commands that a page of help lists, and those below them, as they are typed.
fn commands_below(folder: &Folder, command: &[&str]) -> Vec<String> {
    let run = folder.outflank(&[command, &["--help"]].concat());
    let is_command = |line: &&str| line.starts_with(|c: char| c.is_alphabetic());
    let lists = run.text().lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    let lists = lists.take_while(|line| !line.starts_with("Arguments:") && !line.starts_with("Options"));
    let commands = lists.filter_map(|line| line.strip_prefix("  ")).filter(is_command);
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let mut found = Vec::new();
    for name in names.into_iter().filter(|name| *name != "help") {
        let typed = [command, &[name]].concat();
        found.push(typed.join(" "));
        found.extend(commands_below(folder, &typed));
    }
    found
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new("usage-man");
    assert_eq!(folder.outflank(&["man", "pages/man1"]).text(), "");
    let commands = commands_below(&folder, &[]);
    assert!(["review", "man", "book learn"].iter().all(|name| commands.contains(&(*name).to_owned())));
    let mut pages = vec!["outflank".to_owned()];
    pages.extend(commands.iter().map(|command| format!("outflank-{}", command.replace(' ', "-"))));
    for name in &pages {
        let text = String::from_utf8(folder.read(&format!("pages/man1/{name}.1"))).unwrap();
        assert!(text.contains(&format!(".TH {name} 1")), "{text}");
        for other in text.split("(1)").filter_map(|before| before.rsplit(char::is_whitespace).next()) {
            let other = other.replace('\\', "");
            assert!(other.is_empty() || pages.contains(&other), "{name} names {other}");
        }
    }
    let page = String::from_utf8(folder.read("pages/man1/outflank.1")).unwrap();
    assert!(page.contains("outflank \\-\\-white medium"), "the examples are there, {page}");

    folder.write("file", "");
    assert!(folder.outflank(&["man", "file"]).complaint().starts_with("cannot make the folder file"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for args in [&["completions", "bash"][..], &["show", "f5"], &["--help"], &["perft", "3"]] {
        let mut child =
            Command::new(OUTFLANK).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

/// Every command that takes a number of threads.
#[test]
fn more_threads_than_make_sense_are_refused() {
    let folder = Folder::new("usage-threads");
    for args in [
        &["hint", "f5"][..],
        &["solve", "f5"],
        &["bench"],
        &["perft", "3"],
        &["match", "depth:1", "depth:1"],
        &["levels", "--measure"],
        &["gtp"],
        &["nboard"],
    ] {
        for (threads, said) in
            [("99999", "would only slow it down (see `outflank "), ("0", "a whole number from 1 to ")]
        {
            let run = folder.outflank(&[args, &["--threads", threads]].concat());
            let sentence = run.complaint();
            assert!(sentence.starts_with(&format!("--threads {threads}: ")), "{args:?}: {sentence}");
            assert!(sentence.contains(said), "{args:?}: {sentence}");
        }
    }
}

/// A line that ends early is followed by a word that would not have fitted, or by something new.
#[test]
fn help_is_wrapped_once() {
    let folder = Folder::new("usage-wrapped");
    let mut commands = commands_below(&folder, &[]);
    assert!(commands.len() >= 15, "{commands:?}");
    commands.push(String::new());
    for command in commands {
        let mut run = Command::new(OUTFLANK);
        run.args(command.split_whitespace()).arg("--help").env("COLUMNS", "80");
        let page = folder.run(run, b"");
        let lines: Vec<&str> = page.text().lines().collect();
        for pair in lines.windows(2) {
            let width = |line: &str| line.chars().count();
            assert!(width(pair[0]) <= 80, "{command}: {}", pair[0]);
            let is_prose = |line: &str| line.starts_with(|c: char| c.is_alphabetic());
            let word = pair[1].split_whitespace().next().unwrap_or_default();
            if is_prose(pair[0]) && is_prose(pair[1]) && !pair[0].ends_with(':') {
                assert!(width(pair[0]) + 1 + width(word) > 80, "{command}:\n{}\n{}", pair[0], pair[1]);
            }
        }
    }
}
