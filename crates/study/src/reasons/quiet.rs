use outflank_rules::{Bitboard, Color, Square};

use super::features::{legal, neighbours, openness};
use super::{At, Branch, Evidence, Fact, Idea, Scene};
use crate::words::{self, Voice};

/// The better move was quiet: it turns only discs with no empty square beside them, while the move of the game turns
/// discs on the outside and gives the other side its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Quiet {
    /// What the better move turns.
    turned: Bitboard,
    /// What the move of the game turns on the outside.
    outside: Bitboard,
    /// The answer that this makes possible.
    answer: Option<Square>,
}

/// Empty squares beside what the move of the game turns, at least.
const OPEN: usize = 3;

/// Discs that would be saved without turning some of them, at least.
const LEAST: f64 = 4.0;

pub(super) fn find(evidence: &Evidence) -> Option<(Quiet, f64)> {
    let open = |branch: Branch| openness(evidence.after(branch), evidence.turned(branch));
    if open(Branch::Best) > 0 || open(Branch::Played) < OPEN {
        return None;
    }
    let answer = opened_answer(evidence);
    let mobility = |branch: Branch| {
        let moves = |color: Color| legal(&evidence.line(branch).positions()[evidence.horizon()], color).len();
        moves(evidence.mover) as i32 - moves(evidence.other()) as i32
    };
    let worse = mobility(Branch::Best) - mobility(Branch::Played) >= 2;
    let outside = outside(evidence, Branch::Played);
    // Without the discs that it turns on the outside, the move would have cost much less.
    let harm = evidence.undone.iter().any(|(discs, value)| {
        !discs.is_disjoint(outside) && evidence.saved(*value) >= (evidence.loss / 2.0).max(LEAST)
    });
    let quiet = Quiet { turned: evidence.turned(Branch::Best), outside, answer };
    (answer.is_some() || worse || harm).then_some((quiet, if answer.is_some() { 0.9 } else { 0.75 }))
}

/// The other side's best answer, if it had it neither before nor after the better move.
pub(super) fn opened_answer(evidence: &Evidence) -> Option<Square> {
    let answer = evidence.line(Branch::Played).moves().get(1)?.square()?;
    let other = evidence.other();
    let new = !legal(&evidence.position, other).contains(answer);
    (new && !legal(evidence.after(Branch::Best), other).contains(answer)).then_some(answer)
}

/// The discs that a move turns and that have an empty square beside them.
pub(super) fn outside(evidence: &Evidence, branch: Branch) -> Bitboard {
    evidence.turned(branch) & neighbours(evidence.after(branch).empties())
}

impl Idea for Quiet {
    fn facts(&self, scene: &Scene) -> Vec<Fact> {
        let mut facts = vec![
            Fact::Turns(Branch::Best, self.turned),
            Fact::Surrounded(At::after(Branch::Best), self.turned),
            Fact::Outside(At::after(Branch::Played), self.outside),
        ];
        if let Some(answer) = self.answer {
            facts.push(Fact::Cannot(At::BEFORE, !scene.mover, answer));
            facts.push(Fact::Can(At::after(Branch::Played), !scene.mover, answer));
        }
        facts
    }

    fn say(&self, scene: &Scene, voice: Voice) -> String {
        let turned = if self.turned.len() <= 4 {
            format!("turns only {}, surrounded on all sides", words::squares(self.turned))
        } else {
            "turns only discs that are surrounded on all sides".to_owned()
        };
        let outside = if self.outside.len() <= 4 {
            format!("{} on the outside", words::squares(self.outside))
        } else {
            format!("{} on the outside", words::count(self.outside.len(), "disc", "discs"))
        };
        let other = voice.name(!scene.mover);
        let answer = self.answer.map_or(String::new(), |answer| format!(" and gives {other} {answer}"));
        format!("{} is quiet: it {turned}. {} turns {outside}{answer}.", scene.best, scene.played)
    }

    fn proof(&self) -> (Branch, usize) {
        (Branch::Best, 6)
    }
}
