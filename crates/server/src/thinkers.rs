//! The threads that think. There are few of them and many who ask, so everybody waits in a fair line: one job
//! of each asker in turn, moves before studies.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use outflank_engine::{Engine, Options, Random, StopToken};

/// A handle to the threads.
#[derive(Clone)]
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
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

/// The line is too long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Busy;

/// The most jobs in each line.
const MOST_MOVES: usize = 4096;
const MOST_STUDIES: usize = 64;

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

#[derive(Default)]
struct Desk {
    moves: Line,
    studies: Line,
    running: Vec<StopToken>,
    quit: bool,
}

impl Thinkers {
    /// Starts so many threads, of which the first only looks for moves: no study ever keeps a game waiting.
    pub(crate) fn start(count: usize, table_mb: usize, seed: u64) -> (Thinkers, Vec<JoinHandle<()>>) {
        let shared = Arc::new(Shared::default());
        let threads = (0..count.max(2)).map(|n| {
            let shared = Arc::clone(&shared);
            let engine = Engine::new(Options { threads: 1, table_mb });
            let random = Random::new(seed.wrapping_add(n as u64));
            std::thread::spawn(move || run(&shared, engine, random, n > 0))
        });
        let threads = threads.collect();
        (Thinkers { shared }, threads)
    }

    /// Puts a job into the line of an asker.
    pub(crate) fn ask(&self, rank: Rank, asker: &str, job: Job) -> Result<(), Busy> {
        let mut desk = self.shared.desk();
        let (line, most) = match rank {
            Rank::Move => (&mut desk.moves, MOST_MOVES),
            Rank::Study => (&mut desk.studies, MOST_STUDIES),
        };
        if line.len >= most {
            return Err(Busy);
        }
        line.push(asker, job);
        drop(desk);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        let desk = self.shared.desk();
        desk.moves.len + desk.studies.len
    }

    /// Ends everything: what runs is stopped, what waits is dropped.
    pub(crate) fn quit(&self) {
        let mut desk = self.shared.desk();
        desk.quit = true;
        for stop in &desk.running {
            stop.stop();
        }
        (desk.moves, desk.studies) = (Line::default(), Line::default());
        drop(desk);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(shared: &Shared, mut engine: Engine, mut random: Random, studies: bool) {
    let mut desk = shared.desk();
    while !desk.quit {
        let job = desk.moves.pop().or_else(|| if studies { desk.studies.pop() } else { None });
        let Some(job) = job else {
            desk = shared.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let stop = job.stop.clone();
        desk.running.push(stop.clone());
        drop(desk);
        let work = std::panic::AssertUnwindSafe(|| (job.work)(&mut engine, &mut random, &job.stop));
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!("the engine panicked; its thread goes on with a new one");
            engine = Engine::new(engine.options());
        }
        stop.stop();
        desk = shared.desk();
        // Whatever has been stopped no longer runs, or is about to end.
        desk.running.retain(|running| !running.is_stopped());
    }
}

/// Jobs by asker, taken one of each in turn.
#[derive(Default)]
struct Line {
    turns: VecDeque<String>,
    jobs: HashMap<String, VecDeque<Job>>,
    len: usize,
}

impl Line {
    fn push(&mut self, asker: &str, job: Job) {
        let jobs = self.jobs.entry(asker.to_owned()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(asker.to_owned());
        }
        jobs.push_back(job);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Job> {
        let asker = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&asker)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&asker);
        } else {
            self.turns.push_back(asker);
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
        let mut line = Line::default();
        let (said, heard) = mpsc::channel();
        for (asker, n) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            let said = said.clone();
            line.push(asker, job(move |_| said.send(n).unwrap()));
        }
        let mut engine = Engine::new(Options { threads: 1, table_mb: 1 });
        while let Some(job) = line.pop() {
            (job.work)(&mut engine, &mut Random::new(1), &job.stop);
        }
        drop(said);
        assert_eq!(heard.iter().collect::<Vec<_>>(), [1, 4, 5, 2, 6, 3]);
        assert_eq!((line.len, line.jobs.len(), line.turns.len()), (0, 0, 0));
    }

    #[test]
    fn a_move_is_found_while_every_other_thread_studies_for_ever() {
        let (thinkers, threads) = Thinkers::start(3, 1, 1);
        for _ in 0..10 {
            let endless = job(|stop| {
                while !stop.is_stopped() {
                    std::thread::yield_now();
                }
            });
            thinkers.ask(Rank::Study, "a", endless).unwrap();
        }
        let (said, heard) = mpsc::channel();
        thinkers.ask(Rank::Move, "b", job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        thinkers.quit();
        for thread in threads {
            thread.join().unwrap();
        }
    }

    #[test]
    fn a_panic_does_not_end_a_thread() {
        let (thinkers, _threads) = Thinkers::start(2, 1, 1);
        thinkers.ask(Rank::Move, "a", job(|_| panic!("this is meant to be"))).unwrap();
        let (said, heard) = mpsc::channel();
        thinkers.ask(Rank::Move, "a", job(move |_| said.send(()).unwrap())).unwrap();
        heard.recv().unwrap();
        thinkers.quit();
    }
}
