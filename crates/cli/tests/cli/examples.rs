//! The examples of the README and of the help pages do what they say.

use std::process::Command;

use crate::support::{Folder, OUTFLANK};

/// A folder with the files that examples talk about.
fn furnished(name: &str) -> Folder {
    let folder = Folder::new(name);
    let game = "c4c3c2c5e6b2a1f5g6g5g4e3f4c1b5f7f2h5h7c6h6a6d2h8b4d3c7f3a4f1e2c8e7d1d7a5a7d6a3b3h3b6d8f8g1g3h2b7a2f6b1g2e1e8g7g8a8b8h4h1";
    folder.write("game.txt", format!("{game}\n"));
    for (format, file) in [("sgf", "game.sgf"), ("ggf", "games.ggf")] {
        folder.outflank(&["convert", "--to", format, game, "-o", file]).text();
    }
    folder.write("games.txt", format!("{game}\nf5f6e6f4e3c5c4\nf5f4e3f6d3\n"));
    folder.outflank(&["convert", "--to", "wthor", "games.txt", "-o", "games.wtb"]).text();
    folder
}

/// Runs a line as a shell would, with `outflank` on the path.
fn shell(folder: &Folder, line: &str) -> crate::support::Run {
    let bin = std::path::Path::new(OUTFLANK).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(bin.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path.unwrap());
    folder.run(command, b"")
}

/// Lines after `$` in `console` blocks are run; what follows is what they print, where `...` stands for
/// anything up to the next line that is given.
#[test]
#[cfg(unix)]
fn the_readme_and_the_pages_of_docs_tell_the_truth() {
    let pages = [
        include_str!("../../../../README.md"),
        include_str!("../../../../docs/playing.md"),
        include_str!("../../../../docs/studying.md"),
        include_str!("../../../../docs/programs.md"),
    ];
    let folder = furnished("examples-readme");
    let mut count = 0;
    for block in pages.iter().flat_map(|page| page.split("```console\n").skip(1)) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let run = shell(&folder, line);
            let printed = String::from_utf8(run.out.clone()).unwrap() + &run.err;
            assert!(
                matches(&printed, expected.trim_end()),
                "$ {line}\n{printed}\nbut the page has\n{expected}"
            );
            count += 1;
        }
    }
    assert!(count >= 20, "{count} examples found");
}

/// Whether a text has these lines in this order, `...` standing for any number of others.
fn matches(text: &str, expected: &str) -> bool {
    let mut rest = text.trim_end();
    let mut free = false;
    for part in expected.split("...") {
        match rest.find(part) {
            Some(at) if at == 0 || free => rest = &rest[at + part.len()..],
            _ => return false,
        }
        free = true;
    }
    rest.is_empty() || expected.ends_with("...")
}

#[test]
#[cfg(unix)]
fn the_examples_of_the_help_pages_work() {
    let folder = furnished("examples-help");
    let mut count = 0;
    for page in [&["--help"][..], &["show", "--help"], &["convert", "--help"], &["perft", "--help"]] {
        let help = folder.outflank(page).text().to_owned();
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        for line in examples.take_while(|line| !line.is_empty()) {
            // What stands after several blanks explains the example.
            let line = line.trim().split("  ").next().unwrap();
            let tested = ["show", "convert", "perft", "completions"];
            if tested.iter().any(|command| line.contains(&format!("outflank {command} "))) {
                let run = shell(&folder, line);
                assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
                count += 1;
            }
        }
    }
    assert!(count >= 10, "{count} examples found");
}
