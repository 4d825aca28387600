//! The tree below the root: a midgame search with the utility function at its leaves, and an endgame search that plays
//! to the end.

use outflank_rules::{Bitboard, Move, Square, Variant};

use super::control::{Control, Stopped};
use super::node::{Node, Turn};
use super::transposition_table::{Bound, Entry, TO_THE_END, TranspositionTable};
use super::utility::utility;
use crate::Score;
use crate::stability::stable;

/// The state of a search.
pub(super) struct Tree<'a> {
    pub(super) variant: Variant,
    pub(super) table: TranspositionTable,
    pub(super) control: Control<'a>,
    /// The moves still to be tried at every node on the path, as one stack, so that no node allocates.
    children: Vec<Child>,
}

/// A bound outside all scores, in 1/128 disc.
pub(super) const WIDEST: i32 = 64 * Score::PER_DISC + 1;

impl<'a> Tree<'a> {
    pub(super) fn new(variant: Variant, control: Control<'a>) -> Tree<'a> {
        Tree { variant, table: TranspositionTable::new(), control, children: Vec::with_capacity(1024) }
    }

    /// The score of a node `depth` placements deep, in 1/128 disc: exact if between `alpha` and `beta`, otherwise a
    /// bound. `line` gets the principal variation where the score is exact.
    pub(super) fn midgame(
        &mut self,
        node: &Node,
        depth: u8,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        // 1. Stop in time.
        self.control.visit()?;

        // 2. The end of the game is scored, and a pass costs no depth: otherwise passes would push a loss
        //    over the horizon.
        let moves = match node.turn(self.variant) {
            Turn::Place(moves) => moves,
            Turn::Over => return Ok(node.board.final_margin() * Score::PER_DISC),
            Turn::Pass => {
                let mut rest = Vec::new();
                let score = -self.midgame(&node.passed(), depth, -beta, -alpha, &mut rest)?;
                note(line, Move::Pass, rest);
                return Ok(score);
            }
        };

        // 3. At the horizon, the utility function.
        if depth == 0 {
            let replies = self.variant.placements(node.board.passed());
            return Ok(utility(self.variant, node.board, moves, replies));
        }

        // 4. Probe the transposition table: a deep enough entry may cut off. Not where a line is wanted.
        let known = self.table.probe(node);
        if beta - alpha == 1
            && let Some(entry) = known
            && entry.depth >= depth
            && settles(entry, alpha, beta)
        {
            return Ok(entry.score);
        }

        // 5. Order moves: a good first move cuts off the rest.
        let hash_move = known.and_then(|entry| entry.best);
        let first = self.children.len();
        self.order_midgame(node, moves, depth, hash_move);

        // 6. Search them.
        let (best, best_move) =
            self.best_child(first, alpha, beta, line, &mut |tree, child, alpha, beta, rest| {
                tree.midgame(child, depth - 1, alpha, beta, rest)
            })?;

        // 7. Store the result.
        self.table.store(
            node,
            Entry { score: best, bound: bound(best, alpha, beta), depth, best: Some(best_move) },
        );
        Ok(best)
    }

    /// The final score of a node for the side to move, in discs, with a window as in [`midgame`](Tree::midgame).
    pub(super) fn endgame(
        &mut self,
        node: &Node,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        // 1. Stop in time.
        self.control.visit()?;

        // 2. The end of the game, and passes.
        let moves = match node.turn(self.variant) {
            Turn::Place(moves) => moves,
            Turn::Over => return Ok(node.board.final_margin()),
            Turn::Pass => {
                let mut rest = Vec::new();
                let score = -self.endgame(&node.passed(), -beta, -alpha, &mut rest)?;
                note(line, Move::Pass, rest);
                return Ok(score);
            }
        };
        let empties = node.board.empties();

        // 3. The opponent's stable discs give an upper bound. It pays only where `alpha` is high, and not for
        //    the last few moves, which are cheaper to play out.
        let narrow = beta - alpha == 1;
        if narrow && alpha >= 16 && empties.len() >= 4 {
            let occupied = !empties;
            let ceiling = 64 - 2 * stable(self.variant, node.board.opponent, occupied).len() as i32;
            if ceiling <= alpha {
                return Ok(ceiling);
            }
        }

        // 4. Probe the transposition table. The last few moves are faster to play out than to look up.
        let deep = empties.len() >= 6;
        let known = if deep { self.table.probe(node) } else { None };
        if narrow
            && let Some(entry) = known
            && entry.depth == TO_THE_END
        {
            let entry = Entry { score: entry.score / Score::PER_DISC, ..entry };
            if settles(entry, alpha, beta) {
                return Ok(entry.score);
            }
        }

        // 5. Order: with many empties by the opponent's mobility, near the end by parity alone.
        let first = self.children.len();
        if deep {
            self.order_endgame(node, moves, known.and_then(|entry| entry.best));
        } else {
            let odd = odd_regions(empties);
            for square in (moves & !odd).iter().chain((moves & odd).iter()) {
                self.push(node, square, 0);
            }
        }

        // 6. Search them.
        let (best, best_move) = self.best_child(first, alpha, beta, line, &mut Tree::endgame)?;

        // 7. Store the result.
        if deep {
            self.table.store(
                node,
                Entry {
                    score: best * Score::PER_DISC,
                    bound: bound(best, alpha, beta),
                    depth: TO_THE_END,
                    best: Some(best_move),
                },
            );
        }
        Ok(best)
    }

    /// Principal variation search through the children from `first` on, which are removed: after the first, the others
    /// are tried with a null window, which is cheap. Returns the score of the best and its square.
    fn best_child(
        &mut self,
        first: usize,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
        search: &mut impl FnMut(&mut Self, &Node, i32, i32, &mut Vec<Move>) -> Result<i32, Stopped>,
    ) -> Result<(i32, Square), Stopped> {
        let mut best = None;
        while self.children.len() > first
            && let Some(child) = self.children.pop()
        {
            let mut rest = Vec::new();
            let mut score;
            if best.is_none() {
                score = -search(self, &child.node, -beta, -alpha, &mut rest)?;
            } else {
                score = -search(self, &child.node, -alpha - 1, -alpha, &mut rest)?;
                if score > alpha && score < beta {
                    score = -search(self, &child.node, -beta, -alpha, &mut rest)?;
                }
            }
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, child.square));
                if score > alpha {
                    alpha = score;
                    if score < beta {
                        note(line, Move::Place(child.square), rest);
                    }
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.children.truncate(first);
        Ok(best.expect("a side to move has a move"))
    }

    #[inline]
    fn push(&mut self, node: &Node, square: Square, rank: i32) {
        let node = node.after(self.variant, square);
        self.children.push(Child { square, node, rank });
    }

    /// Midgame order: the hash move first, then by the value of the position it leads to, or, one ply before the
    /// horizon where that would cost as much as the search itself, by the square alone.
    fn order_midgame(&mut self, node: &Node, moves: Bitboard, depth: u8, hash_move: Option<Square>) {
        let first = self.children.len();
        for square in moves {
            let child = node.after(self.variant, square);
            let rank = if Some(square) == hash_move {
                i32::MAX
            } else if depth == 1 {
                i32::from(SQUARE_ORDER[square.index()])
            } else {
                let replies = self.variant.placements(child.board);
                if depth == 2 {
                    i32::from(SQUARE_ORDER[square.index()]) - 8 * weighted(replies)
                } else {
                    let again = self.variant.placements(child.board.passed());
                    -utility(self.variant, child.board, replies, again)
                }
            };
            self.children.push(Child { square, node: child, rank });
        }
        self.children[first..].sort_unstable_by_key(|child| child.rank);
    }

    /// Endgame order: the hash move first, then those that leave the opponent few replies (corner replies count
    /// double), preferring regions with an odd number of empty squares.
    fn order_endgame(&mut self, node: &Node, moves: Bitboard, hash_move: Option<Square>) {
        let first = self.children.len();
        let odd = odd_regions(node.board.empties());
        for square in moves {
            let child = node.after(self.variant, square);
            let rank = if Some(square) == hash_move {
                i32::MAX
            } else {
                let replies = self.variant.placements(child.board);
                let parity = i32::from(odd.contains(square));
                i32::from(SQUARE_ORDER[square.index()]) / 2 + 4 * parity - 8 * weighted(replies)
            };
            self.children.push(Child { square, node: child, rank });
        }
        self.children[first..].sort_unstable_by_key(|child| child.rank);
    }
}

/// Puts a move before the line that follows it.
fn note(line: &mut Vec<Move>, mv: Move, rest: Vec<Move>) {
    line.clear();
    line.push(mv);
    line.extend(rest);
}

/// Whether a table entry causes a cutoff for this window.
fn settles(entry: Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exactly => true,
        Bound::AtLeast => entry.score >= beta,
        Bound::AtMost => entry.score <= alpha,
    }
}

fn bound(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::AtLeast
    } else if score <= alpha {
        Bound::AtMost
    } else {
        Bound::Exactly
    }
}

/// Mobility, with corners counted twice.
#[inline]
fn weighted(moves: Bitboard) -> i32 {
    (moves.len() + (moves & Bitboard::CORNERS).len()) as i32
}

/// The quadrants with an odd number of empty squares: the side that plays there first usually also plays there last.
#[inline]
fn odd_regions(empties: Bitboard) -> Bitboard {
    const QUADRANTS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];
    let mut odd = 0;
    for quadrant in QUADRANTS {
        if (empties.bits() & quadrant).count_ones() % 2 == 1 {
            odd |= quadrant;
        }
    }
    Bitboard::from_bits(odd)
}

/// How good a square is when nothing else is known.
#[rustfmt::skip]
static SQUARE_ORDER: [i8; 64] = [
    40, -6, 8, 6, 6, 8, -6, 40,
    -6,-16, 0, 1, 1, 0,-16, -6,
     8,  0, 3, 2, 2, 3,  0,  8,
     6,  1, 2, 0, 0, 2,  1,  6,
     6,  1, 2, 0, 0, 2,  1,  6,
     8,  0, 3, 2, 2, 3,  0,  8,
    -6,-16, 0, 1, 1, 0,-16, -6,
    40, -6, 8, 6, 6, 8, -6, 40,
];

/// A move, the node it leads to and its rank in the move ordering.
#[derive(Clone, Copy)]
struct Child {
    square: Square,
    node: Node,
    rank: i32,
}
