//! Large and senseless input must cost little and never crash.

use std::fs::File;

use crate::support::Folder;

/// A sparse file takes no room on the disk and no time to make.
#[test]
fn a_hundred_megabytes_of_nothing_are_refused() {
    let folder = Folder::new("garbage-zeros");
    File::create(folder.path("zeros")).unwrap().set_len(100_000_000).unwrap();
    let run = folder.outflank(&["show", "zeros"]);
    assert!(run.complaint().starts_with("zeros: "), "{run:?}");
    std::fs::remove_file(folder.path("zeros")).unwrap();
}

#[test]
fn more_than_can_be_held_is_refused() {
    let folder = Folder::new("garbage-huge");
    File::create(folder.path("huge")).unwrap().set_len(1 << 40).unwrap();
    let run = folder.outflank(&["show", "huge"]);
    assert!(run.complaint().starts_with("huge: is larger than 512 megabytes"), "{run:?}");
    std::fs::remove_file(folder.path("huge")).unwrap();
}

#[test]
fn repeated_fragments_of_every_format_end_in_one_sentence() {
    let folder = Folder::new("garbage-fragments");
    for fragment in [
        "f5",
        "f",
        "((",
        "(;",
        "(;GM[Othello]",
        "(;FF[4]GM[2]",
        "{",
        "{\"moves\":",
        "[",
        "[{",
        "-",
        "X",
        "XO-",
        "%",
        ";",
        "\n",
        "\u{feff}",
        "\0",
        "\\",
        "]",
        "99999999",
        "pass",
        "--",
        "é",
        "\x1b[31m",
    ] {
        let text = fragment.repeat(200_000 / fragment.len());
        for args in [&["show", "-"][..], &["convert", "--to", "json", "-"]] {
            let run = folder.outflank_with(args, text.as_bytes());
            let said = run.complaint();
            assert!(said.len() < 300, "{fragment:?}: {said}");
            assert!(!said.contains('\x1b'), "{fragment:?}: {said}");
        }
    }
}

#[test]
fn random_bytes_are_refused() {
    let folder = Folder::new("garbage-random");
    let mut state = 1_u64;
    for length in [1, 2, 3, 15, 16, 17, 64, 84, 100, 1_000, 100_000] {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .take(length)
        .collect();
        folder.outflank_with(&["show", "-"], &bytes).complaint();
    }
}
