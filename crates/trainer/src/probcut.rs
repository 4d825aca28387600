//! Measures how far shallow searches are from deep ones and fits the ProbCut model of the engine.
//!
//! Positions from games are searched to increasing depths. For every pair of depths and number of empties, the
//! differences have a standard deviation; the model is a plane through its logarithm,
//! `sigma = exp(constant + S * ln(shallow + 4) + A / (deep - shallow) + E * empties)`. The error of a probe depends on
//! its own depth, and soon no longer on how much deeper the search is that it replaces. There is one model for searches
//! that stop before the end of the game, and one for searches that solve it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::{Limits, Random, Weights};
use outflank_rules::Board;

use crate::errors::Errors;
use crate::games;
use crate::progress::Progress;
use crate::searcher::{self, Searcher};
use crate::{Failure, join, least_squares, say};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The model file to write
    #[arg(long, short)]
    output: PathBuf,
    /// Weights to search with instead of those of the engine
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How many positions are searched
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Depth of the deepest search before the end of the game
    #[arg(long, default_value_t = 18)]
    depth: u8,
    /// Most empties of positions that are solved
    #[arg(long, default_value_t = 22)]
    exact: u8,
}

/// A pair of searches: empties, depth of the deep one, depth of the shallow one.
type Cell = (u8, u8, u8);

#[derive(Default)]
struct Measured {
    midgame: BTreeMap<Cell, Errors>,
    endgame: BTreeMap<Cell, Errors>,
}

/// Fewest empties at which a search that stops early is measured.
const MIDGAME_EMPTIES: usize = 13;
/// Fewest empties at which a solving search tries ProbCut.
const ENDGAME_EMPTIES: usize = 10;

/// Measures, fits and writes the model.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let weights = searcher::weights(plan.weights.as_deref())?;
    let boards = draw(plan)?;
    let progress = Progress::new("positions", 0, boards.len())?;
    let next = AtomicUsize::new(0);
    let parts: Vec<Measured> = std::thread::scope(|scope| {
        let worker = || {
            let mut engine = Searcher::new(weights.clone());
            let mut measured = Measured::default();
            while let Some(&board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                measure(plan, &weights, &mut engine, board, &mut measured);
                progress.advance(1);
            }
            measured
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(join).collect()
    });
    progress.finish();
    let mut all = Measured::default();
    for part in parts {
        part.midgame.into_iter().for_each(|(cell, errors)| *all.midgame.entry(cell).or_default() += errors);
        part.endgame.into_iter().for_each(|(cell, errors)| *all.endgame.entry(cell).or_default() += errors);
    }
    let mut text =
        "# How far a shallow search is from a deep one, in discs, measured by outflank-trainer probcut:\n\
                    # sigma = exp(constant + S * ln(shallow + 4) + A / (deep - shallow) + E * empties)\n\
                    # kind      constant  S        A        E\n"
            .to_owned();
    for (kind, cells) in [("midgame", &all.midgame), ("endgame", &all.endgame)] {
        let plane = plane(cells).ok_or(Failure::TooFew(kind))?;
        let [constant, shallow, apart, empties] = plane;
        let _ = writeln!(text, "{kind:<11} {constant:<9.4} {shallow:<8.4} {apart:<8.4} {empties:.4}");
        show(kind, cells, plane);
    }
    std::fs::write(&plan.output, text).map_err(Failure::file(&plan.output))
}

/// Positions spread evenly over the numbers of empties.
fn draw(plan: &Plan) -> Result<Vec<Board>, Failure> {
    let range = ENDGAME_EMPTIES..=50;
    let mut by_empties: Vec<Vec<Board>> = vec![Vec::new(); 61];
    for path in &plan.games {
        for block in games::read(path)?.0.iter().take(100) {
            for game in block.unpack().unwrap_or_default() {
                let moments = game.replay().map_or_else(Vec::new, |(moments, _)| moments);
                for moment in moments.iter().skip(game.opening.into()) {
                    by_empties[moment.board.empties().len()].push(moment.board);
                }
            }
        }
    }
    let mut random = Random::new(1);
    let each = plan.positions.div_ceil(range.clone().count());
    let mut drawn = Vec::new();
    for empties in range {
        let boards = &mut by_empties[empties];
        for _ in 0..each.min(boards.len()) {
            drawn.push(boards.swap_remove(random.below(boards.len())));
        }
    }
    Ok(drawn)
}

/// Searches a position to all depths and records all differences.
fn measure(plan: &Plan, weights: &Weights, engine: &mut Searcher, board: Board, measured: &mut Measured) {
    let empties = board.empties().len();
    let note = |target: &mut BTreeMap<Cell, Errors>, scores: &[f64], deep: usize, value: f64| {
        // Probes end with a move of the same side as the search they replace.
        for (shallow, &score) in scores.iter().enumerate().skip(deep % 2).step_by(2) {
            let cell = (empties as u8, deep as u8, shallow as u8);
            target.entry(cell).or_default().add(score - value);
        }
    };
    let depth = usize::from(plan.depth).min(empties - 1);
    let mut scores = vec![weights.evaluate(board).discs()];
    scores.extend(engine.deepen(board, &Limits::depth(depth as u8)));
    if empties >= MIDGAME_EMPTIES {
        for deep in 2..scores.len() {
            note(&mut measured.midgame, &scores[..deep - 1], deep, scores[deep]);
        }
    }
    if empties <= plan.exact.into() {
        let value = engine.best(board, &Limits::exact()).1;
        let shallow = scores.len().min(empties - 1);
        note(&mut measured.endgame, &scores[..shallow], empties, f64::from(value) / 128.0);
    }
}

/// The terms of the logarithm of a deviation.
fn terms((empties, deep, shallow): Cell) -> [f64; 4] {
    [1.0, f64::from(shallow + 4).ln(), 1.0 / f64::from(deep - shallow), f64::from(empties)]
}

/// The plane through the logarithms of the deviations, by weighted least squares.
fn plane(cells: &BTreeMap<Cell, Errors>) -> Option<[f64; 4]> {
    let mut matrix = vec![vec![0.0; 5]; 4];
    for (&cell, errors) in cells.iter().filter(|(_, errors)| errors.count >= 8.0) {
        let terms = terms(cell);
        let value = errors.rmse().max(0.05).ln();
        for (row, a) in matrix.iter_mut().zip(terms) {
            for (sum, b) in row.iter_mut().zip(terms.into_iter().chain([value])) {
                *sum += errors.count * a * b;
            }
        }
    }
    least_squares::solve(matrix)?.try_into().ok()
}

fn show(kind: &str, cells: &BTreeMap<Cell, Errors>, plane: [f64; 4]) {
    say!("{kind}: shallow deep  measured  model, over all positions");
    let mut by_depths: BTreeMap<(u8, u8), (Errors, f64)> = BTreeMap::new();
    for (&cell, &errors) in cells {
        let (_, deep, shallow) = cell;
        let model = terms(cell).iter().zip(plane).map(|(term, factor)| term * factor).sum::<f64>().exp();
        let entry = by_depths.entry((shallow, deep)).or_default();
        entry.0 += errors;
        entry.1 += errors.count * model * model;
    }
    for ((shallow, deep), (errors, model)) in by_depths {
        say!("         {shallow:7} {deep:4}  {:8.2}  {:5.2}", errors.rmse(), (model / errors.count).sqrt());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_plane_is_recovered() {
        let truth = [2.5, -0.7, -0.6, -0.02];
        let mut cells = BTreeMap::new();
        let mut random = Random::new(8);
        for empties in (20..50).step_by(3) {
            for deep in 2..9 {
                for shallow in 0..deep - 1 {
                    let cell = (empties, deep, shallow);
                    let sigma =
                        terms(cell).iter().zip(truth).map(|(term, factor)| term * factor).sum::<f64>();
                    let errors: &mut Errors = cells.entry(cell).or_default();
                    for _ in 0..400 {
                        let normal: f64 = (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
                        errors.add(sigma.exp() * normal);
                    }
                }
            }
        }
        let found = plane(&cells).unwrap();
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.05, "{found} for {truth}");
        }
        assert!(plane(&BTreeMap::new()).is_none());
    }
}
