//! The test suite that every store has to pass.

use std::path::PathBuf;

use super::*;

mod people;

#[path = "../../tests/support/postgres.rs"]
pub(crate) mod database;

use database::Postgres;

const DAY: u64 = Sweep::GRACE_MS;

fn entry(seq: u64, command: Option<&str>) -> Entry {
    Entry { seq, at_ms: 1000 * seq, command: command.map(str::to_owned), events: format!("[{seq}]") }
}

fn write(game: &str, seq: u64, command: Option<&str>) -> Write {
    Write {
        game: game.to_owned(),
        entry: entry(seq, command),
        tokens: Vec::new(),
        wake_ms: None,
        live_boards: LiveBoards::Keep,
    }
}

fn conflict(game: &str, seq: u64) -> Result<(), StoreError> {
    Err(StoreError::Conflict { game: game.to_owned(), seq })
}

/// The suite. `again` closes the store and opens it again, where that makes sense.
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

    // When a game is due is what the last write says.
    let waking = |seq, wake_ms| Write { wake_ms, ..write("h", seq, None) };
    assert_eq!(store.commit(&[waking(4, Some(500))]), [Ok(())]);
    assert!(store.due(499).unwrap().is_empty());
    assert_eq!(store.due(500).unwrap(), ["h"]);
    assert_eq!(store.commit(&[waking(5, None)]), [Ok(())]);
    assert!(store.due(u64::MAX >> 1).unwrap().is_empty());

    // Live boards come with moves and go with the game.
    let boards = |seq, live_boards| Write { live_boards, ..write("g", seq, None) };
    assert_eq!(store.commit(&[boards(4, LiveBoards::Add([1; 16]))]), [Ok(())]);
    assert_eq!(
        store.commit(&[boards(5, LiveBoards::Add([2; 16])), boards(6, LiveBoards::Keep)]),
        [Ok(()), Ok(())]
    );
    assert!(store.is_live(&[[9; 16], [1; 16]]).unwrap() && store.is_live(&[[2; 16]]).unwrap());
    assert!(!store.is_live(&[[3; 16]]).unwrap() && !store.is_live(&[]).unwrap());
    assert_eq!(store.commit(&[boards(7, LiveBoards::Clear)]), [Ok(())]);
    assert!(!store.is_live(&[[1; 16], [2; 16]]).unwrap());

    // One review is kept with a game, and goes with it.
    let review = |key: &str| KeptReview { key: key.to_owned(), review: format!("{{\"of\": \"{key}\"}}") };
    assert_eq!(store.load_review("g").unwrap(), None);
    store.save_review("g", &review("1")).unwrap();
    store.save_review("h", &review("2")).unwrap();
    store.save_review("g", &review("3")).unwrap();
    store.save_review("nobody", &review("4")).unwrap();
    let mut store = again(store);
    assert_eq!(store.load_review("g").unwrap(), Some(review("3")));
    assert_eq!(store.load_review("h").unwrap(), Some(review("2")));
    assert_eq!(store.load_review("nobody").unwrap(), None);

    let outages = [Outage { from_ms: 1, to_ms: 5 }, Outage { from_ms: 7, to_ms: 9 }];
    for outage in outages {
        store.note_outage(outage).unwrap();
    }
    let mut store = again(store);
    assert_eq!(store.outages(5).unwrap(), outages);
    assert_eq!(store.outages(6).unwrap(), outages[1..]);

    store.note_alive(5).unwrap();
    store.note_alive(7).unwrap();
    let mut store = again(store);
    assert_eq!(store.last_alive().unwrap(), Some(7));

    // "g" was last written at 7000, "h" at 5000, "i" at 1000 with its first entry only. A game goes when it was found
    // old twice, a day apart.
    assert_eq!(store.commit(&[write("i", 1, None)]), [Ok(())]);
    let mut sweep = |now_ms, before_ms, unplayed_before_ms| {
        store.sweep(Sweep { now_ms, before_ms, unplayed_before_ms }).unwrap()
    };
    assert_eq!(sweep(10 * DAY, 1000, 1000), 0);
    assert_eq!(sweep(11 * DAY, 1000, 1001), 0, "it was not old before");
    assert_eq!(sweep(12 * DAY - 1, 1000, 1001), 0);
    assert_eq!(sweep(12 * DAY, 1000, 1001), 1);
    // A clock that jumps forward for an hour and back again, and again some days later.
    assert_eq!(sweep(400 * DAY, 8000, 0), 0);
    assert_eq!(sweep(13 * DAY, 1000, 0), 0, "young again");
    assert_eq!(sweep(402 * DAY, 8000, 0), 0);
    assert_eq!(sweep(14 * DAY, 6000, 0), 0, "seen in a future that did not come");
    assert_eq!(sweep(15 * DAY - 1, 6000, 0), 0);
    store.forget_sightings().unwrap();
    let mut sweep =
        |now_ms, before_ms| store.sweep(Sweep { now_ms, before_ms, unplayed_before_ms: 0 }).unwrap();
    assert_eq!(sweep(15 * DAY, 6000), 0);
    assert_eq!(sweep(16 * DAY, 6000), 1);
    assert_eq!(sweep(17 * DAY, 8000), 0);
    assert_eq!(sweep(18 * DAY, 8000), 1);
    assert_eq!(store.load("i").unwrap(), None);
    assert_eq!(store.load("h").unwrap(), None);
    assert_eq!(store.load("g").unwrap(), None);
    assert_eq!(store.commit(&[write("g", 8, None)]), [conflict("g", 8)]);
    assert_eq!(store.commit(&[write("g", 1, None)]), [Ok(())]);
    assert_eq!(store.load("g").unwrap().unwrap().entries.len(), 1);
    assert_eq!(store.load_review("g").unwrap(), None, "the review went with the game of that name before");
}

/// A game with a player who has a key is kept, unless nothing was ever played in it.
fn keeps_what_is_somebodys<S: Store>(mut store: S) {
    let token = Token { hash: [1; 32], players: 1, kind: TokenKind::Key };
    let keyed = |game, seq| Write { tokens: vec![token], ..write(game, seq, None) };
    let writes = [keyed("played", 1), write("played", 2, None), keyed("empty", 1), write("nobodys", 1, None)];
    assert!(store.commit(&writes).iter().all(Result::is_ok));
    let mut sweep = |now_ms, before_ms, unplayed_before_ms| {
        store.sweep(Sweep { now_ms, before_ms, unplayed_before_ms }).unwrap()
    };
    assert_eq!((sweep(DAY, 0, 9000), sweep(2 * DAY, 0, 9000)), (0, 1));
    assert_eq!((sweep(3 * DAY, 9000, 9000), sweep(4 * DAY, 9000, 9000)), (0, 1));
    assert_eq!((sweep(5 * DAY, 9000, 9000), sweep(6 * DAY, 9000, 9000)), (0, 0));
    assert!(store.load("played").unwrap().is_some() && store.load("empty").unwrap().is_none());
    assert_eq!(store.load("played").unwrap().unwrap().tokens, [token]);
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
    keeps_what_is_somebodys(MemoryStore::default());
    people::conforms(MemoryStore::default());
}

#[test]
fn the_sqlite_store_conforms() {
    let folder = Folder::new("conformance");
    let path = folder.0.join("games.sqlite");
    conforms(SqliteStore::open(&path).unwrap(), |store| {
        drop(store);
        SqliteStore::open(&path).unwrap()
    });
    keeps_what_is_somebodys(SqliteStore::open(&folder.0.join("keyed.sqlite")).unwrap());
    people::conforms(SqliteStore::open(&folder.0.join("people.sqlite")).unwrap());
}

#[test]
fn the_postgres_store_conforms() {
    let Some(database) = Postgres::start("conformance") else { return };
    conforms(PostgresStore::open(&database.url()).unwrap(), |store| {
        drop(store);
        PostgresStore::open(&database.url()).unwrap()
    });
}

#[test]
fn people_in_postgres_conform() {
    let Some(database) = Postgres::start("people") else { return };
    people::conforms(PostgresStore::open(&database.url()).unwrap());
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

#[test]
fn two_servers_cannot_use_one_file() {
    let folder = Folder::new("two");
    let path = folder.0.join("games.sqlite");
    let first = SqliteStore::open(&path).unwrap();
    let second = SqliteStore::open(&path).err().unwrap();
    assert!(matches!(second, StoreError::InUse(_)), "{second}");
    assert!(second.to_string().contains("another server uses"), "{second}");
    drop(first);
    SqliteStore::open(&path).unwrap();
}
