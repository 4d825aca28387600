//! The opening book: positions that were searched in advance, and their values.
//!
//! A position is stored once for all its eight images. For each, the book has the moves that lead to other positions of
//! the book, and the best move out of the book with its value from a search. Everything else follows: the value of a
//! position is that of its best move. `outflank-trainer book` builds it.

mod file;
mod known;
mod played;

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::str::FromStr;
use std::sync::OnceLock;

use outflank_rules::{Bitboard, Board, Square};

use crate::Score;
pub use file::BookError;
pub use known::{Grade, Known, Lines};
pub use played::{Played, PlayedMove, Tally};

/// The opening book.
///
/// ```
/// use outflank_engine::book::Book;
/// use outflank_rules::Board;
///
/// let book = Book::embedded();
/// let moves = book.moves(Board::default());
/// assert_eq!(moves.len(), 4, "the four first moves are images of one another");
/// assert_eq!(moves[0].value, moves[3].value);
/// ```
pub struct Book {
    nodes: Nodes,
    bias: Bias,
}

/// A map from canonical boards.
type BoardMap<T> = HashMap<Board, T, BuildHasherDefault<BoardHasher>>;
type Nodes = BoardMap<Node>;

/// Loads a book when it is first needed, so that nobody waits for one that is not used.
pub type Source = fn() -> &'static Book;

/// A position of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    known: known::Summary,
    leaf: Option<Leaf>,
}

/// The unit of values in the book, as parts of a disc.
pub const PER_DISC: i32 = 8;

/// The best move out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The move.
    pub mv: Square,
    /// The search's value for the side to move, in 1/8 disc.
    pub value: i16,
    /// How it was found.
    pub kind: Kind,
}

/// How a value was found, from least to most certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A search of this many plies.
    Depth(u8),
    /// A search to the end of the game, with cutoffs of this confidence in percent.
    Selective(u8),
    /// Proved.
    Exact,
}

/// The average error of searches that stop before the end of the game, in 1/128 disc. It is subtracted from their
/// values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bias {
    /// In favour of the side to move.
    pub mover: i16,
    /// In favour of Black.
    pub black: i16,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square.
    pub square: Square,
    /// Its value for the side to move.
    pub value: Score,
    /// How the value was found.
    pub kind: Kind,
    /// Whether the position after it is in the book.
    pub inside: bool,
    /// How far the value can be trusted, and what a player must know to hold it.
    pub known: Known,
}

/// The position after a move, as the book stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A canonical board with a legal move, and the sign of its value for the side that moved.
    Position(Board, i32),
    /// The game is over.
    Over,
}

/// Where a move leads. Passes are skipped: it is the next position with a legal move.
pub fn after(board: Board, mv: Square) -> After {
    let next = board.after(mv);
    if !next.legal_moves().is_empty() {
        After::Position(next.canonical(), -1)
    } else if !next.passed().legal_moves().is_empty() {
        After::Position(next.passed().canonical(), 1)
    } else {
        After::Over
    }
}

impl Book {
    /// The book that comes with the engine, loaded on first use.
    pub fn embedded() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Book::from_bytes(include_bytes!("../data/book.bin"))
                .expect("the embedded book is tested to be sound")
        })
    }

    /// A book of canonical boards, each with its best move out of the book, if any. Boards that cannot be reached from
    /// the start are dropped.
    pub fn new(leaves: impl IntoIterator<Item = (Board, Option<Leaf>)>, bias: Bias) -> Book {
        let source = leaves.into_iter().collect();
        file::build(&source, bias)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The value of a position for the side to move, if it is in the book.
    pub fn value(&self, board: Board) -> Option<Score> {
        self.known(board).map(|known| known.value)
    }

    /// Everything the book knows about a position, if it is in the book.
    pub fn known(&self, board: Board) -> Option<Known> {
        self.nodes.get(&board.canonical()).map(|node| node.known.into())
    }

    /// The moves the book knows in a position, best first; empty if the position is not in the book.
    pub fn moves(&self, board: Board) -> Vec<BookMove> {
        let (canonical, symmetry) = board.canonical_with_symmetry();
        let Some(node) = self.nodes.get(&canonical) else { return Vec::new() };
        let back = symmetry.inverse();
        let mut moves: Vec<BookMove> = canonical
            .legal_moves()
            .iter()
            .filter_map(|mv| {
                let square = back.apply_square(mv);
                if let After::Position(child, sign) = after(canonical, mv)
                    && let Some(child) = self.nodes.get(&child)
                {
                    return Some(BookMove::new(square, child.known.before(sign), true));
                }
                let leaf = node.leaf.filter(|leaf| are_images(canonical, leaf.mv, mv))?;
                let known = known::Summary::of_leaf(self.bias.corrected(canonical, leaf), leaf.kind);
                Some(BookMove::new(square, known, false))
            })
            .collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse((mv.value, mv.inside)), mv.square));
        moves
    }

    /// Every position with its best move out of the book, in no particular order, as [`Book::new`] takes them.
    pub fn leaves(&self) -> impl Iterator<Item = (Board, Option<Leaf>)> + '_ {
        self.nodes.iter().map(|(&board, node)| (board, node.leaf))
    }

    /// The bias that was subtracted from the values of searches.
    pub fn bias(&self) -> Bias {
        self.bias
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("positions", &self.len()).finish_non_exhaustive()
    }
}

impl BookMove {
    fn new(square: Square, summary: known::Summary, inside: bool) -> BookMove {
        let known = Known::from(summary);
        BookMove { square, value: known.value, kind: summary.kind, inside, known }
    }
}

impl Bias {
    /// The value of a leaf with the bias removed, in 1/8 disc.
    fn corrected(self, board: Board, leaf: Leaf) -> i16 {
        if !matches!(leaf.kind, Kind::Depth(_)) {
            return leaf.value;
        }
        // Black is to move after an even number of discs, except after passes, which openings do not have.
        let black = if discs(board).is_multiple_of(2) { self.black } else { -self.black };
        let bias = i32::from(self.mover + black) * PER_DISC;
        leaf.value - (bias as f64 / f64::from(Score::PER_DISC)).round() as i16
    }
}

/// Whether two moves lead to the same position up to symmetry.
fn are_images(board: Board, one: Square, other: Square) -> bool {
    one == other || after(board, one) == after(board, other)
}

fn discs(board: Board) -> usize {
    (board.player | board.opponent).len()
}

fn score(eighths: i16) -> Score {
    Score::from_raw(i32::from(eighths) * (Score::PER_DISC / PER_DISC))
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Depth(plies) => write!(f, "d{plies}"),
            Kind::Selective(percent) => write!(f, "s{percent}"),
            Kind::Exact => f.write_str("exact"),
        }
    }
}

/// The text is none of `d18`, `s95` and `exact`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseKindError;

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        let number = |text: &str, most: u8| text.parse().ok().filter(|number| (1..=most).contains(number));
        match (text.split_at_checked(1), text) {
            (_, "exact") => Ok(Kind::Exact),
            (Some(("d", plies)), _) => number(plies, 60).map(Kind::Depth).ok_or(ParseKindError),
            (Some(("s", percent)), _) => number(percent, 99).map(Kind::Selective).ok_or(ParseKindError),
            _ => Err(ParseKindError),
        }
    }
}

/// A fast hash of a board, good enough for a map that takes no untrusted keys.
#[derive(Default)]
struct BoardHasher(u64);

impl Hasher for BoardHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests;
