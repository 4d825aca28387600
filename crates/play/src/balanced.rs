//! Openings by which neither side has won anything, for games that start from one chosen at random.
//!
//! `data/balanced.txt` has one on each line, eight moves from the usual start. They were drawn at random and kept if the
//! engine values the position between -2 and +2 discs for either side; no two lead to the same position, also not under
//! symmetry. `WRITE_OPENINGS=1 cargo test -p outflank-play --lib balanced -- --ignored` writes the file again.

use std::sync::LazyLock;

use outflank_records::transcript;
use outflank_rules::{Game, Position};

const TEXT: &str = include_str!("../data/balanced.txt");

static OPENINGS: LazyLock<Vec<Game>> = LazyLock::new(|| {
    TEXT.lines().filter_map(|line| transcript::game(Position::default(), line).ok()).collect()
});

/// All balanced openings.
///
/// ```
/// let openings = outflank_play::balanced_openings();
/// assert!(openings.len() >= 500);
/// assert!(openings.iter().all(|opening| opening.moves().len() == 8));
/// ```
pub fn balanced_openings() -> &'static [Game] {
    &OPENINGS
}

/// The balanced opening that leads to a position, if one does.
pub fn opening_moves(start: &Position) -> Option<&'static Game> {
    balanced_openings().iter().find(|opening| opening.position() == start)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Write;

    use outflank_engine::{Engine, Limits, Options, Random, StopToken};
    use outflank_rules::Board;

    use super::*;

    /// Plies of an opening.
    const PLIES: usize = 8;
    /// How many are drawn.
    const COUNT: usize = 500;
    /// How deep each is searched.
    const DEPTH: u8 = 16;

    #[test]
    fn every_opening_is_legal_and_leads_elsewhere() {
        assert_eq!(balanced_openings().len(), TEXT.lines().count());
        assert_eq!(balanced_openings().len(), COUNT);
        let boards: HashSet<Board> =
            balanced_openings().iter().map(|opening| opening.position().board().canonical()).collect();
        assert_eq!(boards.len(), COUNT);
        for opening in balanced_openings() {
            assert_eq!(opening.moves().len(), PLIES);
            assert!(opening.moves().iter().all(|mv| mv.square().is_some()));
            assert_eq!(opening_moves(opening.position()), Some(opening));
        }
        assert_eq!(opening_moves(&Position::default()), None);
    }

    #[test]
    #[ignore = "searches for some minutes; WRITE_OPENINGS=1 writes the file"]
    fn every_opening_is_balanced() {
        let mut engine = Engine::new(Options { threads: 1, table_mb: 64 });
        let mut balanced = |position: &Position| {
            let analysis = engine.search(position, &Limits::depth(DEPTH), &StopToken::new(), &mut |_| ());
            (-2.0..=2.0).contains(&analysis.lines[0].score.discs())
        };
        if std::env::var_os("WRITE_OPENINGS").is_none() {
            assert!(balanced_openings().iter().all(|opening| balanced(opening.position())));
            return;
        }
        let mut random = Random::new(2026);
        let (mut seen, mut text) = (HashSet::new(), String::new());
        while text.lines().count() < COUNT {
            let mut game = Game::new(Position::default());
            while game.moves().len() < PLIES {
                let moves: Vec<_> = game.position().legal_moves().iter().collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.below(moves.len())].into()).unwrap();
            }
            let canonical = game.position().board().canonical();
            if game.moves().len() == PLIES && seen.insert(canonical) && balanced(game.position()) {
                let moves: String = game.moves().iter().map(ToString::to_string).collect();
                writeln!(text, "{moves}").unwrap();
            }
        }
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/balanced.txt"), text).unwrap();
    }
}
