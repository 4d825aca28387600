use outflank_rules::{Bitboard, Color, Move, Square};

use super::{Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The better move gives up a corner and is worth it: for another corner, or because the other side has to pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Sacrifice {
    corner: Square,
    ply: usize,
    gain: Gain,
}

#[derive(Clone, Debug, PartialEq)]
enum Gain {
    /// The mover takes this corner at this ply.
    Corner(Square, usize),
    /// The other side passes at this ply.
    Pass(usize),
}

/// The corner goes so soon.
const SOON: usize = 3;

pub(super) fn find(evidence: &Evidence) -> Option<(Sacrifice, f64)> {
    let (mover, other) = (evidence.mover, evidence.other());
    let corner = |mv: Move| mv.square().filter(|square| Bitboard::CORNERS.contains(*square));
    let taken = |branch: Branch, color: Color| {
        evidence
            .moves(branch)
            .filter(move |(_, turn, _)| *turn == color)
            .filter_map(move |(ply, _, mv)| Some((ply, corner(mv)?)))
            .collect::<Vec<_>>()
    };
    let (ply, given) = *taken(Branch::Best, other).first()?;
    if ply > SOON
        || taken(Branch::Played, other).iter().any(|(at, square)| *square == given && *at <= ply + 2)
    {
        return None;
    }
    let soon = ply + 7;
    let won = taken(Branch::Best, mover).into_iter().find(|(at, square)| {
        *at > ply && *at <= soon && evidence.ply_of(Branch::Played, mover, *square).is_none()
    });
    let passes = |branch: Branch| {
        evidence.moves(branch).filter(|(_, turn, mv)| *turn == other && *mv == Move::Pass).count()
    };
    let pass = evidence.moves(Branch::Best).find(|(at, turn, mv)| {
        *turn == other && *mv == Move::Pass && *at <= soon && passes(Branch::Best) > passes(Branch::Played)
    });
    let gain = match (won, pass) {
        (Some((at, square)), _) => Gain::Corner(square, at),
        (_, Some((at, ..))) => Gain::Pass(at),
        _ => return None,
    };
    Some((Sacrifice { corner: given, ply, gain }, 0.6))
}

impl Sacrifice {
    fn plies(&self) -> usize {
        match self.gain {
            Gain::Corner(_, ply) | Gain::Pass(ply) => ply + 1,
        }
    }
}

impl Idea for Sacrifice {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let other = !scene.mover;
        let gain = match self.gain {
            Gain::Corner(square, ply) => Fact::Plays(Branch::Best, ply, scene.mover, square.into()),
            Gain::Pass(ply) => Fact::Plays(Branch::Best, ply, other, Move::Pass),
        };
        vec![Fact::Plays(Branch::Best, self.ply, other, self.corner.into()), gain]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let line = words::line(scene.line(Branch::Best, self.plies()));
        let (mover, other) = (scene.mover, !scene.mover);
        let gain = match self.gain {
            Gain::Corner(square, _) => {
                format!("{} {} {square} for it", voice.name(mover), voice.verb(mover, "get", "gets"))
            }
            Gain::Pass(_) => {
                format!("{} then {} to pass", voice.name(other), voice.verb(other, "have", "has"))
            }
        };
        format!("{} gives up {} and is worth it: {gain} ({line}).", scene.best, self.corner)
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, self.plies())
    }
}
