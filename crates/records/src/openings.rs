//! The names of openings, found by position: it does not matter in which order the moves came, nor how the
//! board is turned.
//!
//! ```
//! use outflank_records::{openings, read};
//!
//! let game = read(b"f5d6c3d3c4f4f6g5")?.remove(0).game;
//! assert_eq!(openings::of_game(&game).unwrap().name, "No-Kung");
//! assert_eq!(openings::at_ply(&game, 7).unwrap().name, "Stephenson");
//! assert_eq!(openings::at_ply(&game, 6).unwrap().name, "Tiger");
//! assert!(openings::at_ply(&game, 1).is_none());
//!
//! let turned = read(b"e6f4d3")?.remove(0).game;
//! assert_eq!(openings::of_position(&turned.positions()[2]).unwrap().name, "Perpendicular Opening");
//! # Ok::<(), outflank_records::ReadError>(())
//! ```

use std::collections::HashMap;
use std::sync::LazyLock;

use outflank_rules::{Board, Game, Position};

use crate::transcript;

/// An opening that people have given a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The usual name.
    pub name: &'static str,
    /// Other names, separated by commas; mostly empty.
    pub aliases: &'static str,
    /// One sequence of moves that leads there.
    pub line: &'static str,
}

/// The deepest named position of a game.
pub fn of_game(game: &Game) -> Option<&'static Opening> {
    at_ply(game, game.moves().len())
}

/// The deepest named position among those after at most `ply` moves.
pub fn at_ply(game: &Game, ply: usize) -> Option<&'static Opening> {
    game.positions().iter().take(ply.saturating_add(1)).rev().find_map(of_position)
}

/// The opening that this very position belongs to.
pub fn of_position(position: &Position) -> Option<&'static Opening> {
    if !position.variant().is_standard() {
        return None;
    }
    TABLE.get(&position.board().canonical())
}

/// Every opening there is a name for, shorter lines first.
pub fn all() -> impl Iterator<Item = Opening> {
    include_str!("../data/openings.tsv").lines().skip(1).map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        Opening { line: next(), name: next(), aliases: next() }
    })
}

/// A position of the opening is the same whoever moves first, so that the board as the mover sees it is enough.
static TABLE: LazyLock<HashMap<Board, Opening>> = LazyLock::new(|| {
    all()
        .filter_map(|opening| {
            let game = transcript::game(Position::default(), opening.line).ok()?;
            Some((game.position().board().canonical(), opening))
        })
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Move, Symmetry};

    #[test]
    fn every_line_is_legal_and_every_position_has_one_name() {
        let mut seen = HashMap::new();
        for opening in all() {
            let game = transcript::game(Position::default(), opening.line).unwrap();
            let board = game.position().board().canonical();
            assert_eq!(transcript::text(&game), opening.line);
            assert_eq!(seen.insert(board, opening.line), None, "{}", opening.line);
            assert!(!opening.name.is_empty() && opening.name.trim() == opening.name);
        }
        assert_eq!(seen.len(), TABLE.len());
        assert!(seen.len() > 70);
    }

    #[test]
    fn the_name_stays_when_the_board_is_turned() {
        for opening in all() {
            let game = transcript::game(Position::default(), opening.line).unwrap();
            for symmetry in Symmetry::ALL {
                let start = Position::default().transform(symmetry);
                let moves = game.moves().iter().map(|&mv| symmetry.apply_move(mv));
                let turned = Game::from_moves(start, moves.collect::<Vec<Move>>()).unwrap();
                assert_eq!(of_game(&turned), Some(&opening), "{symmetry:?} of {}", opening.line);
            }
        }
    }

    #[test]
    fn other_rules_have_no_opening_names() {
        let variant = outflank_rules::Variant { thirty: true, orthogonal: false };
        let game = transcript::game(Position::start(variant), "f5d6c3d3c4").unwrap();
        assert_eq!(of_game(&game), None);
    }
}
