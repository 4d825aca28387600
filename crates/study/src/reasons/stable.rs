use outflank_rules::Color;

use super::features::stable;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// At the end of both lines one side has more discs that can never be turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Stable {
    plies: usize,
    /// Whose discs make the difference.
    side: Color,
    /// How many of them there are after the move of the game and after the better one.
    counts: [usize; 2],
}

const LEAST: i32 = 6;

pub(super) fn find(evidence: &Evidence) -> Option<(Stable, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 20 {
        return None;
    }
    let plies = evidence.horizon();
    let count = |branch: Branch, color: Color| stable(&evidence.line(branch).positions()[plies], color).len();
    let counts = |color: Color| [count(Branch::Played, color), count(Branch::Best, color)];
    let (own, theirs) = (counts(evidence.mover), counts(evidence.other()));
    let lost = own[1] as i32 - own[0] as i32;
    let given = theirs[0] as i32 - theirs[1] as i32;
    let difference = lost + given;
    if plies < 4 || difference < LEAST || f64::from(difference) < evidence.loss / 2.0 {
        return None;
    }
    let (side, counts) = if given >= lost { (evidence.other(), theirs) } else { (evidence.mover, own) };
    let found = Stable { plies, side, counts };
    Some((found, 0.4))
}

impl Idea for Stable {
    fn facts(&self, _: &Scene) -> Vec<Fact> {
        let at = |branch: Branch| At { branch, ply: self.plies };
        vec![
            Fact::Stable(at(Branch::Played), self.side, self.counts[0]),
            Fact::Stable(at(Branch::Best), self.side, self.counts[1]),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let [played, best] = self.counts;
        format!(
            "{} moves later {} {} {} that can never be turned; after {} it would be {}.",
            words::capital(&words::number(self.plies)),
            voice.name(self.side),
            voice.verb(self.side, "have", "has"),
            words::count(played, "disc", "discs"),
            scene.best,
            words::number_or_none(best)
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, self.plies)
    }
}
