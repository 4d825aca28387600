use outflank_rules::{Bitboard, Color, Move};

use super::features::areas;
use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// In solved endings, a turn gained: in an area that both lines fill, the mover gets more of the squares after the better move, and does not
/// lose them elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Tempo {
    area: Bitboard,
    /// How many of its squares the mover gets after the move of the game and after the better one.
    counts: [usize; 2],
}

/// Areas of this many squares can be taken in at a glance.
const SIZES: std::ops::RangeInclusive<usize> = 3..=6;

pub(super) fn find(evidence: &Evidence) -> Option<(Tempo, f64)> {
    if !evidence.solved {
        return None;
    }
    let found = gained(evidence)?.into_iter().filter(|(area, _)| SIZES.contains(&area.len()));
    let (area, counts) = found.min_by_key(|(area, _)| area.len())?;
    Some((Tempo { area, counts }, 0.35))
}

/// Areas of which the mover gets more squares after the better move, with how many after both; `None` if over all
/// areas that both lines fill nothing is gained.
pub(super) fn gained(evidence: &Evidence) -> Option<Vec<(Bitboard, [usize; 2])>> {
    let both = areas(&evidence.position).into_iter().filter_map(|area| {
        let counts = [share(evidence, Branch::Played, area)?, share(evidence, Branch::Best, area)?];
        Some((area, counts))
    });
    let both: Vec<_> = both.collect();
    let net: i32 = both.iter().map(|(_, [played, best])| *best as i32 - *played as i32).sum();
    let more = |(_, [played, best]): &(Bitboard, [usize; 2])| best > played;
    (net > 0).then(|| both.into_iter().filter(more).collect())
}

/// How many squares of an area the mover fills along a line; `None` if it is not filled.
fn share(evidence: &Evidence, branch: Branch, area: Bitboard) -> Option<usize> {
    let inside = |(_, color, mv): (usize, Color, Move)| {
        Some((color, mv.square().filter(|square| area.contains(*square))?))
    };
    let moves: Vec<Color> = evidence.moves(branch).filter_map(inside).map(|(color, _)| color).collect();
    let own = moves.iter().filter(|color| **color == evidence.mover).count();
    (moves.len() == area.len()).then_some(own)
}

impl Idea for Tempo {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let fact = |branch: Branch| Fact::Fills(branch, scene.mover, self.area, self.counts[branch as usize]);
        Branch::ALL.map(fact).to_vec()
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let [played, best] = self.counts;
        let all = if best == self.area.len() { "all" } else { "of the" };
        let most = if best == self.area.len() { String::new() } else { format!("{} ", words::number(best)) };
        format!(
            "After {} {} {} {most}{all} {} squares {}, after {} {}.",
            scene.best,
            voice.name(scene.mover),
            voice.verb(scene.mover, "get", "gets"),
            words::number(self.area.len()),
            words::squares(self.area),
            scene.played,
            if played == 0 { "none".to_owned() } else { format!("only {}", words::number(played)) }
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, 8)
    }
}
