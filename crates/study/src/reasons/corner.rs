use outflank_rules::{Bitboard, Square};

use super::features::{corner_beside, legal};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::Voice;

/// The other side may take a corner after the move and not after the better one, that is its one strong answer, and along
/// the better line it gets it much later or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    corner: Square,
}

/// So many plies later a corner is another matter.
const LATER: usize = 6;

pub(super) fn find(evidence: &Evidence) -> Option<(Corner, f64)> {
    let other = evidence.other();
    let open = |branch: Branch| legal(evidence.after(branch), other) & Bitboard::CORNERS;
    let given = open(Branch::Played) & !open(Branch::Best);
    let (reply, gap) = evidence.single_reply()?;
    let later = evidence.ply_of(Branch::Best, other, reply).is_none_or(|ply| ply >= LATER);
    let taken = evidence.ply_of(Branch::Played, other, reply) == Some(1);
    (given.contains(reply) && later && taken).then(|| (Corner { corner: reply }, evidence.share(gap)))
}

impl Idea for Corner {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let other = !scene.mover;
        vec![
            Fact::Can(At::after(Branch::Played), other, self.corner),
            Fact::Cannot(At::after(Branch::Best), other, self.corner),
            Fact::Plays(Branch::Played, 1, other, self.corner.into()),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let corner = self.corner;
        let (played, other) = (scene.played, voice.name(!scene.mover));
        if corner_beside(played) == Some(corner) {
            format!("{played} is next to the empty corner {corner}, and {other} can take it at once.")
        } else {
            format!("{played} lets {other} take the corner {corner}.")
        }
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, 4)
    }
}
