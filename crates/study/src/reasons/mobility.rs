use outflank_rules::Color;

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// At the end of both lines the mover has fewer moves, or the other side more.
#[derive(Clone, Debug, PartialEq)]
pub struct Mobility {
    plies: usize,
    /// Moves of the mover and of the other side, after the move of the game and after the better one.
    counts: [[usize; 2]; 2],
}

const LEAST: i32 = 4;

pub(super) fn find(evidence: &Evidence) -> Option<(Mobility, f64)> {
    let plies = evidence.horizon();
    let count = |branch: Branch, color: Color| legal(&evidence.line(branch).positions()[plies], color).len();
    let counts = Branch::ALL.map(|branch| [count(branch, evidence.mover), count(branch, evidence.other())]);
    let balance = |branch: Branch| counts[branch as usize][0] as i32 - counts[branch as usize][1] as i32;
    let worse = balance(Branch::Best) - balance(Branch::Played);
    let open = evidence.position.empties().len() > plies + 8;
    (plies >= 6 && open && worse >= LEAST).then_some((Mobility { plies, counts }, 0.45))
}

impl Idea for Mobility {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let fact = |branch: Branch, of: usize, color: Color| {
            Fact::Moves(At { branch, ply: self.plies }, color, self.counts[branch as usize][of])
        };
        Branch::ALL
            .into_iter()
            .flat_map(|branch| [fact(branch, 0, scene.mover), fact(branch, 1, !scene.mover)])
            .collect()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (mover, other) = (scene.mover, !scene.mover);
        let [[own, theirs], [own_best, theirs_best]] = self.counts;
        format!(
            "{} moves later {} {} {} and {} {}; after {} it would be {} against {}.",
            words::capital(&words::number(self.plies)),
            voice.name(mover),
            voice.verb(mover, "have", "has"),
            words::count(own, "move", "moves"),
            voice.name(other),
            words::number_or_none(theirs),
            scene.best,
            words::number_or_none(own_best),
            words::number_or_none(theirs_best)
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Played, self.plies)
    }
}
