//! The last plies of a search that stops before the end of the game: no transposition table, only the evaluation, which
//! may cut off by itself.

use outflank_rules::{Bitboard, Square};

use super::endgame::odd_squares;
use super::node::{Node, Worker};
use super::ordering::{best_first, by_mobility};
use super::probcut::MODEL;
use super::{MAX, Selectivity};

/// Searches of this many plies and fewer are done here.
pub(super) const LEAF_MAX: u32 = 2;

/// Squares that are seldom best: trying them last with one ply to go saves 3 % of all nodes.
const BESIDE_CORNERS: Bitboard = Bitboard::from_bits(0x42c3_0000_0000_c342);

/// A move of a position with two plies to go, and its rank in the move ordering. The position it leads to is computed
/// only when the move is tried, since two of three never are.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    value: i32,
    square: Square,
    flips: Bitboard,
}

impl Worker<'_> {
    /// The score of a search of at most [`LEAF_MAX`] plies, or a bound if it is outside the window.
    pub(super) fn leaf(&mut self, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 {
        match depth {
            0 => {
                self.solver.nodes += 1;
                self.evaluate(node)
            }
            1 => self.leaf_1(node, alpha, beta),
            _ => self.leaf_2(node, alpha, beta),
        }
    }

    /// One ply: the best evaluation after each move.
    fn leaf_1(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        self.solver.nodes += 1;
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.leaf_without_move(node, |worker, passed| worker.leaf_1(passed, -MAX, MAX));
        }
        if let Some(bound) = self.static_cutoff(node, alpha, beta) {
            return bound;
        }
        let mut best = -MAX;
        // The killer move: what refuted the last position often refutes this one.
        let refutation = moves & self.refutation;
        let rest = moves & !refutation;
        for tier in [refutation, rest & !BESIDE_CORNERS, rest & BESIDE_CORNERS] {
            for square in tier {
                self.solver.nodes += 1;
                let score = -self.evaluate(&node.after(square, node.board.flips(square)));
                if score > best {
                    best = score;
                    if best >= beta {
                        self.refutation = square.bitboard();
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Two plies, ordered by the opponent's mobility. Five positions to depth 20 took 12 % less time than when ordered
    /// by evaluation, with 11 % more nodes.
    fn leaf_2(&mut self, node: &Node, mut alpha: i32, beta: i32) -> i32 {
        self.solver.nodes += 1;
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.leaf_without_move(node, |worker, passed| worker.leaf_2(passed, -beta, -alpha));
        }
        if let Some(bound) = self.static_cutoff(node, alpha, beta) {
            return bound;
        }
        let odd = odd_squares(node.board.empties().bits());
        let first = self.replies.len();
        for square in moves {
            let flips = node.board.flips(square);
            if flips == node.board.opponent {
                self.replies.truncate(first);
                return MAX;
            }
            let value = by_mobility(node.board.after_flips(square, flips), square, odd);
            self.replies.push(Reply { value, square, flips });
        }
        let last = self.replies.len();
        let mut best = -MAX;
        for i in first..last {
            let Reply { square, flips, .. } = *best_first(&mut self.replies[i..], |reply| reply.value);
            let score = -self.leaf_1(&node.after(square, flips), -beta, -alpha);
            if score > best {
                best = score;
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.replies.truncate(first);
        best
    }

    /// A cutoff if the evaluation is so far from a null window that the last plies are unlikely to bring it back. With
    /// two plies to go it won 43 Elo (+23 to +63, 800 games with 40,000 nodes a move); with one ply as well, another 39
    /// (+11 to +68, 400 games). Together with the cutoffs inside probes, the latter also wins 57 (+19 to +96, 160
    /// games) with 2,000,000 nodes a move. Both cases use the margin of two plies: with one to go, the other side is to
    /// move at the end, and the model only covers searches that end with the same side.
    fn static_cutoff(&self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        if self.selectivity == Selectivity::Exact || beta > alpha + 1 {
            return None;
        }
        let margin = MODEL.margin(self.selectivity, node.empties, LEAF_MAX, 0);
        let value = self.evaluate(node);
        if value >= beta + margin {
            Some(beta)
        } else if value <= alpha - margin {
            Some(alpha)
        } else {
            None
        }
    }

    /// A pass continues with the other side; if neither can move, the discs are counted.
    fn leaf_without_move(&mut self, node: &Node, go_on: impl Fn(&mut Self, &Node) -> i32) -> i32 {
        let passed = node.passed();
        if passed.board.legal_moves().is_empty() { node.final_score() } else { -go_on(self, &passed) }
    }

    /// The evaluation of a position.
    #[inline]
    pub(super) fn evaluate(&self, node: &Node) -> i32 {
        let evaluate = || self.shared.weights.evaluate_features(&node.features, node.empties as usize);
        node.evaluation.unwrap_or_else(evaluate)
    }
}
