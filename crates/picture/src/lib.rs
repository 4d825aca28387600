//! Pictures of Othello positions to share: SVG for pages and print, PNG for everything else.
//!
//! ```
//! use outflank_picture::Picture;
//! use outflank_rules::{Game, Square};
//!
//! let game = Game::from_moves(Default::default(), [Square::F5, Square::D6].map(Into::into))?;
//! let picture = Picture::of_game(&game);
//! let svg = picture.svg();
//! assert!(svg.starts_with("<svg "));
//! assert!(svg.contains("<title>Othello: Black to move, 3 black and 3 white discs</title>"));
//! assert!(picture.png(360)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A picture contains no text: coordinates and counts are drawn as lines, so it looks the same everywhere and needs no
//! font.

mod glyphs;
mod png;
mod svg;

use outflank_rules::{Game, Position, Square};

pub use png::{PngError, WIDTHS};

/// What to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The position to draw.
    pub position: Position,
    /// Where the last disc was placed, to be marked.
    pub last: Option<Square>,
    /// Whether to mark the legal moves of the side to move.
    pub legal_moves: bool,
}

impl Picture {
    /// A position with its legal moves marked.
    pub fn new(position: Position) -> Picture {
        Picture { position, last: None, legal_moves: true }
    }

    /// The last position of a game with the disc placed last and the legal moves marked.
    pub fn of_game(game: &Game) -> Picture {
        Picture::at(game, game.moves().len())
    }

    /// The position after the first `ply` moves of a game, or after all if there are fewer.
    pub fn at(game: &Game, ply: usize) -> Picture {
        let ply = ply.min(game.moves().len());
        let last = game.moves()[..ply].iter().rev().find_map(|mv| mv.square());
        Picture { last, ..Picture::new(game.positions()[ply]) }
    }

    /// The picture as an SVG document, [`WIDTH`] by [`HEIGHT`] units.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// The picture as a PNG file, this many pixels wide.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        png::render(&self.svg(), width)
    }
}

/// Width of the drawing in its own units.
pub const WIDTH: u32 = 720;
/// Height of the drawing in its own units.
pub const HEIGHT: u32 = 792;

/// Compiles and runs the examples of the documentation with this crate's own.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Library;
