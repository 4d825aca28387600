//! The rules, to be read by people.

use outflank_rules::Variant;

use crate::wire::{RulesText, Section};

/// The title of a variant and what is different in it.
pub(crate) fn about(variant: Variant) -> (&'static str, &'static str) {
    match (variant.orthogonal, variant.thirty) {
        (false, false) => ("Standard", "The rules of tournaments."),
        (true, false) => ("Orthogonal", "Only rows and columns outflank; diagonals do not."),
        (false, true) => (
            "Thirty",
            "Each player has 30 discs to place. Whoever could move but has none left ends the game.",
        ),
        (true, true) => {
            ("Orthogonal, thirty", "Only rows and columns outflank, and each player has 30 discs.")
        }
    }
}

pub(crate) fn text() -> RulesText {
    let section = |heading, paragraphs| Section { heading, paragraphs };
    RulesText {
        title: "The rules of Othello",
        sections: vec![
            section(
                "The aim",
                &[
                    "Have more discs of your colour on the board than your opponent when nobody can move any more.",
                ],
            ),
            section(
                "The start",
                &[
                    "Two white discs lie on d4 and e5, two black ones on d5 and e4. Black moves first; then the players \
                     take turns.",
                ],
            ),
            section(
                "A move",
                &[
                    "Place a disc of your colour on an empty square so that it outflanks discs of your opponent: in a \
                     straight line, without a gap, they lie between the new disc and another of yours. A line may run \
                     across, up and down or diagonally.",
                    "All discs that are outflanked in any direction turn over and become yours. A move that turns over \
                     nothing is not allowed.",
                ],
            ),
            section(
                "Passing",
                &[
                    "If you have no legal move, you miss your turn and your opponent goes on. You may not pass if you can \
                     move.",
                ],
            ),
            section(
                "The end",
                &[
                    "The game ends when neither player can move, mostly because the board is full. Whoever has more discs \
                     wins; with equal numbers it is a draw. Giving up or running out of time loses.",
                ],
            ),
            section(
                "Taking back",
                &[
                    "Unless you agree on something else, each player may take back their own last move once in a game, \
                     together with everything that came after it. A friend who plays elsewhere is asked first.",
                ],
            ),
            section(
                "Other rules",
                &[
                    "Orthogonal: only rows and columns outflank; diagonals do not.",
                    "Thirty: each player has 30 discs to place besides those of the start. Passing costs none. If you \
                     could move but have no disc left, the game ends and the discs on the board are counted.",
                ],
            ),
        ],
    }
}
