//! What the screen says about rules and results.

use outflank_play::{EndReason, GameResult};
use outflank_rules::{Color, DISCS_EACH, Variant};

/// A variant in a few words.
pub(crate) fn variant_name(variant: Variant) -> &'static str {
    match (variant.orthogonal, variant.thirty) {
        (false, false) => "standard",
        (true, false) => "no diagonals",
        (false, true) => "thirty discs each",
        (true, true) => "no diagonals, thirty discs each",
    }
}

/// What a variant means, in a sentence or two.
pub(crate) fn variant_sentence(variant: Variant) -> String {
    let lines = "Only rows and columns outflank; diagonals do not count.";
    let discs =
        format!("Each player holds {DISCS_EACH} discs; to have a move but no disc left ends the game.");
    match (variant.orthogonal, variant.thirty) {
        (false, false) => "Othello as it is played everywhere: rows, columns and diagonals.".to_owned(),
        (true, false) => lines.to_owned(),
        (false, true) => discs,
        (true, true) => format!("{lines} {discs}"),
    }
}

/// What is said of a player when the game is over: how the winner won, or how the loser lost.
pub(crate) fn verdict(result: GameResult, color: Color) -> String {
    let won = result.winner() == Some(color);
    match (result.reason, result.winner()) {
        (EndReason::CalledOff, _) => "called off".to_owned(),
        (_, None) => "a draw".to_owned(),
        (EndReason::Resigned(loser), _) if loser == color => "resigned".to_owned(),
        (EndReason::OutOfTime(loser), _) if loser == color => "ran out of time".to_owned(),
        (EndReason::Left(loser), _) if loser == color => "left".to_owned(),
        // The discs on the board say nothing about a game that was given up.
        (EndReason::Resigned(_) | EndReason::OutOfTime(_) | EndReason::Left(_), _) => "wins".to_owned(),
        _ if won => format!("wins by {}", result.discs.margin().unsigned_abs()),
        _ => String::new(),
    }
}

/// The result in a line: `Anna wins 51 to 13`.
pub(crate) fn result_line(result: GameResult, name: impl Fn(Color) -> String) -> String {
    match (result.winner(), result.reason) {
        (_, EndReason::CalledOff) => "Called off".to_owned(),
        (None, _) => format!("A draw, {} all", result.discs.black),
        (Some(winner), EndReason::Resigned(loser)) => {
            format!("{} wins: {} resigned", name(winner), name(loser))
        }
        (Some(winner), EndReason::OutOfTime(loser)) => {
            format!("{} wins: {} ran out of time", name(winner), name(loser))
        }
        (Some(winner), EndReason::Left(loser)) => format!("{} wins: {} left", name(winner), name(loser)),
        (Some(winner), _) => {
            format!("{} wins {} to {}", name(winner), result.discs.count(winner), result.discs.count(!winner))
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Outcome;

    use super::*;

    #[test]
    fn a_game_that_was_given_up_is_not_told_by_its_discs() {
        let discs = Outcome { black: 2, white: 2 };
        let result = GameResult { discs, reason: EndReason::Resigned(Color::Black) };
        assert_eq!(verdict(result, Color::White), "wins");
        assert_eq!(verdict(result, Color::Black), "resigned");
        assert_eq!(result_line(result, |color| color.to_string()), "White wins: Black resigned");
        let result = GameResult { discs: Outcome { black: 40, white: 24 }, reason: EndReason::BoardFull };
        assert_eq!(verdict(result, Color::Black), "wins by 16");
        assert_eq!(verdict(result, Color::White), "");
        assert_eq!(result_line(result, |color| color.to_string()), "Black wins 40 to 24");
    }
}
