//! The thread that runs the engine, so that front ends never block.
//!
//! A [`Worker`] owns an [`Engine`] and answers one question at a time through a callback on its thread. There
//! are two kinds of question, a move and an analysis, and of each kind only the latest counts: a newer one voids
//! the older one, which is stopped and not answered. (An answer that was already on its way can be told by its
//! ticket or number.) A move goes before an analysis.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use outflank_engine::book;
use outflank_engine::{Analysis, Choice, Clock, Engine, Limits, Random, StopToken, Strength};
use outflank_rules::Position;

use crate::setup::Pace;
use crate::{Task, Ticket};

/// Searches moves and positions on its own thread. Dropping it stops the thread.
///
/// ```
/// use std::sync::mpsc;
/// use outflank_engine::{Engine, Level, Options};
/// use outflank_play::setup::Pace;
/// use outflank_play::worker::{Answer, Worker};
/// use outflank_play::{Command, LiveGame, Seat, Settings, Time};
/// use outflank_rules::Color;
///
/// let mut settings = Settings::default();
/// settings.seats[Color::Black.index()] = Seat::computer(None, Level::EASY);
/// let (mut game, _) = LiveGame::new(settings, Time(0));
///
/// let (sender, answers) = mpsc::channel();
/// let engine = Engine::new(Options { threads: 1, table_mb: 1 });
/// let worker = Worker::start(engine, 7, move |answer| drop(sender.send(answer)));
/// worker.find_move(game.task().unwrap(), Pace::INSTANT, game.engine_clock(Time(0)));
/// if let Answer::Move { ticket, choice } = answers.recv().unwrap() {
///     let events = game.apply(Command::EngineMove { ticket, mv: choice.mv }, Time(40)).unwrap();
///     assert_eq!(events.len(), 1);
/// }
/// ```
pub struct Worker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What a worker has found out.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A move for the computer to play.
    Move {
        /// The ticket of the task.
        ticket: Ticket,
        /// The move and what the search saw.
        choice: Choice,
    },
    /// What is known of a position so far; more will come.
    Progress {
        /// The number under which it was asked for.
        id: u64,
        /// The best so far.
        analysis: Analysis,
    },
    /// The final analysis of a position.
    Analysis {
        /// The number under which it was asked for.
        id: u64,
        /// The result.
        analysis: Analysis,
    },
    /// The engine has panicked, and there will be no more answers.
    Failed,
}

impl Worker {
    /// Starts the thread. `seed` makes the games of the computer vary; `tell` is called with every answer.
    pub fn start(engine: Engine, seed: u64, tell: impl FnMut(Answer) + Send + 'static) -> Worker {
        let shared = Arc::new(Shared::default());
        let thread = WorkerThread {
            shared: Arc::clone(&shared),
            book: engine.book(),
            engine,
            random: Random::new(seed),
            tell: Box::new(tell),
        };
        Worker { shared, thread: Some(std::thread::spawn(move || thread.run())) }
    }

    /// Asks for a move, and for no more time than a clock can bear. An earlier task becomes void; an analysis
    /// under way is ended with what it has.
    pub fn find_move(&self, task: Task, pace: Pace, clock: Option<Clock>) {
        let mut jobs = self.shared.jobs();
        jobs.void_move();
        jobs.hurry = false;
        jobs.task = Some((task, pace, clock));
        if let Some(Running::Analysis(stop)) = &jobs.running {
            stop.stop();
        }
        self.shared.changed.notify_all();
    }

    /// Asks what a position is worth, under a number that comes back with the answers. An earlier analysis
    /// becomes void.
    pub fn analyse(&self, id: u64, position: Position, limits: Limits) {
        let mut jobs = self.shared.jobs();
        jobs.void_analysis();
        jobs.analysis = Some(AnalysisJob { id, position, limits });
        self.shared.changed.notify_all();
    }

    /// Plays the best move found so far, without waiting.
    pub fn hurry(&self) {
        let mut jobs = self.shared.jobs();
        jobs.hurry = true;
        if let Some(Running::Move(stop)) = &jobs.running {
            stop.stop();
        }
        self.shared.changed.notify_all();
    }

    /// Makes every question void.
    pub fn cancel(&self) {
        let mut jobs = self.shared.jobs();
        jobs.void_move();
        jobs.void_analysis();
        self.shared.changed.notify_all();
    }

    /// Makes a question about a move void, and leaves an analysis alone.
    pub fn cancel_move(&self) {
        self.shared.jobs().void_move();
        self.shared.changed.notify_all();
    }

    /// Makes an analysis void, and leaves a question about a move alone.
    pub fn cancel_analysis(&self) {
        self.shared.jobs().void_analysis();
        self.shared.changed.notify_all();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut jobs = self.shared.jobs();
        jobs.void_move();
        jobs.void_analysis();
        jobs.quit = true;
        drop(jobs);
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the engine has been reported on its own thread.
            let _ = thread.join();
        }
    }
}

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

impl Shared {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the worker is asked for and what it is doing.
#[derive(Default)]
struct Jobs {
    task: Option<(Task, Pace, Option<Clock>)>,
    analysis: Option<AnalysisJob>,
    running: Option<Running>,
    /// The one under way became void: its answer is not told.
    void: bool,
    hurry: bool,
    quit: bool,
}

struct AnalysisJob {
    id: u64,
    position: Position,
    limits: Limits,
}

enum Running {
    Move(StopToken),
    Analysis(StopToken),
}

impl Jobs {
    fn void_move(&mut self) {
        self.task = None;
        if let Some(Running::Move(stop)) = &self.running {
            stop.stop();
            self.void = true;
        }
    }

    fn void_analysis(&mut self) {
        self.analysis = None;
        if let Some(Running::Analysis(stop)) = &self.running {
            stop.stop();
            self.void = true;
        }
    }

    fn begin(&mut self, running: Running) {
        self.running = Some(running);
        self.void = false;
    }
}

/// The thread's side.
struct WorkerThread {
    shared: Arc<Shared>,
    engine: Engine,
    /// The engine's book, for tasks that allow one.
    book: Option<book::Source>,
    random: Random,
    tell: Box<dyn FnMut(Answer) + Send>,
}

impl Drop for WorkerThread {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.tell)(Answer::Failed);
        }
    }
}

impl WorkerThread {
    fn run(mut self) {
        let shared = Arc::clone(&self.shared);
        let mut jobs = shared.jobs();
        while !jobs.quit {
            let stop = StopToken::new();
            if let Some((task, pace, clock)) = jobs.task.take() {
                jobs.begin(Running::Move(stop.clone()));
                if jobs.hurry {
                    stop.stop();
                }
                drop(jobs);
                self.find_move(task, pace, clock, &stop);
                jobs = shared.jobs();
                jobs.running = None;
            } else if let Some(job) = jobs.analysis.take() {
                jobs.begin(Running::Analysis(stop.clone()));
                drop(jobs);
                self.analyse(&job, &stop);
                jobs = shared.jobs();
                jobs.running = None;
            } else {
                jobs = shared.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn find_move(&mut self, task: Task, pace: Pace, clock: Option<Clock>, stop: &StopToken) {
        let ready = Instant::now() + pace.wait(&mut self.random);
        let strength = Strength::Level(task.level);
        self.engine.set_book(self.book.filter(|_| task.book));
        let choice = strength.choose(&mut self.engine, &task.position, clock, &mut self.random, stop);
        let mut jobs = self.shared.jobs();
        while !jobs.void && !jobs.hurry {
            let wait = ready.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                break;
            }
            let waited = self.shared.changed.wait_timeout(jobs, wait);
            jobs = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let void = jobs.void;
        drop(jobs);
        if let (false, Some(choice)) = (void, choice) {
            let ticket = task.ticket;
            (self.tell)(Answer::Move { ticket, choice });
        }
    }

    fn analyse(&mut self, job: &AnalysisJob, stop: &StopToken) {
        let AnalysisJob { id, position, limits } = *job;
        let (shared, tell) = (&self.shared, &mut self.tell);
        let analysis = self.engine.search(&position, &limits, stop, &mut |analysis| {
            if !shared.jobs().void {
                let analysis = analysis.clone();
                tell(Answer::Progress { id, analysis });
            }
        });
        if !self.shared.jobs().void {
            (self.tell)(Answer::Analysis { id, analysis });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use outflank_engine::{Level, Options};

    use super::*;

    const NEVER: Pace = Pace { least: Duration::from_hours(1), most: Duration::from_hours(1) };
    const LONG: Duration = Duration::from_mins(1);

    fn worker() -> (Worker, Receiver<Answer>) {
        let (sender, answers) = channel();
        let engine = Engine::new(Options { threads: 1, table_mb: 1 });
        (Worker::start(engine, 1, move |answer| drop(sender.send(answer))), answers)
    }

    fn task(ticket: u64) -> Task {
        Task { ticket: Ticket(ticket), position: Position::default(), level: Level::EASY, book: true }
    }

    fn ticket(answer: &Answer) -> Option<u64> {
        match answer {
            Answer::Move { ticket, choice } => {
                assert_eq!(Position::default().check(choice.mv), Ok(()));
                Some(ticket.0)
            }
            _ => None,
        }
    }

    #[test]
    fn a_newer_task_makes_the_older_one_void() {
        let (worker, answers) = worker();
        for n in 0..50 {
            worker.find_move(task(n), NEVER, None);
        }
        worker.find_move(task(50), Pace::INSTANT, None);
        assert_eq!(ticket(&answers.recv_timeout(LONG).unwrap()), Some(50));
        drop(worker);
        assert!(answers.recv().is_err(), "nothing else was said");
    }

    #[test]
    fn hurrying_cuts_the_wait_short_before_and_after_the_search_began() {
        let (worker, answers) = worker();
        worker.find_move(task(1), NEVER, None);
        worker.hurry();
        assert_eq!(ticket(&answers.recv_timeout(LONG).unwrap()), Some(1));
        worker.find_move(task(2), NEVER, None);
        while worker.shared.jobs().running.is_none() {
            std::thread::yield_now();
        }
        worker.hurry();
        assert_eq!(ticket(&answers.recv_timeout(LONG).unwrap()), Some(2));
    }

    #[test]
    fn a_cancelled_task_is_not_answered_and_the_worker_goes_on() {
        let (worker, answers) = worker();
        worker.find_move(task(1), NEVER, None);
        worker.cancel();
        worker.analyse(9, Position::default(), Limits::depth(1));
        let last = loop {
            match answers.recv_timeout(LONG).unwrap() {
                Answer::Analysis { id, analysis } => break (id, analysis),
                Answer::Progress { id, .. } => assert_eq!(id, 9),
                Answer::Move { .. } | Answer::Failed => panic!("the task was cancelled"),
            }
        };
        assert_eq!(last.0, 9);
        assert!(!last.1.lines.is_empty());
    }

    #[test]
    fn a_move_ends_an_endless_analysis_with_what_it_has() {
        let (worker, answers) = worker();
        worker.analyse(3, Position::default(), Limits::default());
        while worker.shared.jobs().running.is_none() && worker.shared.jobs().analysis.is_some() {
            std::thread::yield_now();
        }
        worker.find_move(task(4), Pace::INSTANT, None);
        let mut analysed = false;
        loop {
            let answer = answers.recv_timeout(LONG).unwrap();
            if ticket(&answer) == Some(4) {
                break;
            }
            analysed |= matches!(answer, Answer::Analysis { id: 3, .. });
        }
        assert!(analysed);
    }

    #[test]
    fn a_clock_that_has_nearly_run_out_gets_a_move_all_the_same() {
        let (worker, answers) = worker();
        let clock = Clock { remaining: Duration::ZERO, increment: Duration::ZERO, period: None };
        let task = Task { level: Level::STRONGEST, ..task(1) };
        worker.find_move(task, NEVER.within(Duration::ZERO), Some(clock));
        assert_eq!(ticket(&answers.recv_timeout(LONG).unwrap()), Some(1));
    }

    #[test]
    fn a_failure_is_told() {
        let (sender, answers) = channel();
        let engine = Engine::new(Options { threads: 1, table_mb: 1 });
        let worker = Worker::start(engine, 1, move |answer| {
            assert_eq!(answer, Answer::Failed, "a panic as good as any");
            sender.send(answer).unwrap();
        });
        worker.find_move(task(1), Pace::INSTANT, None);
        assert_eq!(answers.recv_timeout(LONG), Ok(Answer::Failed));
    }

    #[test]
    fn dropping_a_worker_that_waits_or_thinks_ends_it() {
        for pace in [NEVER, Pace::INSTANT] {
            let (worker, answers) = worker();
            worker.analyse(1, Position::default(), Limits::default());
            worker.find_move(task(1), pace, None);
            drop(worker);
            drop(answers);
        }
    }
}
