use outflank_rules::Square;

use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The other side's one strong answer was there before the move, and the better move takes it away.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    reply: Square,
    gap: f64,
}

pub(super) fn find(evidence: &Evidence) -> Option<(Blocks, f64)> {
    let (reply, gap) = evidence.single_reply()?;
    let other = evidence.other();
    let before = legal(&evidence.position, other).contains(reply);
    let taken_away = !legal(evidence.after(Branch::Best), other).contains(reply);
    let free = reply != evidence.square(Branch::Best);
    (before && taken_away && free).then(|| (Blocks { reply, gap }, evidence.share(gap)))
}

impl Idea for Blocks {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let other = !scene.mover;
        vec![
            Fact::Can(At::BEFORE, other, self.reply),
            Fact::Can(At::after(Branch::Played), other, self.reply),
            Fact::Cannot(At::after(Branch::Best), other, self.reply),
            Fact::BestReply(Branch::Played, self.reply, self.gap - 0.5),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        format!(
            "{} takes {} away from {}. After {} it is the answer, {} better than any other.",
            scene.best,
            self.reply,
            voice.name(!scene.mover),
            scene.played,
            words::about(self.gap)
        )
    }
}
