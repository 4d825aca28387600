//! A book of one's own, and the coach.

use crate::support::Folder;

#[test]
fn what_is_learned_is_in_the_book_and_goes_to_edax_and_back() {
    let folder = Folder::new("own-book");
    // Nobody plays this, and no book has it.
    let odd = "f5f4g3g6f6";
    assert_eq!(folder.outflank(&["book", odd]).code, 1);
    let learned = folder.outflank(&["book", "learn", odd, "--depth", "4", "--threads", "1"]);
    assert!(learned.text().contains("searches for 1 game"), "{learned:?}");
    assert!(folder.outflank(&["book", odd]).text().contains("Worth"));
    let again = folder.outflank(&["book", "learn", odd, "--depth", "4"]);
    assert!(again.text().starts_with("Done: 0 searches"), "{again:?}");

    let grown = folder.outflank(&["book", "grow", odd, "--time", "1s", "--depth", "2", "--threads", "1"]);
    assert!(grown.text().contains(" new position"), "{grown:?}");
    folder.outflank(&["book", "export", "-o", "book.txt"]).text();
    let other = Folder::new("own-book-2");
    let text = std::fs::read_to_string(folder.path("book.txt")).unwrap();
    std::fs::write(other.path("book.txt"), &text).unwrap();
    let imported = other.outflank(&["book", "import", "book.txt"]);
    assert!(
        imported.text().contains(&format!("{} positions imported", text.lines().count())),
        "{imported:?}"
    );
    assert!(other.outflank(&["book", odd]).text().contains("Worth"));

    std::fs::write(other.path("book.txt"), text.lines().next().unwrap()).unwrap();
    let imported = other.outflank(&["book", "import", "book.txt"]);
    assert!(imported.text().starts_with("1 position imported into "), "{imported:?}");
    let missing = other.outflank(&["book", "import", "missing.txt"]);
    assert_eq!(missing.complaint(), "missing.txt: there is no such file");

    std::fs::write(other.path("book.txt"), "nonsense\n").unwrap();
    let refused = other.outflank(&["book", "import", "book.txt"]);
    assert!(refused.complaint().contains("line 1: BOARD,LEVEL,MOVE,VALUE is expected"), "{refused:?}");
}

#[test]
fn a_damaged_book_of_ones_own_is_told_with_its_line() {
    let folder = Folder::new("own-book-damaged");
    folder.outflank(&["book", "learn", "f5", "--depth", "2"]).text();
    let path = folder.path(".local/share/outflank/book.log");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("{text}nonsense\n")).unwrap();
    let refused = folder.outflank(&["book", "f5"]);
    assert!(refused.complaint().contains("not a line of a book"), "{refused:?}");
}

#[test]
fn the_coach_remembers_over_restarts() {
    let folder = Folder::new("coach");
    let coach = |input: &str| folder.outflank_with(&["coach", "tiger", "--side", "white"], input.as_bytes());
    let first = coach("h8\nzz\ng6\nquit\n");
    let said = first.text();
    assert!(said.contains("Tiger, f5d6c3d3c4. You play White. Nothing trained yet.\n"), "{said}");
    assert!(said.contains("h8 flips nothing."), "{said}");
    assert!(said.contains("A square is expected"), "{said}");
    assert!(said.contains("Wrong: g6 loses") && said.contains("The book plays"), "{said}");
    assert!(said.contains("yours: g6 ") && said.contains("best: f4 "), "{said}");
    // The next run begins with what was wrong.
    let second = coach("f4\n");
    let said = second.text();
    assert!(said.contains("0 positions known, 1 due;"), "{said}");
    assert!(said.contains("Right: f4 holds"), "{said}");
    let progress = folder.outflank(&["coach", "--progress"]);
    assert!(progress.text().contains("Tiger") && progress.text().contains("1 of 2"), "{progress:?}");
    let unknown = folder.outflank(&["coach", "nonsense"]);
    assert!(unknown.complaint().contains("no opening is called \"nonsense\""), "{unknown:?}");
}

#[test]
fn a_game_starts_from_an_opening_and_may_do_without_the_book() {
    let folder = Folder::new("opening");
    let args = ["--opening", "tiger", "--book", "off", "--plain", "--black", "human", "--white", "human"];
    let args = [&args[..], &["--black-name", "A", "--white-name", "B"]].concat();
    let run = folder.outflank_with(&args, b"f4\nquit\n");
    assert!(run.text().contains("B (White) plays f4"), "{run:?}");
    let bad = folder.outflank(&["--opening", "nonsense"]);
    assert!(bad.complaint().contains("no opening is called"), "{bad:?}");
    assert!(folder.outflank(&["book", "--openings"]).text().contains("Tiger"));
}

#[test]
fn an_opening_is_looked_up_by_its_name_and_a_wrong_name_is_told() {
    let folder = Folder::new("book-names");
    assert!(folder.outflank(&["book", "rose", "bill"]).text().starts_with("Rose-Bill\n"));
    let complaint = |name: &str| folder.outflank(&["book", name]).complaint().to_owned();
    assert!(complaint("tigr").contains("no opening is called \"tigr\""), "{}", complaint("tigr"));
    assert!(complaint("ta").contains("several openings begin with"), "{}", complaint("ta"));
    assert!(complaint("XXOO X").contains("neither a game"), "{}", complaint("XXOO X"));
}
