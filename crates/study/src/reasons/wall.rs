use outflank_rules::{Bitboard, Color, Position};

use super::features::{frontier, neighbours};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// In the opening the move leaves the mover a large group of discs on the outside: the other side can play against it, the
/// mover cannot play through it.
#[derive(Clone, Debug, PartialEq)]
pub struct Wall {
    /// The largest group after the move of the game and after the better one.
    sizes: [usize; 2],
}

/// How large a wall is; more than that are just many discs.
const LARGE: std::ops::RangeInclusive<usize> = 6..=12;

pub(super) fn find(evidence: &Evidence) -> Option<(Wall, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 40 {
        return None;
    }
    let sizes = Branch::ALL.map(|branch| largest(evidence.after(branch), evidence.mover));
    let [played, best] = sizes;
    (LARGE.contains(&played) && best * 3 <= played * 2).then_some((Wall { sizes }, 0.4))
}

/// The largest group of discs of a side that touch each other and empty squares.
fn largest(position: &Position, color: Color) -> usize {
    let mut left = frontier(position, color);
    let mut largest = 0;
    while let Some(first) = left.first() {
        let mut group = first.bitboard();
        loop {
            let grown: Bitboard = group | (neighbours(group) & left);
            if grown == group {
                break;
            }
            group = grown;
        }
        left &= !group;
        largest = largest.max(group.len());
    }
    largest
}

impl Idea for Wall {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        Branch::ALL
            .map(|branch| Fact::Wall(At::after(branch), scene.mover, self.sizes[branch as usize]))
            .to_vec()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let [played, best] = self.sizes;
        format!(
            "{} builds a wall: {} of {} discs side by side, open to empty squares. After {} the largest group is {}.",
            scene.played,
            words::number(played),
            voice.possessive(scene.mover),
            scene.best,
            words::number(best)
        )
    }
}
