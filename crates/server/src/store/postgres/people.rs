//! People in PostgreSQL.

use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::{Fault, Outcome, PostgresStore, Session, fault};
use crate::secret::{self, Hash};
use crate::store::people::{body, person};
use crate::store::{
    Forgotten, GameChange, OfferRow, People, PeopleChange, Person, PlayedRow, ReportRow, StoreError,
};

const PERSON: &str = "SELECT key, feed, skeleton, version, body FROM person";
const PLAYED: &str = "SELECT game, round, ended_ms, black, white, body FROM played";

/// Why a change was not made.
enum ChangeError {
    /// What it counted on is no longer so.
    Changed,
    /// The database.
    Fault(Fault),
}

impl From<tokio_postgres::Error> for ChangeError {
    fn from(error: tokio_postgres::Error) -> ChangeError {
        let broken = [SqlState::UNIQUE_VIOLATION, SqlState::FOREIGN_KEY_VIOLATION];
        if error.code().is_some_and(|code| broken.contains(code)) {
            ChangeError::Changed
        } else {
            ChangeError::Fault(fault(error))
        }
    }
}

impl People for PostgresStore {
    fn commit_people(&mut self, changes: &[PeopleChange]) -> Vec<Result<(), StoreError>> {
        let outcome = self.run(async |session| {
            session.batch("BEGIN").await?;
            let answers = session.change_all(changes).await;
            match answers {
                Ok(answers) => session.batch("COMMIT").await.map(|()| answers),
                Err(fault) => {
                    // If that fails, the connection has ended, and the transaction with it.
                    let _ = session.batch("ROLLBACK").await;
                    Err(fault)
                }
            }
        });
        outcome.unwrap_or_else(|error| vec![Err(error); changes.len()])
    }

    fn with_keys(&mut self, keys: &[Hash]) -> Result<Vec<Option<Person>>, StoreError> {
        let wanted: Vec<&[u8]> = keys.iter().map(|key| &key[..]).collect();
        let found = self.persons(
            "SELECT key, feed, skeleton, version, body FROM person WHERE key = ANY ($1)",
            &[&wanted],
        )?;
        Ok(keys.iter().map(|key| found.iter().find(|person| person.key == *key).cloned()).collect())
    }

    fn called(&mut self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT key, feed, skeleton, version, body FROM person WHERE skeleton = $1";
        Ok(self.persons(sql, &[&skeleton])?.pop())
    }

    fn with_feed(&mut self, feed: &Hash) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT key, feed, skeleton, version, body FROM person WHERE feed = $1";
        Ok(self.persons(sql, &[&&feed[..]])?.pop())
    }

    fn everybody(&mut self) -> Result<Vec<Person>, StoreError> {
        self.persons(PERSON, &[])
    }

    fn offers(&mut self) -> Result<Vec<OfferRow>, StoreError> {
        let rows = self.query("SELECT id, key, posted_ms, terms FROM offer ORDER BY posted_ms, id", &[])?;
        let offer = |row: &Row| {
            Ok(OfferRow {
                id: row.get(0),
                key: hash(row.get(1))?,
                posted_ms: row.get::<_, i64>(2) as u64,
                terms: row.get(3),
            })
        };
        rows.iter().map(offer).collect()
    }

    fn games_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT game FROM playing WHERE key = $1", key)
    }

    fn seats_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT game FROM token WHERE hash = $1 AND kind = 4", key)
    }

    fn practice(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT line FROM practice WHERE key = $1 ORDER BY number", key)
    }

    fn played(&mut self, key: Option<&Hash>) -> Result<Vec<PlayedRow>, StoreError> {
        let rows = match key {
            None => self.query(&format!("{PLAYED} ORDER BY ended_ms DESC, game, round DESC"), &[]),
            Some(key) => {
                let of = "WHERE black = $1 OR white = $1";
                self.query(&format!("{PLAYED} {of} ORDER BY ended_ms DESC, game, round DESC"), &[&&key[..]])
            }
        };
        let player = |key: Option<&[u8]>| key.map(hash).transpose();
        let row = |row: &Row| {
            Ok(PlayedRow {
                game: row.get(0),
                round: row.get::<_, i64>(1) as u32,
                ended_ms: row.get::<_, i64>(2) as u64,
                black: player(row.get(3))?,
                white: player(row.get(4))?,
                body: row.get(5),
            })
        };
        rows?.iter().map(row).collect()
    }

    fn reports(&mut self) -> Result<Vec<ReportRow>, StoreError> {
        let sql = "SELECT id, at_ms, game, round, reporter, against, reason FROM report ORDER BY at_ms, id";
        let rows = self.query(sql, &[])?;
        let report = |row: &Row| {
            Ok(ReportRow {
                id: row.get(0),
                at_ms: row.get::<_, i64>(1) as u64,
                game: row.get(2),
                round: row.get::<_, i64>(3) as u32,
                reporter: hash(row.get(4))?,
                against: hash(row.get(5))?,
                reason: row.get(6),
            })
        };
        rows.iter().map(report).collect()
    }

    fn forget(&mut self, forgotten: &Forgotten) -> Result<(), StoreError> {
        self.run(async |session| {
            session.batch("BEGIN").await?;
            match session.forget(forgotten).await {
                Ok(()) => session.batch("COMMIT").await,
                Err(trouble) => {
                    let _ = session.batch("ROLLBACK").await;
                    Err(match trouble {
                        ChangeError::Changed => Fault::Refused("a round is not there".to_owned()),
                        ChangeError::Fault(fault) => fault,
                    })
                }
            }
        })
    }
}

impl PostgresStore {
    /// The first column of some rows of a person.
    fn texts(&mut self, sql: &str, key: &Hash) -> Result<Vec<String>, StoreError> {
        let rows = self.query(sql, &[&&key[..]])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn persons(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Person>, StoreError> {
        let rows = self.query(sql, parameters)?;
        let read = |row: &Row| {
            let (key, feed) = (hash(row.get(0))?, hash(row.get(1))?);
            person(key, feed, row.get(2), row.get::<_, i64>(3) as u64, row.get(4))
        };
        rows.iter().map(read).collect()
    }
}

fn hash(bytes: &[u8]) -> Result<Hash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Failed("a key cannot be read".to_owned()))
}

impl Session {
    async fn batch(&self, sql: &str) -> Outcome<()> {
        self.client().batch_execute(sql).await.map_err(fault)
    }

    async fn execute(&self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<u64, ChangeError> {
        Ok(self.client().execute(sql, parameters).await?)
    }

    /// Makes changes one after the other; one that cannot be made leaves the others alone.
    async fn change_all(&self, changes: &[PeopleChange]) -> Outcome<Vec<Result<(), StoreError>>> {
        let mut answers = Vec::with_capacity(changes.len());
        for change in changes {
            self.batch("SAVEPOINT one").await?;
            match self.change(change).await {
                Ok(()) => {
                    self.batch("RELEASE SAVEPOINT one").await?;
                    answers.push(Ok(()));
                }
                Err(ChangeError::Changed) => {
                    self.batch("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one").await?;
                    answers.push(Err(change.refused()));
                }
                Err(ChangeError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(answers)
    }

    async fn change(&self, change: &PeopleChange) -> Result<(), ChangeError> {
        match change {
            PeopleChange::Save(person) => self.save(person).await,
            PeopleChange::Post(OfferRow { id, key, posted_ms, terms }) => {
                let sql = "INSERT INTO offer (id, key, posted_ms, terms) VALUES ($1, $2, $3, $4)";
                self.execute(sql, &[id, &&key[..], &(*posted_ms as i64), terms]).await.map(drop)
            }
            PeopleChange::Withdraw(offer) => {
                self.execute("DELETE FROM offer WHERE id = $1", &[offer]).await.map(drop)
            }
            PeopleChange::Correct(row) => self.correct(row).await,
            PeopleChange::Report(ReportRow { id, at_ms, game, round, reporter, against, reason }) => {
                let sql = "INSERT INTO report (id, at_ms, game, round, reporter, against, reason)
                           VALUES ($1, $2, $3, $4, $5, $6, $7)";
                let (at_ms, round) = (*at_ms as i64, i64::from(*round));
                self.execute(sql, &[id, &at_ms, game, &round, &&reporter[..], &&against[..], reason])
                    .await
                    .map(drop)
            }
            PeopleChange::CloseReport(id) => {
                self.execute("DELETE FROM report WHERE id = $1", &[id]).await.map(drop)
            }
            PeopleChange::Practise { key, lines } => {
                let sql = "INSERT INTO practice (key, digest, line)
                           SELECT $1, digest, line FROM unnest($2::bytea[], $3::text[]) WITH ORDINALITY AS t (digest, line, n)
                           ORDER BY n ON CONFLICT (key, digest) DO NOTHING";
                let digests: Vec<Hash> = lines.iter().map(|line| secret::hash(line)).collect();
                let digests: Vec<&[u8]> = digests.iter().map(|digest| &digest[..]).collect();
                self.execute(sql, &[&&key[..], &digests, lines]).await.map(drop)
            }
            PeopleChange::ForgetPractice(key) => {
                self.execute("DELETE FROM practice WHERE key = $1", &[&&key[..]]).await.map(drop)
            }
            PeopleChange::Game(game) => self.game_change(game).await,
        }
    }

    async fn game_change(&self, change: &GameChange) -> Result<(), ChangeError> {
        // In the same order everywhere, so that no two servers wait for each other.
        let mut take = change.take.clone();
        take.sort();
        for offer in &take {
            expect_one(self.execute("DELETE FROM offer WHERE id = $1", &[offer]).await?)?;
        }
        let mut end = change.end.clone();
        end.sort();
        for offer in &end {
            self.execute("DELETE FROM offer WHERE id = $1", &[offer]).await?;
        }
        if !self.write(&change.write).await? {
            return Err(ChangeError::Changed);
        }
        let mut people: Vec<&Person> = change.people.iter().collect();
        people.sort_by_key(|person| person.key);
        for person in people {
            self.save(person).await?;
        }
        let game = &change.write.game;
        if let Some(people) = &change.playing {
            self.execute("DELETE FROM playing WHERE game = $1", &[game]).await?;
            let keys: Vec<&[u8]> = people.iter().map(|key| &key[..]).collect();
            let sql = "INSERT INTO playing (key, game) SELECT key, $2 FROM unnest($1::bytea[]) AS t (key) ON CONFLICT DO NOTHING";
            self.execute(sql, &[&keys, game]).await?;
        }
        if let Some(PlayedRow { game, round, ended_ms, black, white, body }) = &change.played {
            let sql = "INSERT INTO played (game, round, ended_ms, black, white, body) VALUES ($1, $2, $3, $4, $5, $6)";
            let (black, white) = (black.as_ref().map(|key| &key[..]), white.as_ref().map(|key| &key[..]));
            let (round, ended_ms) = (i64::from(*round), *ended_ms as i64);
            self.execute(sql, &[game, &round, &ended_ms, &black, &white, body]).await?;
        }
        Ok(())
    }

    async fn save(&self, person: &Person) -> Result<(), ChangeError> {
        let Person { key, feed, skeleton, version, .. } = person;
        let body = body(person);
        let saved = if *version == 0 {
            let sql = "INSERT INTO person (key, feed, skeleton, version, body) VALUES ($1, $2, $3, 1, $4)";
            self.execute(sql, &[&&key[..], &&feed[..], skeleton, &body]).await?
        } else {
            let sql = "UPDATE person SET skeleton = $2, version = $3 + 1, body = $4 WHERE key = $1 AND version = $3";
            self.execute(sql, &[&&key[..], skeleton, &(*version as i64), &body]).await?
        };
        expect_one(saved)
    }

    async fn correct(&self, row: &PlayedRow) -> Result<(), ChangeError> {
        let sql = "UPDATE played SET body = $3 WHERE game = $1 AND round = $2";
        expect_one(self.execute(sql, &[&row.game, &i64::from(row.round), &row.body]).await?)
    }

    async fn forget(&self, forgotten: &Forgotten) -> Result<(), ChangeError> {
        for (game, entry) in &forgotten.entries {
            let sql = "UPDATE entry SET events = $3 WHERE game = $1 AND seq = $2";
            self.execute(sql, &[game, &(entry.seq as i64), &entry.events]).await?;
        }
        for row in &forgotten.played {
            self.correct(row).await?;
        }
        let key = &forgotten.key[..];
        self.execute("DELETE FROM token WHERE hash = $1 AND kind = 4", &[&key]).await?;
        self.execute("DELETE FROM person WHERE key = $1", &[&key]).await.map(drop)
    }
}

fn expect_one(rows: u64) -> Result<(), ChangeError> {
    if rows == 1 { Ok(()) } else { Err(ChangeError::Changed) }
}
