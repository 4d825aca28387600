use outflank_rules::{Bitboard, Square};

use super::features::{legal, openness};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// One answer makes the move a mistake, though it is neither new nor taken away by the better move, and after that one no
/// answer stands out like that.
#[derive(Clone, Debug, PartialEq)]
pub struct Allows {
    reply: Square,
    gap: f64,
    /// What is plain about the answer.
    manner: Manner,
}

#[derive(Clone, Debug, PartialEq)]
enum Manner {
    /// It takes a corner.
    Corner,
    /// It turns only surrounded discs, these.
    Quiet(Bitboard),
    Plain,
}

/// So much better than the next answer, before 20 empty squares and from there on.
const LEAST: [f64; 2] = [6.0, 8.0];

/// An answer to the better move stands out too if it is better than the next by this part of that.
const STANDS_OUT: f64 = 0.4;

pub(super) fn find(evidence: &Evidence) -> Option<(Allows, f64)> {
    let (reply, gap) = evidence.single_reply()?;
    let after_best = legal(evidence.after(Branch::Best), evidence.other()).contains(reply);
    let stands_out = evidence.gap(Branch::Best).is_some_and(|other| other > gap * STANDS_OUT);
    let clear = gap >= LEAST[usize::from(evidence.empties() <= 20)] && gap >= evidence.loss * 0.6;
    // After the better move the same answer is the only one.
    let same = matches!(evidence.replies[1].as_slice(), [only] if only.0 == reply.into());
    if reply == evidence.square(Branch::Best) || !after_best || stands_out || !clear || same {
        return None;
    }
    let position = evidence.after(Branch::Played);
    let turned = position.flips(reply);
    let manner = if Bitboard::CORNERS.contains(reply) {
        Manner::Corner
    } else if position.play(reply.into()).is_ok_and(|next| openness(&next, turned) == 0) && turned.len() <= 4
    {
        Manner::Quiet(turned)
    } else {
        Manner::Plain
    };
    Some((Allows { reply, gap, manner }, evidence.share(gap) * 0.9))
}

impl Idea for Allows {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let mut facts = vec![
            Fact::Can(At::after(Branch::Played), !scene.mover, self.reply),
            Fact::BestReply(Branch::Played, self.reply, self.gap - 0.5),
        ];
        if let Manner::Quiet(discs) = self.manner {
            facts.push(Fact::Owns(At::after(Branch::Played), scene.mover, discs));
        }
        facts
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (reply, gap) = (self.reply, words::about(self.gap));
        let other = voice.name(!scene.mover);
        let how = match &self.manner {
            Manner::Corner => ", taking the corner".to_owned(),
            Manner::Quiet(discs) => {
                format!(", a quiet move that turns only {}", words::squares(*discs))
            }
            Manner::Plain => String::new(),
        };
        format!(
            "{} allows {other} {reply}{how}: {gap} better than any other answer. After {} no answer stands out like that.",
            scene.played, scene.best
        )
    }
}
