use outflank_rules::{Bitboard, Color, Move};

use super::features::areas;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// In solved endings: the mover plays last in fewer areas than after the better move.
#[derive(Clone, Debug, PartialEq)]
pub struct Parity {
    /// How many areas of empty squares there are.
    areas: usize,
    /// In how many the mover plays last, after the better move and after the move of the game.
    last: [usize; 2],
    /// An area that changes hands, with the ply of its last move along the better line and along that of the game.
    area: Option<(Bitboard, [usize; 2])>,
}

pub(super) fn find(evidence: &Evidence) -> Option<(Parity, f64)> {
    if !evidence.solved {
        return None;
    }
    let areas = areas(&evidence.position);
    let closes = |branch: Branch, area: Bitboard| closes(evidence, branch, area);
    // Areas that both lines fill; others say nothing about who was last.
    let filled = |area: Bitboard| Some((area, closes(Branch::Best, area)?, closes(Branch::Played, area)?));
    let both: Vec<_> = areas.into_iter().filter_map(filled).collect();
    let mover = evidence.mover;
    let best = both.iter().filter(|(_, best, _)| best.1 == mover).count();
    let played = both.iter().filter(|(.., played)| played.1 == mover).count();
    let area = both
        .iter()
        .filter(|(_, best, played)| best.1 == mover && played.1 != mover)
        // Of the squares of the two moves themselves it says nothing.
        .filter(|(_, best, played)| best.0 > 0 && played.0 > 0)
        .min_by_key(|(area, ..)| area.len())
        .map(|(area, best, played)| (*area, [best.0, played.0]));
    let parity = Parity { areas: both.len(), last: [best, played], area };
    // A single square explains less than an area.
    let share = if area.is_some_and(|(area, _)| area.len() == 1) { 0.45 } else { 0.6 };
    (best > played).then_some((parity, share))
}

/// The ply that fills an area, and who plays it.
fn closes(evidence: &Evidence, branch: Branch, area: Bitboard) -> Option<(usize, Color)> {
    let mut left = area;
    for (ply, turn, mv) in evidence.moves(branch) {
        if let Move::Place(square) = mv {
            let before = left;
            left = left.without(square);
            if left.is_empty() && before != left {
                return Some((ply, turn));
            }
        }
    }
    None
}

impl Idea for Parity {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let mut facts = vec![
            Fact::LastInAreas(Branch::Best, scene.mover, self.areas, self.last[0]),
            Fact::LastInAreas(Branch::Played, scene.mover, self.areas, self.last[1]),
        ];
        let Some((area, [best, played])) = self.area else { return facts };
        let ends = |branch: Branch, ply: usize, color: Color| {
            let mv = scene.line(branch, ply + 1).last().copied().unwrap_or(Move::Pass);
            let mut facts = vec![Fact::Plays(branch, ply, color, mv)];
            if let Some(last) = mv.square() {
                facts.push(Fact::Empty(At { branch, ply }, last.bitboard()));
            }
            facts
        };
        facts.push(Fact::Empty(At::BEFORE, area));
        facts.extend(ends(Branch::Best, best, scene.mover));
        facts.extend(ends(Branch::Played, played, !scene.mover));
        facts
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (mover, other) = (scene.mover, !scene.mover);
        let (you, play) = (voice.name(mover), voice.verb(mover, "play", "plays"));
        match self.area {
            Some((area, _)) if area.len() == 1 => format!(
                "After {} {you} {} {}, after {} {} {}.",
                scene.best,
                voice.verb(mover, "get", "gets"),
                words::squares(area),
                scene.played,
                voice.name(other),
                voice.verb(other, "do", "does")
            ),
            Some((area, _)) if area.len() <= 6 => format!(
                "After {} {you} {play} last in the area {}, after {} {} {}.",
                scene.best,
                words::squares(area),
                scene.played,
                voice.name(other),
                voice.verb(other, "do", "does")
            ),
            _ if self.areas == 1 => format!(
                "After {} {you} {play} the last move in the open area, after {} {} {}.",
                scene.best,
                scene.played,
                voice.name(other),
                voice.verb(other, "do", "does")
            ),
            _ => format!(
                "After {} {you} {play} last in {}, after {} in {}.",
                scene.best,
                if self.last[0] == self.areas {
                    format!("all {} areas", words::number(self.areas))
                } else {
                    format!("{} of the {} areas", words::number(self.last[0]), words::number(self.areas))
                },
                scene.played,
                if self.last[1] == 0 {
                    "none".to_owned()
                } else {
                    format!("only {}", words::number(self.last[1]))
                }
            ),
        }
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, self.area.map_or(8, |(_, [best, _])| best + 1))
    }
}
