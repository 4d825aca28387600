//! The words of reviews and hints, each with a drawn board.

use outflank_rules::{Bitboard, Color, Position, Setup, Square};

use crate::reasons::Cause;

/// A word with what it means and a board that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word.
    pub word: &'static str,
    /// What it means, for somebody who knows the rules.
    pub meaning: &'static str,
    /// What the board shows.
    pub caption: &'static str,
    drawing: &'static str,
}

impl Entry {
    /// The board, Black to move, and the squares that the caption is about.
    pub fn board(&self) -> Option<(Position, Bitboard)> {
        let mut setup = Setup { turn: Color::Black, ..Setup::default() };
        let mut marked = Bitboard::EMPTY;
        let cells = self.drawing.split_whitespace();
        for (square, cell) in Square::ALL.into_iter().zip(cells) {
            match cell {
                "X" => setup.black = setup.black.with(square),
                "O" => setup.white = setup.white.with(square),
                "*" => marked = marked.with(square),
                _ => {}
            }
        }
        Some((setup.position().ok()?, marked))
    }
}

/// The entry for a word.
pub fn entry(word: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.word == word)
}

/// What else some words are called in a sentence.
const ALSO: [(&str, &str); 2] = [("quiet", "quiet move"), ("stable", "stable disc")];
/// A word that mostly means something else.
const COMMON: &str = "answer";

/// The words of the glossary in a text: as they are written there, and as the glossary has them.
///
/// ```
/// use outflank_study::glossary::mentions;
///
/// let found = mentions("Corners are safe. A quiet move beside two X-squares; a cornered disc.");
/// assert_eq!(found, [("Corners", "corner"), ("quiet move", "quiet move"), ("X-squares", "X-square")]);
/// ```
pub fn mentions(text: &str) -> Vec<(&str, &'static str)> {
    let words = ENTRIES.iter().map(|entry| (entry.word, entry.word)).chain(ALSO);
    let mut words: Vec<(&str, &'static str)> = words.filter(|(_, word)| *word != COMMON).collect();
    // Where one word is part of another, the longer one is meant.
    words.sort_by_key(|(written, _)| std::cmp::Reverse(written.len()));
    let mut found = Vec::new();
    let mut at = 0;
    let begins_word = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let mention = words.iter().filter(|_| begins_word(at)).find_map(|(written, word)| {
            let head = rest.get(..written.len()).filter(|head| head.eq_ignore_ascii_case(written))?;
            let after = &rest[head.len()..];
            let ending = ["es", "s", ""].into_iter().find(|ending| {
                let end = after.strip_prefix(ending);
                end.is_some_and(|end| !end.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            })?;
            Some((&rest[..head.len() + ending.len()], *word))
        });
        match mention {
            Some((written, word)) => {
                found.push((written, word));
                at += written.len();
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

impl Cause {
    /// The word of the glossary that explains the idea.
    pub fn word(self) -> &'static str {
        match self {
            Cause::WipeOut => "wipe-out",
            Cause::Corner | Cause::CornerLine => "corner",
            Cause::KeySquare => "key square",
            Cause::Opens | Cause::Blocks | Cause::Access => "access",
            Cause::Allows => "answer",
            Cause::OneLine | Cause::Noisy | Cause::Exposed => "outside disc",
            Cause::Sacrifice => "sacrifice",
            Cause::Pass => "pass",
            Cause::Parity => "parity",
            Cause::SafeMoves => "safe move",
            Cause::Quiet => "quiet move",
            Cause::Freedom | Cause::Mobility => "mobility",
            Cause::Wait => "waiting move",
            Cause::Stable => "stable disc",
            Cause::Swindle => "swindle",
            Cause::Tempo => "tempo",
            Cause::Wall => "wall",
            Cause::Counting => "counting",
        }
    }
}

/// All words in alphabetical order.
pub const ENTRIES: &[Entry] = &[
    Entry {
        word: "access",
        meaning: "Being able to play on a square, now or later. Moves give access, take it away, or use it up.",
        caption: "Black has access to the marked square, because White's disc beside it is outflanked from there. White \
                  has not.",
        drawing: "- - - - - - - -
                  - - - - - - - -
                  - - - - X - - -
                  - - X X O * - -
                  - - - X X - - -
                  - - - - X - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "answer",
        meaning: "The move after a move. A mistake often allows one answer that is much better than all others.",
        caption: "If White moves here next, the marked corner is the answer to look at first.",
        drawing: "* - - - - - - -
                  - X - - - - - -
                  - - X X X - - -
                  - - X O O - - -
                  - - X O O - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "area",
        meaning: "Empty squares that touch each other. Late in the game the board falls into areas, and it matters who \
                  plays last in each.",
        caption: "Two areas: the marked squares in two corners.",
        drawing: "* * X X X X X X
                  * O O O X X X X
                  O O O X X X X X
                  O O X X O O X X
                  O X X O O X X X
                  O O O O O X X X
                  O O O O O O O *
                  O O O O O O * *",
    },
    Entry {
        word: "C-square",
        meaning: "The edge square beside a corner. A lone disc there can often be turned, and the corner goes with it.",
        caption: "The eight C-squares are marked.",
        drawing: "- * - - - - * -
                  * - - - - - - *
                  - - - - - - - -
                  - - - O X - - -
                  - - - X O - - -
                  - - - - - - - -
                  * - - - - - - *
                  - * - - - - * -",
    },
    Entry {
        word: "corner",
        meaning: "A disc in a corner can never be turned, and the edge beside it becomes safe with it.",
        caption: "Black can take the marked corner: the diagonal down to the black disc is White's.",
        drawing: "* - - - - - - -
                  - O - - - - - -
                  - - O - - - - -
                  - - - O X - - -
                  - - - X X - - -
                  - - - - X - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "counting",
        meaning: "With few squares left, play the lines out in your head and count the discs at the end.",
        caption: "Three squares are left. Each order of moves ends with another count.",
        drawing: "* X X X X X X X
                  O O O O X X X X
                  O O O X X X X X
                  O O X X O O X X
                  O X X O O X X X
                  O O O O O X X X
                  O O O O O O O X
                  O O O O O O * *",
    },
    Entry {
        word: "key square",
        meaning: "A square that both sides want, so that whoever gets there first gains twice.",
        caption: "Both sides can play the marked square.",
        drawing: "- - - - - - - -
                  - - X X O - - -
                  - O X O O X - -
                  - O O X X O * -
                  - X O X O X O -
                  - - X O X X - -
                  - - - O O - - -
                  - - - - - - - -",
    },
    Entry {
        word: "mobility",
        meaning: "How many moves a side has. Who runs out of good ones has to play bad ones.",
        caption: "Black has only the marked move.",
        drawing: "- - - X O O * -
                  - - - - - - - -
                  - - O O O O - -
                  - - O O O O - -
                  - - O O O O - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "outside disc",
        meaning: "A disc with an empty square beside it. Every disc you turn on the outside is one the other side can \
                  outflank next.",
        caption: "The disc beside the marked squares is on the outside, the one in the middle is not.",
        drawing: "- - - - - - - -
                  - - - - - - - -
                  - - O O O * - -
                  - - O X X * - -
                  - - O O O * - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "parity",
        meaning: "The last move in an area is worth having: what it turns stays turned. An even number of squares \
                  favours the side that plays second there.",
        caption: "In an area of two squares whoever plays first leaves the last move to the other.",
        drawing: "* * X X X X X X
                  O O O O X X X X
                  O O O X X X X X
                  O O X X O O X X
                  O X X O O X X X
                  O O O O O X X X
                  O O O O O O O O
                  O O O O O O O O",
    },
    Entry {
        word: "pass",
        meaning: "A side without a move misses its turn. Making the other side pass late in the game gives you two moves \
                  in a row.",
        caption: "White has no move anywhere; Black can play the marked square.",
        drawing: "X O * - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "quiet move",
        meaning: "A move that turns only discs surrounded on all sides, so that it opens nothing for the other side.",
        caption: "The marked move turns only the disc beside it, which then touches no empty square.",
        drawing: "- - - - - - - -
                  - - O O O - - -
                  - - X X X O - -
                  - - * O X O - -
                  - - X X X O - -
                  - - O O O - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "sacrifice",
        meaning: "Giving up a corner on purpose, for another corner, for the last moves or to make the other side pass.",
        caption: "A move to the marked square gives up the corner behind it.",
        drawing: "- - - - - - - -
                  - * O O O X - -
                  - X X O O - - -
                  - X O X O X - -
                  - X O O X X - -
                  - - - O X O - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "safe move",
        meaning: "A move that gives no corner away. Who runs out of them has to open a corner.",
        caption: "The marked move is safe: no corner can be reached after it.",
        drawing: "- - - - - - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - O X - - -
                  - - - X O * - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "stable disc",
        meaning: "A disc that can never be turned, like a corner and the row of discs that grows from it.",
        caption: "Black's discs along the edge are stable up to the marked square.",
        drawing: "X X X X * - - -
                  X X - - - - - -
                  X - - O - - - -
                  - - O O X - - -
                  - - - X O - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "swindle",
        meaning: "Filling both squares of a pair, because the other side cannot answer there.",
        caption: "Black takes the marked corner. White cannot answer on the other marked square, and Black gets that too.",
        drawing: "* * X X X X X X
                  O O X X X X X X
                  X X O X X X X X
                  X X X O X X X X
                  X X X X O X X X
                  X X X X X O X X
                  X X X X X X O X
                  X X X X X X X O",
    },
    Entry {
        word: "tempo",
        meaning: "A turn gained. If you can play in a part of the board where the other side cannot answer, the other side \
                  has to open something elsewhere.",
        caption: "Only Black can play the marked corner: a move to keep until it is needed.",
        drawing: "* O O X - - - -
                  X X X X - - - -
                  X X X X O - - -
                  - - O X X O - -
                  - - - O X - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "waiting move",
        meaning: "A move that changes little and leaves it to the other side to open the position. What only you can play \
                  can wait.",
        caption: "White cannot play the marked corner, so Black may take it whenever it suits.",
        drawing: "* O O O X - - -
                  X X X X X - - -
                  X X X O X - - -
                  - - O X O - - -
                  - - - O X - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "wall",
        meaning: "Discs side by side on the outside. The other side can play against them; you can hardly play through them.",
        caption: "Black's row beside the marked squares is a wall: Black has no move there.",
        drawing: "- - - - - - - -
                  - - - - - - - -
                  - - O O O O - -
                  - - O O O O - -
                  - X X X X X - -
                  - * * * * * - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "wedge",
        meaning: "A disc on the edge between two of the other side. It cannot be turned along the edge and often wins \
                  the corner.",
        caption: "Black's disc at the marked hole would sit between two white ones.",
        drawing: "- - O O * O - -
                  - - - O O X - -
                  - - X X O X - -
                  - - X O X X - -
                  - - - X O - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "wipe-out",
        meaning: "Losing every disc, which ends the game. It happens to a side with very few discs.",
        caption: "Black takes the last white disc with the marked move.",
        drawing: "- - - - - - - -
                  - - - - - - - -
                  - - - X - - - -
                  - - - X O * - -
                  - - - X X - - -
                  - - - - - - - -
                  - - - - - - - -
                  - - - - - - - -",
    },
    Entry {
        word: "X-square",
        meaning: "The square diagonally beside a corner. A disc there usually gives the corner away.",
        caption: "The four X-squares are marked.",
        drawing: "- - - - - - - -
                  - * - - - - * -
                  - - - - - - - -
                  - - - O X - - -
                  - - - X O - - -
                  - - - - - - - -
                  - * - - - - * -
                  - - - - - - - -",
    },
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_rules::Move;

    use super::*;

    fn shown(word: &str) -> (Position, Bitboard) {
        entry(word).unwrap().board().unwrap()
    }

    fn can(position: &Position, color: Color, square: Square) -> bool {
        let mut setup = position.setup();
        setup.turn = color;
        setup.position().unwrap().play(square.into()).is_ok()
    }

    #[test]
    fn every_idea_has_a_word_and_every_word_a_board() {
        for cause in Cause::ALL {
            assert!(entry(cause.word()).is_some(), "{cause:?}");
        }
        for entry in ENTRIES {
            assert_eq!(entry.drawing.split_whitespace().count(), 64, "{}", entry.word);
            let (position, marked) = entry.board().unwrap();
            assert!(!marked.is_empty() && (marked & !position.empties()).is_empty(), "{}", entry.word);
            assert!(entry.meaning.ends_with('.') && entry.caption.ends_with('.'), "{}", entry.word);
        }
        assert!(ENTRIES.is_sorted_by_key(|entry| entry.word.to_lowercase()));
    }

    #[test]
    fn boards_show_what_their_captions_say() {
        for word in [
            "corner",
            "pass",
            "tempo",
            "waiting move",
            "wedge",
            "wipe-out",
            "safe move",
            "quiet move",
            "access",
        ] {
            let (position, marked) = shown(word);
            assert!(can(&position, Color::Black, marked.first().unwrap()), "{word}");
        }
        for word in ["tempo", "waiting move", "pass", "access"] {
            let (position, marked) = shown(word);
            assert!(!can(&position, Color::White, marked.first().unwrap()), "{word}");
        }
        let (position, marked) = shown("wall");
        assert!(marked.iter().all(|square| !can(&position, Color::Black, square)));
        assert!(marked.iter().any(|square| can(&position, Color::White, square)));
        let (position, marked) = shown("swindle");
        assert_eq!(marked, Square::A1.bitboard().with(Square::B1));
        let after = position.play(Square::A1.into()).unwrap();
        assert!(after.must_pass(), "White cannot answer");
        assert!(after.play(Move::Pass).unwrap().play(Square::B1.into()).is_ok());
        let (position, marked) = shown("mobility");
        assert_eq!(position.legal_moves(), marked);
        let (position, marked) = shown("wipe-out");
        let after = position.play(marked.first().unwrap().into()).unwrap();
        assert_eq!(after.count(Color::White), 0);
        let (position, marked) = shown("quiet move");
        let quiet = crate::reasons::merit(&position, &[marked.first().unwrap().into()]);
        assert_eq!(quiet, crate::reasons::Merit::Quiet(Square::D4.bitboard()));
        let (position, marked) = shown("key square");
        assert!(Color::ALL.into_iter().all(|color| can(&position, color, marked.first().unwrap())));
        let (position, marked) = shown("sacrifice");
        let after = position.play(marked.first().unwrap().into()).unwrap();
        assert!(!can(&position, Color::White, Square::A1) && can(&after, Color::White, Square::A1));
        let (position, marked) = shown("answer");
        assert!(can(&position, Color::White, marked.first().unwrap()));
    }
}
