use std::process::{Command, Stdio};

use crate::support::{Folder, OUTFLANK};

#[test]
fn help_and_version_go_to_standard_output() {
    let folder = Folder::new("usage-help");
    assert!(folder.outflank(&["--help"]).text().contains("Usage: outflank"));
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
        (
            &["shwo"][..],
            "unrecognized subcommand 'shwo'; a similar subcommand exists: 'show' (see `outflank --help`)",
        ),
        (
            &["show"],
            "the following required arguments were not provided: <INPUT> (see `outflank show --help`)",
        ),
        (
            &["show", "f5", "--jsn"],
            "unexpected argument '--jsn' found; a similar argument exists: '--json' (see `outflank show --help`)",
        ),
        (
            &["convert", "f5"],
            "the following required arguments were not provided: --to <FORMAT> (see `outflank convert --help`)",
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
