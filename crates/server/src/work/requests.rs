//! The searches of a server that workers do for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::{Analysis, StopToken};
use tokio::sync::{Notify, oneshot};
use tokio_postgres::Error;

use super::queue::{self, TaskStatus};
use super::task::{Answer, Task};
use crate::store::Connection;

/// A search to be done for somebody.
pub(crate) struct Request {
    pub(crate) task: Task,
    /// Whom the time is charged to.
    pub(crate) owner: String,
    /// Whether a person waits for a move.
    pub(crate) urgent: bool,
    /// Ends it early.
    pub(crate) stop: StopToken,
    /// Is told what is known so far.
    pub(crate) observer: Option<Observer>,
}

/// Somebody who wants to know how a search gets on.
pub(crate) type Observer = Arc<dyn Fn(&Analysis) + Send + Sync>;

/// What one server has asked for.
pub(crate) struct Requests {
    asker: String,
    pending: Mutex<HashMap<i64, Pending>>,
    workers: AtomicUsize,
    changed: Notify,
}

struct Pending {
    reply: oneshot::Sender<Answer>,
    observer: Option<Observer>,
    stop: StopToken,
    asked: Instant,
    patience: Duration,
    /// The progress that was told last.
    told: Option<String>,
}

/// How often to look for answers while there are open questions, even if no notification comes.
const LOOK: Duration = Duration::from_millis(200);
/// Whoever is not served in this time does the search alone: a move that somebody waits for, anything else.
const URGENT: Duration = Duration::from_millis(400);
const PATIENT: Duration = Duration::from_secs(2);
/// A question that is not in the queue after this has been lost with the database's memory.
const LOST: Duration = Duration::from_secs(1);

impl Requests {
    pub(crate) fn new(asker: String) -> Requests {
        Requests { asker, pending: Mutex::default(), workers: AtomicUsize::new(0), changed: Notify::new() }
    }

    /// Whether there is anybody to ask.
    pub(crate) fn has_workers(&self) -> bool {
        self.workers.load(Ordering::Relaxed) > 0
    }

    /// Asks the workers. Without an answer, whoever asks has to search alone, unless it was stopped.
    pub(crate) async fn ask(&self, connection: &Connection, request: Request) -> Option<Answer> {
        let Request { task, owner, urgent, stop, observer } = request;
        let id = queue::add(&connection.client, &self.asker, &owner, urgent, &task).await.ok()?;
        let (reply, answer) = oneshot::channel();
        let patience = if urgent { URGENT } else { PATIENT };
        let pending = Pending { reply, observer, stop, asked: Instant::now(), patience, told: None };
        self.pending().insert(id, pending);
        let _withdraw = Withdraw { requests: self, id };
        self.changed.notify_one();
        answer.await.ok()
    }

    /// There may be answers.
    pub(crate) fn hear(&self, asker: &str) {
        if asker == self.asker {
            self.changed.notify_one();
        }
    }

    /// Looks after everything that was asked, as long as the connection lasts.
    pub(crate) async fn attend(&self, connection: &Connection) -> Result<(), Error> {
        loop {
            if self.pending().is_empty() {
                self.changed.notified().await;
            } else {
                let _ = tokio::time::timeout(LOOK, self.changed.notified()).await;
            }
            self.collect(connection).await?;
        }
    }

    /// Counts the workers.
    pub(crate) async fn count_workers(&self, connection: &Connection) -> Result<(), Error> {
        let workers = queue::workers(&connection.client).await?;
        self.workers.store(workers, Ordering::Relaxed);
        Ok(())
    }

    /// The connection is lost: everybody searches alone.
    pub(crate) fn abandon(&self) {
        self.workers.store(0, Ordering::Relaxed);
        self.pending().clear();
    }

    async fn collect(&self, connection: &Connection) -> Result<(), Error> {
        let statuses = queue::statuses(&connection.client, &self.asker).await?;
        let gone = self.judge(statuses);
        if gone.is_empty() { Ok(()) } else { queue::remove(&connection.client, &gone).await }
    }

    /// Passes on answers and progress. Returns what is to be taken out of the queue.
    fn judge(&self, statuses: Vec<TaskStatus>) -> Vec<i64> {
        let mut pending = self.pending();
        let mut gone = Vec::new();
        let mut there = Vec::new();
        for TaskStatus { id, under_way, given_up, progress, answer } in statuses {
            there.push(id);
            let Some(mut one) = pending.remove(&id) else {
                // Whoever asked has gone away.
                gone.push(id);
                continue;
            };
            if let Some(text) = answer {
                gone.push(id);
                match Answer::of_json(&text) {
                    Ok(answer) => drop(one.reply.send(answer)),
                    Err(error) => tracing::error!(error, "an answer cannot be read"),
                }
                continue;
            }
            let ignored = given_up || (!under_way && one.asked.elapsed() > one.patience);
            if ignored || one.stop.is_stopped() || one.reply.is_closed() {
                gone.push(id);
                continue;
            }
            if progress.is_some() && progress != one.told {
                let known = progress.as_deref().and_then(|text| Answer::of_json(text).ok());
                if let (Some(Answer::Search(analysis)), Some(observer)) = (known, &one.observer) {
                    observer(&analysis);
                }
                one.told = progress;
            }
            pending.insert(id, one);
        }
        pending.retain(|id, one| there.contains(id) || one.asked.elapsed() < LOST);
        gone
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<i64, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever no longer waits for an answer leaves no question behind.
struct Withdraw<'a> {
    requests: &'a Requests,
    id: i64,
}

impl Drop for Withdraw<'_> {
    fn drop(&mut self) {
        if self.requests.pending().remove(&self.id).is_some() {
            self.requests.changed.notify_one();
        }
    }
}
