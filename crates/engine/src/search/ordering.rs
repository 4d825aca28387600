//! In which order moves are tried: the sooner a good one comes, the less there is to search.

use outflank_rules::{Bitboard, Board, Square};

use super::node::{Child, Node, Worker};
use super::{MAX, endgame};
use crate::Score;

/// How moves are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By the replies they leave: cheap.
    Mobility,
    /// By a search of this many plies, and the replies they leave.
    Search(u32),
}

impl Order {
    /// What is worth the effort for a node that is searched to this depth.
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

/// The replies a board has, those to corners counted twice.
#[inline]
fn mobility(board: Board) -> i32 {
    let replies = board.legal_moves();
    (replies.len() + (replies & Bitboard::CORNERS).len()) as i32
}

/// The value of a move to `square` by the board it leads to: few replies first, then squares with an `odd` number of
/// empties around them, then good squares.
#[inline]
pub(super) fn by_mobility(board: Board, square: Square, odd: u64) -> i32 {
    let odd = (odd >> square.index() & 1) as i32;
    -mobility(board) * 64 + odd * 32 + endgame::square_value(square.index())
}

impl Worker<'_> {
    /// The value of a move: the higher, the earlier it is tried. If it takes the evaluation to tell, the child keeps it.
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
                // A reply costs this much where the end is in sight: few replies also mean a small tree.
                // One, two, four and eight discs gave 43.9, 41.2, 39.6 and 39.5 million nodes for three
                // endgames of 20 to 22 empty squares.
                let per_reply = if full { 4 * Score::PER_DISC } else { Score::PER_DISC / 2 };
                score - mobility(child.node.board) * per_reply + endgame::square_value(child.square.index())
            }
        }
    }

    /// Brings the best of the children from `at` on to `at` and returns it.
    #[inline]
    pub(super) fn pick(&mut self, at: usize) -> Child {
        *best_first(&mut self.children[at..], |child| child.value)
    }
}

/// Brings the best of some moves, at least one, to the front.
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
