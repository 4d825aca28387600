//! How strong the levels are, measured: games between neighbours, and discs lost against best play.
//!
//! `outflank levels --measure` plays the games and writes `data/levels.txt`, which `measured` reads. Nothing in a
//! measurement depends on the speed of the machine or on what else it does: levels are limited by depth, the
//! strongest one by nodes, and nobody is held to the time that a level may take.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outflank_rules::{Color, Move, Position};

use super::Level;
use super::choice::{self, Patience};
use crate::{Engine, Goal, Limits, Options, Random, StopToken};

/// What is known of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Discs it loses per game, its own moves against best play.
    pub loss: f64,
    /// Games behind the loss.
    pub checked: u32,
    /// Its score against the level below, from 0 to 1; none for the lowest.
    pub score: Option<f64>,
    /// Games behind the score.
    pub games: u32,
}

impl Level {
    /// What the measurement that comes with the engine says of this level.
    pub fn measured(self) -> Measured {
        measured(include_str!("../../data/levels.txt"))
            .nth(usize::from(self.number()) - 1)
            .unwrap_or(Measured { loss: 0.0, checked: 0, score: None, games: 0 })
    }
}

/// Reads rows of `level loss checked score games`; a `#` starts a comment.
fn measured(text: &str) -> impl Iterator<Item = Measured> {
    let rows = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    rows.filter_map(|row| {
        let mut words = row.split_whitespace().skip(1);
        Some(Measured {
            loss: words.next()?.parse().ok()?,
            checked: words.next()?.parse().ok()?,
            score: words.next()?.parse().ok(),
            games: words.next()?.parse().ok()?,
        })
    })
}

/// What stands for best play: this many plies in the midgame, exact from this many empty squares.
pub const REFERENCE_DEPTH: u8 = 16;
/// See [`REFERENCE_DEPTH`].
pub const REFERENCE_SOLVE: u8 = 16;
/// What the strongest level is given for a move: a small part of what it has in its own time, which would take days. It
/// counts: with half as much it scored 75.6 instead of 87.0 % against a level below that was much the same.
pub const STRONGEST_NODES: u64 = 100_000;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games between a level and the one below.
    pub games: u32,
    /// Of these, how many have their moves checked for discs lost, which takes longer than the game.
    pub checked: u32,
    /// Threads, each with engines of its own.
    pub threads: usize,
}

/// Measures a level in games against the one below, from the start position, with either colour in turn. The
/// lowest plays the one above, only to see what it loses. The same games are played however many threads play
/// them. `progress` is told after every game how many there have been.
pub fn measure(level: Level, plan: &Plan, progress: &(dyn Fn(u32) + Sync)) -> Measured {
    let below = Level::new(level.number() - 1);
    let other = below.or(Level::new(level.number() + 1)).unwrap_or(level);
    let games = if below.is_some() { plan.games } else { plan.checked };
    let (next, played) = (AtomicU32::new(0), AtomicU32::new(0));
    let results = Mutex::new(vec![None; games as usize]);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, games.max(1) as usize) {
            scope.spawn(|| {
                let mut board = Board::new();
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        break;
                    }
                    let side = if game.is_multiple_of(2) { Color::Black } else { Color::White };
                    let mut players = [other; 2];
                    players[side.index()] = level;
                    let checked = (game < plan.checked).then_some(side);
                    let random = Random::numbered(u64::from(level.number()), u64::from(game));
                    let result = board.play(players, random, checked);
                    let margin = if side == Color::Black { result.margin } else { -result.margin };
                    results.lock().unwrap_or_else(PoisonError::into_inner)[game as usize] =
                        Some((margin, result.loss));
                    progress(played.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let results: Vec<(i8, f64)> = results.into_iter().flatten().collect();
    let points: f64 = results.iter().map(|(margin, _)| f64::from(margin.signum() + 1) / 2.0).sum();
    let checked = plan.checked.min(games);
    Measured {
        loss: results.iter().map(|(_, loss)| loss).sum::<f64>() / f64::from(checked.max(1)),
        checked,
        score: below.map(|_| points / f64::from(games.max(1))),
        games: if below.is_some() { games } else { 0 },
    }
}

/// Where games are measured. Nobody shares what a search has found with anybody else.
struct Board {
    players: [Engine; 2],
    reference: Engine,
}

/// A game between two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MeasuredGame {
    /// Black's discs less White's.
    margin: i8,
    /// Discs that the player who was checked lost by their own moves.
    loss: f64,
    /// Where it ended.
    end: Position,
}

impl Board {
    fn new() -> Board {
        let engine = || Engine::new(Options { threads: 1, table_mb: 8 });
        Board { players: [engine(), engine()], reference: engine() }
    }

    /// Plays a game from the start; the moves of one player may be checked.
    fn play(&mut self, players: [Level; 2], mut random: Random, checked: Option<Color>) -> MeasuredGame {
        const LONG: Duration = Duration::from_hours(1);
        let patience = Patience { time: LONG, nodes: Some(STRONGEST_NODES) };
        self.players.iter_mut().for_each(Engine::reset);
        self.reference.reset();
        let stop = StopToken::new();
        let mut position = Position::default();
        let mut lost = 0.0;
        loop {
            let turn = position.turn();
            let engine = &mut self.players[turn.index()];
            let level = players[turn.index()];
            let Some(choice) = choice::choose(engine, &position, level, patience, &mut random, &stop) else {
                break;
            };
            let next = position.play(choice.mv).unwrap_or(position);
            if checked == Some(turn) && position.legal_moves().len() > 1 {
                lost += loss(&mut self.reference, &position, choice.mv);
            }
            position = next;
        }
        MeasuredGame { margin: position.score().margin(), loss: lost, end: position }
    }
}

/// The discs a move loses against the best one, as far as the reference sees.
fn loss(engine: &mut Engine, position: &Position, mv: Move) -> f64 {
    let stop = StopToken::new();
    let empties = position.empties().len();
    let (goal, after) = if empties <= usize::from(REFERENCE_SOLVE) {
        (Goal::Exact, Goal::Exact)
    } else {
        (Goal::Depth(REFERENCE_DEPTH), Goal::Depth(REFERENCE_DEPTH - 1))
    };
    let mut value = |position: &Position, goal| {
        let limits = Limits { goal, ..Limits::default() };
        engine.search(position, &limits, &stop, &mut |_| {}).lines.into_iter().next()
    };
    let Some(best) = value(position, goal) else { return 0.0 };
    if best.mv() == mv {
        return 0.0;
    }
    let Ok(next) = position.play(mv) else { return 0.0 };
    let played = match next.outcome() {
        Some(outcome) => {
            let black = f64::from(outcome.tournament_margin());
            if position.turn() == Color::Black { black } else { -black }
        }
        None => value(&next, after).map_or(0.0, |line| -line.score.discs()),
    };
    (best.score.discs() - played).max(0.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_table_covers_every_level_and_strength_rises() {
        let rows: Vec<Measured> = Level::all().map(Level::measured).collect();
        assert!(rows.windows(2).all(|two| two[1].loss < two[0].loss), "{rows:?}");
        for (level, row) in Level::all().zip(rows).skip(1) {
            let score = row.score.expect("a score against the level below");
            assert!((0.65..=0.85).contains(&score), "level {level} scores {score} against the one below");
            assert!(row.games >= 200, "level {level} has {} games", row.games);
        }
    }

    /// Few games, so the bounds are wide; a table from another engine or other characters falls outside.
    #[test]
    fn a_small_sample_agrees_with_the_table() {
        let plan = Plan { games: 8, checked: 2, threads: 2 };
        for number in [1, 2, 4] {
            let level = Level::new(number).expect("a level");
            let (sample, stated) = (measure(level, &plan, &|_| {}), level.measured());
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
    fn games_vary_and_can_be_repeated() {
        let (one, two) = (Level::EASY, Level::MEDIUM);
        let mut seen = HashSet::new();
        for game in 0..3 {
            let random = Random::numbered(1, game);
            let played = Board::new().play([one, two], random.clone(), None);
            assert_eq!(played, Board::new().play([one, two], random, None));
            seen.insert(played.end);
        }
        assert_eq!(seen.len(), 3);
    }
}
