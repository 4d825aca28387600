//! The threads that search. They are shared fairly: the visitor who has used the least time is next, whatever each
//! search costs. Moves that a person waits for go before everything else, and no visitor occupies all threads.

mod fair_queue;

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use outflank_engine::{Engine, Options, Random, StopToken};

use crate::visitor::Visitor;
use fair_queue::FairQueue;

/// A handle to the threads.
#[derive(Clone)]
pub(crate) struct EnginePool {
    shared: Arc<Shared>,
}

/// Whom the time of a search is charged to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// A visitor, however many games they have.
    Visitor(Visitor),
    /// A game, where nobody is known or limited.
    Game(String),
}

/// As workers see it: the same for one visitor, whichever server they use.
impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Addresses are not written down anywhere, so neither are they here.
            Owner::Visitor(visitor) => {
                let hash = crate::secret::hash(&format!("{visitor:?}"));
                hash[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Owner::Game(game) => f.write_str(game),
        }
    }
}

impl Owner {
    /// The owner of what a visitor asks for in a game.
    pub(crate) fn of(visitor: Option<Visitor>, game: &str) -> Owner {
        match visitor {
            Some(visitor) if visitor != Visitor::Local => Owner::Visitor(visitor),
            _ => Owner::Game(game.to_owned()),
        }
    }
}

/// How urgent a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A move that a person waits for.
    Move,
    /// A study, a move in a game of computers, or one whose player is not there.
    Background,
}

/// Something to be done with an engine.
pub(crate) struct Job {
    /// Ends it early, or takes it out of the queue.
    pub(crate) stop: StopToken,
    /// What to do. It is dropped without a call if it was stopped before its turn.
    pub(crate) work: Work,
}

/// What a thread does with its engine.
pub(crate) type Work = Box<dyn FnOnce(&mut Engine, &mut Random, &StopToken) + Send>;

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Busy;

/// The most jobs in each queue.
const MOST_MOVES: usize = 4096;
const MOST_BACKGROUND: usize = 64;

struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
}

struct Queues {
    moves: FairQueue,
    background: FairQueue,
    running: Vec<StopToken>,
    quit: bool,
}

impl EnginePool {
    /// Starts this many threads, of which the first only searches moves: no study ever keeps a game waiting.
    pub(crate) fn start(count: usize, table_mb: usize, seed: u64) -> (EnginePool, Vec<JoinHandle<()>>) {
        let count = count.max(2);
        let queues = Queues {
            moves: FairQueue::new(MOST_MOVES, count - 1),
            background: FairQueue::new(MOST_BACKGROUND, (count - 2).max(1)),
            running: Vec::new(),
            quit: false,
        };
        let shared = Arc::new(Shared { queues: Mutex::new(queues), changed: Condvar::new() });
        let threads = (0..count).map(|n| {
            let shared = Arc::clone(&shared);
            let engine = Engine::new(Options { threads: 1, table_mb });
            let random = Random::new(seed.wrapping_add(n as u64));
            std::thread::spawn(move || run(&shared, engine, random, n > 0))
        });
        let threads = threads.collect();
        (EnginePool { shared }, threads)
    }

    /// Queues a job.
    pub(crate) fn submit(&self, priority: Priority, owner: Owner, job: Job) -> Result<(), Busy> {
        let mut queues = self.shared.lock();
        if queues.quit {
            return Err(Busy);
        }
        let queue = match priority {
            Priority::Move => &mut queues.moves,
            Priority::Background => &mut queues.background,
        };
        queue.push(owner, job)?;
        drop(queues);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        let queues = self.shared.lock();
        queues.moves.len() + queues.background.len()
    }

    /// Ends everything: what runs is stopped, what waits is dropped.
    pub(crate) fn quit(&self) {
        let mut queues = self.shared.lock();
        queues.quit = true;
        for stop in &queues.running {
            stop.stop();
        }
        queues.moves.clear();
        queues.background.clear();
        drop(queues);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(shared: &Shared, mut engine: Engine, mut random: Random, background: bool) {
    let mut queues = shared.lock();
    while !queues.quit {
        let mut priority = Priority::Move;
        let mut next = queues.moves.pop();
        if next.is_none() && background {
            priority = Priority::Background;
            next = queues.background.pop();
        }
        let Some((owner, job)) = next else {
            queues = shared.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let stop = job.stop.clone();
        queues.running.push(stop.clone());
        drop(queues);
        let began = Instant::now();
        let work = std::panic::AssertUnwindSafe(|| (job.work)(&mut engine, &mut random, &job.stop));
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!("the engine panicked; its thread goes on with a new one");
            engine = Engine::new(engine.options());
        }
        stop.stop();
        queues = shared.lock();
        match priority {
            Priority::Move => queues.moves.finish(&owner, began.elapsed()),
            Priority::Background => queues.background.finish(&owner, began.elapsed()),
        }
        // Whatever has been stopped no longer runs, or is about to end.
        queues.running.retain(|running| !running.is_stopped());
        // Another thread may have left a job of this owner alone.
        shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn job(work: impl FnOnce(&StopToken) + Send + 'static) -> Job {
        Job { stop: StopToken::new(), work: Box::new(move |_, _, stop| work(stop)) }
    }

    fn endless() -> Job {
        job(|stop| {
            while !stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    }

    fn visitor(n: u32) -> Owner {
        Owner::Visitor(Visitor::Host(n.into()))
    }

    #[test]
    fn a_move_is_found_while_every_other_thread_studies_for_ever() {
        let (pool, threads) = EnginePool::start(3, 1, 1);
        for n in 0..10 {
            pool.submit(Priority::Background, visitor(n), endless()).unwrap();
        }
        let (said, heard) = mpsc::channel();
        pool.submit(Priority::Move, visitor(1), job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        pool.quit();
        for thread in threads {
            thread.join().unwrap();
        }
    }

    #[test]
    fn a_move_is_found_while_one_visitor_has_a_hundred_endless_ones() {
        for threads in [2, 4] {
            let (pool, _threads) = EnginePool::start(threads, 1, 1);
            for _ in 0..100 {
                pool.submit(Priority::Move, visitor(1), endless()).unwrap();
            }
            let (said, heard) = mpsc::channel();
            pool.submit(Priority::Move, visitor(2), job(move |_| said.send(()).unwrap())).unwrap();
            heard.recv_timeout(Duration::from_secs(20)).expect("one thread is left for others");
            pool.quit();
        }
    }

    #[test]
    fn a_panic_does_not_end_a_thread() {
        let (pool, _threads) = EnginePool::start(2, 1, 1);
        pool.submit(Priority::Move, visitor(1), job(|_| panic!("this is meant to be"))).unwrap();
        let (said, heard) = mpsc::channel();
        pool.submit(Priority::Move, visitor(1), job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        pool.quit();
    }
}
