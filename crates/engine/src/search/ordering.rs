//! Move ordering: the sooner a good move comes, the smaller the tree.

use outflank_rules::{Bitboard, Board, Square};

use super::node::{Child, Node, Worker};
use super::{MAX, endgame};
use crate::Score;

/// How moves are ranked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By the opponent's mobility: cheap.
    Mobility,
    /// By a search of this many plies, and the opponent's mobility.
    Search(u32),
}

impl Order {
    /// The order that pays off at this depth.
    pub(super) fn new(depth: u32, empties: u32) -> Order {
        if depth >= empties {
            match depth {
                0..12 => Order::Mobility,
                12..20 => Order::Search(0),
                20..27 => Order::Search(1),
                _ => Order::Search(2),
            }
        } else {
            match depth {
                0..4 => Order::Mobility,
                4..12 => Order::Search(0),
                12..18 => Order::Search(1),
                _ => Order::Search(2),
            }
        }
    }
}

/// The mobility of the side to move, with corners counted twice.
#[inline]
fn mobility(board: Board) -> i32 {
    let replies = board.legal_moves();
    (replies.len() + (replies & Bitboard::CORNERS).len()) as i32
}

/// The rank of a move to `square` by the board it leads to: few replies first, then squares in quadrants with an `odd`
/// number of empties, then good squares.
#[inline]
pub(super) fn by_mobility(board: Board, square: Square, odd: u64) -> i32 {
    let odd = (odd >> square.index() & 1) as i32;
    -mobility(board) * 64 + odd * 32 + endgame::square_value(square.index())
}

impl Worker<'_> {
    /// The rank of a move: higher ones are tried earlier. If it takes the evaluation, the child keeps that.
    pub(super) fn order_value(&mut self, node: &Node, child: &mut Child, order: Order, full: bool) -> i32 {
        match order {
            Order::Mobility => {
                let odd = endgame::odd_squares(node.board.empties().bits());
                by_mobility(child.node.board, child.square, odd)
            }
            Order::Search(depth) => {
                let score = -self.leaf(&child.node, -MAX, MAX, depth);
                if depth == 0 {
                    child.node.evaluation = Some(-score);
                }
                // The penalty for a reply. It is larger in a search to the end: few replies also mean a small tree.
                // One, two, four and eight discs gave 43.9, 41.2, 39.6 and 39.5 million nodes for three endgames of 20
                // to 22 empty squares.
                let per_reply = if full { 4 * Score::PER_DISC } else { Score::PER_DISC / 2 };
                score - mobility(child.node.board) * per_reply + endgame::square_value(child.square.index())
            }
        }
    }

    /// Moves the best of the children from `at` on to `at` and returns it.
    #[inline]
    pub(super) fn pick(&mut self, at: usize) -> Child {
        *best_first(&mut self.children[at..], |child| child.value)
    }
}

/// Moves the best item to the front; there must be at least one.
#[inline]
pub(super) fn best_first<T>(moves: &mut [T], value: impl Fn(&T) -> i32) -> &T {
    let mut best = 0;
    for i in 1..moves.len() {
        if value(&moves[i]) > value(&moves[best]) {
            best = i;
        }
    }
    moves.swap(0, best);
    &moves[0]
}
