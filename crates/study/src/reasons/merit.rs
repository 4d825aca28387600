use outflank_rules::{Bitboard, Move, Position};

use super::features::{legal, openness};

/// What is plain about a good move, from the boards before and after it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// It takes a corner.
    TakesCorner,
    /// The other side has no move after it.
    ForcesPass,
    /// It turns only these discs, which have no empty square beside them.
    Quiet(Bitboard),
    /// The other side has so few moves after it.
    LeavesFew(usize),
    /// It takes these moves away from the other side, two or more, and gives none.
    TakesAway(Bitboard),
    /// It turns one disc and gives the other side no new move.
    Waits,
    /// Nothing of that.
    Plain,
}

/// So few moves are few.
const FEW: usize = 3;

/// What a move does.
pub fn merit(position: &Position, mv: Move) -> Merit {
    let (Some(square), Ok(after)) = (mv.square(), position.play(mv)) else { return Merit::Plain };
    let other = after.turn();
    let turned = position.flips(square);
    let (had, has) = (legal(position, other), legal(&after, other));
    let gone = had & !has & !square.bitboard();
    if Bitboard::CORNERS.contains(square) {
        Merit::TakesCorner
    } else if after.must_pass() {
        Merit::ForcesPass
    } else if openness(&after, turned) == 0 {
        Merit::Quiet(turned)
    } else if has.len() <= FEW && had.len() > has.len() {
        Merit::LeavesFew(has.len())
    } else if gone.len() >= 2 && (has & !had).is_empty() {
        Merit::TakesAway(gone)
    } else if turned.len() == 1 && (has & !had).is_empty() {
        Merit::Waits
    } else {
        Merit::Plain
    }
}
