use outflank_rules::Color;

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The move leaves the mover fewer moves, or the other side more, and a search shows that this is where the harm is done:
/// with the other side passing after both moves the loss stays, or it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Freedom {
    /// Whose moves are counted.
    side: Color,
    /// After the move of the game and after the better one.
    counts: [usize; 2],
}

/// The difference in moves for the mover and for the other side.
const OWN: i32 = 3;
const THEIRS: i32 = 4;

/// So many moves are not few.
const FEW: usize = 8;

pub(super) fn find(evidence: &Evidence) -> Option<(Freedom, f64)> {
    let [Some(played), Some(best)] = evidence.passed else { return None };
    let value = |branch: Branch| evidence.replies[branch as usize].first().map(|reply| -reply.1);
    let loss = value(Branch::Best)? - value(Branch::Played)?;
    // The loss that stays if the other side passes, and the loss that its answers make.
    let (spoilt, allowed) = (best - played, loss - (best - played));
    let enough = |discs: f64| discs >= 4.0 && discs >= evidence.loss * 0.6;
    let counts = |color: Color| Branch::ALL.map(|branch| legal(evidence.after(branch), color).len());
    let (own, theirs) = (counts(evidence.mover), counts(evidence.other()));
    if enough(spoilt) && own[1] as i32 - own[0] as i32 >= OWN && own[0] * 3 <= own[1] * 2 {
        Some((Freedom { side: evidence.mover, counts: own }, 0.5))
    } else if enough(allowed) && theirs[0] as i32 - theirs[1] as i32 >= THEIRS {
        Some((Freedom { side: evidence.other(), counts: theirs }, 0.5))
    } else {
        None
    }
}

impl Idea for Freedom {
    fn facts(&self, _: &Scene) -> Vec<Fact> {
        Branch::ALL
            .map(|branch| Fact::Moves(At::after(branch), self.side, self.counts[branch as usize]))
            .to_vec()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let [played, best] = self.counts;
        let only = if self.side == scene.mover && played < best.min(FEW) { "only " } else { "" };
        format!(
            "{} leaves {} {only}{}, {} would leave {}.",
            scene.played,
            voice.name(self.side),
            words::count(played, "move", "moves"),
            scene.best,
            words::number_or_none(best)
        )
    }
}
