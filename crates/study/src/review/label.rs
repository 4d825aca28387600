use std::fmt;

/// What a move deserves to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// A pass, or the only legal move.
    Forced,
    /// As good as any other.
    Best,
    /// The best one, not seen at a glance, and every other would have cost a tenth of a point or more.
    OnlyMove,
    /// The best one, not seen at a glance, though it gives a corner away.
    Sacrifice,
    /// Less than a fiftieth of a point worse than the best.
    Good,
    /// Not the best, but nothing to mark.
    Fair,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Label {
    /// Every label, in the order in which they are counted.
    pub const ALL: [Label; 9] = [
        Label::Sacrifice,
        Label::OnlyMove,
        Label::Best,
        Label::Good,
        Label::Fair,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
        Label::Forced,
    ];

    /// The mark that is written behind the move; empty for most.
    pub const fn mark(self) -> &'static str {
        match self {
            Label::OnlyMove => "!",
            Label::Sacrifice => "!!",
            Label::Inaccuracy => "?!",
            Label::Mistake => "?",
            Label::Blunder => "??",
            Label::Forced | Label::Best | Label::Good | Label::Fair => "",
        }
    }

    /// Whether the best move was found.
    pub const fn is_best(self) -> bool {
        matches!(self, Label::Best | Label::OnlyMove | Label::Sacrifice)
    }

    /// Whether the move is marked as bad.
    pub const fn is_error(self) -> bool {
        matches!(self, Label::Inaccuracy | Label::Mistake | Label::Blunder)
    }

    /// The name that programs use.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Forced => "forced",
            Label::Best => "best",
            Label::OnlyMove => "only_move",
            Label::Sacrifice => "sacrifice",
            Label::Good => "good",
            Label::Fair => "fair",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Label::OnlyMove => "only move",
            label => label.name(),
        })
    }
}

/// What decides about a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    /// Discs lost against the best move.
    pub(super) discs: f64,
    /// Points lost: the difference of the win chances.
    pub(super) chance: f64,
    /// Whether both values are proved.
    pub(super) exact: bool,
    /// Whether a proved win or draw was given away.
    pub(super) result_lost: bool,
}

/// An estimate this close is within what searches of one depth differ by.
const NOISE: f64 = 1.0;
/// Below this many discs an estimate does not prove a mistake: 2.5 times the spread of the search.
const DOUBT: f64 = 3.0;

/// The label of a move with a choice, before what was special about it is known.
pub(super) fn label(loss: Loss) -> Label {
    let Loss { discs, chance, exact, result_lost } = loss;
    if discs <= if exact { 0.0 } else { NOISE } {
        return Label::Best;
    }
    let label = if chance >= 0.20 {
        Label::Blunder
    } else if chance >= 0.10 || discs >= 20.0 || result_lost {
        Label::Mistake
    } else if chance >= 0.05 || discs >= 10.0 {
        Label::Inaccuracy
    } else if chance < 0.02 {
        Label::Good
    } else {
        Label::Fair
    };
    if !exact && discs < DOUBT { label.min(Label::Inaccuracy) } else { label }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(discs: f64, chance: f64, exact: bool) -> Label {
        label(Loss { discs, chance, exact, result_lost: false })
    }

    #[test]
    fn points_decide_and_discs_have_a_voice() {
        assert_eq!(of(0.0, 0.0, true), Label::Best);
        assert_eq!(of(2.0, 0.001, true), Label::Good);
        assert_eq!(of(0.9, 0.03, false), Label::Best, "an estimate wavers");
        assert_eq!(of(2.0, 0.03, true), Label::Fair);
        assert_eq!(of(2.0, 0.06, true), Label::Inaccuracy);
        assert_eq!(of(12.0, 0.001, true), Label::Inaccuracy, "margins break ties in tournaments");
        assert_eq!(of(20.0, 0.001, true), Label::Mistake);
        assert_eq!(of(4.0, 0.1, true), Label::Mistake);
        assert_eq!(of(8.0, 0.3, true), Label::Blunder);
    }

    #[test]
    fn an_estimate_is_not_called_a_mistake_for_a_small_loss() {
        assert_eq!(of(2.5, 0.3, false), Label::Inaccuracy);
        assert_eq!(of(2.5, 0.3, true), Label::Blunder);
    }

    #[test]
    fn a_proved_result_given_away_is_a_mistake() {
        let loss = Loss { discs: 2.0, chance: 0.06, exact: true, result_lost: true };
        assert_eq!(label(loss), Label::Mistake);
    }
}
