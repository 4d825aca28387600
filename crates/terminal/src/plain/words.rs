//! How a position is told in words.

use outflank_engine::{Analysis, Certainty};
use outflank_play::{Awaited, LiveGame, Time};
use outflank_rules::{Color, Position, Square};

/// The discs of both, what they have left to place and their time: what changes with every move.
pub(super) fn score(game: &LiveGame, now: Time) -> String {
    let position = game.position();
    let [black, white] = Color::ALL.map(|color| position.count(color));
    let mut told = vec![format!("Black {black}, White {white}.")];
    if let [Some(black), Some(white)] = Color::ALL.map(|color| position.discs_left(color)) {
        told.push(format!("Discs left to place: Black {black}, White {white}."));
    }
    if let [Some(black), Some(white)] = Color::ALL.map(|color| game.time_left(color, now)) {
        let time = |time: std::time::Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        told.push(format!("Time left: Black {}, White {}.", time(black), time(white)));
    }
    told.join(" ")
}

/// Whose turn it is and what they can do.
pub(super) fn turn(game: &LiveGame) -> String {
    match game.awaited() {
        Awaited::Move(color) => format!("{} to move. {}", player(game, color), moves(game.position())),
        Awaited::Pass(color) => format!("{} has no legal move: type pass.", player(game, color)),
        Awaited::Engine(task) => format!("{} to move.", player(game, task.position.turn())),
        Awaited::Nothing => "The game is over.".to_owned(),
    }
}

/// What else could be taken back, after someone was refused.
pub(super) fn other_undo(game: &LiveGame) -> String {
    let possible = Color::ALL.into_iter().find_map(|color| Some((color, game.undoable(color).ok()?)));
    possible.map_or(String::new(), |(color, square)| {
        let word = color.to_string().to_ascii_lowercase();
        format!("Type undo {word} to take back {square} and all that came after.")
    })
}

/// A player with colour and letter: `Anna (Black, X)`, or `Black (X)` without a name.
pub(super) fn player(game: &LiveGame, color: Color) -> String {
    let name = game.seat(color).name.as_str();
    if name == color.to_string() {
        format!("{color} ({})", color.letter())
    } else {
        format!("{name} ({color}, {})", color.letter())
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
pub(super) fn hint(analysis: &Analysis, wanted: usize) -> String {
    let told: Vec<String> = analysis
        .lines
        .iter()
        .take(wanted)
        .map(|line| {
            let value = match line.certainty {
                Certainty::Exact => format!("exactly {:+}", line.score.round()),
                Certainty::WinLossDraw => match line.score.raw() {
                    0 => "a draw".to_owned(),
                    1.. => "wins".to_owned(),
                    _ => "loses".to_owned(),
                },
                Certainty::Estimate | Certainty::Selective(_) => format!("about {:+.1}", line.score.discs()),
            };
            format!("{}, {value}", line.mv())
        })
        .collect();
    format!("Hint: {}.", told.join("; "))
}

/// A sentence that begins with a capital letter and ends with a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    // The name of a square stays as it is written everywhere.
    let square = text.split(' ').next().is_some_and(|word| word.parse::<Square>().is_ok());
    match first {
        Some(first) if !square => format!("{first}{}.", chars.as_str()),
        _ => format!("{text}."),
    }
}
