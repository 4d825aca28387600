use outflank_rules::{Bitboard, Square};

use super::features::{after, legal, safe};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// Along the line the mover runs out of moves that give no corner, and has to give one; after the better move that
/// comes four plies later or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct SafeMoves {
    /// The ply at which no safe move is left.
    ply: usize,
    /// The move then.
    forced: Square,
    /// The corner it gives.
    corner: Square,
}

const LATER: usize = 4;

pub(super) fn find(evidence: &Evidence) -> Option<(SafeMoves, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 20 {
        return None;
    }
    let horizon = evidence.horizon();
    let (ply, forced, corner) = out_of_moves(evidence, Branch::Played, horizon)?;
    let best = out_of_moves(evidence, Branch::Best, horizon).map(|found| found.0);
    (ply > 0 && best.is_none_or(|best| best >= ply + LATER))
        .then_some((SafeMoves { ply, forced, corner }, 0.6))
}

/// The first ply at which the mover has to give a corner away that the other side did not have.
fn out_of_moves(evidence: &Evidence, branch: Branch, horizon: usize) -> Option<(usize, Square, Square)> {
    let (mover, other) = (evidence.mover, evidence.other());
    evidence.moves(branch).filter(|(ply, turn, _)| *turn == mover && *ply < horizon).find_map(
        |(ply, _, mv)| {
            let position = &evidence.line(branch).positions()[ply];
            let square = mv.square()?;
            let had = !legal(position, other).is_disjoint(Bitboard::CORNERS);
            if had || !safe(position, mover).is_empty() {
                return None;
            }
            let corner = (legal(&after(position, mover, square)?, other) & Bitboard::CORNERS).first()?;
            Some((ply, square, corner))
        },
    )
}

impl Idea for SafeMoves {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let at = At { branch: Branch::Played, ply: self.ply };
        vec![
            Fact::NoSafeMove(at, scene.mover),
            Fact::Plays(Branch::Played, self.ply, scene.mover, self.forced.into()),
            Fact::Can(At { ply: self.ply + 1, ..at }, !scene.mover, self.corner),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let mover = scene.mover;
        format!(
            "After {} every move {} {} gives a corner; {} gives {}.",
            words::line(scene.line(Branch::Played, self.ply)),
            voice.name(mover),
            voice.verb(mover, "have", "has"),
            self.forced,
            self.corner
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, self.ply + 1)
    }
}
