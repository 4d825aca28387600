//! The threads that search. Each visitor has a queue of its own and the queues take turns, so that nobody waits
//! longer because another asks for more; moves go before studies.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use outflank_engine::{Engine, Options, Random, StopToken};

/// A handle to the threads.
#[derive(Clone)]
pub(crate) struct EnginePool {
    shared: Arc<Shared>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A move in a game: somebody waits for it.
    Move,
    /// Anything else.
    Study,
}

/// Something to be done with an engine.
pub(crate) struct Job {
    /// Ends it early.
    pub(crate) stop: StopToken,
    /// What to do. It is called even if it was stopped before it began.
    pub(crate) work: Work,
}

/// What a thread does with its engine.
pub(crate) type Work = Box<dyn FnOnce(&mut Engine, &mut Random, &StopToken) + Send>;

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Busy;

/// The most jobs in each queue.
const MOST_MOVES: usize = 4096;
const MOST_STUDIES: usize = 64;

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Default)]
struct Queues {
    moves: FairQueue,
    studies: FairQueue,
    running: Vec<StopToken>,
    quit: bool,
}

impl EnginePool {
    /// Starts so many threads, of which the first only looks for moves: no study ever keeps a game waiting.
    pub(crate) fn start(count: usize, table_mb: usize, seed: u64) -> (EnginePool, Vec<JoinHandle<()>>) {
        let shared = Arc::new(Shared::default());
        let threads = (0..count.max(2)).map(|n| {
            let shared = Arc::clone(&shared);
            let engine = Engine::new(Options { threads: 1, table_mb });
            let random = Random::new(seed.wrapping_add(n as u64));
            std::thread::spawn(move || run(&shared, engine, random, n > 0))
        });
        let threads = threads.collect();
        (EnginePool { shared }, threads)
    }

    /// Queues a job of a client.
    pub(crate) fn submit(&self, priority: Priority, client: &str, job: Job) -> Result<(), Busy> {
        let mut queues = self.shared.lock();
        let (queue, most) = match priority {
            Priority::Move => (&mut queues.moves, MOST_MOVES),
            Priority::Study => (&mut queues.studies, MOST_STUDIES),
        };
        if queue.len >= most {
            return Err(Busy);
        }
        queue.push(client, job);
        drop(queues);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        let queues = self.shared.lock();
        queues.moves.len + queues.studies.len
    }

    /// Ends everything: what runs is stopped, what waits is dropped.
    pub(crate) fn quit(&self) {
        let mut queues = self.shared.lock();
        queues.quit = true;
        for stop in &queues.running {
            stop.stop();
        }
        (queues.moves, queues.studies) = (FairQueue::default(), FairQueue::default());
        drop(queues);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(shared: &Shared, mut engine: Engine, mut random: Random, studies: bool) {
    let mut queues = shared.lock();
    while !queues.quit {
        let job = queues.moves.pop().or_else(|| if studies { queues.studies.pop() } else { None });
        let Some(job) = job else {
            queues = shared.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let stop = job.stop.clone();
        queues.running.push(stop.clone());
        drop(queues);
        let work = std::panic::AssertUnwindSafe(|| (job.work)(&mut engine, &mut random, &job.stop));
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!("the engine panicked; its thread goes on with a new one");
            engine = Engine::new(engine.options());
        }
        stop.stop();
        queues = shared.lock();
        // Whatever has been stopped no longer runs, or is about to end.
        queues.running.retain(|running| !running.is_stopped());
    }
}

/// Jobs by client, taken one of each in turn.
#[derive(Default)]
struct FairQueue {
    turns: VecDeque<String>,
    jobs: HashMap<String, VecDeque<Job>>,
    len: usize,
}

impl FairQueue {
    fn push(&mut self, client: &str, job: Job) {
        let jobs = self.jobs.entry(client.to_owned()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client.to_owned());
        }
        jobs.push_back(job);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&client)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.len -= usize::from(job.is_some());
        job
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn job(work: impl FnOnce(&StopToken) + Send + 'static) -> Job {
        Job { stop: StopToken::new(), work: Box::new(move |_, _, stop| work(stop)) }
    }

    #[test]
    fn each_asker_gets_a_turn_however_much_another_asks_for() {
        let mut queue = FairQueue::default();
        let (said, heard) = mpsc::channel();
        for (client, n) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            let said = said.clone();
            queue.push(client, job(move |_| said.send(n).unwrap()));
        }
        let mut engine = Engine::new(Options { threads: 1, table_mb: 1 });
        while let Some(job) = queue.pop() {
            (job.work)(&mut engine, &mut Random::new(1), &job.stop);
        }
        drop(said);
        assert_eq!(heard.iter().collect::<Vec<_>>(), [1, 4, 5, 2, 6, 3]);
        assert_eq!((queue.len, queue.jobs.len(), queue.turns.len()), (0, 0, 0));
    }

    #[test]
    fn a_move_is_found_while_every_other_thread_studies_for_ever() {
        let (engines, threads) = EnginePool::start(3, 1, 1);
        for _ in 0..10 {
            let endless = job(|stop| {
                while !stop.is_stopped() {
                    std::thread::yield_now();
                }
            });
            engines.submit(Priority::Study, "a", endless).unwrap();
        }
        let (said, heard) = mpsc::channel();
        engines.submit(Priority::Move, "b", job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        engines.quit();
        for thread in threads {
            thread.join().unwrap();
        }
    }

    #[test]
    fn a_panic_does_not_end_a_thread() {
        let (engines, _threads) = EnginePool::start(2, 1, 1);
        engines.submit(Priority::Move, "a", job(|_| panic!("this is meant to be"))).unwrap();
        let (said, heard) = mpsc::channel();
        engines.submit(Priority::Move, "a", job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        engines.quit();
    }
}
