//! Sentences about reviews, written in one place: addressed to "you", or about two colours.

use outflank_engine::Certainty;
use outflank_engine::book::Book;
use outflank_rules::{Bitboard, Color, Move, Position, Square};

use crate::explorer::Explorer;
use crate::reasons::{Merit, merit as merit_of};
use crate::review::{Label, LeftBook, Moment, MomentKind, Review, ReviewedMove};
use crate::{Candidate, Value};

/// How the reader is addressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// Which side is "you"; if `None`, both sides are called by their colour.
    pub you: Option<Color>,
    /// Whether the reader is a beginner: then plain ideas are preferred to those that explain most.
    pub beginner: bool,
}

/// Below this accuracy, only plain ideas are used.
pub const BEGINNER: f64 = 60.0;

impl Voice {
    /// The same voice for the moves of one side: plain if that side played like a beginner.
    #[must_use]
    pub fn for_player(self, review: &Review, side: Color) -> Voice {
        let accuracy = review.players[side.index()].accuracy;
        let beginner = self.beginner || accuracy.is_some_and(|accuracy| accuracy < BEGINNER);
        Voice { beginner, ..self }
    }

    /// "you", "Black" or "White".
    pub fn name(self, color: Color) -> &'static str {
        match color {
            color if self.you == Some(color) => "you",
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// "You", "Black" or "White", to begin a sentence.
    pub fn subject(self, color: Color) -> &'static str {
        if self.you == Some(color) { "You" } else { self.name(color) }
    }

    /// "your", "Black's" or "White's".
    pub fn possessive(self, color: Color) -> &'static str {
        match color {
            color if self.you == Some(color) => "your",
            Color::Black => "Black's",
            Color::White => "White's",
        }
    }

    /// "yours", "Black's" or "White's", where nothing follows.
    pub fn own(self, color: Color) -> &'static str {
        if self.you == Some(color) { "yours" } else { self.possessive(color) }
    }

    /// The form of a verb: "you take", "Black takes".
    pub fn verb(self, color: Color, you: &'static str, other: &'static str) -> &'static str {
        if self.you == Some(color) { you } else { other }
    }
}

/// A small number as a word, a large one in figures.
pub fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The same where nothing follows: "none" rather than "no".
pub fn number_or_none(n: usize) -> String {
    if n == 0 { "none".to_owned() } else { number(n) }
}

/// A number of things: "one disc", "three discs".
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// A number of discs that a search found, to the nearest whole one.
pub fn about(discs: f64) -> String {
    let whole = discs.round().max(1.0) as usize;
    count(whole, "disc", "discs")
}

/// "a1", "a1 and b2", "a1, b2 and c3".
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The squares of a set in a sentence.
pub fn squares(set: Bitboard) -> String {
    list(&set.iter().map(|square| square.to_string()).collect::<Vec<_>>())
}

/// Moves with blanks between them.
pub fn line(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Discs without a sign: whole where they are proved, with a decimal below ten otherwise.
pub fn discs(discs: f64, exact: bool) -> String {
    let number = if exact || discs >= 9.95 { format!("{discs:.0}") } else { format!("{discs:.1}") };
    let one = number == "1";
    format!("{number} disc{}", if one { "" } else { "s" })
}

/// The final count that a proved value means, the mover's discs first: "36-28".
pub fn result(value: Value) -> String {
    let margin = value.score.round();
    let theirs = (64 - margin) / 2;
    format!("{}-{theirs}", 64 - theirs)
}

/// A value with how sure it is: "about +6.1", "exactly +6", "a win".
pub fn worth(value: Value) -> String {
    let sure = match value.certainty {
        Certainty::Exact => "exactly",
        Certainty::WinLossDraw => "a",
        Certainty::Estimate | Certainty::Selective(_) => "about",
    };
    format!("{sure} {value}")
}

/// A win chance in percent.
pub fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// The first line about a moment: the move, what it is called, what it cost and what was better.
///
/// `39. a1 ??  Blunder, the turning point: a win by 6 becomes a loss by 8 (exact). Better: b4 or g3.`
pub fn headline(review: &Review, moment: &Moment) -> String {
    let Some(mv) = review.move_of(moment) else { return String::new() };
    let text = match mv.label.mark() {
        "" => format!("{}. {}  ", mv.number, mv.played.mv),
        mark => format!("{}. {} {mark}  ", mv.number, mv.played.mv),
    };
    let better = match better(review, moment) {
        better if better.is_empty() => better,
        better => format!(" Better: {better}."),
    };
    text + &summary(review, moment) + &better
}

/// The opening's name, where theory ended, and what is played there: "Tiger, to move 5. With 12. b6 White left the book; people play
/// c6 (71%) or d2 (18%), the book d2."
pub fn opening(review: &Review, voice: Voice) -> Option<String> {
    let named = review.opening.map(|theory| format!("{}, to move {}.", theory.name, theory.moves));
    let left = review.left_book.as_ref().map(|left| left_book(left, voice));
    let said: Vec<String> = named.into_iter().chain(left).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The move that left the book, and what is played in its place.
pub fn left_book(left: &LeftBook, voice: Voice) -> String {
    let people: Vec<String> =
        left.people.iter().map(|(square, share)| format!("{square} ({})", percent(*share))).collect();
    let same = left.people.first().map(|(square, _)| *square) == left.book;
    let known = match (people.as_slice(), left.book) {
        ([], Some(book)) => format!("; the book plays {book}"),
        ([], None) => String::new(),
        (people, Some(_)) if same => format!("; people and the book play {}", people.join(" or ")),
        (people, Some(book)) => format!("; people play {}, the book {book}", people.join(" or ")),
        (people, None) => format!("; people play {}", people.join(" or ")),
    };
    format!("With {}. {} {} left the book{known}.", left.number, left.mv, voice.name(left.turn))
}

/// What a moment is called and what it cost; of a good move, what makes it one.
pub fn summary(review: &Review, moment: &Moment) -> String {
    let Some(mv) = review.move_of(moment) else { return String::new() };
    if moment.kind == MomentKind::Found {
        return found(mv);
    }
    let mut names = vec![mv.label.to_string()];
    if moment.turning_point {
        names.push("the turning point".to_owned());
    }
    if mv.missed_chance {
        names.push("a missed chance".to_owned());
    }
    format!("{}: {}.", capital(&names.join(", ")), cost(mv))
}

/// What was better, at most two moves; empty for a good move.
pub fn better(review: &Review, moment: &Moment) -> String {
    let Some(mv) = review.move_of(moment) else { return String::new() };
    if moment.kind == MomentKind::Found {
        return String::new();
    }
    let named = &moment.accepted[..moment.accepted.len().min(2)];
    let what = match merit_of(&review.game.positions()[mv.ply], &mv.best.line) {
        Merit::Quiet(_) if named.len() == 1 => ", a quiet move",
        Merit::TakesCorner if named.len() == 1 => ", the corner",
        Merit::Waits if named.len() == 1 => ", a waiting move",
        _ => "",
    };
    named.iter().map(Move::to_string).collect::<Vec<_>>().join(" or ") + what
}

/// What a good move does, in a sentence.
pub fn merit(merit: &Merit, square: Square, mover: Color, voice: Voice) -> String {
    let other = !mover;
    match merit {
        Merit::TakesCorner => format!("{square} takes the corner."),
        Merit::ForcesPass => {
            format!("After {square} {} {} to pass.", voice.name(other), voice.verb(other, "have", "has"))
        }
        Merit::Quiet(turned) if turned.len() <= 4 => {
            format!("{square} is quiet: it turns only {}, surrounded on all sides.", squares(*turned))
        }
        Merit::Quiet(_) => {
            format!("{square} is quiet: it turns only discs that are surrounded on all sides.")
        }
        Merit::LeavesFew(n) => {
            format!("{square} leaves {} only {}.", voice.name(other), count(*n, "move", "moves"))
        }
        Merit::TakesAway(gone) => {
            format!("{square} takes {} away from {}.", squares(*gone), voice.name(other))
        }
        Merit::Waits => {
            format!("{square} waits: it turns one disc and gives {} no new move.", voice.name(other))
        }
        Merit::GivesUp(corner) => format!("{square} gives up the corner {corner} and is still best."),
        Merit::OpensNothing => format!("{square} gives {} no new move.", voice.name(other)),
        Merit::OpensLittle(new) => {
            let (moves, new_squares) = (if new.len() == 1 { "move" } else { "moves" }, squares(*new));
            format!("{square} gives {} only the new {moves} {new_squares}.", voice.name(other))
        }
        Merit::LastMove => {
            let have = voice.verb(mover, "have", "has");
            format!("After {square} {} {have} the last move of the game.", voice.name(mover))
        }
        Merit::Plain => format!("{square} is best."),
    }
}

/// What is said about a moment below its headline.
pub fn sentence(review: &Review, moment: &Moment, voice: Voice) -> String {
    let Some(mv) = review.move_of(moment) else { return String::new() };
    if moment.kind == MomentKind::Found {
        return format!("What follows: {}.", line(&mv.best.line[..mv.best.line.len().min(PROOF)]));
    }
    let voice = voice.for_player(review, mv.turn);
    let reason = moment.explanation.as_ref().and_then(|explanation| explanation.sentence(voice));
    reason.unwrap_or_else(|| without_reason(&review.game.positions()[mv.ply], mv, voice))
}

/// So many moves of a line are shown.
const PROOF: usize = 6;

/// What can be said of a mistake that no idea explains: what it costs, what people play there, and best play after either
/// move.
fn without_reason(position: &Position, mv: &ReviewedMove, voice: Voice) -> String {
    let shown = |candidate: &Candidate| line(&candidate.line[..candidate.line.len().min(PROOF)]);
    let ahead = discs(mv.loss, mv.played.value.is_exact() && mv.best.value.is_exact());
    let people =
        among_people(position, mv.best.mv, mv.played.mv).map_or_else(String::new, |said| format!(" {said}"));
    format!(
        "No simple reason: {} is worth {ahead} more to {}.{people} Best play: {}, after {}: {}.",
        mv.best.mv,
        voice.name(mv.turn),
        shown(&mv.best),
        mv.played.mv,
        shown(&mv.played)
    )
}

/// With fewer tournament games from a position shares say little.
const MANY_GAMES: u32 = 50;

/// What is played in a smaller share of them hardly ever is.
const SELDOM: f64 = 0.01;

/// How often tournament players choose the best move and the one that was played, where enough games are counted: in the
/// opening it may be all there is to say of a mistake.
fn among_people(position: &Position, best: Move, played: Move) -> Option<String> {
    let explorer = Explorer::of(position, Book::embedded());
    let share = |mv: Move| {
        let share = explorer.share(explorer.get(position, mv.square()?)?);
        (share >= SELDOM).then(|| percent(share))
    };
    if explorer.games < MANY_GAMES {
        return None;
    }
    let said = match (share(best), share(played)) {
        (Some(right), Some(wrong)) => format!("{best} is played here in {right} and {played} in {wrong}"),
        (Some(right), None) => format!("{best} is played here in {right}, {played} hardly ever"),
        (None, Some(wrong)) => format!("{played} is played here in {wrong}, {best} hardly ever"),
        (None, None) => return None,
    };
    Some(format!("In tournament games {said}."))
}

/// What a move cost, in a clause.
fn cost(mv: &ReviewedMove) -> String {
    let (best, played) = (mv.best.value, mv.played.value);
    if !(best.is_exact() && played.is_exact()) {
        let chances = format!("win chance {} to {}", percent(mv.chance_before), percent(mv.chance_after));
        return format!("about {}, {chances} (estimate)", discs(mv.loss, false));
    }
    let by = |value: Value| match value.score.round() {
        0 => "a draw".to_owned(),
        margin @ 1.. => format!("a win by {margin}"),
        margin => format!("a loss by {}", -margin),
    };
    let (before, after) = (best.score.raw().signum(), played.score.raw().signum());
    let lost = discs(mv.loss, true);
    match (before, after) {
        (1, 1) => format!("{lost}, still won: {} instead of {} (exact)", result(played), result(best)),
        (-1, -1) => format!("{lost}: {} instead of {} (exact)", result(played), result(best)),
        _ => format!("{} becomes {} (exact)", by(best), by(played)),
    }
}

/// What is said of a good move.
fn found(mv: &ReviewedMove) -> String {
    let second = mv.second.as_ref().map(|second| mv.best.value.score.discs() - second.value.score.discs());
    let exact = mv.best.value.is_exact();
    match (mv.label, second) {
        (Label::Sacrifice, _) => "Sacrifice: it gives up a corner and is the best move.".to_owned(),
        (_, Some(gap)) if gap > 0.0 => {
            format!("The only move: every other one loses {} or more.", discs(gap, exact))
        }
        _ => "The best move.".to_owned(),
    }
}

/// A clause as the beginning of a sentence.
pub fn capital(clause: &str) -> String {
    let mut chars = clause.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_play_is_told_where_they_have_played() {
        let game = |moves| outflank_records::transcript::game(Position::default(), moves).unwrap();
        let said = |moves, best: Square, played: Square| {
            among_people(game(moves).position(), best.into(), played.into())
        };
        let after_f5 = said("f5", Square::D6, Square::F4).unwrap();
        assert_eq!(after_f5, "In tournament games d6 is played here in 65% and f4 in 1%.");
        // On a turned board, and with the rare move first.
        let turned = said("d3", Square::C5, Square::C3).unwrap();
        assert!(turned.starts_with("In tournament games c5 is played here in 65% and c3 in "), "{turned}");
        assert_eq!(said("f5f4e3d2f3g4", Square::C5, Square::C4), None, "too few games");
    }

    #[test]
    fn lists_and_numbers_read_as_people_write_them() {
        assert_eq!(squares(Square::A1.bitboard()), "a1");
        assert_eq!(squares(Square::A1.bitboard().with(Square::C3).with(Square::B2)), "a1, b2 and c3");
        assert_eq!(count(1, "disc", "discs"), "one disc");
        assert_eq!(count(13, "move", "moves"), "13 moves");
        assert_eq!((discs(12.4, false), discs(4.0, true)), ("12 discs".to_owned(), "4 discs".to_owned()));
        assert_eq!((discs(3.26, false), discs(1.0, true)), ("3.3 discs".to_owned(), "1 disc".to_owned()));
    }

    #[test]
    fn you_and_colours() {
        let voice = Voice { you: Some(Color::White), beginner: false };
        assert_eq!((voice.name(Color::White), voice.name(Color::Black)), ("you", "Black"));
        assert_eq!(voice.verb(Color::White, "take", "takes"), "take");
        assert_eq!(voice.verb(Color::Black, "take", "takes"), "takes");
        assert_eq!(Voice::default().possessive(Color::White), "White's");
    }
}
