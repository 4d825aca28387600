use super::{At, Evidence, Fact, Idea, Road, Scene};
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
    let end = |road: Road| Some(evidence.line(road).position().outcome()?.tournament_score(evidence.mover));
    let discs = [end(Road::Played)?, end(Road::Best)?];
    let plies = Road::ALL.map(|road| evidence.line(road).moves().len());
    (discs[1] > discs[0]).then_some((Counting { discs, plies }, 0.3))
}

impl Idea for Counting {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let ends = |road: Road| {
            let at = At { road, ply: self.plies[road as usize] };
            Fact::Ends(at, scene.mover, self.discs[road as usize])
        };
        Road::ALL.map(ends).to_vec()
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

    fn proof(&self) -> (Road, usize) {
        (Road::Best, self.plies[1])
    }
}
