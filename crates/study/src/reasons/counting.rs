use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::Voice;

/// Eight empty squares or fewer and nothing else to say: the lines can be counted out.
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    /// The mover's discs at the end of both lines, empty squares counted for the winner.
    discs: [u8; 2],
    plies: [usize; 2],
}

const FEW: usize = 8;

pub(super) fn find(evidence: &Evidence) -> Option<(Counting, f64)> {
    if !evidence.solved || evidence.position.empties().len() > FEW {
        return None;
    }
    let end =
        |branch: Branch| Some(evidence.line(branch).position().outcome()?.tournament_score(evidence.mover));
    let discs = [end(Branch::Played)?, end(Branch::Best)?];
    let plies = Branch::ALL.map(|branch| evidence.line(branch).moves().len());
    (discs[1] > discs[0]).then_some((Counting { discs, plies }, 0.3))
}

impl Idea for Counting {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let ends = |branch: Branch| {
            let at = At { branch, ply: self.plies[branch as usize] };
            Fact::Ends(at, scene.mover, self.discs[branch as usize])
        };
        Branch::ALL.map(ends).to_vec()
    }

    fn say(&self, scene: &Scene, _: Voice) -> String {
        let [played, best] = self.discs;
        format!(
            "Count it out: {} ends {best}-{}, {} ends {played}-{}.",
            scene.best,
            64 - best,
            scene.played,
            64 - played
        )
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, self.plies[1])
    }
}
