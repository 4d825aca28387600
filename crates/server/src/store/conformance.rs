//! What every store has to do, tried on each of them.

use std::path::PathBuf;

use super::*;

fn entry(seq: u64, command: Option<&str>) -> Entry {
    Entry { seq, at_ms: 1000 * seq, command: command.map(str::to_owned), events: format!("[{seq}]") }
}

fn write(game: &str, seq: u64, command: Option<&str>) -> Write {
    Write { game: game.to_owned(), entry: entry(seq, command), tokens: Vec::new(), attention: false }
}

fn conflict(game: &str, seq: u64) -> Result<(), StoreError> {
    Err(StoreError::Conflict { game: game.to_owned(), seq })
}

/// The suite. `again` closes the store and opens it anew, where that makes sense.
fn conforms<S: Store>(mut store: S, again: impl Fn(S) -> S) {
    assert_eq!(store.load("g").unwrap(), None);
    assert_eq!(store.last_alive().unwrap(), None);

    // A group is carried out in order, and what fails in it leaves the rest alone.
    let group = [
        write("g", 1, None),
        write("g", 2, Some("a")),
        write("g", 2, Some("b")),
        write("g", 3, Some("a")),
        write("g", 4, Some("c")),
        write("g", 3, Some("c")),
        write("h", 2, None),
        write("h", 1, Some("a")),
        write("h", 1, None),
    ];
    let expected = [
        Ok(()),
        Ok(()),
        conflict("g", 2),
        conflict("g", 3),
        conflict("g", 4),
        Ok(()),
        conflict("h", 2),
        Ok(()),
        conflict("h", 1),
    ];
    assert_eq!(store.commit(&group), expected);
    let mut store = again(store);
    let game = store.load("g").unwrap().unwrap();
    assert_eq!(game.entries, [entry(1, None), entry(2, Some("a")), entry(3, Some("c"))]);

    // Rights are added and changed together with the entry, or not at all.
    let invite = Token { hash: [7; 32], players: 2, kind: TokenKind::Invite };
    let seat = Token { hash: [8; 32], players: 2, kind: TokenKind::Seat };
    let used = Token { kind: TokenKind::UsedInvite, ..invite };
    let with = |seq, tokens: &[Token]| Write { tokens: tokens.to_vec(), ..write("h", seq, None) };
    assert_eq!(store.commit(&[with(2, &[invite])]), [Ok(())]);
    assert_eq!(store.commit(&[with(2, &[used, seat])]), [conflict("h", 2)]);
    assert_eq!(store.load("h").unwrap().unwrap().tokens, [invite]);
    assert_eq!(store.commit(&[with(3, &[used, seat])]), [Ok(())]);
    let mut store = again(store);
    assert_eq!(store.load("h").unwrap().unwrap().tokens, [used, seat]);

    // Attention is what the last write says.
    let wanting = |seq, attention| Write { attention, ..write("h", seq, None) };
    assert_eq!(store.commit(&[wanting(4, true)]), [Ok(())]);
    assert_eq!(store.attention().unwrap(), ["h"]);
    assert_eq!(store.commit(&[wanting(5, false)]), [Ok(())]);
    assert!(store.attention().unwrap().is_empty());

    store.note_alive(5).unwrap();
    store.note_alive(7).unwrap();
    let mut store = again(store);
    assert_eq!(store.last_alive().unwrap(), Some(7));

    // "g" was last written at 3000, "h" at 5000, "i" at 1000 with its first entry only.
    assert_eq!(store.commit(&[write("i", 1, None)]), [Ok(())]);
    assert_eq!(store.sweep(1000, 1000).unwrap(), 0);
    assert_eq!(store.sweep(1000, 1001).unwrap(), 1);
    assert_eq!(store.load("i").unwrap(), None);
    assert_eq!(store.sweep(4000, 0).unwrap(), 1);
    assert_eq!(store.load("g").unwrap(), None);
    assert_eq!(store.commit(&[write("g", 4, None)]), [conflict("g", 4)]);
    assert_eq!(store.commit(&[write("g", 1, None)]), [Ok(())]);
    assert_eq!(store.load("g").unwrap().unwrap().entries.len(), 1);
}

/// A folder that goes away with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_store_in_memory_conforms() {
    conforms(MemoryStore::default(), |store| store);
}

#[test]
fn the_sqlite_store_conforms() {
    let folder = Folder::new("conformance");
    let path = folder.0.join("games.sqlite");
    conforms(SqliteStore::open(&path).unwrap(), |store| {
        drop(store);
        SqliteStore::open(&path).unwrap()
    });
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = Folder::new("foreign");
    let path = folder.0.join("games.sqlite");
    std::fs::write(&path, "not a database at all, but long enough to have a header of its own").unwrap();
    assert!(SqliteStore::open(&path).is_err());
    std::fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 1;").unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(error.to_string().contains("another program"), "{error}");
}
