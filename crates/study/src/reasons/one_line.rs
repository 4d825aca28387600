use outflank_rules::Bitboard;

use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The move turns discs along several lines, and without one of them it would have been fine.
#[derive(Clone, Debug, PartialEq)]
pub struct OneLine {
    /// The discs of that line.
    discs: Bitboard,
    /// All discs it turns.
    all: Bitboard,
    /// What would have been saved.
    saved: f64,
}

/// So many discs at least have to be saved.
const LEAST: f64 = 5.0;

pub(super) fn find(evidence: &Evidence) -> Option<(OneLine, f64)> {
    // There it is as frequent in good moves.
    if (11..=20).contains(&evidence.empties()) {
        return None;
    }
    let all = evidence.turned(Branch::Played);
    let best = evidence.undone.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let saved = evidence.saved(best.1);
    let found = saved >= LEAST && saved >= evidence.loss / 2.0;
    found.then(|| (OneLine { discs: best.0, all, saved }, evidence.share(saved) * 0.45))
}

impl Idea for OneLine {
    fn facts(&self, _: &Scene) -> Vec<Fact> {
        vec![Fact::Turns(Branch::Played, self.all)]
    }

    fn say(&self, scene: &Scene, _: Voice) -> String {
        format!(
            "{} also turns {}: without that it would be worth {} more.",
            scene.played,
            words::squares(self.discs),
            words::about(self.saved)
        )
    }
}
