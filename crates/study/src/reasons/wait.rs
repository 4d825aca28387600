use outflank_rules::Bitboard;

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::Voice;

/// A corner that could wait: the other side cannot play there, now or along the better line, and the mover plays it later
/// or still can. Taking a corner early is no rarer among good moves, so this only goes with another reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// When it is played along the better line; else it is still there at its end.
    ply: Option<usize>,
    end: usize,
}

pub(super) fn find(evidence: &Evidence) -> Option<(Wait, f64)> {
    let square = evidence.square(Branch::Played);
    let (mover, other) = (evidence.mover, evidence.other());
    let line = evidence.line(Branch::Best);
    let ply = evidence.ply_of(Branch::Best, mover, square);
    let end = ply.unwrap_or(line.moves().len());
    let open = line.positions()[..=end].iter().any(|position| legal(position, other).contains(square));
    let later = ply.is_some() || legal(line.position(), mover).contains(square);
    let corner = Bitboard::CORNERS.contains(square);
    (!open && later && corner).then_some((Wait { ply, end }, 0.4))
}

impl Idea for Wait {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let (mover, square) = (scene.mover, scene.played);
        let mut facts: Vec<Fact> = (0..=self.end)
            .map(|ply| Fact::Cannot(At { branch: Branch::Best, ply }, !mover, square))
            .collect();
        facts.push(match self.ply {
            Some(ply) => Fact::Plays(Branch::Best, ply, mover, square.into()),
            None => Fact::Can(At { branch: Branch::Best, ply: self.end }, mover, square),
        });
        facts
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        format!(
            "The corner could wait: {} cannot play {}, and after {} it is still {}.",
            voice.name(!scene.mover),
            scene.played,
            scene.best,
            voice.own(scene.mover)
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, self.end.min(9) + 1)
    }
}
