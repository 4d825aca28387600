//! The thread that owns the store. Whoever waits for the disk waits together: all writes that have come in
//! while the last group was being made safe are the next group.

use std::thread::JoinHandle;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Store, StoreError, StoredGame, Write};

/// A handle to the store's thread. The thread ends when all handles are gone.
#[derive(Clone)]
pub struct Journal {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
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
    pub fn start(store: impl Store + 'static) -> (Journal, JoinHandle<()>) {
        let (requests, incoming) = mpsc::channel(WAITING);
        let thread = std::thread::spawn(move || run(store, incoming));
        (Journal { requests }, thread)
    }

    /// Stores an entry; once this returns `Ok` it is safe.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Write(write, reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    /// A game with its whole log.
    pub async fn load(&self, game: String) -> Result<Option<StoredGame>, StoreError> {
        self.ask(move |store| store.load(&game)).await
    }

    /// Lets the store do something between two groups.
    pub async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let ask = move |store: &mut dyn Store| drop(reply.send(question(store)));
        self.requests.send(Request::Read(Box::new(ask))).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

fn run(mut store: impl Store, mut incoming: mpsc::Receiver<Request>) {
    let mut next = incoming.blocking_recv();
    while let Some(request) = next.take() {
        match request {
            Request::Read(ask) => ask(&mut store),
            Request::Write(write, reply) => {
                let (mut writes, mut replies) = (vec![write], vec![reply]);
                while writes.len() < GROUP {
                    match incoming.try_recv() {
                        Ok(Request::Write(write, reply)) => {
                            writes.push(write);
                            replies.push(reply);
                        }
                        Ok(read) => {
                            next = Some(read);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                for (reply, answer) in replies.into_iter().zip(store.commit(&writes)) {
                    // A room that is gone does not need to know; what it wrote is in the log.
                    let _ = reply.send(answer);
                }
            }
        }
        next = next.or_else(|| incoming.blocking_recv());
    }
}

fn stopped() -> StoreError {
    StoreError::Failed("the server is stopping".to_owned())
}
