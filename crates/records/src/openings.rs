//! The names of openings, found by position: neither the order of the moves nor the orientation of the board matters.
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

/// An opening with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The usual name.
    pub name: &'static str,
    /// Other names, separated by commas; usually empty.
    pub aliases: &'static str,
    /// A sequence of moves that leads to it.
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

/// The opening that has exactly this position.
pub fn of_position(position: &Position) -> Option<&'static Opening> {
    if !position.variant().is_standard() {
        return None;
    }
    TABLE.get(&position.board().canonical())
}

/// All named openings, shorter lines first.
pub fn all() -> impl Iterator<Item = Opening> {
    include_str!("../data/openings.tsv").lines().skip(1).map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        Opening { line: next(), name: next(), aliases: next() }
    })
}

/// Finds an opening by its name or one of its other names. Capitals, blanks and punctuation do not matter, and the
/// beginning of a name is enough if it is unambiguous.
///
/// ```
/// use outflank_records::openings;
///
/// assert_eq!(openings::find("comp oth")?.line, "f5d6c3d3c4f4f6f3");
/// assert_eq!(openings::find("tanaka")?.name, "Aubrey");
/// assert_eq!(openings::find("perp")?.name, "Perpendicular Opening");
/// # Ok::<(), openings::FindError>(())
/// ```
pub fn find(name: &str) -> Result<Opening, FindError> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = letters(name);
    let names = |opening: &Opening| {
        let whole = [opening.name, opening.aliases].map(letters);
        let parts = opening.aliases.split(',').map(letters);
        parts.chain(whole).filter(|name| !name.is_empty()).collect::<Vec<_>>()
    };
    let unknown = || FindError::Unknown(name.trim().to_owned());
    if wanted.is_empty() {
        return Err(unknown());
    }
    if let Some(found) = all().find(|opening| names(opening).contains(&wanted)) {
        return Ok(found);
    }
    let begin_so: Vec<Opening> =
        all().filter(|opening| names(opening).iter().any(|name| name.starts_with(&wanted))).collect();
    match begin_so[..] {
        [] => Err(unknown()),
        [found] => Ok(found),
        _ => Err(FindError::Several {
            name: name.trim().to_owned(),
            found: begin_so.iter().map(|opening| opening.name).collect(),
        }),
    }
}

/// Why a name matches no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// No opening has this name.
    #[error("no opening is called {0:?}; `outflank book --openings` lists them")]
    Unknown(String),
    /// Several openings begin with it.
    #[error("several openings begin with {name:?}: {}", .found.join(", "))]
    Several {
        /// The name that was searched for.
        name: String,
        /// The openings that begin with it.
        found: Vec<&'static str>,
    },
}

/// An opening position is the same whichever colour moves first, so the board as the side to move sees it is enough.
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
    fn the_name_does_not_depend_on_symmetry() {
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
    fn openings_are_found_by_what_people_call_them() {
        for opening in all() {
            assert_eq!(find(opening.name), Ok(opening));
            for alias in opening.aliases.split(", ").filter(|alias| !alias.is_empty()) {
                assert_eq!(find(&alias.to_uppercase()), Ok(opening), "{alias}");
            }
        }
        assert_eq!(find("rose bill").unwrap().name, "Rose-Bill");
        assert!(matches!(find("ta"), Err(FindError::Several { found, .. }) if found.contains(&"Tamenori")));
        for text in ["", "  ", "f5d6c3", "nonsense", "-- XO"] {
            assert!(matches!(find(text), Err(FindError::Unknown(_))), "{text:?}");
        }
    }

    #[test]
    fn other_rules_have_no_opening_names() {
        let variant = outflank_rules::Variant { thirty: true, orthogonal: false };
        let game = transcript::game(Position::start(variant), "f5d6c3d3c4").unwrap();
        assert_eq!(of_game(&game), None);
    }
}
