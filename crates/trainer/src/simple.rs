//! A small alpha-beta player that needs no trained weights: where the first generation of games comes from.

use outflank_engine::Score;
use outflank_rules::{Bitboard, Board, Square};

use crate::games::final_difference;
use crate::selfplay::Player;

/// Looks a few plies ahead with a rule of thumb and solves the last moves.
pub(crate) struct Simple {
    /// Plies looked ahead.
    pub depth: u8,
    /// From this many empties on the game is solved.
    pub exact: u8,
}

const INFINITE: i32 = i32::MAX / 2;

impl Player for Simple {
    fn search(&mut self, board: Board) -> (Square, i32) {
        let solve = board.empties().len() <= self.exact.into();
        let mut best = (Square::A1, -INFINITE);
        for square in ordered(board) {
            let after = board.after(square);
            let value = if solve {
                let alpha = best.1 / Score::PER_DISC;
                -solve_after(after, -64, -alpha.clamp(-64, 64), false) * Score::PER_DISC
            } else {
                -look_ahead(after, self.depth - 1, -INFINITE, -best.1, false)
            };
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }
}

fn look_ahead(board: Board, depth: u8, mut alpha: i32, beta: i32, passed: bool) -> i32 {
    let legal = board.legal_moves();
    if legal.is_empty() {
        if passed {
            return -final_difference(board.passed()) * Score::PER_DISC;
        }
        return -look_ahead(board.passed(), depth, -beta, -alpha, true);
    }
    if depth == 0 {
        return rule_of_thumb(board, legal);
    }
    let mut best = -INFINITE;
    let mut visit = |square| {
        let value = -look_ahead(board.after(square), depth - 1, -beta, -alpha, false);
        best = best.max(value);
        alpha = alpha.max(value);
        alpha >= beta
    };
    if depth == 1 {
        legal.iter().any(&mut visit);
    } else {
        ordered(board).any(&mut visit);
    }
    best
}

/// Mobility now and to come, corners, and the squares beside corners that are still open.
fn rule_of_thumb(board: Board, legal: Bitboard) -> i32 {
    let replies = board.passed().legal_moves();
    let empties = board.empties();
    let open_corners = Bitboard::CORNERS & empties;
    let difference = |set: Bitboard| (board.player & set).len() as i32 - (board.opponent & set).len() as i32;
    let mobility = legal.len() as i32 - replies.len() as i32;
    let frontier =
        (around(board.opponent) & empties).len() as i32 - (around(board.player) & empties).len() as i32;
    // A corner is 8 discs, an X square at an open corner costs 4 and a C square 2.
    128 * mobility + 48 * frontier + 1024 * difference(Bitboard::CORNERS)
        - 512 * difference(diagonal_steps(open_corners))
        - 256 * difference(straight_steps(open_corners))
}

const WEST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const EAST: u64 = 0xfefe_fefe_fefe_fefe;

fn straight_steps(set: Bitboard) -> Bitboard {
    let b = set.bits();
    Bitboard::from_bits((b << 1 & EAST) | (b >> 1 & WEST) | b << 8 | b >> 8)
}

fn diagonal_steps(set: Bitboard) -> Bitboard {
    let b = set.bits();
    Bitboard::from_bits((b << 9 & EAST) | (b >> 7 & EAST) | (b << 7 & WEST) | (b >> 9 & WEST))
}

fn around(set: Bitboard) -> Bitboard {
    straight_steps(set) | diagonal_steps(set)
}

/// The legal moves, those that leave the opponent few replies first.
fn ordered(board: Board) -> impl Iterator<Item = Square> {
    let mut moves = [(0i16, Square::A1); 64];
    let mut count = 0;
    for square in board.legal_moves() {
        let replies = board.after(square).legal_moves();
        let given = 3 * (replies & Bitboard::CORNERS).len() + replies.len();
        let corner = Bitboard::CORNERS.contains(square);
        moves[count] = (given as i16 - if corner { 6 } else { 0 }, square);
        count += 1;
    }
    moves[..count].sort_unstable_by_key(|&(key, _)| key);
    moves.into_iter().take(count).map(|(_, square)| square)
}

/// The final difference for the side to move under best play, within the window in discs.
fn solve_after(board: Board, mut alpha: i32, beta: i32, passed: bool) -> i32 {
    let legal = board.legal_moves();
    if legal.is_empty() {
        if passed {
            return -final_difference(board.passed());
        }
        return -solve_after(board.passed(), -beta, -alpha, true);
    }
    let mut best = -65;
    let mut visit = |square: Square| {
        let after = board.after(square);
        let mut value = if best == -65 { beta } else { -solve_after(after, -alpha - 1, -alpha, false) };
        if best == -65 || (value > alpha && value < beta) {
            value = -solve_after(after, -beta, -alpha, false);
        }
        best = best.max(value);
        alpha = alpha.max(value);
        alpha >= beta
    };
    if board.empties().len() > 5 {
        ordered(board).any(&mut visit);
    } else {
        legal.iter().any(&mut visit);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::to_move;
    use outflank_engine::Random;

    fn minimax(board: Board) -> i32 {
        let Some((turn, same)) = to_move(board, true) else {
            return final_difference(board);
        };
        let value = turn.legal_moves().iter().map(|s| -minimax(turn.after(s))).max().unwrap();
        if same { value } else { -value }
    }

    #[test]
    fn the_end_is_solved_exactly() {
        let mut random = Random::new(2);
        let mut solved = 0;
        while solved < 40 {
            let mut board = Board::default();
            while let Some((turn, _)) = to_move(board, true)
                && turn.empties().len() > 6
            {
                let legal = turn.legal_moves();
                board = turn.after(legal.iter().nth(random.below(legal.len())).unwrap());
            }
            let Some((turn, _)) = to_move(board, true) else {
                continue;
            };
            let (square, value) = Simple { depth: 1, exact: 6 }.search(turn);
            assert_eq!(value, minimax(turn) * Score::PER_DISC, "{turn:?}");
            assert_eq!(-minimax(turn.after(square)) * Score::PER_DISC, value);
            solved += 1;
        }
    }

    #[test]
    fn a_free_corner_is_taken() {
        let board = Board {
            player: Square::C3.bitboard().with(Square::D3),
            opponent: Square::B2.bitboard().with(Square::D4).with(Square::E3),
        };
        assert_eq!(Simple { depth: 2, exact: 0 }.search(board).0, Square::A1);
    }
}
