use outflank_rules::Color;

use super::features::frontier;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// At the end of both lines more of the mover's discs lie beside empty squares: they are what the other side plays on.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposed {
    plies: usize,
    counts: [usize; 2],
}

const LEAST: i32 = 4;

pub(super) fn find(evidence: &Evidence) -> Option<(Exposed, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 20 {
        return None;
    }
    let plies = evidence.horizon();
    let count =
        |branch: Branch, color: Color| frontier(&evidence.line(branch).positions()[plies], color).len();
    let counts = Branch::ALL.map(|branch| count(branch, evidence.mover));
    let balance =
        |branch: Branch| count(branch, evidence.mover) as i32 - count(branch, evidence.other()) as i32;
    let worse = balance(Branch::Played) - balance(Branch::Best);
    let more = counts[0] as i32 - counts[1] as i32;
    let open = evidence.position.empties().len() > plies + 8;
    let found = plies >= 6 && open && worse >= LEAST && more >= 4;
    // Moves are told rather than what takes them.
    found.then_some((Exposed { plies, counts }, 0.35))
}

impl Idea for Exposed {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let fact = |branch: Branch| {
            Fact::Exposed(At { branch, ply: self.plies }, scene.mover, self.counts[branch as usize])
        };
        Branch::ALL.map(fact).to_vec()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let [played, best] = self.counts;
        format!(
            "{} moves later {} of {} discs lie open to empty squares; after {} it would be {}.",
            words::capital(&words::number(self.plies)),
            words::number(played),
            voice.possessive(scene.mover),
            scene.best,
            words::number_or_none(best)
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, self.plies)
    }
}
