//! A worker: threads that take searches from the queue.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::book::Book;
use outflank_engine::{Engine, Options, Random, StopToken};
use tokio::sync::watch;
use tokio_postgres::AsyncMessage;

use super::queue::{self, Taken};
use super::task::{Answer, Task};
use crate::store::{Connection, Link, StoreError, sentence};

/// Takes searches from a queue in PostgreSQL, does them and gives the answers.
pub struct Worker {
    link: Link,
    name: String,
    threads: usize,
    table_mb: usize,
}

/// Between two renewals of a lease, in which the worker also says how far it is.
const RENEW: Duration = Duration::from_millis(700);
/// How often an idle worker looks for work.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait before trying to reach the database again.
const RETRY: Duration = Duration::from_millis(500);

/// What all threads of a worker share.
struct Shared {
    name: String,
    connection: watch::Receiver<Option<Arc<Connection>>>,
    /// Changes when there may be new work.
    new_work: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
}

impl Worker {
    /// A worker with so many threads, each with a transposition table of its own. The tables of the queue have to be
    /// there, which they are as soon as a server has been started, or this makes them.
    pub fn open(url: &str, threads: usize, table_mb: usize) -> Result<Worker, StoreError> {
        let (link, name) = super::batch::open(url)?;
        Ok(Worker { link, name, threads: threads.max(1), table_mb })
    }

    /// Works until `stop` is ready. What is under way then is given back. Returns how many answers counted.
    pub async fn run(self, stop: impl Future<Output = ()>) -> usize {
        let (connected, connection) = watch::channel(None);
        let (news, new_work) = watch::channel(0);
        let (quit, stopping) = watch::channel(false);
        let shared = Arc::new(Shared { name: self.name.clone(), connection, new_work, stopping });
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        let threads: Vec<_> = (0..self.threads)
            .map(|n| {
                let engine = Engine::new(Options { threads: 1, table_mb: self.table_mb });
                tokio::spawn(work(Arc::clone(&shared), engine, Random::new(seed.wrapping_add(n as u64))))
            })
            .collect();
        tokio::select! {
            () = self.keep_connected(&connected, &news) => {}
            () = stop => {}
        }
        quit.send_replace(true);
        let mut counted = 0;
        for thread in threads {
            counted += thread.await.unwrap_or(0);
        }
        let connection = connected.borrow().clone();
        if let Some(connection) = connection {
            let _ = queue::give_back(&connection.client, &self.name).await;
            let _ = queue::leave(&connection.client, &self.name).await;
        }
        counted
    }

    async fn keep_connected(
        &self,
        connected: &watch::Sender<Option<Arc<Connection>>>,
        news: &watch::Sender<u64>,
    ) {
        loop {
            if let Err(error) = self.stay_connected(connected, news).await {
                tracing::warn!(error = sentence(&error), "the database cannot be reached");
            }
            connected.send_replace(None);
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn stay_connected(
        &self,
        connected: &watch::Sender<Option<Arc<Connection>>>,
        news: &watch::Sender<u64>,
    ) -> Result<(), tokio_postgres::Error> {
        let told = news.clone();
        let connection = self.link.connect(move |message| {
            if matches!(message, AsyncMessage::Notification(_)) {
                told.send_modify(|count| *count += 1);
            }
        });
        let connection = Arc::new(connection.await?);
        connection.client.batch_execute("SET synchronous_commit = off; LISTEN outflank_work").await?;
        connected.send_replace(Some(Arc::clone(&connection)));
        loop {
            queue::beat(&connection.client, &self.name).await?;
            tokio::time::sleep(RENEW).await;
        }
    }
}

/// One thread: takes work, does it, gives the answer.
async fn work(shared: Arc<Shared>, mut engine: Engine, mut random: Random) -> usize {
    let mut counted = 0;
    let mut stopping = shared.stopping.clone();
    let mut new_work = shared.new_work.clone();
    while !*stopping.borrow() {
        new_work.mark_unchanged();
        let connection = shared.connection.borrow().clone();
        let taken = match &connection {
            Some(connection) => queue::take(&connection.client, &shared.name).await,
            None => Ok(None),
        };
        match taken {
            Ok(Some(taken)) => {
                let done = search(&shared, &taken, engine, random).await;
                counted += usize::from(done.counted);
                (engine, random) = (done.engine, done.random);
            }
            Ok(None) | Err(_) => {
                tokio::select! {
                    _ = new_work.changed() => {}
                    _ = stopping.changed() => {}
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
        }
    }
    counted
}

struct Done {
    engine: Engine,
    random: Random,
    counted: bool,
}

/// Does one search on a thread of its own, and renews its lease meanwhile.
async fn search(shared: &Shared, taken: &Taken, mut engine: Engine, mut random: Random) -> Done {
    let options = engine.options();
    let Ok(task) = Task::of_json(&taken.task) else {
        // Not for this version: the lease runs out, and somebody else takes it.
        tracing::warn!(id = taken.id, "this work cannot be read");
        tokio::time::sleep(LOOK).await;
        return Done { engine, random, counted: false };
    };
    let stop = StopToken::new();
    let progress: Arc<Mutex<Option<String>>> = Arc::default();
    let began = Instant::now();
    let mut job = {
        let (stop, progress) = (stop.clone(), Arc::clone(&progress));
        tokio::task::spawn_blocking(move || {
            let answer = task.run(Book::embedded, &mut engine, &mut random, &stop, &mut |analysis| {
                let text = Answer::Search(analysis.clone()).to_json().ok();
                *progress.lock().unwrap_or_else(PoisonError::into_inner) = text;
            });
            (answer, engine, random)
        })
    };
    let mut stopping = shared.stopping.clone();
    let finished = loop {
        tokio::select! {
            finished = &mut job => break finished,
            _ = stopping.changed() => stop.stop(),
            () = tokio::time::sleep(RENEW) => {
                let text = progress.lock().unwrap_or_else(PoisonError::into_inner).take();
                let connection = shared.connection.borrow().clone();
                if let Some(connection) = connection {
                    let wanted = queue::renew(&connection.client, &shared.name, taken.id, text.as_deref()).await;
                    if matches!(wanted, Ok(false)) {
                        stop.stop();
                    }
                }
            }
        }
    };
    let Ok((answer, engine, random)) = finished else {
        tracing::error!(id = taken.id, "the engine panicked; another one goes on");
        return Done { engine: Engine::new(options), random: Random::new(taken.id as u64), counted: false };
    };
    let mut counted = false;
    // What was stopped says nothing.
    if !stop.is_stopped()
        && let Ok(text) = answer.to_json()
    {
        let spent = began.elapsed().as_millis().max(1) as i64;
        // The connection may be lost for a moment; as long as the lease lasts, the answer is wanted.
        while began.elapsed() < Duration::from_millis(spent as u64) + 4 * RENEW {
            let connection = shared.connection.borrow().clone();
            if let Some(connection) = connection
                && let Ok(done) = queue::answer(&connection.client, &shared.name, taken, &text, spent).await
            {
                counted = done;
                break;
            }
            tokio::time::sleep(RETRY / 5).await;
        }
    }
    Done { engine, random, counted }
}
