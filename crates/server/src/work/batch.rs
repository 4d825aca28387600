//! Many searches at once, for a command that waits for all of them.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use outflank_engine::book::Book;
use outflank_engine::{Engine, Options, Random, StopToken};
use tokio::sync::watch;
use tokio_postgres::{AsyncMessage, Client, Error};

use super::queue::{self, TaskStatus};
use super::task::{Answer, Task};
use crate::store::{Link, PostgresStore, Store, StoreError, sentence};

/// Hands searches out to workers and collects the answers.
pub struct Batch {
    link: Link,
    asker: String,
}

/// Where the searches of a batch come from, and where their answers go.
pub trait Source {
    /// The next search, with a number of its own. None for now: there may be more after an answer.
    fn next(&mut self) -> Option<(usize, Task)>;

    /// The answer to the search with a number. It comes once, and in any order.
    fn answer(&mut self, number: usize, answer: Answer);

    /// So many workers are there; told now and then.
    fn watch(&mut self, workers: usize);
}

/// So many searches are in the queue at a time: enough for any number of workers.
const WINDOW: usize = 256;
/// How often to look for answers, even if no notification comes.
const LOOK: Duration = Duration::from_millis(500);
const RETRY: Duration = Duration::from_millis(500);
/// So often in a row the database may be away.
const PATIENCE: u32 = 60;

/// Connects to the database, whose tables are made if there are none, and takes a name there.
pub(super) fn open(url: &str) -> Result<(Link, String), StoreError> {
    let shared = PostgresStore::open(url)?.shared();
    let shared = shared.ok_or_else(|| StoreError::Failed("the store cannot be shared".to_owned()))?;
    Ok((shared.link, shared.instance))
}

/// What a batch has asked for.
#[derive(Default)]
struct Asked {
    /// What is in the queue, by its number there: its own number, and the question.
    open: HashMap<i64, (usize, Task)>,
    /// What has to be put there.
    waiting: VecDeque<(usize, Task)>,
}

impl Batch {
    /// Connects to the queue.
    pub fn open(url: &str) -> Result<Batch, StoreError> {
        let (link, asker) = open(url)?;
        Ok(Batch { link, asker })
    }

    /// Has everything done that comes from a source. Ends early when it is stopped.
    pub fn run(&self, source: &mut impl Source, stop: &StopToken) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
        let mut asked = Asked::default();
        let mut failures = 0;
        runtime.block_on(async {
            loop {
                match self.work(source, stop, &mut asked, &mut failures).await {
                    Ok(()) => return Ok(()),
                    Err(error) if failures >= PATIENCE => return Err(StoreError::Failed(sentence(&error))),
                    Err(_) => {
                        failures += 1;
                        tokio::time::sleep(RETRY).await;
                    }
                }
            }
        })
    }

    async fn work(
        &self,
        source: &mut impl Source,
        stop: &StopToken,
        asked: &mut Asked,
        failures: &mut u32,
    ) -> Result<(), Error> {
        let (told, mut hear) = watch::channel(());
        let connection = self.link.connect(move |message| {
            if let AsyncMessage::Notification(_) = message {
                told.send_replace(());
            }
        });
        let connection = connection.await?;
        let client = &connection.client;
        client.batch_execute("SET synchronous_commit = off; LISTEN outflank_answers").await?;
        loop {
            source.watch(queue::workers(client).await?);
            for (number, answer) in self.collect(client, stop, asked).await? {
                source.answer(number, answer);
            }
            *failures = 0;
            while !stop.is_stopped() && asked.open.len() < WINDOW {
                if asked.waiting.is_empty() {
                    asked.waiting.extend(source.next());
                }
                // It waits until the queue has it.
                let Some((number, task)) = asked.waiting.front().copied() else { break };
                let id = queue::add(client, &self.asker, &self.asker, false, &task).await?;
                asked.waiting.pop_front();
                asked.open.insert(id, (number, task));
            }
            if asked.open.is_empty() || stop.is_stopped() {
                return queue::remove_all(client, &self.asker).await;
            }
            let _ = tokio::time::timeout(LOOK, hear.changed()).await;
        }
    }

    /// Takes the answers out of the queue; what it has lost is asked again.
    async fn collect(
        &self,
        client: &Client,
        stop: &StopToken,
        asked: &mut Asked,
    ) -> Result<Vec<(usize, Answer)>, Error> {
        let found = queue::statuses(client, &self.asker).await?;
        let mut lost: Vec<i64> = asked.open.keys().copied().collect();
        let mut done = Vec::new();
        let mut answers = Vec::new();
        for TaskStatus { id, given_up, answer, .. } in found {
            lost.retain(|open| *open != id);
            if answer.is_none() && !given_up {
                continue;
            }
            done.push(id);
            let Some((number, task)) = asked.open.remove(&id) else { continue };
            let answer = answer.and_then(|text| Answer::of_json(&text).ok());
            // What workers cannot do is done here.
            let answer = answer.unwrap_or_else(|| {
                let mut engine = Engine::new(Options { threads: 1, ..Options::default() });
                task.run(Book::embedded, &mut engine, &mut Random::new(1), stop, &mut |_| {})
            });
            answers.push((number, answer));
        }
        asked.waiting.extend(lost.iter().filter_map(|id| asked.open.remove(id)));
        if !done.is_empty() {
            // If this fails, they are there for nobody, and are forgotten after a while.
            let _ = queue::remove(client, &done).await;
        }
        Ok(answers)
    }
}
