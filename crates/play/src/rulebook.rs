//! The rules for people to read, as they are in force.

use outflank_rules::{DISCS_EACH, Game, Position, Square, Variant};

use crate::UndoAllowance;

/// The heading of the part about moves.
const MOVE: &str = "A move";

/// A part of the rules under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// What it says, one sentence or two in each item.
    pub items: Vec<String>,
}

/// The rules of a variant, with what is agreed about undo.
pub fn sections(variant: Variant, undo: UndoAllowance) -> Vec<Section> {
    let section =
        |title, items: &[&str]| Section { title, items: items.iter().map(|&item| item.to_owned()).collect() };
    let lines = if variant.orthogonal {
        "A line is a row or a column. Under the rule orthogonal, which is on, diagonals do not count."
    } else {
        "A line is a row, a column or a diagonal."
    };
    let mut setup = section(
        "The start",
        &[
            "Two players, Black (X) and White (O), share a board of 8 by 8 squares and discs that are black \
             on one side and white on the other.",
            "The columns are a to h from the left, the rows 1 to 8 from the top: d3 is column d, row 3.",
            "The game starts with white discs on d4 and e5 and black discs on d5 and e4, unless another \
             position is set up.",
        ],
    );
    let mut end = section(
        "The end",
        &[
            "The game ends when neither player can move: because the board is full, because one colour has \
             no disc left on the board, or because no disc can be outflanked any more.",
            "Whoever has more discs of their colour on the board wins. Equal numbers are a draw.",
        ],
    );
    if variant.thirty {
        setup.items.push(format!(
            "Under the rule thirty, which is on, each player holds {DISCS_EACH} discs besides those on the board."
        ));
        end.items.insert(
            1,
            "Under the rule thirty the game also ends when the player to move has a legal move but no disc \
             left to place."
                .to_owned(),
        );
    }
    let undo = match undo {
        UndoAllowance::None => "Nothing is taken back in this game.",
        UndoAllowance::Once => {
            "Each player may take back their own last move once per game. The game returns to the position \
             before it, even if the other player has answered."
        }
        UndoAllowance::Unlimited => {
            "Players may take back their own last move as often as they like. The game returns to the \
             position before it, even if the other player has answered."
        }
    };
    vec![
        setup,
        section(
            MOVE,
            &[
                "Black moves first, then the players take turns.",
                "A move places a disc of one's own colour on an empty square so that it outflanks at least \
                 one disc of the other colour: in a line, one or more discs of the other colour lie without a \
                 gap between the new disc and another disc of one's own.",
                "All discs outflanked by the new disc, in every line, are flipped to its colour. Flipping is \
                 not a choice.",
                lines,
                "Only the disc just placed outflanks. Discs that come to lie between others because of a flip \
                 stay as they are, and one's own discs are not skipped over.",
            ],
        ),
        section(
            "Passing",
            &[
                "A player who cannot outflank anything passes, and the other moves again. Nobody may pass while \
               they have a legal move.",
            ],
        ),
        end,
        section("Taking back", &[undo]),
    ]
}

/// What rules are called, and what is different in them, in a sentence.
pub fn about(variant: Variant) -> (&'static str, &'static str) {
    match (variant.orthogonal, variant.thirty) {
        (false, false) => ("Standard", "The rules of tournaments."),
        (true, false) => ("Orthogonal", "Only rows and columns outflank; diagonals do not."),
        (false, true) => {
            ("Thirty", "Each player has 30 discs. Whoever could move but has none left ends the game.")
        }
        (true, true) => {
            ("Orthogonal, thirty", "Only rows and columns outflank, and each player has 30 discs.")
        }
    }
}

/// A move and what it flips, drawn: Black plays d3 at the start, marked `*` before it lies.
///
/// ```
/// # use outflank_play::rulebook;
/// # use outflank_rules::Variant;
/// assert_eq!(
///     rulebook::diagram(Variant::STANDARD),
///     "    c d e f        c d e f\n\
///      \u{20} 3 - * - -      3 - X - -\n\
///      \u{20} 4 - O X -  ->  4 - X X -\n\
///      \u{20} 5 - X O -      5 - X O -\n\
///      \u{20} 6 - - - -      6 - - - -\n"
/// );
/// ```
pub fn diagram(variant: Variant) -> String {
    let before = Position::start(variant);
    let mut after = Game::new(before);
    let played = after.play(Square::D3.into());
    debug_assert!(played.is_ok(), "d3 is a first move under all rules");
    let row = |position: &Position, row: usize| {
        let cells = (2..6).filter_map(|column| Square::from_column_row(column, row)).map(|square| {
            match position.disc_at(square) {
                Some(color) => color.letter(),
                None if square == Square::D3 => '*',
                None => '-',
            }
        });
        let cells: Vec<String> = cells.map(String::from).collect();
        format!("{} {}", row + 1, cells.join(" "))
    };
    let rows = (2..6).map(|number| {
        let arrow = if number == 3 { "->" } else { "  " };
        format!("  {}  {arrow}  {}\n", row(&before, number), row(after.position(), number))
    });
    std::iter::once("    c d e f        c d e f\n".to_owned()).chain(rows).collect()
}

/// The rules as text, in lines of at most `width` characters.
///
/// ```
/// use outflank_play::{UndoAllowance, rulebook};
/// use outflank_rules::Variant;
///
/// let text = rulebook::text(Variant::STANDARD, UndoAllowance::Once, 72);
/// assert!(text.starts_with("The rules of Othello\n\nThe start\n- Two players, Black (X)"));
/// assert!(text.lines().all(|line| line.len() <= 72));
/// ```
pub fn text(variant: Variant, undo: UndoAllowance, width: usize) -> String {
    let mut text = "The rules of Othello\n".to_owned();
    for section in sections(variant, undo) {
        text.push('\n');
        text.push_str(section.title);
        text.push('\n');
        for item in &section.items {
            wrap_item(item, width, &mut text);
        }
        if section.title == MOVE {
            wrap_item(
                "Black plays d3, marked with *: the white disc on d4 is outflanked and flipped.",
                width,
                &mut text,
            );
            text.push('\n');
            text.push_str(&diagram(variant));
        }
    }
    text
}

fn wrap_item(item: &str, width: usize, text: &mut String) {
    let mut line = "-".to_owned();
    for word in item.split(' ') {
        if line.len() + 1 + word.len() > width {
            text.push_str(&line);
            text.push('\n');
            " ".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_which_rules_are_on() {
        for variant in Variant::ALL {
            let text = text(variant, UndoAllowance::Once, 1000);
            assert_eq!(text.contains("diagonals do not count"), variant.orthogonal);
            assert_eq!(text.contains("a column or a diagonal"), !variant.orthogonal);
            assert_eq!(text.contains("holds 30 discs"), variant.thirty);
            assert_eq!(text.contains("no disc left to place"), variant.thirty);
        }
    }

    #[test]
    fn the_text_says_what_may_be_taken_back() {
        let text = |undo| text(Variant::STANDARD, undo, 1000);
        assert!(text(UndoAllowance::None).contains("Nothing is taken back"));
        assert!(text(UndoAllowance::Once).contains("once per game"));
        assert!(text(UndoAllowance::Unlimited).contains("as often as they like"));
    }
}
