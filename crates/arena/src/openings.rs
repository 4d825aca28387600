//! Openings for matches: short lines after which the game is still open.

use std::collections::HashSet;

use outflank_engine::{Engine, Limits, Options, Random, Score, StopToken};
use outflank_rules::{Game, Move, Position};
use thiserror::Error;

/// Up to `count` different openings of 8 to 10 plies: random lines that a short search considers about even.
///
/// The same seed gives the same openings. No two lead to the same position, turned or mirrored.
pub fn balanced(count: usize, seed: u64) -> Vec<Game> {
    /// Plies the search looks ahead.
    const DEPTH: u8 = 6;
    /// The limit of "about even". Each opening is played with both colours, so this only keeps out lost ones, in which
    /// both players win once and nothing is learned.
    const EVEN: Score = Score::from_discs(3);
    /// Lines tried for each opening before giving up.
    const TRIES: usize = 200;

    let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for _ in 0..count * TRIES {
        if openings.len() == count {
            break;
        }
        let plies = 8 + random.below(3);
        let Some(game) = line(plies, &mut random) else { continue };
        let board = game.position().board().canonical();
        if seen.contains(&board) {
            continue;
        }
        engine.reset();
        let analysis = engine.search(game.position(), &Limits::depth(DEPTH), &StopToken::new(), &mut |_| {});
        let score = analysis.lines.first().map(|line| line.score);
        if score.is_some_and(|score| score <= EVEN && -score <= EVEN) {
            seen.insert(board);
            openings.push(game);
        }
    }
    openings
}

/// A random line that ends with a choice of moves; `None` if a pass gets in the way.
fn line(plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves: Vec<_> = game.position().legal_moves().iter().collect();
        let square = *moves.get(random.below(moves.len().max(1)))?;
        game.play(Move::Place(square)).ok()?;
    }
    (game.position().legal_moves().len() > 1).then_some(game)
}

/// Reads openings from a file in any format: the moves of every game in it.
pub fn read(input: &[u8]) -> Result<Vec<Game>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, record) in outflank_records::Reader::new(input)?.enumerate() {
        let game = record?.game;
        if *game.start() != Position::default() {
            return Err(OpeningsError::Start(index + 1));
        }
        if game.is_over() {
            return Err(OpeningsError::Over(index + 1));
        }
        openings.push(game);
    }
    Ok(openings)
}

/// Text that contains no usable openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It is not a record of games.
    #[error(transparent)]
    Record(#[from] outflank_records::ReadError),
    /// A game that does not begin at the usual start, the only one that other programs can be told.
    #[error("game {0} does not begin at the usual start under standard rules")]
    Start(usize),
    /// A game with nothing left to play.
    #[error("game {0} is over: an opening must leave something to play")]
    Over(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_distinct_and_reproducible() {
        let openings = balanced(12, 7);
        assert_eq!(openings.len(), 12);
        assert_eq!(openings, balanced(12, 7));
        assert_ne!(openings, balanced(12, 8));
        let boards: HashSet<_> = openings.iter().map(|game| game.position().board().canonical()).collect();
        assert_eq!(boards.len(), 12);
        assert!(openings.iter().all(|game| (8..=10).contains(&game.moves().len())));
    }

    #[test]
    fn a_file_of_openings_is_read_and_its_faults_are_reported() {
        let openings = read(b"f5d6c3d3c4\nF5 F6 E6 F4\n").unwrap();
        assert_eq!(openings.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [5, 4]);
        let fault = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(fault("f5d6c3\nf5f5f5"), r#"game 2, move 2, "f5": is taken by a black disc"#);
        assert_eq!(fault("e6f4e3f6g5d6e7f5c5"), "game 1 is over: an opening must leave something to play");
        let board = "------------------XO------XXXO-----OXX-----O-X------------------ O";
        assert_eq!(fault(board), "game 1 does not begin at the usual start under standard rules");
    }
}
