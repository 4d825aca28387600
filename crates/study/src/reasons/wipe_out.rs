use outflank_rules::Move;

use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The move loses all discs within sixteen plies, and the better one does not.
#[derive(Clone, Debug, PartialEq)]
pub struct WipeOut {
    /// How many moves of the line it takes.
    plies: usize,
    /// The last of them.
    last: Move,
}

const SOON: usize = 16;

pub(super) fn find(evidence: &Evidence) -> Option<(WipeOut, f64)> {
    let line = evidence.line(Branch::Played);
    let plies = line.moves().len();
    let last = *line.moves().last()?;
    let gone = line.position().count(evidence.mover) == 0;
    let other = evidence.line(Branch::Best).position().count(evidence.mover) > 0;
    (gone && other && plies <= SOON).then_some((WipeOut { plies, last }, 1.0))
}

impl Idea for WipeOut {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let at = At { branch: Branch::Played, ply: self.plies };
        vec![
            Fact::WipedOut(at, scene.mover),
            Fact::Plays(Branch::Played, self.plies - 1, !scene.mover, self.last),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        format!(
            "{} {} all discs: {}.",
            voice.subject(scene.mover),
            voice.verb(scene.mover, "lose", "loses"),
            words::line(scene.line(Branch::Played, self.plies))
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, self.plies)
    }
}
