//! How a position is told in words.

use std::time::Duration;

use outflank_engine::Analysis;
use outflank_play::{Awaited, LiveGame, Settings, Time, UndoOption};
use outflank_rules::{Color, Position, Square};
use outflank_study::Review;
use outflank_study::words::{Voice, better, opening, sentence, summary, worth};

/// The discs of both, what they have left to place and their time: what changes with every move.
pub(super) fn score(game: &LiveGame, now: Time) -> String {
    let position = game.position();
    let [black, white] = Color::ALL.map(|color| position.count(color));
    let mut told = vec![format!("Black {black}, White {white}.")];
    if let [Some(black), Some(white)] = Color::ALL.map(|color| position.discs_left(color)) {
        told.push(format!("Discs left to place: Black {black}, White {white}."));
    }
    if let [Some(black), Some(white)] = Color::ALL.map(|color| game.time_left(color, now)) {
        told.push(format!("Time left: Black {}, White {}.", clock(black), clock(white)));
    }
    told.join(" ")
}

/// Time left: minutes and seconds, or days and hours where a move has days.
fn clock(time: Duration) -> String {
    // A second that has begun counts, as on the full screen: nobody has lost one before their turn began.
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60);
    if hours >= 24 {
        format!("{} d {} h", hours / 24, hours % 24)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

/// Whose turn it is and what they can do.
pub(super) fn turn(game: &LiveGame) -> String {
    match game.awaited() {
        Awaited::Move(color) => format!("{} to move. {}", player(game, color), moves(game.position())),
        Awaited::Pass(color) => format!("{} has no legal move: type pass.", player(game, color)),
        Awaited::Engine(task) => format!("{} to move.", player(game, task.position.turn())),
        Awaited::Continue => "The game is paused: type continue.".to_owned(),
        Awaited::Nothing => "The game is over.".to_owned(),
    }
}

/// The take-backs there are, and how to choose one: what a bare `undo` is answered with when it is not plain what
/// is meant, or when it would be somebody's last.
pub(super) fn undo_offer(options: &[UndoOption], settings: &Settings) -> String {
    let left = |option: &UndoOption| match option.left {
        Some(1) => format!(" ({}'s only undo)", settings.name(option.by)),
        Some(left) => format!(" ({left} left)"),
        None => String::new(),
    };
    let told: Vec<String> = options.iter().map(|option| option.phrase(settings) + &left(option)).collect();
    let words: Vec<String> =
        options.iter().map(|option| format!("undo {}", option.by).to_ascii_lowercase()).collect();
    let how = if options.len() == 1 { "yes".to_owned() } else { words.join(" or ") };
    format!("Take back {}? Type {how}.", told.join(", or "))
}

/// A player with colour and letter: `Anna (Black, X)`, or `Black (X)` without a name.
pub(super) fn player(game: &LiveGame, color: Color) -> String {
    let seat = game.seat(color);
    if seat.is_human() && seat.name.is_none() {
        format!("{color} ({})", color.letter())
    } else {
        format!("{} ({color}, {})", seat.shown_name(color), color.letter())
    }
}

/// The legal moves.
pub(super) fn moves(position: &Position) -> String {
    let moves: Vec<String> = position.legal_moves().iter().map(|square| square.to_string()).collect();
    if moves.is_empty() { "No legal move.".to_owned() } else { format!("Moves: {}.", moves.join(", ")) }
}

/// What lies on some squares, one after the other.
pub(super) fn line(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let told: Vec<String> = squares
        .map(|square| match position.disc_at(square) {
            Some(color) => format!("{square} {color}"),
            None => format!("{square} empty"),
        })
        .collect();
    told.join(", ") + "."
}

/// Good moves and what they are worth to the player to move.
pub(super) fn best(analysis: &Analysis, side: Color, wanted: usize) -> String {
    let told: Vec<String> = outflank_study::candidates(analysis, side)
        .iter()
        .take(wanted)
        .map(|candidate| format!("{}, {}", candidate.mv, worth(candidate.value)))
        .collect();
    format!("Best: {}.", told.join("; "))
}

/// What mattered in a game: who played how well, the opening, and the moments that are worth a look with their reasons.
pub(super) fn review(review: &Review, names: &[String; 2], you: Option<Color>) -> Vec<String> {
    let voice = Voice { you, ..Voice::default() };
    let accuracy = |color: Color| {
        let accuracy = review.players[color.index()].accuracy?;
        Some(format!("{} {accuracy:.0}%", names[color.index()]))
    };
    let accuracies: Vec<String> = Color::ALL.into_iter().filter_map(accuracy).collect();
    let mut told = Vec::new();
    if !accuracies.is_empty() {
        told.push(format!("Accuracy: {}.", accuracies.join(", ")));
    }
    told.extend(opening(review, voice).map(|opening| format!("Opening: {opening}")));
    if !review.trained {
        told.push("For these rules the numbers are rough, and no reasons are given.".to_owned());
    }
    if review.moments.is_empty() {
        told.push("No move stands out: nobody gave away much at once.".to_owned());
    }
    for moment in &review.moments {
        let Some(mv) = review.move_of(moment) else { continue };
        let better = match better(review, moment) {
            better if better.is_empty() => better,
            better => format!(" Better: {better}."),
        };
        // The mark behind a move is not read out well: its label says the same.
        let what = summary(review, moment) + &better;
        let (name, why) = (&names[mv.turn.index()], sentence(review, moment, voice));
        told.push(format!("\nMove {}, {name} plays {}. {what}\n{why}", mv.number, mv.played.mv));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_that_has_begun_counts_and_days_are_days() {
        for (milliseconds, told) in [
            (300_000, "5:00"),
            (299_990, "5:00"),
            (1, "0:01"),
            (0, "0:00"),
            (86_400_000, "1 d 0 h"),
            (3 * 86_400_000 - 1, "3 d 0 h"),
            (26 * 3_600_000, "1 d 2 h"),
        ] {
            assert_eq!(clock(Duration::from_millis(milliseconds)), told);
        }
    }
}
