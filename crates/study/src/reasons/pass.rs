use outflank_rules::{Color, Move};

use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// Along the lines passes go against the mover: the other side has to pass after the better move, or the mover after
/// the move of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    branch: Branch,
    ply: usize,
}

/// A line this long is followed by eye.
const SEEN: usize = 10;

/// A pass this close is what the move is about.
const NEAR: usize = 5;

pub(super) fn find(evidence: &Evidence) -> Option<(Pass, f64)> {
    let (mover, other) = (evidence.mover, evidence.other());
    let horizon = if evidence.solved { usize::MAX } else { evidence.horizon() };
    let passes = |branch: Branch, color: Color| {
        let is = move |(ply, turn, mv): (usize, Color, Move)| {
            (turn == color && mv == Move::Pass && ply < horizon).then_some(ply)
        };
        evidence.moves(branch).filter_map(is).collect::<Vec<usize>>()
    };
    let net = |branch: Branch| passes(branch, other).len() as i32 - passes(branch, mover).len() as i32;
    if net(Branch::Best) <= net(Branch::Played) {
        return None;
    }
    let first = |branch: Branch, color: Color| passes(branch, color).first().copied();
    let gained = passes(Branch::Best, other).len() > passes(Branch::Played, other).len();
    let suffered = passes(Branch::Played, mover).len() > passes(Branch::Best, mover).len();
    let gained = first(Branch::Best, other).filter(|_| gained && passes(Branch::Played, other).is_empty());
    let suffered =
        first(Branch::Played, mover).filter(|_| suffered && passes(Branch::Best, mover).is_empty());
    let gained = gained.map(|ply| Pass { branch: Branch::Best, ply });
    let suffered = suffered.map(|ply| Pass { branch: Branch::Played, ply });
    let found = gained.into_iter().chain(suffered).min_by_key(|pass| pass.ply)?;
    // The further off, the less it explains.
    let share = if found.ply <= NEAR { 0.6 } else { 0.4 };
    (found.ply <= SEEN).then_some((found, share))
}

impl Idea for Pass {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let color = if self.branch == Branch::Best { !scene.mover } else { scene.mover };
        vec![Fact::Plays(self.branch, self.ply, color, Move::Pass)]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (mover, other) = (scene.mover, !scene.mover);
        let line = words::line(scene.line(self.branch, self.ply));
        match self.branch {
            Branch::Best => {
                format!("After {line} {} {} to pass.", voice.name(other), voice.verb(other, "have", "has"))
            }
            Branch::Played => format!(
                "After {line} {} {} to pass, which does not happen after {}.",
                voice.name(mover),
                voice.verb(mover, "have", "has"),
                scene.best
            ),
        }
    }

    fn proof(&self) -> (Branch, usize) {
        (self.branch, self.ply + 1)
    }
}
