use super::features::legal;
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// Both sides want the same square: the other side's best answer, by some margin, is the move that was missed.
#[derive(Clone, Debug, PartialEq)]
pub struct KeySquare {
    /// How much better it is than other answers.
    gap: f64,
}

pub(super) fn find(evidence: &Evidence) -> Option<(KeySquare, f64)> {
    let gap = evidence.gap(Branch::Played).filter(|gap| *gap >= LEAST && *gap >= evidence.loss / 4.0)?;
    let best = evidence.square(Branch::Best);
    let reply = evidence.replies[0].first()?.0.square()?;
    let line = evidence.ply_of(Branch::Played, evidence.other(), best) == Some(1);
    let can = legal(evidence.after(Branch::Played), evidence.other()).contains(reply);
    (reply == best && line && can).then(|| (KeySquare { gap }, evidence.share(gap).max(0.75)))
}

/// So much better than other answers.
const LEAST: f64 = 2.0;

impl Idea for KeySquare {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        vec![
            Fact::Can(At::BEFORE, scene.mover, scene.best),
            Fact::Can(At::after(Branch::Played), !scene.mover, scene.best),
            Fact::BestReply(Branch::Played, scene.best, self.gap - 0.5),
        ]
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let other = !scene.mover;
        format!(
            "Both sides want {}. After {} {} {} it, {} better than any other answer.",
            scene.best,
            scene.played,
            voice.name(other),
            voice.verb(other, "take", "takes"),
            words::about(self.gap)
        )
    }
}
