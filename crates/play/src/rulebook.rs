//! The rules for people to read, as they are in force.

use outflank_rules::{DISCS_EACH, Variant};

use crate::UndoAllowance;

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
            "A move",
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
