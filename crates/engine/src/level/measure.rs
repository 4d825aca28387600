//! How strong the levels are, measured: games between neighbours, and discs lost against best play.
//!
//! `outflank levels --measure` plays the games and writes `data/levels.txt`, which `measured` reads.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outflank_rules::{Color, Move, Position};

use super::{Level, choice};
use crate::{Engine, Goal, Limits, Options, Random, StopToken};

/// What is known of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Discs it loses per game, its own moves against best play.
    pub loss: f64,
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
            .unwrap_or(Measured { loss: 0.0, score: None, games: 0 })
    }
}

/// Reads rows of `level loss score games`; a `#` starts a comment.
fn measured(text: &str) -> impl Iterator<Item = Measured> {
    let rows = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    rows.filter_map(|row| {
        let mut words = row.split_whitespace().skip(1);
        Some(Measured {
            loss: words.next()?.parse().ok()?,
            score: words.next()?.parse().ok(),
            games: words.next()?.parse().ok()?,
        })
    })
}

/// Random plies a measured game starts with.
const OPENING_PLIES: u64 = 6;
/// What stands for best play: this many plies in the midgame, exact from this many empty squares.
const REFERENCE_DEPTH: u8 = 12;
const REFERENCE_SOLVE: usize = 18;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games between each level and the one below.
    pub games: u32,
    /// Of these, how many have their moves checked for discs lost, which takes longer than the game.
    pub checked: u32,
    /// What the strongest level is given for a move; its full time would take days.
    pub strongest_time: Duration,
    /// Threads, each with an engine of its own.
    pub threads: usize,
}

/// Measures levels: each plays the one below, from random openings that both begin. `progress` is told after
/// every game which level played the one below and how many games it has played.
pub fn measure(
    levels: &[Level],
    plan: &Plan,
    progress: &(dyn Fn(Level, u32) + Sync),
) -> Vec<(Level, Measured)> {
    let pairs: Vec<[Level; 2]> =
        levels.iter().filter_map(|&level| Some([Level::new(level.number() - 1)?, level])).collect();
    let jobs = pairs.len() as u32 * plan.games;
    let (next, tally) = (AtomicU32::new(0), Mutex::new([Tally::default(); 11]));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(Options { threads: 1, table_mb: 32 });
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        break;
                    }
                    let [low, high] = pairs[(job / plan.games) as usize];
                    let game = job % plan.games;
                    let players = if game.is_multiple_of(2) { [low, high] } else { [high, low] };
                    let seed = u64::from(game / 2);
                    let checked = game < plan.checked;
                    let result =
                        play(&mut engine, players, seed, u64::from(job), plan.strongest_time, checked);
                    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                    tally[usize::from(high.number())].add_points(result.points(high, players));
                    for (player, loss) in players.iter().zip(result.losses.iter().flatten()) {
                        tally[usize::from(player.number())].add_loss(*loss);
                    }
                    progress(high, tally[usize::from(high.number())].games);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    levels.iter().map(|&level| (level, tally[usize::from(level.number())].measured())).collect()
}

/// What the games of one level add up to.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u32,
    points: f64,
    checked: u32,
    loss: f64,
}

impl Tally {
    fn add_points(&mut self, points: f64) {
        self.games += 1;
        self.points += points;
    }

    fn add_loss(&mut self, loss: f64) {
        self.checked += 1;
        self.loss += loss;
    }

    fn measured(&self) -> Measured {
        let score = (self.games > 0).then(|| self.points / f64::from(self.games));
        Measured { loss: self.loss / f64::from(self.checked.max(1)), score, games: self.games }
    }
}

/// A game between two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MeasuredGame {
    /// Black's discs less White's.
    margin: i8,
    /// Discs Black and White lost by their own moves, if that was asked for.
    losses: Option<[f64; 2]>,
}

impl MeasuredGame {
    /// What the game was worth to a level: 1, a half or 0.
    fn points(&self, level: Level, players: [Level; 2]) -> f64 {
        let margin = if players[0] == level { self.margin } else { -self.margin };
        f64::from(margin.signum() + 1) / 2.0
    }
}

/// Plays a game from a random opening, the same for the same `opening`; `seed` makes the players vary.
fn play(
    engine: &mut Engine,
    players: [Level; 2],
    opening: u64,
    seed: u64,
    strongest_time: Duration,
    with_losses: bool,
) -> MeasuredGame {
    let stop = StopToken::new();
    let mut random = Random::new(seed);
    let mut position = random_opening(opening);
    let mut losses = [0.0; 2];
    loop {
        let level = players[position.turn().index()];
        let time = if level == Level::STRONGEST { strongest_time } else { level.time_cap() };
        let Some(choice) = choice::choose(engine, &position, level, time, &mut random, &stop) else {
            break;
        };
        let next = position.play(choice.mv).unwrap_or(position);
        if with_losses && position.legal_moves().len() > 1 {
            losses[position.turn().index()] += loss(engine, &position, choice.mv);
        }
        position = next;
    }
    MeasuredGame { margin: position.score().margin(), losses: with_losses.then_some(losses) }
}

/// The discs a move loses against the best one, as far as the reference sees.
fn loss(engine: &mut Engine, position: &Position, mv: Move) -> f64 {
    let stop = StopToken::new();
    let empties = position.empties().len();
    let (goal, after) = if empties <= REFERENCE_SOLVE {
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

/// The start after some random moves.
fn random_opening(number: u64) -> Position {
    let mut random = Random::new(number);
    let mut position = Position::default();
    for _ in 0..OPENING_PLIES {
        let moves = position.legal_moves();
        let square = moves.iter().nth(random.below(moves.len().max(1)));
        position = square.and_then(|square| position.play(Move::Place(square)).ok()).unwrap_or(position);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_covers_every_level_and_strength_rises() {
        let rows: Vec<Measured> = Level::all().map(Level::measured).collect();
        // The committed sample is small, so neighbours may trade places by chance; those two apart may not.
        assert!(rows.windows(3).all(|three| three[2].loss < three[0].loss), "{rows:?}");
        for (level, row) in Level::all().zip(rows).skip(1) {
            let score = row.score.expect("a score against the level below");
            assert!((0.5..=0.95).contains(&score), "level {level} scores {score} against the one below");
        }
    }

    /// Few games, so the bounds are wide; a table from another engine or other characters falls outside.
    #[test]
    fn a_small_sample_agrees_with_the_table() {
        let levels: Vec<Level> = Level::all().take(3).collect();
        let plan = Plan { games: 4, checked: 2, strongest_time: Duration::from_millis(50), threads: 2 };
        for (level, sample) in measure(&levels, &plan, &|_, _| {}) {
            let stated = level.measured();
            assert!(
                sample.loss > stated.loss / 2.0 && sample.loss < stated.loss * 2.0,
                "level {level} lost {:.0} discs per game where the table says {:.0}",
                sample.loss,
                stated.loss
            );
            assert!(sample.score.is_none_or(|score| score >= 0.25), "level {level} lost to the one below");
        }
    }
}
