//! Measures the levels of the engine: games between neighbours, and discs lost against best play.
//!
//! A measurement does not depend on the speed or the load of the machine: depth limits the levels, nodes limit the
//! strongest one, and the time of a level is ignored. Any number of threads plays the same games.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use outflank_engine::book::Book;
use outflank_engine::{
    Budget, Clock, Engine, Goal, Level, Limits, Measured, Options, Random, Score, StopToken,
};
use outflank_rules::{Color, Game, Move, Position};

use crate::{Contender, Fault, Match, Played, Player, Settings, StartError};

/// Best play means this many plies in the midgame, exact from [`REFERENCE_SOLVE`] empty squares.
pub const REFERENCE_DEPTH: u8 = 16;
/// See [`REFERENCE_DEPTH`].
pub const REFERENCE_SOLVE: u8 = 16;
/// The nodes per move of the strongest level: a small part of what it searches in its own time, which would take days.
/// It matters: with half as many it scored 75.6 instead of 87.0 % against a level below that was much the same.
pub const STRONGEST_NODES: u64 = 100_000;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games between a level and the one below.
    pub games: usize,
    /// How many of these have their moves checked for discs lost, which takes longer than the game.
    pub checked: usize,
    /// Games played or checked in parallel.
    pub threads: usize,
}

/// What was just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Two games were played, one with each colour.
    Played,
    /// The moves of a game were checked.
    Checked,
}

/// Measures a level in games against the one below, from the start position, with both colours in turn. The lowest
/// plays the one above, only to measure its loss.
pub fn measure(level: Level, plan: &Plan, progress: &(dyn Fn(Step) + Sync)) -> Result<Measured, StartError> {
    let below = Level::new(level.number() - 1);
    let other = below.or(Level::new(level.number() + 1)).unwrap_or(level);
    let games = if below.is_some() { plan.games } else { plan.checked };
    let settings = Settings {
        pairs: games.div_ceil(2),
        threads: plan.threads,
        seed: level.number().into(),
        ..Settings::default()
    };
    let report = Match::new(&contender(level), &contender(other), &[Game::default()], settings)
        .run(&mut |_| progress(Step::Played))?;
    let played = report.pairs.iter().flat_map(|pair| pair.games.iter().zip(Color::ALL)).take(games);
    let played: Vec<(&Played, Color)> = played.collect();
    let points: f64 = played.iter().map(|(game, color)| game.points(*color)).sum();
    let checked = &played[..plan.checked.min(games)];
    Ok(Measured {
        loss: losses(checked, plan.threads, progress) / checked.len().max(1) as f64,
        checked: checked.len() as u32,
        score: below.map(|_| points / games.max(1) as f64),
        games: if below.is_some() { games as u32 } else { 0 },
    })
}

fn engine() -> Engine {
    Engine::new(Options { threads: 1, table_mb: 8 })
}

/// Plays at a level, limited only by depth and nodes.
struct LevelPlayer {
    engine: Engine,
    level: Level,
    random: Random,
}

fn contender(level: Level) -> Contender {
    Contender::new(format!("level:{level}"), move || {
        let engine = engine().with_book(Book::embedded);
        Ok(Box::new(LevelPlayer { engine, level, random: Random::new(0) }))
    })
}

impl Player for LevelPlayer {
    fn new_game(&mut self, seed: u64, _: Option<Clock>) -> Result<(), Fault> {
        self.engine.reset();
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Option<Clock>) -> Result<Move, Fault> {
        let budget = Budget { time: Duration::MAX, nodes: Some(STRONGEST_NODES) };
        let stop = StopToken::new();
        let choice = self.engine.choose_within(game.position(), self.level, budget, &mut self.random, &stop);
        choice.map(|choice| choice.mv).ok_or(Fault::NoMove)
    }
}

/// The discs lost in all these games, in each by the moves of one colour.
fn losses(games: &[(&Played, Color)], threads: usize, progress: &(dyn Fn(Step) + Sync)) -> f64 {
    let next = AtomicUsize::new(0);
    // One slot per game, so that the sum does not depend on the order in which threads finish.
    let lost = Mutex::new(vec![0.0; games.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.len().max(1)) {
            scope.spawn(|| {
                let mut reference = engine();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some((played, color)) = games.get(number) else { break };
                    reference.reset();
                    let discs = game_loss(&mut reference, &played.game, *color);
                    lost.lock().unwrap_or_else(PoisonError::into_inner)[number] = discs;
                    progress(Step::Checked);
                }
            });
        }
    });
    // An empty sum would be -0.
    0.0 + lost.into_inner().unwrap_or_else(PoisonError::into_inner).iter().sum::<f64>()
}

/// The discs a colour lost in a game by its own moves.
fn game_loss(reference: &mut Engine, game: &Game, color: Color) -> f64 {
    let chosen = game.positions().iter().zip(game.moves());
    let chosen = chosen.filter(|(position, _)| position.turn() == color && position.legal_moves().len() > 1);
    chosen.map(|(position, mv)| loss(reference, position, *mv)).sum()
}

/// The discs a move loses against the best one, according to the reference.
fn loss(reference: &mut Engine, position: &Position, mv: Move) -> f64 {
    let (goal, after) = if position.empties().len() <= usize::from(REFERENCE_SOLVE) {
        (Goal::Exact, Goal::Exact)
    } else {
        (Goal::Depth(REFERENCE_DEPTH), Goal::Depth(REFERENCE_DEPTH - 1))
    };
    let mut search = |position: &Position, goal| {
        let limits = Limits { goal, ..Limits::default() };
        reference.search(position, &limits, &StopToken::new(), &mut |_| {}).lines.into_iter().next()
    };
    let Some(best) = search(position, goal) else { return 0.0 };
    if best.mv() == mv {
        return 0.0;
    }
    let Ok(next) = position.play(mv) else { return 0.0 };
    let played = match next.outcome() {
        Some(outcome) => Score::from_discs(outcome.tournament_margin_for(position.turn()).into()),
        None => search(&next, after).map_or(Score::ZERO, |line| -line.score),
    };
    (best.score.discs() - played.discs()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There are few games, so the bounds are wide; a table from another engine or other characters is still outside.
    #[test]
    fn a_small_sample_agrees_with_the_measured_table() {
        let plan = Plan { games: 8, checked: 2, threads: 2 };
        for number in [1, 2, 4] {
            let level = Level::new(number).expect("a level");
            let (sample, stated) = (measure(level, &plan, &|_| {}).expect("a match"), level.measured());
            assert!(
                sample.loss > stated.loss / 2.0 && sample.loss < stated.loss * 2.0,
                "level {level} lost {:.0} discs per game where the table says {:.0}",
                sample.loss,
                stated.loss
            );
            assert!(sample.score.is_none_or(|score| score >= 0.25), "level {level} lost to the one below");
        }
    }

    #[test]
    fn a_measurement_is_the_same_on_any_number_of_threads() {
        let measured = |threads| {
            let steps = Mutex::new(Vec::new());
            let plan = Plan { games: 3, checked: 1, threads };
            let measured = measure(Level::EASY, &plan, &|step| steps.lock().expect("no panic").push(step));
            (measured.expect("a match"), steps.into_inner().expect("no panic"))
        };
        let (one, steps) = measured(1);
        assert_eq!((one, steps.clone()), measured(2));
        assert_eq!((one.games, one.checked), (3, 1));
        assert_eq!(steps, [Step::Played, Step::Played, Step::Checked]);
    }
}
