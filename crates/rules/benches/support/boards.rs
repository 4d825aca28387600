//! The boards to measure with: random games from the first move to the last, the same every time.

use outflank_rules::{Bitboard, Board};

/// Every board of 32 games, as the bits of the side to move and of the opponent.
pub(crate) fn boards() -> Vec<(u64, u64)> {
    let mut boards = Vec::new();
    let mut state = 1_u64;
    for _ in 0..32 {
        let mut board = Board::default();
        while !board.is_over() {
            boards.push((board.player.bits(), board.opponent.bits()));
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let moves = board.legal_moves();
            board = match moves.iter().nth((state >> 33) as usize % moves.len().max(1)) {
                Some(square) => board.after(square),
                None => board.passed(),
            };
        }
    }
    boards
}

/// Every legal move on those boards: the square, then the board.
pub(crate) fn placements() -> Vec<(usize, u64, u64)> {
    let mut placements = Vec::new();
    for (player, opponent) in boards() {
        let board = Board { player: Bitboard::from_bits(player), opponent: Bitboard::from_bits(opponent) };
        placements.extend(board.legal_moves().iter().map(|square| (square.index(), player, opponent)));
    }
    placements
}
