use outflank_rules::Square;

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The move gives the other side its one strong answer, which it did not have before and has not after the better move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opens {
    reply: Square,
    gap: f64,
}

pub(super) fn find(evidence: &Evidence) -> Option<(Opens, f64)> {
    // Earlier and later it is as frequent in good moves.
    if !(21..=40).contains(&evidence.empties()) {
        return None;
    }
    let (reply, gap) = evidence.single_reply()?;
    let other = evidence.other();
    let new = !legal(&evidence.position, other).contains(reply);
    let not_after_best = !legal(evidence.after(Branch::Best), other).contains(reply);
    let free = reply != evidence.square(Branch::Best);
    (new && not_after_best && free).then(|| (Opens { reply, gap }, evidence.share(gap)))
}

impl Idea for Opens {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let other = !scene.mover;
        vec![
            Fact::Cannot(At::BEFORE, other, self.reply),
            Fact::Can(At::after(Branch::Played), other, self.reply),
            Fact::Cannot(At::after(Branch::Best), other, self.reply),
            Fact::BestReply(Branch::Played, self.reply, self.gap - 0.5),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        format!(
            "{} lets {} play {}, which was not possible before and is {} better than any other answer.",
            scene.played,
            voice.name(!scene.mover),
            self.reply,
            words::about(self.gap)
        )
    }
}
