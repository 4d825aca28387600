//! Games in PostgreSQL, for several servers at once.
//!
//! The trait is for one thread that waits, so the store drives its connection itself while it is asked for something.

mod link;
mod migrate;
mod people;
mod tls;

#[cfg(test)]
mod tests;

use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::{
    BoardKey, Entry, KeptReview, LiveBoards, Outage, People, Store, StoreError, StoredGame, Sweep, Token,
    TokenKind, Write,
};
use crate::secret;
pub(crate) use link::{Connection, Link, sentence};

/// Keeps games in PostgreSQL. What is committed survives what the database survives; the log's numbers keep several
/// servers from writing over each other.
pub struct PostgresStore {
    link: Link,
    instance: String,
    ahead_ms: i64,
    /// Always there, but for the moment in which the store goes away.
    runtime: Option<Runtime>,
    session: Option<Session>,
    /// Whether the last thing succeeded.
    works: bool,
    /// When a connection was last tried in vain, and why.
    tried: Option<(Instant, String)>,
}

/// What a server needs to work together with others on the same database.
#[derive(Clone)]
pub struct Shared {
    pub(crate) link: Link,
    /// The name of this server among them.
    pub(crate) instance: String,
    /// By how much the clock of the database is ahead of this machine's: all servers go by that clock.
    pub(crate) ahead_ms: i64,
}

/// A connection with its statements.
struct Session {
    connection: Connection,
    first: Statement,
    next: Statement,
    entries: Statement,
    tokens: Statement,
}

/// What went wrong on the way to the database or in it.
enum Fault {
    /// Nobody knows whether it was done: the connection is gone.
    Lost(String),
    /// It was not done, and would be another time: somebody else was in the way.
    Again(String),
    /// It was not done.
    Refused(String),
}

type Outcome<T> = Result<T, Fault>;

/// The longest that anything takes.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to retry a database that worked until now: it may only have been restarted.
const RESTART: Duration = Duration::from_millis(1500);
const RETRY: Duration = Duration::from_millis(50);

/// The end of both statements that write an entry: what is written together with it, if the fence lets it through.
macro_rules! write_sql {
    ($fence:literal) => {
        concat!(
            "WITH fence AS (",
            $fence,
            "), logged AS (
               INSERT INTO entry (game, seq, at_ms, command, events) SELECT id, $2, $3, $5, $6 FROM fence
             ), cleared AS (
               DELETE FROM live_board USING fence WHERE live_board.game = fence.id AND $8
             ), added AS (
               INSERT INTO live_board (board, game) SELECT $7, id FROM fence WHERE $7::bytea IS NOT NULL
               ON CONFLICT DO NOTHING
             ), rights AS (
               INSERT INTO token (game, hash, players, kind)
               SELECT fence.id, t.hash, t.players, t.kind
               FROM fence, unnest($9::bytea[], $10::smallint[], $11::smallint[])
                 WITH ORDINALITY AS t (hash, players, kind, n) ORDER BY t.n
               ON CONFLICT (game, hash) DO UPDATE SET players = excluded.players, kind = excluded.kind
             )
             SELECT count(*) FROM fence"
        )
    };
}

const FIRST: &str = write_sql!(
    "INSERT INTO game (id, seq, touched_ms, wake_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id"
);

/// Whoever comes late finds another number, or the command already there, and writes nothing.
const NEXT: &str = write_sql!(
    "UPDATE game SET seq = $2, touched_ms = $3, wake_ms = $4
     WHERE id = $1 AND seq = $2::bigint - 1
       AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.game = $1 AND entry.command = $5)
     RETURNING id"
);

impl PostgresStore {
    /// Connects to a database, whose tables are made if there are none.
    pub fn open(url: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_link(Link::parse(url)?)
    }

    fn open_link(link: Link) -> Result<PostgresStore, StoreError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
        let instance = secret::game_id().map_err(|error| StoreError::Failed(error.to_string()))?;
        let mut store = PostgresStore {
            link,
            instance,
            ahead_ms: 0,
            runtime: Some(runtime),
            session: None,
            works: false,
            tried: None,
        };
        // On a thread of its own: whoever opens the store may be in a runtime of theirs.
        let opened = std::thread::scope(|scope| {
            let open = scope.spawn(|| store.open_session(true).and_then(|()| store.compare_clocks()));
            open.join().unwrap_or_else(|_| Err(Fault::Refused("the connection panicked".to_owned())))
        });
        match opened {
            Ok(()) => Ok(store),
            Err(Fault::Lost(why) | Fault::Again(why) | Fault::Refused(why)) => {
                Err(StoreError::Failed(format!("{}: {why}", store.link)))
            }
        }
    }

    /// Notes by how much the database's clock is ahead.
    fn compare_clocks(&mut self) -> Outcome<()> {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let asked = Instant::now();
        let theirs = self.attempt(&mut async |session: &Session| {
            let row = session.client().query_one(sql, &[]).await.map_err(fault)?;
            Ok(row.get::<_, i64>(0))
        })?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // The answer was on its way for about half of the time.
        self.ahead_ms = theirs + (asked.elapsed() / 2).as_millis() as i64 - since.as_millis() as i64;
        Ok(())
    }

    /// Connects, if there is no connection.
    fn open_session(&mut self, migrate: bool) -> Outcome<()> {
        if self.session.is_some() {
            return Ok(());
        }
        // Many may ask while there is no database: one try is enough for all of them.
        if let Some((at, why)) = &self.tried
            && at.elapsed() < RETRY
        {
            return Err(Fault::Lost(why.clone()));
        }
        let opened = self.connect(migrate);
        if let Err(Fault::Lost(why)) = &opened {
            self.tried = Some((Instant::now(), why.clone()));
        }
        self.session = Some(opened?);
        self.works = true;
        Ok(())
    }

    fn connect(&self, migrate: bool) -> Outcome<Session> {
        let link = &self.link;
        let open = async {
            let mut connection = link.connect(drop).await.map_err(fault)?;
            if migrate {
                let migrated = migrate::migrate(&mut connection.client).await;
                migrated.map_err(|error| Fault::Refused(error.to_string()))?;
            }
            let prepare = async |sql| connection.client.prepare(sql).await.map_err(fault);
            let first = prepare(FIRST).await?;
            let next = prepare(NEXT).await?;
            let entries =
                "SELECT seq, at_ms, command, events FROM entry WHERE game = $1 AND seq > $2 ORDER BY seq";
            let entries = prepare(entries).await?;
            let tokens = "SELECT hash, players, kind FROM token WHERE game = $1 ORDER BY added";
            let tokens = prepare(tokens).await?;
            Ok(Session { connection, first, next, entries, tokens })
        };
        let runtime = self.runtime.as_ref().ok_or_else(closed)?;
        let opened = runtime.block_on(async { tokio::time::timeout(PATIENCE, open).await });
        opened.map_err(|_| slow())?
    }

    /// Does something on a connection, once.
    fn attempt<T>(&mut self, work: &mut impl AsyncFnMut(&Session) -> Outcome<T>) -> Outcome<T> {
        self.open_session(false)?;
        let (Some(runtime), Some(session)) = (&self.runtime, &self.session) else {
            return Err(closed());
        };
        let done = runtime.block_on(async { tokio::time::timeout(PATIENCE, work(session)).await });
        let done = done.unwrap_or_else(|_| Err(slow()));
        if matches!(done, Err(Fault::Lost(_))) {
            self.session = None;
        }
        done
    }

    /// Does something, again if the connection was lost or somebody was in the way. What is written twice meets itself
    /// at the fence.
    fn run<T>(&mut self, mut work: impl AsyncFnMut(&Session) -> Outcome<T>) -> Result<T, StoreError> {
        let give_up = Instant::now() + if self.works { RESTART } else { Duration::ZERO };
        loop {
            match self.attempt(&mut work) {
                Ok(done) => {
                    self.works = true;
                    return Ok(done);
                }
                Err(Fault::Lost(_) | Fault::Again(_)) if Instant::now() < give_up => {
                    std::thread::sleep(RETRY);
                }
                Err(Fault::Lost(why) | Fault::Again(why)) => {
                    self.works = false;
                    return Err(StoreError::Failed(why));
                }
                Err(Fault::Refused(why)) => return Err(StoreError::Failed(why)),
            }
        }
    }

    /// Runs a statement and returns how many rows it touched.
    fn execute(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<u64, StoreError> {
        self.run(async |session| session.client().execute(sql, parameters).await.map_err(fault))
    }

    fn query(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        self.run(async |session| session.client().query(sql, parameters).await.map_err(fault))
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.session = None;
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn closed() -> Fault {
    Fault::Refused("the store is closed".to_owned())
}

fn slow() -> Fault {
    Fault::Lost("the database does not answer".to_owned())
}

#[allow(clippy::needless_pass_by_value, reason = "it is used to map errors, which come by value")]
fn fault(error: tokio_postgres::Error) -> Fault {
    let why = sentence(&error);
    let Some(code) = error.code() else {
        return Fault::Lost(why);
    };
    let restarts = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    if restarts.contains(code) || code.code().starts_with("08") {
        Fault::Lost(why)
    } else if code.code().starts_with("40") || *code == SqlState::LOCK_NOT_AVAILABLE {
        Fault::Again(why)
    } else {
        Fault::Refused(why)
    }
}

impl Session {
    fn client(&self) -> &Client {
        &self.connection.client
    }

    /// Writes one entry; `false` if it does not follow the last one.
    async fn write(&self, write: &Write) -> Result<bool, tokio_postgres::Error> {
        let Write { game, entry, tokens, wake_ms, live_boards } = write;
        let (seq, at_ms, wake_ms) = (entry.seq as i64, entry.at_ms as i64, wake_ms.map(|ms| ms as i64));
        let board: Option<&[u8]> = match live_boards {
            LiveBoards::Add(board) => Some(board),
            LiveBoards::Keep | LiveBoards::Clear => None,
        };
        let clear = *live_boards == LiveBoards::Clear;
        let hashes: Vec<&[u8]> = tokens.iter().map(|token| &token.hash[..]).collect();
        let players: Vec<i16> = tokens.iter().map(|token| token.players.into()).collect();
        let kinds: Vec<i16> = tokens.iter().map(|token| token.kind.number().into()).collect();
        let statement = if entry.seq == 1 { &self.first } else { &self.next };
        let (command, events) = (&entry.command, &entry.events);
        let parameters: [&(dyn ToSql + Sync); 11] =
            [game, &seq, &at_ms, &wake_ms, command, events, &board, &clear, &hashes, &players, &kinds];
        let row = self.client().query_one(statement, &parameters).await?;
        Ok(row.get::<_, i64>(0) == 1)
    }

    /// Writes a group in one transaction, and in one exchange: nothing waits for the answer to what was sent before it.
    async fn write_group(&self, writes: &[&Write]) -> Result<Vec<bool>, tokio_postgres::Error> {
        if let [write] = writes {
            return Ok(vec![self.write(write).await?]);
        }
        let (begin, commit) = (self.client().batch_execute("BEGIN"), self.client().batch_execute("COMMIT"));
        let writes = writes.iter().map(|write| self.write(write));
        let (begun, written, committed) = in_order(begin, writes, commit).await;
        begun?;
        let written = written.into_iter().collect::<Result<Vec<bool>, _>>()?;
        committed?;
        Ok(written)
    }
}

/// Waits for all of these. Each is begun when those before it have been sent, and sent when it is begun.
async fn in_order<A, B, C>(
    first: impl Future<Output = A>,
    middle: impl Iterator<Item = impl Future<Output = B>>,
    last: impl Future<Output = C>,
) -> (A, Vec<B>, C) {
    use futures_util::future::{MaybeDone, maybe_done};
    let mut first = Box::pin(maybe_done(first));
    let mut middle: Vec<Pin<Box<MaybeDone<_>>>> = middle.map(|one| Box::pin(maybe_done(one))).collect();
    let mut last = Box::pin(maybe_done(last));
    std::future::poll_fn(|context| {
        let mut ready = first.as_mut().poll(context).is_ready();
        for one in &mut middle {
            ready &= one.as_mut().poll(context).is_ready();
        }
        ready &= last.as_mut().poll(context).is_ready();
        if ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    let taken = "what is ready has an output";
    let middle = middle.iter_mut().map(|one| one.as_mut().take_output().expect(taken)).collect();
    (first.as_mut().take_output().expect(taken), middle, last.as_mut().take_output().expect(taken))
}

impl Store for PostgresStore {
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        // All servers lock games in the same order, so that none waits for one that waits for it. What is written to one
        // game stays in its order.
        let mut order: Vec<usize> = (0..writes.len()).collect();
        order.sort_by_key(|n| &writes[*n].game);
        let sorted: Vec<&Write> = order.iter().map(|n| &writes[*n]).collect();
        let group = self.run(async |session| session.write_group(&sorted).await.map_err(fault));
        let mut answers = vec![Ok(()); writes.len()];
        let answer = |write: &Write, written: bool| {
            let conflict = || StoreError::Conflict { game: write.game.clone(), seq: write.entry.seq };
            if written { Ok(()) } else { Err(conflict()) }
        };
        match group {
            Ok(written) => {
                for (n, written) in order.into_iter().zip(written) {
                    answers[n] = answer(&writes[n], written);
                }
            }
            // One that the database refuses must not keep the others from being written.
            Err(_) if self.works && writes.len() > 1 => {
                for (write, n) in sorted.iter().zip(order) {
                    let one = self.run(async |session| session.write(write).await.map_err(fault));
                    answers[n] = one.and_then(|written| answer(write, written));
                }
            }
            Err(error) => answers.fill(Err(error)),
        }
        answers
    }

    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        let stored = self.load_after(game, 0)?;
        Ok(stored.filter(|stored| !stored.entries.is_empty()))
    }

    fn load_after(&mut self, game: &str, seq: u64) -> Result<Option<StoredGame>, StoreError> {
        if game.contains('\0') {
            // No text of the database has one.
            return Ok(None);
        }
        let (entries, tokens) = self.run(async |session| {
            let (client, seq) = (session.client(), seq as i64);
            let (of_game, after): ([&(dyn ToSql + Sync); 1], [&(dyn ToSql + Sync); 2]) =
                ([&game], [&game, &seq]);
            // A token that is newer than the entries does no harm.
            let entries = client.query(&session.entries, &after);
            let tokens = client.query(&session.tokens, &of_game);
            let (entries, tokens) = tokio::join!(entries, tokens);
            Ok((entries.map_err(fault)?, tokens.map_err(fault)?))
        })?;
        let entries: Vec<Entry> = entries
            .iter()
            .map(|row| Entry {
                seq: row.get::<_, i64>(0) as u64,
                at_ms: row.get::<_, i64>(1) as u64,
                command: row.get(2),
                events: row.get(3),
            })
            .collect();
        let damaged = || StoreError::Damaged { game: game.to_owned(), reason: "a bad token".to_owned() };
        let tokens = tokens.iter().map(|row| {
            let hash = row.get::<_, &[u8]>(0).try_into().map_err(|_| damaged())?;
            let kind = TokenKind::of_number(row.get::<_, i16>(2) as u8);
            Ok(Token { hash, players: row.get::<_, i16>(1) as u8, kind })
        });
        let tokens = tokens.collect::<Result<Vec<Token>, StoreError>>()?;
        // Whatever was made by a server has a token: its maker's.
        Ok((!tokens.is_empty() || !entries.is_empty()).then_some(StoredGame { entries, tokens }))
    }

    fn shared(&self) -> Option<Shared> {
        let Self { link, instance, ahead_ms, .. } = self;
        Some(Shared { link: link.clone(), instance: instance.clone(), ahead_ms: *ahead_ms })
    }

    fn due(&mut self, by_ms: u64) -> Result<Vec<String>, StoreError> {
        // Those that no other server sees to are this one's.
        let sql = "INSERT INTO lease (game, instance)
                   SELECT id, $2 FROM game WHERE wake_ms <= $1 AND NOT EXISTS (
                     SELECT 1 FROM lease JOIN instance ON instance.id = lease.instance
                     WHERE lease.game = game.id AND lease.instance <> $2 AND instance.until > now())
                   ORDER BY id
                   ON CONFLICT (game) DO UPDATE SET instance = $2 WHERE lease.instance = $2 OR NOT EXISTS (
                     SELECT 1 FROM instance WHERE instance.id = lease.instance AND instance.until > now())
                   RETURNING game";
        let instance = self.instance.clone();
        let rows = self.query(sql, &[&(by_ms as i64), &instance])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO server (id, alive_ms) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET alive_ms = $1";
        self.execute(sql, &[&(now_ms as i64)]).map(drop)
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT CASE WHEN EXISTS (SELECT 1 FROM instance WHERE id <> $1 AND until > now())
                   THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint ELSE alive_ms END FROM server";
        let instance = self.instance.clone();
        let rows = self.query(sql, &[&instance])?;
        Ok(rows.first().map(|row| row.get::<_, i64>(0) as u64))
    }

    fn note_outage(&mut self, outage: Outage) -> Result<(), StoreError> {
        let sql = "INSERT INTO outage (from_ms, to_ms) VALUES ($1, $2)";
        self.execute(sql, &[&(outage.from_ms as i64), &(outage.to_ms as i64)]).map(drop)
    }

    fn outages(&mut self, since_ms: u64) -> Result<Vec<Outage>, StoreError> {
        self.execute("DELETE FROM outage WHERE to_ms < $1", &[&(since_ms as i64)])?;
        let rows = self.query("SELECT from_ms, to_ms FROM outage ORDER BY to_ms", &[])?;
        let outage =
            |row: &Row| Outage { from_ms: row.get::<_, i64>(0) as u64, to_ms: row.get::<_, i64>(1) as u64 };
        Ok(rows.iter().map(outage).collect())
    }

    fn sweep(&mut self, sweep: Sweep) -> Result<usize, StoreError> {
        let Sweep { now_ms, before_ms, unplayed_before_ms } = sweep;
        let (before, unplayed, now) = (before_ms as i64, unplayed_before_ms as i64, now_ms as i64);
        let keyed = "EXISTS (SELECT 1 FROM token WHERE token.game = game.id AND kind = 4)";
        let old = format!(
            "((touched_ms < $1 OR (seq = 1 AND touched_ms < $2)) AND (NOT {keyed} OR (seq = 1 AND touched_ms < $1)))"
        );
        let young =
            format!("UPDATE game SET old_since_ms = NULL WHERE old_since_ms IS NOT NULL AND NOT {old}");
        self.execute(&young, &[&before, &unplayed])?;
        let seen = format!(
            "UPDATE game SET old_since_ms = $3 WHERE {old} AND (old_since_ms IS NULL OR old_since_ms > $3)"
        );
        self.execute(&seen, &[&before, &unplayed, &now])?;
        let delete = format!("DELETE FROM game WHERE {old} AND old_since_ms <= $3");
        let grace = now - Sweep::GRACE_MS as i64;
        self.execute(&delete, &[&before, &unplayed, &grace]).map(|deleted| deleted as usize)
    }

    fn forget_sightings(&mut self) -> Result<(), StoreError> {
        let sql = "UPDATE game SET old_since_ms = NULL WHERE old_since_ms IS NOT NULL";
        self.execute(sql, &[]).map(drop)
    }

    fn is_live(&mut self, boards: &[BoardKey]) -> Result<bool, StoreError> {
        let boards: Vec<&[u8]> = boards.iter().map(|board| &board[..]).collect();
        let sql = "SELECT EXISTS (SELECT 1 FROM live_board WHERE board = ANY ($1))";
        let rows = self.query(sql, &[&boards])?;
        Ok(rows.first().is_some_and(|row| row.get(0)))
    }

    fn save_review(&mut self, game: &str, review: &KeptReview) -> Result<(), StoreError> {
        let sql = "INSERT INTO review (game, key, review) SELECT id, $2, $3 FROM game WHERE id = $1
                   ON CONFLICT (game) DO UPDATE SET key = excluded.key, review = excluded.review";
        self.execute(sql, &[&game, &review.key, &review.review]).map(drop)
    }

    fn load_review(&mut self, game: &str) -> Result<Option<KeptReview>, StoreError> {
        let rows = self.query("SELECT key, review FROM review WHERE game = $1", &[&game])?;
        Ok(rows.first().map(|row| KeptReview { key: row.get(0), review: row.get(1) }))
    }

    fn people(&mut self) -> Option<&mut dyn People> {
        Some(self)
    }

    /// That is for the database to know.
    fn free_bytes(&mut self) -> Option<u64> {
        None
    }
}
