//! The queue itself, as statements to the database.

use tokio_postgres::{Client, Error};

use super::task::Task;

/// Work that a worker has taken.
pub(super) struct Taken {
    pub(super) id: i64,
    pub(super) asker: String,
    pub(super) owner: String,
    pub(super) task: String,
}

/// What has become of work.
pub(super) struct TaskStatus {
    pub(super) id: i64,
    /// Whether a worker has it who has not gone silent.
    pub(super) under_way: bool,
    /// Whether no worker will take it any more.
    pub(super) given_up: bool,
    pub(super) progress: Option<String>,
    pub(super) answer: Option<String>,
}

/// The channels that notify workers of work, and askers of answers.
pub(super) const NEW_WORK: &str = "outflank_work";
pub(crate) const ANSWERS: &str = "outflank_answers";

/// How long a worker's lease and its own presence last without a sign of life.
const LEASE: &str = "3 seconds";
/// A task that has brought down this many workers is left to whoever asked.
const MOST_TRIES: i32 = 3;

/// Queues work. An owner who comes back after a rest starts level with the others, so that nobody saves up time.
pub(super) async fn add(
    client: &Client,
    asker: &str,
    owner: &str,
    urgent: bool,
    task: &Task,
) -> Result<i64, Error> {
    let sql = "WITH level AS (
                 INSERT INTO work_owner (owner, spent_ms)
                 SELECT $2, coalesce((SELECT min(o.spent_ms) FROM work_owner o
                                      WHERE EXISTS (SELECT 1 FROM work w WHERE w.owner = o.owner AND w.answer IS NULL)), 0)
                 ON CONFLICT (owner) DO UPDATE
                 SET spent_ms = greatest(work_owner.spent_ms, excluded.spent_ms), touched = now()
               ), told AS (SELECT pg_notify($5, ''))
               INSERT INTO work (asker, owner, urgent, task) SELECT $1, $2, $3, $4 FROM told RETURNING id";
    // A task is plain data that can be written.
    let task = task.to_json().unwrap_or_default();
    let row = client.query_one(sql, &[&asker, &owner, &urgent, &task, &NEW_WORK]).await?;
    Ok(row.get(0))
}

/// Takes the next work, if there is any.
pub(super) async fn take(client: &Client, worker: &str) -> Result<Option<Taken>, Error> {
    let sql = "UPDATE work SET worker = $1, until = now() + $2::text::interval, tries = tries + 1
               WHERE id = (
                 SELECT work.id FROM work LEFT JOIN work_owner ON work_owner.owner = work.owner
                 WHERE answer IS NULL AND (worker IS NULL OR until < now()) AND tries < $3
                 ORDER BY urgent DESC, coalesce(spent_ms, 0), work.id
                 LIMIT 1 FOR UPDATE OF work SKIP LOCKED)
               RETURNING id, asker, owner, task";
    let rows = client.query(sql, &[&worker, &LEASE, &MOST_TRIES]).await?;
    let taken = |row: &tokio_postgres::Row| Taken {
        id: row.get(0),
        asker: row.get(1),
        owner: row.get(2),
        task: row.get(3),
    };
    Ok(rows.first().map(taken))
}

/// Renews a lease and says how far the work is; `false` if it is no longer wanted, or not from this worker.
pub(super) async fn renew(
    client: &Client,
    worker: &str,
    id: i64,
    progress: Option<&str>,
) -> Result<bool, Error> {
    let sql = "UPDATE work SET until = now() + $3::text::interval, progress = coalesce($4, progress)
               WHERE id = $1 AND worker = $2 AND answer IS NULL";
    Ok(client.execute(sql, &[&id, &worker, &LEASE, &progress]).await? > 0)
}

/// Gives the answer, which counts only from whoever has the lease, and charges the time.
pub(super) async fn answer(
    client: &Client,
    worker: &str,
    taken: &Taken,
    answer: &str,
    spent_ms: i64,
) -> Result<bool, Error> {
    let sql = "WITH counted AS (
                 UPDATE work SET answer = $3 WHERE id = $1 AND worker = $2 AND answer IS NULL RETURNING id
               ), charged AS (
                 INSERT INTO work_owner (owner, spent_ms) VALUES ($4, $5)
                 ON CONFLICT (owner) DO UPDATE SET spent_ms = work_owner.spent_ms + $5, touched = now()
               )
               SELECT pg_notify($6, $7) FROM counted";
    let rows = client
        .query(sql, &[&taken.id, &worker, &answer, &taken.owner, &spent_ms, &ANSWERS, &taken.asker])
        .await?;
    Ok(!rows.is_empty())
}

/// Gives work back: somebody else can take it.
pub(super) async fn give_back(client: &Client, worker: &str) -> Result<(), Error> {
    let sql =
        "UPDATE work SET worker = NULL, until = NULL, tries = tries - 1 WHERE worker = $1 AND answer IS NULL";
    client.execute(sql, &[&worker]).await?;
    client.execute("SELECT pg_notify($1, '')", &[&NEW_WORK]).await.map(drop)
}

/// What has become of everything that somebody asked for.
pub(super) async fn statuses(client: &Client, asker: &str) -> Result<Vec<TaskStatus>, Error> {
    let sql = "SELECT id, coalesce(until >= now(), false), tries >= $2, progress, answer FROM work WHERE asker = $1";
    let rows = client.query(sql, &[&asker, &MOST_TRIES]).await?;
    let status = |row: &tokio_postgres::Row| TaskStatus {
        id: row.get(0),
        under_way: row.get(1),
        given_up: !row.get::<_, bool>(1) && row.get(2),
        progress: row.get(3),
        answer: row.get(4),
    };
    Ok(rows.iter().map(status).collect())
}

/// Takes work out of the queue: it is answered, or no longer wanted.
pub(super) async fn remove(client: &Client, ids: &[i64]) -> Result<(), Error> {
    client.execute("DELETE FROM work WHERE id = ANY ($1)", &[&ids]).await.map(drop)
}

/// Takes everything that somebody asked for out of the queue.
pub(super) async fn remove_all(client: &Client, asker: &str) -> Result<(), Error> {
    client.execute("DELETE FROM work WHERE asker = $1", &[&asker]).await.map(drop)
}

/// Says that a worker is there.
pub(super) async fn beat(client: &Client, worker: &str) -> Result<(), Error> {
    let sql = "INSERT INTO worker (id, until) VALUES ($1, now() + $2::text::interval)
               ON CONFLICT (id) DO UPDATE SET until = excluded.until";
    client.execute(sql, &[&worker, &LEASE]).await.map(drop)
}

/// A worker goes away.
pub(super) async fn leave(client: &Client, worker: &str) -> Result<(), Error> {
    client.execute("DELETE FROM worker WHERE id = $1", &[&worker]).await.map(drop)
}

/// How many workers are there.
pub(super) async fn workers(client: &Client) -> Result<usize, Error> {
    let row = client.query_one("SELECT count(*) FROM worker WHERE until > now()", &[]).await?;
    Ok(row.get::<_, i64>(0) as usize)
}

/// Forgets what those who are gone have left behind.
pub(crate) async fn tidy(client: &Client) -> Result<(), Error> {
    client
        .batch_execute(
            "DELETE FROM worker WHERE until < now() - interval '1 hour';
             DELETE FROM work WHERE added < now() - interval '1 hour' AND (until IS NULL OR until < now());
             DELETE FROM work_owner WHERE touched < now() - interval '1 hour'
               AND NOT EXISTS (SELECT 1 FROM work WHERE work.owner = work_owner.owner)",
        )
        .await
}
