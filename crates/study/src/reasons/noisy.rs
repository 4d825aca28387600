use outflank_rules::Bitboard;

use super::features::{legal, openness};
use super::quiet::{opened_answer, outside};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The move turns discs with many empty squares beside them, far more than the better one, and the best answer is one
/// that this made possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Noisy {
    turned: Bitboard,
    outside: Bitboard,
    /// The moves that the other side did not have before.
    given: Bitboard,
}

const MORE: usize = 3;

pub(super) fn find(evidence: &Evidence) -> Option<(Noisy, f64)> {
    // Later it is as frequent in good moves.
    if evidence.empties() <= 20 {
        return None;
    }
    let open = |branch: Branch| openness(evidence.after(branch), evidence.turned(branch));
    if open(Branch::Best) == 0 || open(Branch::Played) < open(Branch::Best) + MORE {
        return None;
    }
    opened_answer(evidence)?;
    let other = evidence.other();
    let given = legal(evidence.after(Branch::Played), other)
        & !legal(&evidence.position, other)
        & !legal(evidence.after(Branch::Best), other);
    let noisy =
        Noisy { turned: evidence.turned(Branch::Played), outside: outside(evidence, Branch::Played), given };
    Some((noisy, 0.55))
}

impl Idea for Noisy {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let other = !scene.mover;
        let mut facts = vec![
            Fact::Turns(Branch::Played, self.turned),
            Fact::Outside(At::after(Branch::Played), self.outside),
        ];
        facts.extend(self.given.iter().map(|square| Fact::Cannot(At::BEFORE, other, square)));
        facts.extend(self.given.iter().map(|square| Fact::Can(At::after(Branch::Played), other, square)));
        facts.extend(self.given.iter().map(|square| Fact::Cannot(At::after(Branch::Best), other, square)));
        facts
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let (all, outside) = (self.turned.len(), self.outside.len());
        let discs = match (all, outside) {
            (1, _) => "a disc on the outside".to_owned(),
            (2, 2) => "two discs, both on the outside,".to_owned(),
            (all, outside) if all == outside => format!("{} discs, all on the outside,", words::number(all)),
            (all, outside) => {
                format!("{} discs, {} of them on the outside,", words::number(all), words::number(outside))
            }
        };
        format!(
            "{} turns {discs} and gives {} {}.",
            scene.played,
            voice.name(!scene.mover),
            words::squares(self.given)
        )
    }
}
