//! The root of the search: iterative deepening, several lines, limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use outflank_rules::{Bitboard, Board, Move};

use super::endgame::Solver;
use super::node::{Control, Node, Shared, Worker};
use super::split::Pool;
use super::transposition_table::TranspositionTable;
use super::{MAX, Selectivity};
use crate::eval::Weights;
use crate::sys::{self, Instant};
use crate::{Analysis, Bounds, Certainty, Goal, Limits, Line, Options, Score, StopToken};

/// Searches positions under standard rules, with a transposition table that it keeps.
pub(crate) struct Searcher {
    weights: Arc<Weights>,
    table: TranspositionTable,
    solvers: Vec<Solver>,
}

/// One iteration: a depth and the selectivity of cutoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    selectivity: Selectivity,
}

/// A move at the root, with its score and line.
#[derive(Clone)]
struct RootMove {
    child: Node,
    score: i32,
    line: Vec<Move>,
}

impl RootMove {
    fn mv(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

impl Searcher {
    /// A searcher with an empty table.
    pub(crate) fn new(options: Options, weights: Arc<Weights>) -> Searcher {
        let solvers = std::iter::repeat_with(Solver::new).take(options.threads.max(1)).collect();
        Searcher { weights, table: TranspositionTable::new(options.table_mb), solvers }
    }

    /// Clears everything that earlier searches left behind.
    pub(crate) fn reset(&mut self) {
        self.table.clear();
        for solver in &mut self.solvers {
            solver.clear();
        }
    }

    /// Searches a board.
    pub(crate) fn search(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if board.legal_moves().is_empty() {
            return self.search_after_pass(board, limits, stop, observer);
        }
        if (board.legal_moves() & !limits.exclude).is_empty() {
            return Analysis::default();
        }
        let started = Instant::now();
        if limits.repeatable {
            self.reset();
        }
        self.table.begin(expected_nodes(limits, board));
        for solver in &mut self.solvers {
            solver.nodes = 0;
        }
        let control = Control {
            stop,
            started,
            time: limits.time,
            node_limit: limits.nodes,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let together = self.solvers.len() > 1 && !limits.repeatable && is_large(limits.goal, board);
        let pool = together.then(Pool::default);
        let shared = Shared { table: &self.table, weights: &self.weights, control, pool };
        let Some((solver, helpers)) = self.solvers.split_first_mut() else { return Analysis::default() };
        let worker = Worker::new(&shared, solver, Selectivity::Exact);
        let help = helpers.iter_mut().filter_map(|solver| {
            let pool = shared.pool.as_ref()?;
            let mut helper = Worker::new(&shared, solver, Selectivity::Exact);
            Some(move || helper.help(pool))
        });
        // Releases the helpers when the search ends, however it ends.
        let finish = shared.pool.as_ref().map(Pool::finish_on_drop);
        let mut analysis = sys::with_helpers(help, move || {
            let _finish = finish;
            deepen(worker, board, limits, started, observer)
        });
        analysis.nodes = shared.control.nodes.load(Relaxed);
        analysis
    }

    /// A position without a move: searches the one after the pass, unless the game is over.
    fn search_after_pass(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if board.is_over() {
            return Analysis::default();
        }
        let turned = |mut analysis: Analysis| {
            analysis.lines.truncate(1);
            for line in &mut analysis.lines {
                line.score = -line.score;
                line.moves.insert(0, Move::Pass);
            }
            analysis.bounds = analysis.bounds.turned();
            analysis
        };
        let limits = Limits { lines: 1, exclude: Bitboard::EMPTY, ..*limits };
        turned(
            self.search(board.passed(), &limits, stop, &mut |analysis| observer(&turned(analysis.clone()))),
        )
    }
}

/// Whether a search is large enough to start other threads.
fn is_large(goal: Goal, board: Board) -> bool {
    board.empties().len() > 13 && !matches!(goal, Goal::Depth(..8))
}

/// Nodes per second of one thread, a high estimate.
const PER_SECOND: f64 = 1e7;

/// A likely upper bound on the nodes of a search.
fn expected_nodes(limits: &Limits, board: Board) -> u64 {
    let by_goal = match limits.goal {
        // The most among six positions of 8 to 22 plies was 0.1 million at depth 16, 0.5 at 20 and 4.0 at 26. Too large
        // a table has to be zeroed first, which took 6 % of the time at depth 26 and more on a busy machine.
        Goal::Depth(depth) => limits.lines as u64 * (1 << (11 + u32::from(depth.min(60)) * 9 / 20)),
        Goal::Exact | Goal::WinLossDraw => 1 << board.empties().len(),
        Goal::Strongest => u64::MAX,
    };
    by_goal.min(most_nodes(limits))
}

/// The most nodes that the limits allow.
fn most_nodes(limits: &Limits) -> u64 {
    let by_time = limits.time.map_or(u64::MAX, |time| (time.as_secs_f64() * PER_SECOND) as u64);
    by_time.min(limits.nodes.unwrap_or(u64::MAX))
}

/// The depth that a midgame search reaches within limits, a low estimate.
pub(crate) fn expected_depth(limits: &Limits) -> u32 {
    let affordable = (most_nodes(limits).max(1).ilog2().saturating_sub(11) * 20 / 9).min(60);
    match limits.goal {
        Goal::Depth(depth) => affordable.min(depth.into()),
        _ => affordable,
    }
}

/// Iterative deepening: takes the steps towards the goal until a limit is reached.
fn deepen(
    mut worker: Worker<'_>,
    board: Board,
    limits: &Limits,
    started: Instant,
    observer: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let shared = worker.shared;
    let root = Node::new(board);
    let mut moves = root_moves(&mut worker, &root, limits.exclude);
    let lines = limits.lines.clamp(1, moves.len());
    // Something legal to answer with, whatever happens next.
    let mut analysis = Analysis {
        lines: moves[..lines].iter().map(|mv| line(mv, Certainty::Estimate, 0)).collect(),
        ..Analysis::default()
    };

    for step in steps(limits.goal, root.empties) {
        worker.selectivity = step.selectivity;
        let certainty = certainty(step, root.empties, limits.goal);
        let window = if limits.goal == Goal::WinLossDraw && step.depth >= root.empties {
            (-Score::PER_DISC, Score::PER_DISC)
        } else {
            (-MAX, MAX)
        };
        let bounds = &mut analysis.bounds;
        let (finished, better) = search_step(&mut worker, &root, &mut moves, lines, step, window, bounds);
        worker.report();
        if finished > 0 || better {
            // Of an interrupted step, the finished lines count, and a move that was found to be better than the
            // expected one; the others stay as they were.
            let mut fresh: Vec<Line> =
                moves[..finished].iter().map(|mv| line(mv, certainty, step.depth as u8)).collect();
            if better {
                fresh.push(line(&moves[finished], Certainty::Estimate, step.depth as u8));
            }
            analysis.lines.retain(|line| fresh.iter().all(|fresh| fresh.mv() != line.mv()));
            fresh.append(&mut analysis.lines);
            fresh.truncate(lines);
            analysis.lines = fresh;
            analysis.nodes = shared.control.nodes.load(Relaxed);
            analysis.time = started.elapsed();
            observer(&analysis);
        }
        if shared.control.stopped.load(Relaxed) {
            break;
        }
    }
    worker.report();
    analysis.nodes = shared.control.nodes.load(Relaxed);
    analysis.time = started.elapsed();
    analysis
}

/// The root moves, ordered by evaluation.
fn root_moves(worker: &mut Worker<'_>, root: &Node, exclude: Bitboard) -> Vec<RootMove> {
    let mut moves: Vec<RootMove> = (root.board.legal_moves() & !exclude)
        .iter()
        .map(|square| {
            let child = root.after(square, root.board.flips(square));
            let score = -worker.evaluate(&child);
            RootMove { child, score, line: vec![Move::Place(square)] }
        })
        .collect();
    moves.sort_by_key(|mv| -mv.score);
    moves
}

/// A search of at most this depth makes no ProbCut cutoffs.
const FULL_PLIES: u32 = 7;

/// The iterations that lead to a goal, each preparing the next.
fn steps(goal: Goal, empties: u32) -> Vec<Step> {
    let midgame = |to: u32, selectivity| (1..=to).map(move |depth| Step { depth, selectivity });
    let solve = |selectivity| Step { depth: empties, selectivity };
    let to_the_end = || {
        let rough = [
            (empties > 18).then_some(Selectivity::Low),
            (empties > 22).then_some(Selectivity::High),
            (empties > 25).then_some(Selectivity::Highest),
        ];
        // Solving starts from what these find: FFO 40-49 took 480, 438 and 444 million nodes after steps of low, medium
        // and high selectivity.
        let mut steps: Vec<Step> = midgame(empties.saturating_sub(12).min(12), Selectivity::Medium).collect();
        steps.extend(rough.into_iter().flatten().map(solve));
        steps.push(solve(Selectivity::Exact));
        steps
    };
    match goal {
        Goal::Depth(depth) if u32::from(depth) < empties => {
            let depth = u32::from(depth).max(1);
            // Shallow searches are not selective: there is no time to save, and every ply counts.
            let selectivity = if depth <= FULL_PLIES { Selectivity::Exact } else { Selectivity::Low };
            midgame(depth, selectivity).collect()
        }
        Goal::Depth(_) | Goal::Exact | Goal::WinLossDraw => to_the_end(),
        Goal::Strongest => {
            let mut steps: Vec<Step> = midgame(empties.saturating_sub(10).max(1), Selectivity::Low).collect();
            steps.extend(Selectivity::ALL.map(solve));
            steps
        }
    }
}

fn certainty(step: Step, empties: u32, goal: Goal) -> Certainty {
    match step.selectivity {
        _ if step.depth < empties => Certainty::Estimate,
        Selectivity::Exact if goal == Goal::WinLossDraw => Certainty::WinLossDraw,
        Selectivity::Exact => Certainty::Exact,
        selectivity => Certainty::Selective(selectivity.percent()),
    }
}

/// Searches the best `lines` moves to a depth and moves them to the front. Returns how many lines were finished before
/// a stop, and whether a better move was found for the next one by then.
fn search_step(
    worker: &mut Worker<'_>,
    root: &Node,
    moves: &mut [RootMove],
    lines: usize,
    step: Step,
    window: (i32, i32),
    bounds: &mut Bounds,
) -> (usize, bool) {
    // Only the first line proves bounds: the others leave out the best move.
    let proves = step.depth >= root.empties && step.selectivity == Selectivity::Exact;
    for first in 0..lines {
        let expected = moves[first].mv();
        let bounds = (proves && first == 0).then_some(&mut *bounds);
        let progress = search_line(worker, root, &mut moves[first..], step, window, bounds);
        if let Progress::Stopped { found } = progress {
            return (first, found && moves[first].mv() != expected);
        }
    }
    moves[..lines].sort_by_key(|mv| -mv.score);
    (lines, false)
}

/// How far the search of a line got.
enum Progress {
    Finished,
    /// It was stopped; whether a move had been found by then.
    Stopped {
        found: bool,
    },
}

/// Finds the best of the moves and moves it to the front. The aspiration window starts narrow around the expected score
/// and is widened on the side where it fails.
fn search_line(
    worker: &mut Worker<'_>,
    root: &Node,
    moves: &mut [RootMove],
    step: Step,
    (lowest, highest): (i32, i32),
    mut bounds: Option<&mut Bounds>,
) -> Progress {
    let full = step.depth >= root.empties;
    let expected = moves[0].score;
    // Final scores are whole and even, so a window of one disc on each side is enough.
    let (expected, mut width) = if full && step.selectivity == Selectivity::Exact {
        (expected.div_euclid(2 * Score::PER_DISC) * 2 * Score::PER_DISC, Score::PER_DISC)
    } else {
        (expected, 3 * Score::PER_DISC)
    };
    let (mut alpha, mut beta) = if step.depth < 5 {
        (lowest, highest)
    } else {
        ((expected - width).clamp(lowest, highest - 1), (expected + width).clamp(lowest + 1, highest))
    };
    loop {
        let score = search_window(worker, moves, step.depth, alpha, beta);
        let stopped = worker.shared.control.stopped.load(Relaxed);
        if let Some(bounds) = &mut bounds {
            // A stop leaves moves untried, any of which may be better.
            let beta = if stopped { i32::MIN } else { beta };
            bounds.narrow(Score::from_raw(score), (Score::from_raw(alpha), Score::from_raw(beta)));
        }
        if stopped {
            // Moves are tried in turn, so one above alpha was better than all before it.
            return Progress::Stopped { found: score > alpha };
        }
        width *= 2;
        // The other side stays open: two selective searches may each say that the score is in the window of the other,
        // so the loop is sure to end only if windows never shrink.
        if score <= alpha && alpha > lowest {
            alpha = (score - width).max(lowest);
        } else if score >= beta && beta < highest {
            beta = (score + width).min(highest);
        } else {
            return Progress::Finished;
        }
    }
}

/// Searches the moves within a window, moves the best to the front and returns its score.
fn search_window(
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let mut best = -MAX - 1;
    let mut best_at = 0;
    let mut line = Vec::new();
    for (at, mv) in moves.iter_mut().enumerate() {
        let mut score = -MAX - 1;
        if at > 0 {
            score = -worker.null_window(&mv.child, -alpha - 1, depth - 1);
        }
        if at == 0 || (score > alpha && score < beta) {
            score = -worker.principal(&mv.child, -beta, -alpha, depth - 1, &mut line);
        } else {
            line.clear();
        }
        if worker.shared.control.stopped.load(Relaxed) {
            break;
        }
        mv.score = score;
        if score > best {
            (best, best_at) = (score, at);
            if score > alpha {
                alpha = score;
                mv.line.truncate(1);
                mv.line.append(&mut line);
            }
            if alpha >= beta {
                break;
            }
        }
    }
    moves[..=best_at].rotate_right(1);
    best
}

fn line(mv: &RootMove, certainty: Certainty, depth: u8) -> Line {
    Line { score: Score::from_raw(mv.score), certainty, depth, moves: mv.line.clone() }
}
