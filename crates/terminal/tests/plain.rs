//! Whatever is typed, the plain game answers, ends in order and leaves a game that can go on.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Cursor;

use outflank_engine::Options;
use outflank_engine::book::Book;
use outflank_play::setup::Pace;
use outflank_terminal::{Places, Preset, SessionConfig, plain, saves};
use proptest::prelude::*;

/// Lines that make sense now and then.
fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "pass",
        "undo",
        "undo black",
        "undo Bert",
        "moves",
        "board",
        "score",
        "last",
        "row 3",
        "column d",
        "restart",
        "again",
        "swap",
        "yes",
        "no",
        "resign",
        "resume",
        "resume 2",
        "forget",
        "rules",
        "help",
        "",
        "# note",
        "save",
        "save no/such/folder.txt",
        "d3 d3",
        "computer easy",
    ]);
    prop_oneof![
        8 => (0..8u8, 1..9u8).prop_map(|(column, row)| format!("{}{row}", (b'a' + column) as char)),
        3 => word.prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<String>(),
    ]
    .prop_filter("says q, which leaves", |text| {
        !text.lines().any(|line| line.trim().eq_ignore_ascii_case("q"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_script_is_answered(lines in prop::collection::vec(line(), 0..60), confirm_pass: bool) {
        let folder = std::env::temp_dir().join(format!("outflank-plain-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let config = SessionConfig {
            places: Places::below(&folder),
            pace: Pace::INSTANT,
            engine: Options { threads: 1, table_mb: 1 },
            book: Book::embedded,
        };
        let script = format!("Anna\nBert\n{}\n", lines.join("\n"));
        let preset = Preset { confirm_pass, ..Preset::default() };
        let mut output = Vec::new();
        plain::run(&preset, &config, Cursor::new(script.into_bytes()), true, &mut output).unwrap();
        let said = String::from_utf8(output).unwrap();
        prop_assert!(said.contains("\nThe input has ended.\n"), "{said}");
        prop_assert!(said.chars().all(|c| c == '\n' || !c.is_control()));
        let (games, faults) = saves::list(&config.places);
        prop_assert!(faults.is_empty());
        // The last game is kept exactly if it was said to be.
        prop_assert!(!said.ends_with("offered at the next start.\n") || !games.is_empty());
        for saved in games {
            prop_assert!(!saved.game.is_over());
        }
    }
}
