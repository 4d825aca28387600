use outflank_rules::{Bitboard, Color};

use super::tempo::gained;
use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// In solved endings, two squares that one side fills alone, because the other cannot answer there: the mover after the better move, or the
/// other side after the move of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Swindle {
    pair: Bitboard,
    /// Who gets both, and along which line.
    side: Color,
    branch: Branch,
    /// How many of them the mover gets after the move of the game and after the better one.
    counts: [usize; 2],
}

pub(super) fn find(evidence: &Evidence) -> Option<(Swindle, f64)> {
    if !evidence.solved {
        return None;
    }
    // Where the better move itself is one of the two there is nothing to wonder at.
    let best = evidence.square(Branch::Best);
    let pairs = gained(evidence)?.into_iter().filter(|(area, _)| area.len() == 2 && !area.contains(best));
    let mut found = pairs.map(|(pair, counts)| match counts {
        [_, 2] => Swindle { pair, side: evidence.mover, branch: Branch::Best, counts },
        _ => Swindle { pair, side: evidence.other(), branch: Branch::Played, counts },
    });
    found.next().map(|swindle| (swindle, 0.6))
}

impl Idea for Swindle {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let fact = |branch: Branch| Fact::Fills(branch, scene.mover, self.pair, self.counts[branch as usize]);
        Branch::ALL.map(fact).to_vec()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (with, without) = match self.branch {
            Branch::Best => (scene.best, scene.played),
            Branch::Played => (scene.played, scene.best),
        };
        format!(
            "After {with} {} {} both {}, which does not happen after {without}.",
            voice.name(self.side),
            voice.verb(self.side, "get", "gets"),
            words::squares(self.pair)
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (self.branch, 8)
    }
}
