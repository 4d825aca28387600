//! People in `SQLite`.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{SqliteStore, failed, is_conflict, write};
use crate::secret::{self, Hash};
use crate::store::people::{body, person};
use crate::store::{
    Forgotten, GameChange, OfferRow, People, PeopleChange, Person, PlayedRow, ReportRow, StoreError,
};

const PERSON: &str = "SELECT key, feed, skeleton, version, body FROM person";
const PLAYED: &str = "SELECT game, round, ended_ms, black, white, body FROM played";

impl People for SqliteStore {
    fn commit_people(&mut self, changes: &[PeopleChange]) -> Vec<Result<(), StoreError>> {
        let outcome = || -> Result<Vec<Result<(), StoreError>>, rusqlite::Error> {
            let mut transaction = self.connection.transaction()?;
            let mut answers = Vec::with_capacity(changes.len());
            for one in changes {
                let savepoint = transaction.savepoint()?;
                match change(&savepoint, one) {
                    Ok(()) => {
                        savepoint.commit()?;
                        answers.push(Ok(()));
                    }
                    Err(error) if is_conflict(&error) => answers.push(Err(one.refused())),
                    Err(error) => return Err(error),
                }
            }
            transaction.commit()?;
            Ok(answers)
        }();
        outcome.unwrap_or_else(|error| vec![Err(failed(error)); changes.len()])
    }

    fn with_keys(&mut self, keys: &[Hash]) -> Result<Vec<Option<Person>>, StoreError> {
        keys.iter().map(|key| self.one(&format!("{PERSON} WHERE key = ?1"), key)).collect()
    }

    fn called(&mut self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        self.one(&format!("{PERSON} WHERE skeleton = ?1"), skeleton)
    }

    fn with_feed(&mut self, feed: &Hash) -> Result<Option<Person>, StoreError> {
        self.one(&format!("{PERSON} WHERE feed = ?1"), feed)
    }

    fn everybody(&mut self) -> Result<Vec<Person>, StoreError> {
        let mut statement = self.connection.prepare_cached(PERSON).map_err(failed)?;
        let rows = statement.query_map([], columns).map_err(failed)?;
        rows.map(|row| row.map_err(failed).and_then(read)).collect()
    }

    fn offers(&mut self) -> Result<Vec<OfferRow>, StoreError> {
        let outcome = || -> Result<Vec<OfferRow>, rusqlite::Error> {
            let sql = "SELECT id, key, posted_ms, terms FROM offer ORDER BY posted_ms, id";
            let mut statement = self.connection.prepare_cached(sql)?;
            let offers = statement.query_map([], |row| {
                Ok(OfferRow {
                    id: row.get(0)?,
                    key: row.get(1)?,
                    posted_ms: row.get::<_, i64>(2)? as u64,
                    terms: row.get(3)?,
                })
            })?;
            offers.collect()
        };
        outcome().map_err(failed)
    }

    fn games_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT game FROM playing WHERE key = ?1", key)
    }

    fn seats_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT game FROM token WHERE hash = ?1 AND kind = 4", key)
    }

    fn played(&mut self, key: Option<&Hash>) -> Result<Vec<PlayedRow>, StoreError> {
        let of = if key.is_some() { "WHERE black = ?1 OR white = ?1" } else { "WHERE ?1 IS NULL" };
        let sql = format!("{PLAYED} {of} ORDER BY ended_ms DESC, game, round DESC");
        let outcome = || -> Result<Vec<PlayedRow>, rusqlite::Error> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let rows = statement.query_map([key], |row| {
                Ok(PlayedRow {
                    game: row.get(0)?,
                    round: row.get(1)?,
                    ended_ms: row.get::<_, i64>(2)? as u64,
                    black: row.get(3)?,
                    white: row.get(4)?,
                    body: row.get(5)?,
                })
            })?;
            rows.collect()
        };
        outcome().map_err(failed)
    }

    fn reports(&mut self) -> Result<Vec<ReportRow>, StoreError> {
        let outcome = || -> Result<Vec<ReportRow>, rusqlite::Error> {
            let sql =
                "SELECT id, at_ms, game, round, reporter, against, reason FROM report ORDER BY at_ms, id";
            let mut statement = self.connection.prepare_cached(sql)?;
            let reports = statement.query_map([], |row| {
                Ok(ReportRow {
                    id: row.get(0)?,
                    at_ms: row.get::<_, i64>(1)? as u64,
                    game: row.get(2)?,
                    round: row.get(3)?,
                    reporter: row.get(4)?,
                    against: row.get(5)?,
                    reason: row.get(6)?,
                })
            })?;
            reports.collect()
        };
        outcome().map_err(failed)
    }

    fn practice(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT line FROM practice WHERE key = ?1 ORDER BY number", key)
    }

    fn forget(&mut self, forgotten: &Forgotten) -> Result<(), StoreError> {
        let mut outcome = || -> Result<(), rusqlite::Error> {
            let transaction = self.connection.transaction()?;
            for (game, entry) in &forgotten.entries {
                let sql = "UPDATE entry SET events = ?3 WHERE game = ?1 AND seq = ?2";
                transaction.execute(sql, params![game, entry.seq as i64, entry.events])?;
            }
            for row in &forgotten.played {
                correct(&transaction, row)?;
            }
            transaction.execute("DELETE FROM token WHERE hash = ?1 AND kind = 4", [forgotten.key])?;
            transaction.execute("DELETE FROM person WHERE key = ?1", [forgotten.key])?;
            transaction.commit()
        };
        outcome().map_err(failed)
    }
}

impl SqliteStore {
    fn one(&self, sql: &str, value: impl rusqlite::ToSql) -> Result<Option<Person>, StoreError> {
        let outcome = || -> Result<Option<Columns>, rusqlite::Error> {
            self.connection.prepare_cached(sql)?.query_row([value], columns).optional()
        };
        outcome().map_err(failed)?.map(read).transpose()
    }

    /// The first column of some rows of a person.
    fn texts(&self, sql: &str, key: &Hash) -> Result<Vec<String>, StoreError> {
        let outcome = || -> Result<Vec<String>, rusqlite::Error> {
            self.connection.prepare_cached(sql)?.query_map([key], |row| row.get(0))?.collect()
        };
        outcome().map_err(failed)
    }
}

type Columns = (Hash, Hash, String, i64, String);

fn columns(row: &Row<'_>) -> Result<Columns, rusqlite::Error> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn read((key, feed, skeleton, version, body): Columns) -> Result<Person, StoreError> {
    person(key, feed, skeleton, version as u64, &body)
}

/// One change inside the transaction of a group.
fn change(connection: &Connection, change: &PeopleChange) -> Result<(), rusqlite::Error> {
    match change {
        PeopleChange::Save(person) => save(connection, person),
        PeopleChange::Post(offer) => {
            let sql = "INSERT INTO offer (id, key, posted_ms, terms) VALUES (?1, ?2, ?3, ?4)";
            let OfferRow { id, key, posted_ms, terms } = offer;
            connection.prepare_cached(sql)?.execute(params![id, key, *posted_ms as i64, terms])?;
            Ok(())
        }
        PeopleChange::Withdraw(offer) => {
            connection.prepare_cached("DELETE FROM offer WHERE id = ?1")?.execute([offer])?;
            Ok(())
        }
        PeopleChange::Correct(row) => correct(connection, row),
        PeopleChange::Report(report) => {
            let sql = "INSERT INTO report (id, at_ms, game, round, reporter, against, reason)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let ReportRow { id, at_ms, game, round, reporter, against, reason } = report;
            let values = params![id, *at_ms as i64, game, round, reporter, against, reason];
            connection.prepare_cached(sql)?.execute(values)?;
            Ok(())
        }
        PeopleChange::CloseReport(id) => {
            connection.prepare_cached("DELETE FROM report WHERE id = ?1")?.execute([id])?;
            Ok(())
        }
        PeopleChange::Practise { key, lines } => {
            let sql = "INSERT INTO practice (key, digest, line) VALUES (?1, ?2, ?3) ON CONFLICT (key, digest) DO NOTHING";
            let mut insert = connection.prepare_cached(sql)?;
            for line in lines {
                insert.execute(params![key, secret::hash(line), line])?;
            }
            Ok(())
        }
        PeopleChange::ForgetPractice(key) => {
            connection.prepare_cached("DELETE FROM practice WHERE key = ?1")?.execute([key])?;
            Ok(())
        }
        PeopleChange::Game(game) => game_change(connection, game),
    }
}

fn game_change(connection: &Connection, change: &GameChange) -> Result<(), rusqlite::Error> {
    let mut delete = connection.prepare_cached("DELETE FROM offer WHERE id = ?1")?;
    for offer in &change.take {
        expect_one(delete.execute([offer])?)?;
    }
    for offer in &change.end {
        delete.execute([offer])?;
    }
    write(connection, &change.write)?;
    for person in &change.people {
        save(connection, person)?;
    }
    let game = &change.write.game;
    if let Some(people) = &change.playing {
        connection.prepare_cached("DELETE FROM playing WHERE game = ?1")?.execute([game])?;
        for key in people {
            let sql = "INSERT OR IGNORE INTO playing (key, game) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute(params![key, game])?;
        }
    }
    if let Some(row) = &change.played {
        let sql =
            "INSERT INTO played (game, round, ended_ms, black, white, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let PlayedRow { game, round, ended_ms, black, white, body } = row;
        connection.prepare_cached(sql)?.execute(params![
            game,
            round,
            *ended_ms as i64,
            black,
            white,
            body
        ])?;
    }
    Ok(())
}

fn save(connection: &Connection, person: &Person) -> Result<(), rusqlite::Error> {
    let Person { key, feed, skeleton, version, .. } = person;
    let saved = if *version == 0 {
        let sql = "INSERT INTO person (key, feed, skeleton, version, body) VALUES (?1, ?2, ?3, 1, ?4)";
        connection.prepare_cached(sql)?.execute(params![key, feed, skeleton, body(person)])?
    } else {
        let sql =
            "UPDATE person SET skeleton = ?2, version = ?3 + 1, body = ?4 WHERE key = ?1 AND version = ?3";
        connection.prepare_cached(sql)?.execute(params![key, skeleton, *version as i64, body(person)])?
    };
    expect_one(saved)
}

fn correct(connection: &Connection, row: &PlayedRow) -> Result<(), rusqlite::Error> {
    let sql = "UPDATE played SET body = ?3 WHERE game = ?1 AND round = ?2";
    expect_one(connection.prepare_cached(sql)?.execute(params![row.game, row.round, row.body])?)
}

fn expect_one(rows: usize) -> Result<(), rusqlite::Error> {
    if rows == 1 { Ok(()) } else { Err(rusqlite::Error::StatementChangedRows(rows)) }
}
