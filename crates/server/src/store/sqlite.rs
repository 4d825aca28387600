use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

mod people;

use super::{
    BoardKey, Entry, KeptReview, LiveBoards, Outage, People, Store, StoreError, StoredGame, Sweep, Token,
    TokenKind, Write,
};

/// Keeps games in one `SQLite` file. What is committed survives a crash of the program and of the machine.
pub struct SqliteStore {
    connection: Connection,
    folder: PathBuf,
    /// Held as long as the store is open; the system lets go of it however the process ends.
    _lock: File,
}

/// The first version without a bug that could corrupt a file in write-ahead mode.
const OLDEST_VERSION: i32 = 3_051_003;

/// `Oflk`: tells the file apart from other `SQLite` files.
const APPLICATION_ID: i32 = 0x4f66_6c6b;

/// Steps from each version of the file to the next; what has been released stays as it is.
const MIGRATIONS: [&str; 6] = [
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
    include_str!("migrations/6.sql"),
];

impl SqliteStore {
    /// Opens a file, which is made if there is none. Only one server at a time can have it open.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let lock = lock(path)?;
        if rusqlite::version_number() < OLDEST_VERSION {
            return Err(failed(format!("SQLite {} is too old", rusqlite::version())));
        }
        let mut connection = Connection::open(path).map_err(failed)?;
        connection
            .execute_batch(
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16000;
                 PRAGMA journal_size_limit = 67108864;",
            )
            .map_err(failed)?;
        migrate(&mut connection)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Ok(SqliteStore { connection, folder, _lock: lock })
    }
}

/// Two servers would each believe to have all players of a game: the log would stay whole, the players would not see
/// each other.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let cannot = |error| failed(format!("cannot lock {}: {error}", path.display()));
    let file = File::options().create(true).truncate(false).write(true).open(name).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(cannot(error)),
    }
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let pragma = |connection: &Connection, name: &str| {
        connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0)).map_err(failed)
    };
    let version = pragma(connection, "user_version")? as usize;
    let application = pragma(connection, "application_id")?;
    if (version > 0 && application != APPLICATION_ID) || version > MIGRATIONS.len() {
        return Err(failed("the file belongs to another program or to a newer version of this one"));
    }
    let transaction = connection.transaction().map_err(failed)?;
    for (n, migration) in MIGRATIONS.iter().enumerate().skip(version) {
        transaction.execute_batch(migration).map_err(failed)?;
        transaction.pragma_update(None, "user_version", n as i64 + 1).map_err(failed)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// One write inside the transaction of a group.
fn write(connection: &Connection, write: &Write) -> Result<(), rusqlite::Error> {
    let Write { game, entry, tokens, wake_ms, live_boards } = write;
    let wake_ms = wake_ms.map(|ms| ms as i64);
    let touched = if entry.seq == 1 {
        let sql = "INSERT INTO game (id, seq, touched_ms, wake_ms) VALUES (?1, 1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute(params![game, entry.at_ms as i64, wake_ms])?
    } else {
        let sql = "UPDATE game SET seq = ?2, touched_ms = ?3, wake_ms = ?4 WHERE id = ?1 AND seq = ?2 - 1";
        connection.prepare_cached(sql)?.execute(params![
            game,
            entry.seq as i64,
            entry.at_ms as i64,
            wake_ms
        ])?
    };
    if touched != 1 {
        return Err(rusqlite::Error::StatementChangedRows(touched));
    }
    let sql = "INSERT INTO entry (game, seq, at_ms, command, events) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(sql)?.execute(params![
        game,
        entry.seq as i64,
        entry.at_ms as i64,
        entry.command,
        entry.events
    ])?;
    match live_boards {
        LiveBoards::Keep => {}
        LiveBoards::Add(board) => {
            let sql = "INSERT OR IGNORE INTO live_board (board, game) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute(params![board, game])?;
        }
        LiveBoards::Clear => {
            connection.prepare_cached("DELETE FROM live_board WHERE game = ?1")?.execute([game])?;
        }
    }
    for token in tokens {
        let sql = "INSERT INTO token (game, hash, players, kind) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (game, hash) DO UPDATE SET players = excluded.players, kind = excluded.kind";
        connection.prepare_cached(sql)?.execute(params![
            game,
            token.hash,
            token.players,
            token.kind.number()
        ])?;
    }
    Ok(())
}

impl Store for SqliteStore {
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        let outcome = || -> Result<Vec<Result<(), StoreError>>, rusqlite::Error> {
            let mut transaction = self.connection.transaction()?;
            let mut answers = Vec::with_capacity(writes.len());
            for one in writes {
                let savepoint = transaction.savepoint()?;
                match write(&savepoint, one) {
                    Ok(()) => {
                        savepoint.commit()?;
                        answers.push(Ok(()));
                    }
                    Err(error) if is_conflict(&error) => {
                        let (game, seq) = (one.game.clone(), one.entry.seq);
                        answers.push(Err(StoreError::Conflict { game, seq }));
                    }
                    Err(error) => return Err(error),
                }
            }
            transaction.commit()?;
            Ok(answers)
        }();
        outcome.unwrap_or_else(|error| vec![Err(failed(error)); writes.len()])
    }

    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        let outcome = || -> Result<Option<StoredGame>, rusqlite::Error> {
            let sql = "SELECT seq, at_ms, command, events FROM entry WHERE game = ?1 ORDER BY seq";
            let mut statement = self.connection.prepare_cached(sql)?;
            let entries = statement.query_map([game], |row| {
                Ok(Entry {
                    seq: row.get::<_, i64>(0)? as u64,
                    at_ms: row.get::<_, i64>(1)? as u64,
                    command: row.get(2)?,
                    events: row.get(3)?,
                })
            })?;
            let entries = entries.collect::<Result<Vec<Entry>, _>>()?;
            let sql = "SELECT hash, players, kind FROM token WHERE game = ?1 ORDER BY rowid";
            let mut statement = self.connection.prepare_cached(sql)?;
            let tokens = statement.query_map([game], |row| {
                Ok(Token { hash: row.get(0)?, players: row.get(1)?, kind: TokenKind::of_number(row.get(2)?) })
            })?;
            let tokens = tokens.collect::<Result<Vec<Token>, _>>()?;
            Ok((!entries.is_empty()).then_some(StoredGame { entries, tokens }))
        }();
        outcome.map_err(|error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                StoreError::Damaged { game: game.to_owned(), reason: error.to_string() }
            }
            _ => failed(error),
        })
    }

    fn due(&mut self, by_ms: u64) -> Result<Vec<String>, StoreError> {
        let outcome = || -> Result<Vec<String>, rusqlite::Error> {
            let sql = "SELECT id FROM game WHERE wake_ms <= ?1";
            let mut statement = self.connection.prepare_cached(sql)?;
            statement.query_map([by_ms as i64], |row| row.get(0))?.collect()
        };
        outcome().map_err(failed)
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO server (id, alive_ms) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET alive_ms = ?1";
        self.connection.execute(sql, [now_ms as i64]).map_err(failed)?;
        Ok(())
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT alive_ms FROM server WHERE id = 1";
        let alive = self.connection.query_row(sql, [], |row| row.get::<_, i64>(0)).optional();
        alive.map(|ms| ms.map(|ms| ms as u64)).map_err(failed)
    }

    fn note_outage(&mut self, outage: Outage) -> Result<(), StoreError> {
        let sql = "INSERT INTO outage (from_ms, to_ms) VALUES (?1, ?2)";
        self.connection.execute(sql, [outage.from_ms as i64, outage.to_ms as i64]).map_err(failed)?;
        Ok(())
    }

    fn outages(&mut self, since_ms: u64) -> Result<Vec<Outage>, StoreError> {
        let outcome = || -> Result<Vec<Outage>, rusqlite::Error> {
            self.connection.execute("DELETE FROM outage WHERE to_ms < ?1", [since_ms as i64])?;
            let mut statement =
                self.connection.prepare("SELECT from_ms, to_ms FROM outage ORDER BY to_ms")?;
            let outages = statement.query_map([], |row| {
                Ok(Outage { from_ms: row.get::<_, i64>(0)? as u64, to_ms: row.get::<_, i64>(1)? as u64 })
            })?;
            outages.collect()
        };
        outcome().map_err(failed)
    }

    fn sweep(&mut self, sweep: Sweep) -> Result<usize, StoreError> {
        let Sweep { now_ms, before_ms, unplayed_before_ms } = sweep;
        let keyed = "EXISTS (SELECT 1 FROM token WHERE token.game = game.id AND kind = 4)";
        let old = format!(
            "((touched_ms < ?1 OR (seq = 1 AND touched_ms < ?2)) AND (NOT {keyed} OR (seq = 1 AND touched_ms < ?1)))"
        );
        let outcome = || -> Result<usize, rusqlite::Error> {
            let (before, unplayed, now) = (before_ms as i64, unplayed_before_ms as i64, now_ms as i64);
            let transaction = self.connection.transaction()?;
            let young =
                format!("UPDATE game SET old_since_ms = NULL WHERE old_since_ms IS NOT NULL AND NOT {old}");
            transaction.execute(&young, [before, unplayed])?;
            let seen = format!(
                "UPDATE game SET old_since_ms = ?3 WHERE {old} AND (old_since_ms IS NULL OR old_since_ms > ?3)"
            );
            transaction.execute(&seen, [before, unplayed, now])?;
            let delete = format!("DELETE FROM game WHERE {old} AND old_since_ms <= ?3");
            let deleted = transaction.execute(&delete, [before, unplayed, now - Sweep::GRACE_MS as i64])?;
            transaction.commit()?;
            Ok(deleted)
        }();
        outcome.map_err(failed)
    }

    fn forget_sightings(&mut self) -> Result<(), StoreError> {
        let sql = "UPDATE game SET old_since_ms = NULL WHERE old_since_ms IS NOT NULL";
        self.connection.execute(sql, []).map(drop).map_err(failed)
    }

    fn is_live(&mut self, boards: &[BoardKey]) -> Result<bool, StoreError> {
        let outcome = || -> Result<bool, rusqlite::Error> {
            let sql = "SELECT EXISTS (SELECT 1 FROM live_board WHERE board = ?1)";
            let mut statement = self.connection.prepare_cached(sql)?;
            for board in boards {
                if statement.query_row([board], |row| row.get(0))? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        outcome().map_err(failed)
    }

    fn save_review(&mut self, game: &str, review: &KeptReview) -> Result<(), StoreError> {
        let sql = "INSERT INTO review (game, key, review) SELECT id, ?2, ?3 FROM game WHERE id = ?1
                   ON CONFLICT (game) DO UPDATE SET key = excluded.key, review = excluded.review";
        let saved = self.connection.execute(sql, params![game, review.key, review.review]);
        saved.map(drop).map_err(failed)
    }

    fn load_review(&mut self, game: &str) -> Result<Option<KeptReview>, StoreError> {
        let sql = "SELECT key, review FROM review WHERE game = ?1";
        let read = |row: &rusqlite::Row<'_>| Ok(KeptReview { key: row.get(0)?, review: row.get(1)? });
        self.connection.query_row(sql, [game], read).optional().map_err(failed)
    }

    #[cfg(unix)]
    fn free_bytes(&mut self) -> Option<u64> {
        let system = rustix::fs::statvfs(&self.folder).ok()?;
        Some(system.f_bavail.saturating_mul(system.f_frsize))
    }

    #[cfg(not(unix))]
    fn free_bytes(&mut self) -> Option<u64> {
        let _ = &self.folder;
        None
    }

    fn people(&mut self) -> Option<&mut dyn People> {
        Some(self)
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Only to leave one tidy file behind; everything is safe without it.
        let _ = self.connection.execute_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);");
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is used to map errors, which come by value")]
fn failed(error: impl ToString) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// The row was there already, or the one to be changed was not.
fn is_conflict(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::StatementChangedRows(_) => true,
        error => error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation),
    }
}
