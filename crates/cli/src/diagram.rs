//! A position drawn in characters: plain letters, or discs where the terminal has colours. A dot is a legal move; where two
//! moves are compared, `!` is the better one and `?` the one that was played.

use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use outflank_rules::{Color, Position, Square};

/// How much a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `X` and `O`, for files, pipes and terminals without UTF-8 or without colours: there a full disc would shine
    /// on a dark background and pass for White's.
    Letters,
    /// Discs in their colours on green.
    Colors,
}

/// What is marked on the board besides legal moves.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// The last move, where there are colours.
    last: Option<Square>,
    /// A move to be made, and a better one.
    played: Option<Square>,
    better: Option<Square>,
}

/// The position as standard output can show it, with legal moves and the last move marked if possible.
pub(crate) fn for_stdout(position: &Position, last: Option<Square>) -> String {
    draw(position, Marks { last, ..Marks::default() }, style())
}

/// The same before a move was played where another one was better, with both marked. They may be the same.
pub(crate) fn compared(position: &Position, played: Option<Square>, better: Option<Square>) -> String {
    draw(position, Marks { played, better, ..Marks::default() }, style())
}

fn style() -> Style {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    // As the C library chooses: the first of these that is set names the locale.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    let dumb = set("TERM").is_some_and(|term| term == "dumb");
    let plain = !io::stdout().is_terminal() || !utf8 || dumb || set("NO_COLOR").is_some();
    if plain { Style::Letters } else { Style::Colors }
}

fn draw(position: &Position, marks: Marks, style: Style) -> String {
    let columns = "  a b c d e f g h\n";
    let mut text = columns.to_owned();
    let legal = position.legal_moves();
    for row in 0..8 {
        let _ = write!(text, "{}", row + 1);
        for square in &Square::ALL[row * 8..row * 8 + 8] {
            let disc = position.disc_at(*square);
            let is = |marked: Option<Square>| marked == Some(*square);
            match style {
                Style::Letters => {
                    let symbol = match disc {
                        Some(color) => color.letter(),
                        None if is(marks.better) => '!',
                        None if is(marks.played) => '?',
                        None if legal.contains(*square) => '.',
                        None => '-',
                    };
                    let _ = write!(text, " {symbol}");
                }
                Style::Colors => {
                    let background = if is(marks.last) { "48;5;136" } else { "48;5;29" };
                    let (foreground, symbol) = match disc {
                        Some(Color::Black) => ("38;5;16", '●'),
                        Some(Color::White) => ("38;5;231", '●'),
                        None if is(marks.better) => ("1;38;5;231", '!'),
                        None if is(marks.played) => ("1;38;5;223", '?'),
                        None if legal.contains(*square) => ("38;5;120", '·'),
                        None => ("38;5;22", ' '),
                    };
                    let lead = if square.column() == 0 { " " } else { "" };
                    let _ = write!(text, "{lead}\x1b[{background};{foreground}m{symbol} \x1b[0m");
                }
            }
        }
        let gap = if style == Style::Colors { "" } else { " " };
        let _ = writeln!(text, "{gap}{}", row + 1);
    }
    text + columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Move;

    #[test]
    fn dots_are_legal_moves_whatever_the_terminal_can_show() {
        let position = Position::default().play(Move::Place(Square::F5)).unwrap();
        let last = Marks { last: Some(Square::F5), ..Marks::default() };
        let letters = draw(&position, last, Style::Letters);
        assert_eq!(
            letters,
            "  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - - - - - - - 3
4 - - - O X . - - 4
5 - - - X X X - - 5
6 - - - . - . - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
  a b c d e f g h
"
        );
        let colors = draw(&position, last, Style::Colors);
        let marks: Vec<String> =
            colors.split('m').skip(1).step_by(2).map(|rest| rest.chars().take(1).collect()).collect();
        let dots = |marks: &[String], dot: &str| -> Vec<usize> {
            marks.iter().enumerate().filter(|(_, mark)| *mark == dot).map(|(square, _)| square).collect()
        };
        let legal: Vec<usize> = position.legal_moves().iter().map(Square::index).collect();
        assert_eq!(dots(&marks, "·"), legal);
    }

    #[test]
    fn compared_moves_are_marked_whatever_the_terminal_can_show() {
        let position = Position::default().play(Move::Place(Square::F5)).unwrap();
        let marks = Marks { played: Some(Square::F4), better: Some(Square::D6), last: None };
        let letters = draw(&position, marks, Style::Letters);
        assert!(letters.contains("4 - - - O X ? - - 4\n"), "{letters}");
        assert!(letters.contains("6 - - - ! - . - - 6\n"), "{letters}");
        let colors = draw(&position, marks, Style::Colors);
        assert_eq!((colors.matches('?').count(), colors.matches('!').count()), (1, 1));
        let found = Marks { played: Some(Square::D6), ..marks };
        assert!(!draw(&position, found, Style::Letters).contains('?'), "the better one was played");
    }

    #[test]
    fn colors_are_put_back_after_every_square() {
        let text = draw(&Position::default(), Marks::default(), Style::Colors);
        assert_eq!(text.matches("\x1b[0m").count(), 64);
        assert_eq!(text.matches('●').count(), 4);
    }
}
