//! The thread that owns the store. Writes are committed in groups: all that come in while the last group is being
//! written to disk form the next one.

use std::thread::JoinHandle;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use crate::clock::ServerClock;
use crate::cluster::Cluster;
use crate::store::{People, PeopleChange, Store, StoreError, StoreHealth, StoredGame, Write};

/// A handle to the store's thread. The thread ends when all handles are gone.
#[derive(Clone)]
pub(crate) struct Journal {
    requests: mpsc::Sender<Request>,
    health: Arc<StoreHealth>,
}

enum Request {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    People(Vec<PeopleChange>, oneshot::Sender<Vec<Result<(), StoreError>>>),
    Alive(oneshot::Sender<Result<(), StoreError>>),
    Read(Question),
}

/// Something to do with the store between two groups.
type Question = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// The most writes in one group.
const GROUP: usize = 256;
/// The most requests that wait; whoever comes then waits to be let in.
const WAITING: usize = 4096;

impl Journal {
    /// Starts the thread.
    pub(crate) fn start(
        store: impl Store + 'static,
        clock: ServerClock,
        cluster: Option<Arc<Cluster>>,
    ) -> (Journal, JoinHandle<()>) {
        let (requests, incoming) = mpsc::channel(WAITING);
        let health = Arc::new(StoreHealth::default());
        let writer = Writer { store, clock, health: Arc::clone(&health), cluster };
        let thread = std::thread::spawn(move || writer.run(incoming));
        (Journal { requests, health }, thread)
    }

    /// Whether the store works.
    pub(crate) fn health(&self) -> &StoreHealth {
        &self.health
    }

    /// Notes that the server is alive, which proves that moves can be stored, and how much space there is for them.
    pub(crate) async fn note_alive(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Alive(reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    /// Stores an entry; once this returns `Ok` it is safe.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Write(write, reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    /// Stores changes to people; what is answered with `Ok` is safe.
    pub(crate) async fn commit_people(&self, changes: Vec<PeopleChange>) -> Vec<Result<(), StoreError>> {
        let count = changes.len();
        let (reply, answer) = oneshot::channel();
        if self.requests.send(Request::People(changes, reply)).await.is_err() {
            return vec![Err(stopped()); count];
        }
        answer.await.unwrap_or_else(|_| vec![Err(stopped()); count])
    }

    /// Asks something about people.
    pub(crate) async fn people<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn People) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask(move |store| store.people().ok_or_else(no_people).and_then(question)).await
    }

    /// A game with its whole log.
    pub(crate) async fn load(&self, game: String) -> Result<Option<StoredGame>, StoreError> {
        self.ask(move |store| store.load(&game)).await
    }

    /// What is new in a game after an entry.
    pub(crate) async fn load_after(&self, game: String, seq: u64) -> Result<Option<StoredGame>, StoreError> {
        self.ask(move |store| store.load_after(&game, seq)).await
    }

    /// Lets the store do something between two groups.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let ask = move |store: &mut dyn Store| drop(reply.send(question(store)));
        self.requests.send(Request::Read(Box::new(ask))).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

/// The thread's own.
struct Writer<S> {
    store: S,
    clock: ServerClock,
    health: Arc<StoreHealth>,
    /// The servers that have to know of what was written.
    cluster: Option<Arc<Cluster>>,
}

impl<S: Store> Writer<S> {
    fn run(mut self, mut incoming: mpsc::Receiver<Request>) {
        let mut next = incoming.blocking_recv();
        while let Some(request) = next.take() {
            match request {
                Request::Read(ask) => ask(&mut self.store),
                Request::People(changes, reply) => {
                    let answers = match self.store.people() {
                        Some(people) => {
                            let answers = people.commit_people(&changes);
                            self.note_answers(&answers);
                            answers
                        }
                        None => vec![Err(no_people()); changes.len()],
                    };
                    if let Some(cluster) = &self.cluster {
                        let made = changes.iter().zip(&answers).filter(|(_, answer)| answer.is_ok());
                        for (change, _) in made {
                            cluster.changed(change);
                        }
                    }
                    let _ = reply.send(answers);
                }
                Request::Alive(reply) => {
                    let answer = self.store.note_alive(self.clock.now().0);
                    self.note(answer.is_ok());
                    self.health.note_free(self.store.free_bytes());
                    let _ = reply.send(answer);
                }
                Request::Write(write, reply) => {
                    let (mut writes, mut replies) = (vec![write], vec![reply]);
                    while writes.len() < GROUP {
                        match incoming.try_recv() {
                            Ok(Request::Write(write, reply)) => {
                                writes.push(write);
                                replies.push(reply);
                            }
                            Ok(other) => {
                                next = Some(other);
                                break;
                            }
                            Err(_) => break,
                        }
                    }
                    let answers = self.store.commit(&writes);
                    self.note_answers(&answers);
                    if let Some(cluster) = &self.cluster {
                        for (write, _) in writes.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()) {
                            cluster.written(&write.game, write.entry.seq);
                        }
                    }
                    for (reply, answer) in replies.into_iter().zip(answers) {
                        // A room that is gone does not need to know; what it wrote is in the log.
                        let _ = reply.send(answer);
                    }
                }
            }
            next = next.or_else(|| incoming.blocking_recv());
        }
    }

    fn note_answers(&mut self, answers: &[Result<(), StoreError>]) {
        self.note(
            answers.is_empty() || answers.iter().any(|answer| !matches!(answer, Err(StoreError::Failed(_)))),
        );
    }

    /// Something was stored, or could not be.
    fn note(&mut self, stored: bool) {
        if !stored {
            self.health.failed();
        } else if let Some(outage) = self.health.succeeded(self.clock.now()) {
            tracing::warn!(ms = outage.to_ms - outage.from_ms, "the store works again; clocks stood still");
            // If this fails, the next write will, too, and there is another outage to be told of.
            let _ = self.store.note_outage(outage);
        }
    }
}

fn no_people() -> StoreError {
    StoreError::Failed("this store keeps no people".to_owned())
}

fn stopped() -> StoreError {
    StoreError::Failed("the server is stopping".to_owned())
}
