use outflank_rules::{Bitboard, Color, Move, Square};

use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// Along the lines the balance of corners is worse for the mover: the other side gets one that it does not get along
/// the better line, or the mover misses one.
#[derive(Clone, Debug, PartialEq)]
pub struct CornerLine {
    /// The corner that makes the difference.
    corner: Square,
    /// Along which line it is taken: the other side takes it after the move of the game, or the mover after the better
    /// one.
    branch: Branch,
    ply: usize,
}

/// A line this long is followed by eye.
const SEEN: usize = 10;

/// A corner this close is what the move is about.
const NEAR: usize = 5;

pub(super) fn find(evidence: &Evidence) -> Option<(CornerLine, f64)> {
    let horizon = evidence.horizon();
    let taken = |branch: Branch, color: Color| {
        let corner = move |(ply, turn, mv): (usize, Color, Move)| {
            let square = mv.square().filter(|square| Bitboard::CORNERS.contains(*square))?;
            (turn == color && ply < horizon).then_some((ply, square))
        };
        evidence.moves(branch).filter_map(corner).collect::<Vec<_>>()
    };
    let (mover, other) = (evidence.mover, evidence.other());
    let net = |branch: Branch| taken(branch, mover).len() as i32 - taken(branch, other).len() as i32;
    if net(Branch::Best) <= net(Branch::Played) {
        return None;
    }
    let lost = taken(Branch::Played, other)
        .into_iter()
        .find(|(_, corner)| evidence.ply_of(Branch::Best, other, *corner).is_none())
        .map(|(ply, corner)| CornerLine { corner, branch: Branch::Played, ply });
    let missed = taken(Branch::Best, mover)
        .into_iter()
        .find(|(_, corner)| evidence.ply_of(Branch::Played, mover, *corner).is_none())
        .map(|(ply, corner)| CornerLine { corner, branch: Branch::Best, ply });
    let found = lost.into_iter().chain(missed).min_by_key(|found| found.ply)?;
    // The further off, the less it explains.
    let share = if found.ply <= NEAR { 0.55 } else { 0.4 };
    (found.ply < SEEN && found.ply > 0).then_some((found, share))
}

impl Idea for CornerLine {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let (color, elsewhere) = match self.branch {
            Branch::Played => (!scene.mover, Branch::Best),
            Branch::Best => (scene.mover, Branch::Played),
        };
        vec![
            Fact::Plays(self.branch, self.ply, color, self.corner.into()),
            Fact::NeverPlays(elsewhere, color, self.corner),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let line = words::line(scene.line(self.branch, self.ply + 1));
        let corner = self.corner;
        match self.branch {
            Branch::Played => {
                let other = !scene.mover;
                format!(
                    "{line}: {} {} {corner}, which does not happen after {}.",
                    voice.name(other),
                    voice.verb(other, "get", "gets"),
                    scene.best
                )
            }
            Branch::Best => format!(
                "{} leads to the corner {corner}: {line}. After {} {} {} not get it.",
                scene.best,
                scene.played,
                voice.name(scene.mover),
                voice.verb(scene.mover, "do", "does"),
            ),
        }
    }

    fn proof(&self) -> (Branch, usize) {
        (self.branch, self.ply + 1)
    }
}
