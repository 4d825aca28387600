use outflank_rules::{Color, Move};

use super::{Evidence, Fact, Idea, Road, Scene};
use crate::words::{self, Voice};

/// Along the lines passes go against the mover: the other side has to pass after the better move, or the mover after
/// the move of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    road: Road,
    ply: usize,
}

/// A line this long is followed by eye.
const SEEN: usize = 10;

/// A pass this close is what the move is about.
const NEAR: usize = 5;

pub(super) fn find(evidence: &Evidence) -> Option<(Pass, f64)> {
    let (mover, other) = (evidence.mover, evidence.other());
    let horizon = if evidence.solved { usize::MAX } else { evidence.horizon() };
    let passes = |road: Road, color: Color| {
        let is = move |(ply, turn, mv): (usize, Color, Move)| {
            (turn == color && mv == Move::Pass && ply < horizon).then_some(ply)
        };
        evidence.moves(road).filter_map(is).collect::<Vec<usize>>()
    };
    let net = |road: Road| passes(road, other).len() as i32 - passes(road, mover).len() as i32;
    if net(Road::Best) <= net(Road::Played) {
        return None;
    }
    let first = |road: Road, color: Color| passes(road, color).first().copied();
    let gained = passes(Road::Best, other).len() > passes(Road::Played, other).len();
    let suffered = passes(Road::Played, mover).len() > passes(Road::Best, mover).len();
    let gained = first(Road::Best, other).filter(|_| gained && passes(Road::Played, other).is_empty());
    let suffered = first(Road::Played, mover).filter(|_| suffered && passes(Road::Best, mover).is_empty());
    let gained = gained.map(|ply| Pass { road: Road::Best, ply });
    let suffered = suffered.map(|ply| Pass { road: Road::Played, ply });
    let found = gained.into_iter().chain(suffered).min_by_key(|pass| pass.ply)?;
    // The further off, the less it explains.
    let share = if found.ply <= NEAR { 0.6 } else { 0.4 };
    (found.ply <= SEEN).then_some((found, share))
}

impl Idea for Pass {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let color = if self.road == Road::Best { !scene.mover } else { scene.mover };
        vec![Fact::Plays(self.road, self.ply, color, Move::Pass)]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (mover, other) = (scene.mover, !scene.mover);
        let line = words::line(scene.line(self.road, self.ply));
        match self.road {
            Road::Best => {
                format!("After {line} {} {} to pass.", voice.name(other), voice.verb(other, "have", "has"))
            }
            Road::Played => format!(
                "After {line} {} {} to pass, which does not happen after {}.",
                voice.name(mover),
                voice.verb(mover, "have", "has"),
                scene.best
            ),
        }
    }

    fn proof(&self) -> (Road, usize) {
        (self.road, self.ply + 1)
    }
}
