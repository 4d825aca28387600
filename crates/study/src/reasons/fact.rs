//! What a sentence claims, checked again from the position and the moves alone.

use outflank_rules::{Bitboard, Color, Move, Position, Square};

use super::{Branch, Evidence};

/// A board: the one after this many moves of a line. After none, it is the position of the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Which line.
    pub branch: Branch,
    /// After how many of its moves.
    pub ply: usize,
}

impl At {
    /// The position of the mistake.
    pub const BEFORE: At = At { branch: Branch::Played, ply: 0 };

    /// After the first move of a line.
    pub const fn after(branch: Branch) -> At {
        At { branch, ply: 1 }
    }
}

/// One claim of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A side may place a disc on a square, as if it were its turn.
    Can(At, Color, Square),
    /// A side may not.
    Cannot(At, Color, Square),
    /// A side has this many places for a disc, as if it were its turn.
    Moves(At, Color, usize),
    /// Every move a side has gives the other one a corner, and it has one.
    NoSafeMove(At, Color),
    /// A move of a line, counting from 0.
    Plays(Branch, usize, Color, Move),
    /// A side never plays on a square along a line.
    NeverPlays(Branch, Color, Square),
    /// The first move of a line turns exactly these discs.
    Turns(Branch, Bitboard),
    /// All these squares have discs, and no empty square beside them.
    Surrounded(At, Bitboard),
    /// Each of these squares has a disc with an empty square beside it.
    Outside(At, Bitboard),
    /// These squares have discs of a side.
    Owns(At, Color, Bitboard),
    /// These squares are empty.
    Empty(At, Bitboard),
    /// The game is over with this many discs for a side, empty squares counted for the winner.
    Ends(At, Color, u8),
    /// A side has no disc left.
    WipedOut(At, Color),
    /// So many of a side's discs off the edge have an empty square beside them.
    Exposed(At, Color, usize),
    /// A side has this many discs that no sequence of moves can flip.
    Stable(At, Color, usize),
    /// The largest group of a side's discs off the edge that touch each other and empty squares has this many.
    Wall(At, Color, usize),
    /// Along a line these squares are all filled, this many of them by a side.
    Fills(Branch, Color, Bitboard, usize),
    /// How many areas of empty squares both lines fill, and in how many of them a side plays last along one line.
    LastInAreas(Branch, Color, usize, usize),
    /// The answer to the first move of a line that is best by at least this many discs.
    BestReply(Branch, Square, f64),
}

impl Fact {
    /// Whether it holds. Everything is computed again, move by move, without the code of the ideas.
    pub fn holds(&self, evidence: &Evidence) -> bool {
        let board = |at: At| replay(evidence, at);
        let with =
            |at: At, test: &dyn Fn(&Position) -> bool| board(at).is_some_and(|position| test(&position));
        match *self {
            Fact::Can(at, color, square) => with(at, &|position| can(position, color, square)),
            Fact::Cannot(at, color, square) => with(at, &|position| !can(position, color, square)),
            Fact::Moves(at, color, count) => with(at, &|position| moves(position, color).len() == count),
            Fact::NoSafeMove(at, color) => with(at, &|position| {
                let moves = moves(position, color);
                let gives = |square: Square| {
                    let next =
                        turned_to(position, color).and_then(|position| position.play(square.into()).ok());
                    next.is_some_and(|next| Bitboard::CORNERS.iter().any(|corner| can(&next, !color, corner)))
                };
                !moves.is_empty() && moves.into_iter().all(gives)
            }),
            Fact::Plays(branch, ply, color, mv) => {
                let turn = board(At { branch, ply }).map(|position| position.turn());
                turn == Some(color) && evidence.lines[branch as usize].moves().get(ply) == Some(&mv)
            }
            Fact::NeverPlays(branch, color, square) => {
                let line = &evidence.lines[branch as usize];
                let mut position = evidence.position;
                line.moves().iter().all(|mv| {
                    let fine = position.turn() != color || mv.square() != Some(square);
                    position = position.play(*mv).unwrap_or(position);
                    fine
                })
            }
            Fact::Turns(branch, discs) => {
                let (Some(before), Some(after)) = (board(At::BEFORE), board(At::after(branch))) else {
                    return false;
                };
                let mover = before.turn();
                Square::ALL.into_iter().all(|square| {
                    let flipped =
                        before.disc_at(square) == Some(!mover) && after.disc_at(square) == Some(mover);
                    flipped == discs.contains(square)
                })
            }
            Fact::Surrounded(at, discs) => with(at, &|position| {
                discs.iter().all(|disc| position.disc_at(disc).is_some() && !beside_empty(position, disc))
            }),
            Fact::Outside(at, discs) => with(at, &|position| {
                discs.iter().all(|disc| position.disc_at(disc).is_some() && beside_empty(position, disc))
            }),
            Fact::Owns(at, color, discs) => {
                with(at, &|position| discs.iter().all(|disc| position.disc_at(disc) == Some(color)))
            }
            Fact::Empty(at, squares) => {
                with(at, &|position| squares.iter().all(|square| position.disc_at(square).is_none()))
            }
            Fact::Ends(at, color, discs) => with(at, &|position| {
                position.outcome().is_some_and(|outcome| outcome.tournament_score(color) == discs)
            }),
            Fact::WipedOut(at, color) => with(at, &|position| position.count(color) == 0),
            Fact::Exposed(at, color, count) => with(at, &|position| {
                let exposed = |square: &Square| {
                    position.disc_at(*square) == Some(color)
                        && (1..7).contains(&square.column())
                        && (1..7).contains(&square.row())
                        && beside_empty(position, *square)
                };
                Square::ALL.iter().filter(|square| exposed(square)).count() == count
            }),
            Fact::Stable(at, color, count) => with(at, &|position| stable(position, color) == count),
            Fact::Wall(at, color, size) => with(at, &|position| wall(position, color) == size),
            Fact::Fills(branch, color, area, count) => {
                let (mut position, mut own) = (evidence.position, 0);
                for mv in evidence.lines[branch as usize].moves() {
                    let inside = mv.square().is_some_and(|square| area.contains(square));
                    own += usize::from(inside && position.turn() == color);
                    let Ok(next) = position.play(*mv) else { return false };
                    position = next;
                }
                own == count && area.iter().all(|square| position.disc_at(square).is_some())
            }
            Fact::LastInAreas(branch, color, areas, last) => {
                last_in_areas(evidence, branch, color) == (areas, last)
            }
            Fact::BestReply(branch, square, gap) => match evidence.replies[branch as usize].as_slice() {
                [first, second, ..] => first.0 == Move::Place(square) && first.1 - second.1 >= gap,
                _ => false,
            },
        }
    }
}

/// The board after some moves of a line, played one by one.
fn replay(evidence: &Evidence, at: At) -> Option<Position> {
    let moves = evidence.lines[at.branch as usize].moves().get(..at.ply)?;
    moves.iter().try_fold(evidence.position, |position, mv| position.play(*mv).ok())
}

fn turned_to(position: &Position, color: Color) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = color;
    setup.position().ok()
}

fn can(position: &Position, color: Color, square: Square) -> bool {
    turned_to(position, color).is_some_and(|position| position.play(square.into()).is_ok())
}

fn moves(position: &Position, color: Color) -> Vec<Square> {
    Square::ALL.into_iter().filter(|square| can(position, color, *square)).collect()
}

fn beside_empty(position: &Position, disc: Square) -> bool {
    Square::ALL.into_iter().any(|square| {
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        position.disc_at(square).is_none()
            && near(square.column(), disc.column())
            && near(square.row(), disc.row())
    })
}

/// The size of the largest group of exposed discs, found by joining neighbours two by two.
fn wall(position: &Position, color: Color) -> usize {
    let exposed: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| position.disc_at(*square) == Some(color) && beside_empty(position, *square))
        .filter(|square| (1..7).contains(&square.column()) && (1..7).contains(&square.row()))
        .collect();
    let mut name: Vec<usize> = (0..exposed.len()).collect();
    for (i, one) in exposed.iter().enumerate() {
        for (j, two) in exposed.iter().enumerate().take(i) {
            let touch = one.column().abs_diff(two.column()) <= 1 && one.row().abs_diff(two.row()) <= 1;
            if touch && name[i] != name[j] {
                let (old, new) = (name[j], name[i]);
                name.iter_mut().filter(|name| **name == old).for_each(|name| *name = new);
            }
        }
    }
    let size = |group: usize| name.iter().filter(|name| **name == group).count();
    (0..exposed.len()).map(size).max().unwrap_or(0)
}

/// Stable discs by another way than the ideas use: discs are struck out as long as one has, along some axis, an empty
/// square in its line and a disc on both sides that is not known to stay.
fn stable(position: &Position, color: Color) -> usize {
    let at = |square: Square, x: i32, y: i32, n: i32| {
        let column = usize::try_from(square.column() as i32 + n * x).ok()?;
        Square::from_column_row(column, usize::try_from(square.row() as i32 + n * y).ok()?)
    };
    let own: Vec<Square> =
        Square::ALL.into_iter().filter(|square| position.disc_at(*square) == Some(color)).collect();
    let mut kept: Vec<Square> = Vec::new();
    loop {
        let stays = |square: &Square| {
            [(0, 1), (1, 0), (1, 1), (-1, 1)].into_iter().all(|(x, y)| {
                let full =
                    (-7..8).filter_map(|n| at(*square, x, y, n)).all(|s| position.disc_at(s).is_some());
                let backed =
                    [-1, 1].into_iter().any(|n| at(*square, x, y, n).is_none_or(|s| kept.contains(&s)));
                full || backed
            })
        };
        let next: Vec<Square> = own.iter().copied().filter(stays).collect();
        if next.len() == kept.len() {
            return kept.len();
        }
        kept = next;
    }
}

/// How many areas both lines fill, and in how many of them a side plays last along one of the lines.
fn last_in_areas(evidence: &Evidence, branch: Branch, color: Color) -> (usize, usize) {
    let mut seen = Bitboard::EMPTY;
    let (mut areas, mut last) = (0, 0);
    for start in Square::ALL {
        if seen.contains(start) || evidence.position.disc_at(start).is_some() {
            continue;
        }
        let (mut area, mut open) = (start.bitboard(), vec![start]);
        while let Some(square) = open.pop() {
            for next in Square::ALL {
                let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
                let touches = near(next.column(), square.column()) && near(next.row(), square.row());
                if touches && evidence.position.disc_at(next).is_none() && !area.contains(next) {
                    area = area.with(next);
                    open.push(next);
                }
            }
        }
        seen |= area;
        let closer = |branch: Branch| {
            let (mut position, mut last) = (evidence.position, None);
            for mv in evidence.lines[branch as usize].moves() {
                if mv.square().is_some_and(|square| area.contains(square)) {
                    last = Some(position.turn());
                }
                position = position.play(*mv).ok()?;
            }
            (position.empties() & area).is_empty().then_some(last).flatten()
        };
        if closer(Branch::Played).is_some() && closer(Branch::Best).is_some() {
            areas += 1;
            last += usize::from(closer(branch) == Some(color));
        }
    }
    (areas, last)
}
