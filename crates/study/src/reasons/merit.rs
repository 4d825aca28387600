use outflank_rules::{Bitboard, Game, Move, Position, Square};

use super::features::{legal, openness};

/// What is plain about a good move, from the boards before and after it and what follows.
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
    /// The best answer takes this corner.
    GivesUp(Square),
    /// It gives the other side no new move.
    OpensNothing,
    /// It gives the other side only these new moves, one or two.
    OpensLittle(Bitboard),
    /// Along the line, which goes to the end of the game, the mover plays last.
    LastMove,
    /// Nothing of that.
    Plain,
}

/// So few moves are few.
const FEW: usize = 3;

/// What the first move of a line does.
pub fn merit(position: &Position, line: &[Move]) -> Merit {
    let Some(&mv) = line.first() else { return Merit::Plain };
    let (Some(square), Ok(after)) = (mv.square(), position.play(mv)) else { return Merit::Plain };
    let answer = line.get(1).and_then(|mv| mv.square());
    let other = after.turn();
    let turned = position.flips(square);
    let (had, has) = (legal(position, other), legal(&after, other));
    let gone = had & !has & !square.bitboard();
    if Bitboard::CORNERS.contains(square) {
        Merit::TakesCorner
    } else if after.must_pass() {
        Merit::ForcesPass
    } else if let Some(corner) = answer.filter(|answer| Bitboard::CORNERS.contains(*answer)) {
        Merit::GivesUp(corner)
    } else if openness(&after, turned) == 0 {
        Merit::Quiet(turned)
    } else if has.len() <= FEW && had.len() > has.len() {
        Merit::LeavesFew(has.len())
    } else if gone.len() >= 2 && (has & !had).is_empty() {
        Merit::TakesAway(gone)
    } else if turned.len() == 1 && (has & !had).is_empty() {
        Merit::Waits
    } else if (has & !had).is_empty() {
        Merit::OpensNothing
    } else if plays_last(position, line) {
        Merit::LastMove
    } else if (has & !had).len() <= 2 {
        Merit::OpensLittle(has & !had)
    } else {
        Merit::Plain
    }
}

/// Whether a line goes to the end of the game, and the side to move places the last disc.
fn plays_last(position: &Position, line: &[Move]) -> bool {
    let Ok(game) = Game::from_moves(*position, line.iter().copied()) else { return false };
    let last = line.iter().rposition(|mv| *mv != Move::Pass);
    game.is_over() && last.is_some_and(|ply| game.positions()[ply].turn() == position.turn())
}
