//! Positions from self-play with their values, exact or by a deep search, to measure evaluations against.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::{Limits, Random, Score};
use outflank_rules::{Bitboard, Board, Square};

use crate::errors::Errors;
use crate::games;
use crate::progress::Progress;
use crate::searcher::{self, Searcher};
use crate::{Failure, join, say};

/// Which positions to solve.
#[derive(clap::Args)]
pub(crate) struct SolvePlan {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file to write
    #[arg(long, short)]
    output: PathBuf,
    /// Numbers of empties and how many positions of each
    #[arg(long, value_delimiter = ',', default_value = "12:4000,16:2000,20:500")]
    sets: Vec<Set>,
    /// Search this many plies instead of to the end: for positions that are too far from it
    #[arg(long)]
    depth: Option<u8>,
    /// Solve with these weights instead of those of the engine
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A number of positions with a number of empties.
#[derive(Clone, Copy)]
struct Set {
    empties: usize,
    count: usize,
}

impl std::str::FromStr for Set {
    type Err = ParseSetError;

    fn from_str(text: &str) -> Result<Set, ParseSetError> {
        let parts = text
            .split_once(':')
            .and_then(|(empties, count)| Some((empties.parse().ok()?, count.parse().ok()?)));
        let (empties, count) = parts.ok_or_else(|| ParseSetError(text.to_owned()))?;
        Ok(Set { empties, count })
    }
}

/// The text is not a set of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no set: EMPTIES:COUNT is expected")]
struct ParseSetError(String);

/// Picks random positions from games, solves them and writes them to a file.
pub(crate) fn solve(plan: &SolvePlan, threads: usize) -> Result<(), Failure> {
    let weights = searcher::weights(plan.weights.as_deref())?;
    let boards = draw(plan)?;
    let limits = plan.depth.map_or_else(Limits::exact, Limits::depth);
    let progress = Progress::new("positions", 0, boards.len())?;
    let next = AtomicUsize::new(0);
    let parts: Vec<(Vec<(usize, i32)>, u64)> = std::thread::scope(|scope| {
        let worker = || {
            let mut engine = Searcher::new(weights.clone());
            let mut solved = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&board) = boards.get(at) else { return (solved, engine.nodes) };
                solved.push((at, engine.best(board, &limits).1));
                progress.advance(1);
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(join).collect()
    });
    progress.finish();
    let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
    say!("{} positions solved with {nodes} nodes", boards.len());
    let mut solved: Vec<(usize, i32)> = parts.into_iter().flat_map(|(solved, _)| solved).collect();
    solved.sort_unstable();
    let text = solved.iter().fold(String::new(), |mut text, &(at, value)| {
        let _ = writeln!(text, "{}", line(boards[at], Score::from_raw(value)));
        text
    });
    fs::write(&plan.output, text).map_err(Failure::file(&plan.output))
}

fn draw(plan: &SolvePlan) -> Result<Vec<Board>, Failure> {
    let mut found: Vec<Vec<Board>> = vec![Vec::new(); plan.sets.len()];
    let mut seen = HashSet::new();
    for path in &plan.games {
        for block in games::read(path)?.0 {
            for game in block.unpack().unwrap_or_default() {
                let Some((moments, _)) = game.replay() else { continue };
                for moment in moments.iter().skip(game.opening.into()) {
                    let set = plan.sets.iter().position(|set| set.empties == moment.board.empties().len());
                    if let Some(set) = set
                        && seen.insert(moment.board.canonical())
                    {
                        found[set].push(moment.board);
                    }
                }
            }
        }
    }
    let mut random = Random::new(plan.seed);
    let mut drawn = Vec::new();
    for (set, mut boards) in plan.sets.iter().zip(found) {
        for _ in 0..set.count.min(boards.len()) {
            drawn.push(boards.swap_remove(random.below(boards.len())));
        }
    }
    Ok(drawn)
}

/// A board as 64 characters, `X` for the side to move, and its value in discs.
fn line(board: Board, value: Score) -> String {
    let cells = Square::ALL.map(|square| match () {
        () if board.player.contains(square) => 'X',
        () if board.opponent.contains(square) => 'O',
        () => '-',
    });
    format!("{} X {:+}", cells.iter().collect::<String>(), value.discs())
}

fn parse(line: &str) -> Option<(Board, f64)> {
    let mut words = line.split_whitespace();
    let (cells, turn, value) = (words.next()?, words.next()?, words.next()?.parse::<f64>().ok()?);
    if cells.len() != 64 || turn != "X" || !value.is_finite() || words.next().is_some() {
        return None;
    }
    let set = |disc| -> Bitboard {
        let squares = Square::ALL.into_iter().zip(cells.chars());
        squares.filter(|&(_, cell)| cell == disc).map(|(square, _)| square).collect()
    };
    Some((Board { player: set('X'), opponent: set('O') }, value))
}

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct EvaluatePlan {
    /// A file of solved positions
    solved: PathBuf,
    /// Weights files; those of the engine unless given
    weights: Vec<PathBuf>,
    /// Measure searches of this many plies instead of the static evaluation
    #[arg(long, default_value_t = 0)]
    depth: u8,
}

/// Shows how far evaluations are from the values of positions.
pub(crate) fn evaluate(plan: &EvaluatePlan) -> Result<(), Failure> {
    let text = fs::read_to_string(&plan.solved).map_err(Failure::file(&plan.solved))?;
    let positions = (1..)
        .zip(text.lines())
        .map(|(line, row)| parse(row).ok_or_else(|| Failure::Line { path: plan.solved.clone(), line }));
    let positions = positions.collect::<Result<Vec<_>, _>>()?;
    // All are read before anything is printed.
    let mut measured = Vec::new();
    for path in &plan.weights {
        measured.push((path.display().to_string(), searcher::weights(Some(path))?));
    }
    if measured.is_empty() {
        measured.push(("the engine's".to_owned(), searcher::weights(None)?));
    }
    say!("empties  positions   RMSE    bias  weights");
    for (name, weights) in measured {
        let mut errors = vec![Errors::default(); 61];
        let mut engine = Searcher::new(weights.clone());
        for &(board, value) in &positions {
            let found = match plan.depth {
                0 => weights.evaluate(board),
                depth => Score::from_raw(engine.best(board, &Limits::depth(depth)).1),
            };
            errors[board.empties().len()].add(found.discs() - value);
        }
        for (empties, errors) in errors.iter().enumerate().filter(|(_, errors)| errors.count > 0.0) {
            say!("{empties:7}  {:9}  {:5.3}  {:+6.3}  {name}", errors.count, errors.rmse(), errors.mean());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        let board = Board::default().after(Square::F5);
        let text = line(board, Score::from_raw(-12 * Score::PER_DISC));
        assert_eq!(&text[24..48], "---XO------OOO----------");
        assert!(text.ends_with(" X -12"));
        assert_eq!(parse(&text), Some((board, -12.0)));
        assert_eq!(parse(&line(board, Score::from_raw(80))), Some((board, 0.625)));
        assert_eq!(parse("X X 1"), None);
        assert_eq!(parse(&text.replace("-12", "nan")), None);
        assert_eq!(parse(&text.replace(" X ", " O ")), None);
    }
}
