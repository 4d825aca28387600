use outflank_rules::Color;

use super::features::legal;
use super::{At, Evidence, Fact, Idea, Road, Scene};
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
    let count = |road: Road, color: Color| legal(&evidence.line(road).positions()[plies], color).len();
    let counts = Road::ALL.map(|road| [count(road, evidence.mover), count(road, evidence.other())]);
    let balance = |road: Road| counts[road as usize][0] as i32 - counts[road as usize][1] as i32;
    let worse = balance(Road::Best) - balance(Road::Played);
    let open = evidence.position.empties().len() > plies + 8;
    (plies >= 6 && open && worse >= LEAST).then_some((Mobility { plies, counts }, 0.45))
}

impl Idea for Mobility {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let fact = |road: Road, of: usize, color: Color| {
            Fact::Moves(At { road, ply: self.plies }, color, self.counts[road as usize][of])
        };
        Road::ALL
            .into_iter()
            .flat_map(|road| [fact(road, 0, scene.mover), fact(road, 1, !scene.mover)])
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

    fn proof(&self) -> (Road, usize) {
        (Road::Played, self.plies)
    }
}
