//! The search of one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use outflank_rules::{Bitboard, Board, Move, Square};

use super::endgame::{CACHED_MAX, Solver, stability_bound};
use super::leaf::{LEAF_MAX, Reply};
use super::ordering::Order;
use super::probcut::MODEL;
use super::shortcut::Shortcut;
use super::split::{Pool, Split, worth_splitting};
use super::transposition_table::{Finding, TranspositionTable};
use super::{MAX, Selectivity};
use crate::eval::{Features, Weights};
use crate::sys::Instant;
use crate::{Score, StopToken};

/// A position with the data that the search keeps about it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) features: Features,
    pub(super) empties: u32,
    /// Its evaluation, once computed.
    pub(super) evaluation: Option<i32>,
}

/// A move and the position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    /// Its rank in the move ordering.
    pub(super) value: i32,
    pub(super) node: Node,
}

impl Node {
    pub(super) fn new(board: Board) -> Node {
        let empties = board.empties().len() as u32;
        Node { board, features: Features::new(board), empties, evaluation: None }
    }

    #[inline]
    pub(super) fn after(&self, square: Square, flips: Bitboard) -> Node {
        Node {
            board: self.board.after_flips(square, flips),
            features: self.features.after(square, flips),
            empties: self.empties - 1,
            evaluation: None,
        }
    }

    #[inline]
    pub(super) fn child(&self, square: Square, flips: Bitboard) -> Child {
        Child { square, value: 0, node: self.after(square, flips) }
    }

    pub(super) fn passed(&self) -> Node {
        let (board, features) = (self.board.passed(), self.features.passed());
        Node { board, features, empties: self.empties, evaluation: None }
    }

    pub(super) fn final_score(&self) -> i32 {
        self.board.final_margin() * Score::PER_DISC
    }
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) weights: &'a Weights,
    pub(super) control: Control<'a>,
    /// The pool of helper threads, if there are several threads.
    pub(super) pool: Option<Pool>,
}

/// When to stop.
pub(super) struct Control<'a> {
    pub(super) stop: &'a StopToken,
    pub(super) started: Instant,
    pub(super) time: Option<Duration>,
    pub(super) node_limit: Option<u64>,
    /// Set once any of the above says so; then all threads return.
    pub(super) stopped: AtomicBool,
    /// Nodes reported so far by all threads.
    pub(super) nodes: AtomicU64,
}

/// Late move reductions: once this many moves, the most promising ones, have failed, the others are searched with
/// reduced depth first, and in full only if that fails high: +16 Elo (+4 to +29) in 1,800 games with 40,000 nodes a
/// move, +12 (-16 to +40) in 200 games with 0.1 s. Reducing by one ply made no difference (+6, -14 to +27, 600 games),
/// and by two right after the first move hurts (-6, -29 to +17).
const LATE_MOVES: usize = 3;
const LATE_PLIES: u32 = 2;
/// The least depth at which moves are reduced.
const LATE_DEPTH: u32 = 5;

/// A thread checks the clock after this many nodes.
const CHECK_EVERY: u64 = 16384;

/// The state of one thread in a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) solver: &'a mut Solver,
    /// A stack of the children of the positions being searched, those of the deepest last.
    pub(super) children: Vec<Child>,
    /// The same for the moves of positions with two plies to go.
    pub(super) replies: Vec<Reply>,
    /// The killer move at one ply to go: the last one that cut off.
    pub(super) refutation: Bitboard,
    pub(super) selectivity: Selectivity,
    /// The split this thread works on.
    pub(super) split: Option<Arc<Split>>,
    /// Nodes at the last check of the clock.
    reported: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        solver: &'a mut Solver,
        selectivity: Selectivity,
    ) -> Worker<'a> {
        let reported = solver.nodes;
        Worker {
            shared,
            solver,
            children: Vec::with_capacity(512),
            replies: Vec::with_capacity(64),
            refutation: Bitboard::EMPTY,
            selectivity,
            split: None,
            reported,
        }
    }

    /// Whether the search must stop now; its result is then invalid.
    #[inline]
    pub(super) fn stopped(&mut self) -> bool {
        if self.solver.nodes - self.reported >= CHECK_EVERY {
            self.report();
        }
        self.is_stopped()
    }

    /// Like [`stopped`](Worker::stopped), without checking the clock.
    #[inline]
    fn is_stopped(&self) -> bool {
        self.shared.control.stopped.load(Relaxed)
            || self.split.as_ref().is_some_and(|split| split.is_cut_off())
    }

    /// Adds this thread's nodes to the total and checks all limits.
    pub(super) fn report(&mut self) {
        let control = &self.shared.control;
        let fresh = self.solver.nodes - self.reported;
        self.reported = self.solver.nodes;
        let nodes = control.nodes.fetch_add(fresh, Relaxed) + fresh;
        if control.stop.is_stopped()
            || control.node_limit.is_some_and(|limit| nodes >= limit)
            || control.time.is_some_and(|time| control.started.elapsed() >= time)
        {
            control.stopped.store(true, Relaxed);
        }
    }

    /// Null-window search: a bound that says whether the score at `depth` is above `alpha`. With a depth of at least
    /// the number of empty squares, it searches to the end of the game.
    pub(super) fn null_window(&mut self, node: &Node, alpha: i32, depth: u32) -> i32 {
        // 1. Small searches have their own routines.
        let full = depth >= node.empties;
        let (player, opponent) = (node.board.player.bits(), node.board.opponent.bits());
        if full && node.empties <= CACHED_MAX {
            return self.solver.solve(player, opponent, alpha.div_euclid(Score::PER_DISC)) * Score::PER_DISC;
        }
        if depth <= LEAF_MAX {
            return self.leaf(node, alpha, alpha + 1, depth);
        }
        if self.stopped() {
            return alpha;
        }
        self.solver.nodes += 1;

        // 2. Stability cutoff.
        if full {
            let bound = stability_bound(player, opponent, alpha.div_euclid(Score::PER_DISC), node.empties);
            if let Some(bound) = bound {
                return bound * Score::PER_DISC;
            }
        }

        // 3. Probe the transposition table, for a cutoff or a hash move.
        let known = self.shared.table.probe(node.board);
        if let Some(entry) =
            known.filter(|entry| entry.serves(depth, self.selectivity) && Shortcut::Table.is_on())
        {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }

        // 4. A pass, or the end of the game.
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.passed();
            return if passed.board.legal_moves().is_empty() {
                node.final_score()
            } else {
                -self.null_window(&passed, -alpha - 1, depth)
            };
        }

        // 5. ProbCut: a shallow search far above the window replaces the deep one.
        if let Some(score) = self.probcut(node, alpha, depth) {
            return score;
        }

        // 6. Try the hash move first: it often cuts off before the others are looked at.
        let mut best = -MAX - 1;
        let mut best_square = None;
        let hash_move = known.and_then(|entry| entry.best[0]).filter(|&square| moves.contains(square));
        if let Some(square) = hash_move {
            let child = node.after(square, node.board.flips(square));
            best = -self.null_window(&child, -alpha - 1, depth - 1);
            best_square = hash_move;
        }

        if best <= alpha {
            // 7. Make every move. A wipe-out wins at once.
            let order = Order::new(depth, node.empties);
            // Near the leaves, probing the table costs more than it saves.
            let enhanced = (full || depth >= 5) && Shortcut::TableAhead.is_on();
            let second = known.and_then(|entry| entry.best[1]);
            let first = self.children.len();
            for square in moves {
                if Some(square) == hash_move {
                    continue;
                }
                let flips = node.board.flips(square);
                if flips == node.board.opponent && Shortcut::WipeOut.is_on() {
                    self.children.truncate(first);
                    return MAX;
                }
                let child = node.child(square, flips);
                if enhanced {
                    self.shared.table.prefetch(child.node.board);
                }
                self.children.push(child);
            }

            // 8. Enhanced transposition cutoff: probe the table for each child. One may cut off; the others get a rank.
            let mut kept = first;
            for i in first..self.children.len() {
                let mut child = self.children[i];
                let square = child.square;
                if enhanced
                    && let Some(entry) = self.shared.table.probe(child.node.board)
                    && entry.serves(depth - 1, self.selectivity)
                {
                    if -entry.upper > alpha {
                        (best, best_square) = (-entry.upper, Some(square));
                        break;
                    }
                    if -entry.lower <= alpha {
                        // Known to fail low, so it need not be searched.
                        if -entry.lower > best {
                            (best, best_square) = (-entry.lower, Some(square));
                        }
                        continue;
                    }
                }
                // Meanwhile, prefetch the weights for the next one.
                if order == Order::Search(0)
                    && let Some(next) = self.children.get(i + 1)
                {
                    self.shared.weights.prefetch(&next.node.features, next.node.empties as usize);
                }
                child.value = self.order_value(node, &mut child, order, full);
                if Some(square) == second {
                    child.value += MAX;
                }
                self.children[kept] = child;
                kept += 1;
            }
            self.children.truncate(kept);

            // 9. Search them, the most promising first, until one fails high.
            if best <= alpha {
                let tried_before = usize::from(hash_move.is_some());
                for i in first..self.children.len() {
                    let tried = tried_before + i - first;
                    // Once a move has failed, the others may be shared with idle threads.
                    if let Some(pool) = &self.shared.pool
                        && best_square.is_some()
                        && pool.has_idle()
                        && self.children.len() > i + 1
                        && worth_splitting(depth, full)
                    {
                        let best_so_far = (best, best_square);
                        (best, best_square) = self.search_split(pool, i, (alpha, depth), tried, best_so_far);
                        break;
                    }
                    let child = self.pick(i);
                    let score = self.try_move(&child.node, alpha, depth, tried);
                    if score > best {
                        (best, best_square) = (score, Some(child.square));
                        if best > alpha {
                            break;
                        }
                    }
                }
            }
            self.children.truncate(first);
        }

        // 10. Store the result, unless the search was stopped: then there is none.
        if self.is_stopped() {
            return alpha;
        }
        let (selectivity, best_move) = (self.selectivity, best_square);
        let finding = Finding { depth, selectivity, alpha, beta: alpha + 1, score: best, best: best_move };
        self.shared.table.store(node.board, &finding);
        best
    }

    /// Searches the move to `child` with a null window: a bound that says whether it is worth more than `alpha` to the
    /// side that makes it. `depth` counts from before the move, and `tried` moves have failed before it.
    #[inline]
    pub(super) fn try_move(&mut self, child: &Node, alpha: i32, depth: u32, tried: usize) -> i32 {
        let full = depth > child.empties;
        if !full && depth >= LATE_DEPTH && tried >= LATE_MOVES && self.selectivity != Selectivity::Exact {
            let score = -self.null_window(child, -alpha - 1, depth - 1 - LATE_PLIES);
            if score <= alpha {
                return score;
            }
        }
        -self.null_window(child, -alpha - 1, depth - 1)
    }

    /// ProbCut: a cutoff if a shallow search makes a score above `alpha` very likely.
    ///
    /// Only for scores above `alpha`. Those likely to fail low are left to the children, which are probed in turn:
    /// probing for both lost 12 Elo (-29 to +6, 800 games with 40,000 nodes a move).
    fn probcut(&mut self, node: &Node, alpha: i32, depth: u32) -> Option<i32> {
        if self.selectivity == Selectivity::Exact {
            return None;
        }
        let full = depth >= node.empties;
        let shallow = if full {
            2 + 2 * (depth.saturating_sub(16) / 8) + (depth & 1)
        } else {
            2 * (depth / 5) + (depth & 1)
        };
        let bound = alpha + 1 + MODEL.margin(self.selectivity, node.empties, depth, shallow);
        if bound >= MAX {
            return None;
        }
        // The evaluation alone may be far enough above the window: +23 Elo (0 to +47) in 600 games with 40,000 nodes a
        // move and +28 (+7 to +49) in 800 with 20,000 at 1.5 standard deviations, another +20 (+2 to +38) at 1.2.
        // Deeper searches, where it made no difference (-2, -24 to +20, 500 games), have time for a probe.
        let value = self.evaluate(node);
        if !full
            && (5..=8).contains(&depth)
            && value > alpha + MODEL.margin(self.selectivity, node.empties, depth, 0)
        {
            return Some(alpha + 1);
        }
        // It also shows where a probe is not worth trying.
        let hope = MODEL.sigma(node.empties, shallow.max(1), 0);
        if value < bound - hope {
            return None;
        }
        // Probes use ProbCut themselves: depth 18 takes 5.1 instead of 14.0 million nodes for 16 positions, which won
        // 61 Elo (+33 to +88, 400 games with 40,000 nodes a move) and 19 (-12 to +50, 200 games) with 400,000.
        (self.null_window(node, bound - 1, shallow) >= bound).then_some(alpha + 1)
    }

    /// Principal variation search: the score at `depth`, or a bound if it is outside the window. `line` gets the
    /// principal variation.
    pub(super) fn principal(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        let full = depth >= node.empties;
        if depth == 0 && !full {
            self.solver.nodes += 1;
            return self.evaluate(node);
        }
        if self.stopped() {
            return alpha;
        }
        self.solver.nodes += 1;

        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.board.legal_moves().is_empty() {
                return node.final_score();
            }
            let score = -self.principal(&passed, -beta, -alpha, depth, line);
            line.insert(0, Move::Pass);
            return score;
        }

        // The hash moves first, the others by rank.
        let known = self.shared.table.probe(node.board);
        let order = Order::new(depth, node.empties);
        let first = self.children.len();
        for square in moves {
            let mut child = node.child(square, node.board.flips(square));
            child.value =
                match known.and_then(|entry| entry.best.iter().position(|&best| best == Some(square))) {
                    Some(rank) => (4 - rank as i32) * MAX,
                    None => self.order_value(node, &mut child, order, full),
                };
            self.children.push(child);
        }

        let window = alpha;
        let mut best = -MAX - 1;
        let mut best_square = None;
        let mut rest = Vec::new();
        for i in first..self.children.len() {
            let child = self.pick(i);
            let mut score = -MAX - 1;
            if i > first {
                score = -self.null_window(&child.node, -alpha - 1, depth - 1);
            }
            if i == first || (score > alpha && score < beta) {
                score = -self.principal(&child.node, -beta, -alpha, depth - 1, &mut rest);
            } else {
                rest.clear();
            }
            if self.is_stopped() {
                break;
            }
            if score > best {
                (best, best_square) = (score, Some(child.square));
                if score > alpha {
                    alpha = score;
                    line.clear();
                    line.push(Move::Place(child.square));
                    line.append(&mut rest);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.children.truncate(first);
        if self.is_stopped() {
            return alpha;
        }
        let selectivity = self.selectivity;
        let finding = Finding { depth, selectivity, alpha: window, beta, score: best, best: best_square };
        self.shared.table.store(node.board, &finding);
        best
    }
}
