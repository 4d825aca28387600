use outflank_rules::{Bitboard, Square};

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The mover gives up a move that was there before, is still there after the better move, and is played along that
/// line, while the other side takes it along the line of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    square: Square,
    /// When it is played along the better line.
    ply: usize,
    /// When the other side plays it along the line of the game.
    taken: usize,
}

/// It is played so soon.
const SOON: usize = 6;

pub(super) fn find(evidence: &Evidence) -> Option<(Access, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 40 {
        return None;
    }
    let (mover, other) = (evidence.mover, evidence.other());
    let before = legal(&evidence.position, mover);
    let lost: Bitboard = before
        & !legal(evidence.after(Branch::Played), mover)
        & legal(evidence.after(Branch::Best), mover)
        & !evidence.square(Branch::Played).bitboard();
    let found = lost.iter().filter_map(|square| {
        let ply = evidence.ply_of(Branch::Best, mover, square).filter(|ply| *ply <= SOON)?;
        let taken = evidence.ply_of(Branch::Played, other, square).filter(|ply| *ply <= SOON + 1)?;
        Some(Access { square, ply, taken })
    });
    found.min_by_key(|access| access.ply).map(|access| (access, 0.5))
}

impl Idea for Access {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let (mover, square) = (scene.mover, self.square);
        vec![
            Fact::Can(At::BEFORE, mover, square),
            Fact::Cannot(At::after(Branch::Played), mover, square),
            Fact::Can(At::after(Branch::Best), mover, square),
            Fact::Plays(Branch::Best, self.ply, mover, square.into()),
            Fact::Plays(Branch::Played, self.taken, !mover, square.into()),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (mover, other, square) = (scene.mover, !scene.mover, self.square);
        let line = words::line(scene.line(Branch::Best, self.ply + 1));
        let taken = format!("and {} {} it", voice.name(other), voice.verb(other, "take", "takes"));
        format!(
            "{} gives up {square}: {} could play there before, {taken}. After {} it stays: {line}.",
            scene.played,
            voice.name(mover),
            scene.best
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, self.ply + 1)
    }
}
