//! The computer's turn in a room: a search is submitted to the engine pool and its answer awaited.

use std::pin::Pin;
use std::time::{Duration, Instant};

use outflank_engine::{Clock, Period, Random, StopToken};
use outflank_play::{LiveGame, Task, Ticket, Time};
use outflank_rules::Move;

use super::{Client, Room};
use crate::engine_pool::{Owner, Priority};
use crate::engines::Search;
use crate::work::{self, Ask};

/// A search for the move to play. Dropping it stops the search.
pub(super) struct EngineTurn {
    ticket: Ticket,
    answer: Pin<Box<dyn Future<Output = Option<Move>> + Send>>,
    _stop: StopOnDrop,
}

struct StopOnDrop(StopToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Waits for the answer; for ever if nothing is asked. `None` means that it has to be asked again.
pub(super) async fn answer(turn: &mut Option<EngineTurn>) -> Option<(Ticket, Move)> {
    match turn {
        None => std::future::pending().await,
        Some(turn) => turn.answer.as_mut().await.map(|mv| (turn.ticket, mv)),
    }
}

impl Room {
    /// Sees to it that the computer thinks if and only if it is its turn. Computers among themselves play only
    /// while somebody watches, and none looks for a move that cannot be stored.
    pub(super) fn update_engine_turn(&mut self) {
        let thinks = !self.is_paused() && self.sees_to_game() && !self.app.journal.health().is_down();
        let task = self.game.live().task().filter(|_| thinks);
        if self.engine_turn.as_ref().map(|turn| turn.ticket) != task.map(|task| task.ticket) {
            self.engine_turn = task.map(|task| self.ask(task));
        }
    }

    fn ask(&self, task: Task) -> EngineTurn {
        let now = self.app.now();
        let clock = clock(self.game.live(), self.app.config.longest_think, now);
        let left = self.game.live().time_left(task.position.turn(), now);
        let ready = tokio::time::Instant::now() + self.pace(left);
        let stop = StopToken::new();
        let time = clock.time_for_move(task.position.empties().len() as u32);
        let (priority, owner) = self.engine_share();
        let ask = Ask::Move { level: task.level, time, book: task.book };
        let asked = self.app.search(Search {
            task: work::Task { position: task.position, ask },
            priority,
            owner,
            stop: stop.clone(),
            observer: None,
        });
        let answer = async move {
            let mv = asked.await.ok().and_then(work::Answer::into_move);
            // Without an answer the question is asked again, but not in a hurry.
            let ready = if mv.is_some() { ready } else { ready + Duration::from_secs(1) };
            tokio::time::sleep_until(ready).await;
            mv
        };
        EngineTurn { ticket: task.ticket, answer: Box::pin(answer), _stop: StopOnDrop(stop) }
    }

    /// How urgent the computer's move is and whom it is charged to: the visitor who plays, or who watches computers.
    fn engine_share(&self) -> (Priority, Owner) {
        let people = self.game.has_people();
        let waits = |client: &&Client| !people || client.players.is_some();
        let there = self.clients.values().find(waits).map(|client| client.visitor);
        let priority = if people && there.is_some() { Priority::Move } else { Priority::Background };
        (priority, Owner::of(there.or(self.last_visitor), self.game.id()))
    }

    /// How long the answer is held back: less if the clock is short.
    fn pace(&self, left: Option<Duration>) -> Duration {
        let pace = self.app.config.pace;
        let seed = self.quiet_since.duration_since(*ORIGIN).as_nanos() as u64 ^ self.game.seq();
        left.map_or(pace, |left| pace.within(left)).wait(&mut Random::new(seed))
    }
}

/// Any moment before all others, to make a number of a moment.
static ORIGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);

/// The clock to think by: the game's, but never longer than the server allows.
fn clock(live: &LiveGame, longest: Duration, now: Time) -> Clock {
    let most = Clock {
        remaining: Duration::ZERO,
        increment: Duration::ZERO,
        period: Some(Period { time: longest, moves: 1 }),
    };
    let empties = live.position().empties().len() as u32;
    live.engine_clock(now).filter(|own| own.time_for_move(empties) < longest).unwrap_or(most)
}
