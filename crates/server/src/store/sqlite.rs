use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use super::{Entry, Store, StoreError, StoredGame, Token, TokenKind, Write};

/// Keeps games in one `SQLite` file. What is committed survives a crash of the program and of the machine.
pub struct SqliteStore {
    connection: Connection,
}

/// The first version without a bug that could corrupt a file in write-ahead mode.
const OLDEST_VERSION: i32 = 3_051_003;

/// `Oflk`: tells the file apart from other `SQLite` files.
const APPLICATION_ID: i32 = 0x4f66_6c6b;

/// Steps from each version of the file to the next; what has been released stays as it is.
const MIGRATIONS: [&str; 1] = [include_str!("migrations/1.sql")];

impl SqliteStore {
    /// Opens a file, which is made if there is none.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
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
        Ok(SqliteStore { connection })
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
    let Write { game, entry, tokens, attention } = write;
    let touched = if entry.seq == 1 {
        let sql = "INSERT INTO game (id, seq, touched_ms, attention) VALUES (?1, 1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute(params![game, entry.at_ms as i64, attention])?
    } else {
        let sql = "UPDATE game SET seq = ?2, touched_ms = ?3, attention = ?4 WHERE id = ?1 AND seq = ?2 - 1";
        connection.prepare_cached(sql)?.execute(params![
            game,
            entry.seq as i64,
            entry.at_ms as i64,
            attention
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
    for token in tokens {
        let sql = "INSERT INTO token (game, hash, players, kind) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (game, hash) DO UPDATE SET players = excluded.players, kind = excluded.kind";
        connection.prepare_cached(sql)?.execute(params![
            game,
            token.hash,
            token.players,
            kind_number(token.kind)
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
                Ok(Token { hash: row.get(0)?, players: row.get(1)?, kind: kind_of(row.get(2)?) })
            })?;
            let tokens = tokens.collect::<Result<Vec<Token>, _>>()?;
            Ok((!entries.is_empty()).then_some(StoredGame { entries, tokens }))
        }();
        outcome.map_err(failed)
    }

    fn attention(&mut self) -> Result<Vec<String>, StoreError> {
        let outcome = || -> Result<Vec<String>, rusqlite::Error> {
            let mut statement = self.connection.prepare_cached("SELECT id FROM game WHERE attention")?;
            statement.query_map([], |row| row.get(0))?.collect()
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

    fn sweep(&mut self, before_ms: u64, unplayed_before_ms: u64) -> Result<usize, StoreError> {
        let sql = "DELETE FROM game WHERE touched_ms < ?1 OR (seq = 1 AND touched_ms < ?2)";
        self.connection.execute(sql, [before_ms as i64, unplayed_before_ms as i64]).map_err(failed)
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

fn kind_number(kind: TokenKind) -> u8 {
    match kind {
        TokenKind::Seat => 0,
        TokenKind::Invite => 1,
        TokenKind::UsedInvite => 2,
    }
}

fn kind_of(number: u8) -> TokenKind {
    match number {
        0 => TokenKind::Seat,
        1 => TokenKind::Invite,
        _ => TokenKind::UsedInvite,
    }
}
