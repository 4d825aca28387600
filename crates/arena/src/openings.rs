//! Openings for matches: short lines that leave the game open.

use std::collections::HashSet;

use outflank_engine::{Engine, Limits, Options, Random, Score, StopToken};
use outflank_rules::{Game, GameError, Move, ParseMoveError, Position};
use thiserror::Error;

/// Up to `count` different openings of 8 to 10 plies: random lines that a short search finds about even.
///
/// The same seed gives the same openings. No two lead to the same position, turned or mirrored.
pub fn balanced(count: usize, seed: u64) -> Vec<Game> {
    /// Plies the search looks ahead.
    const DEPTH: u8 = 6;
    /// What is about even. Games are played with either colour, so this only keeps lost openings out, in
    /// which both players win once and nothing is learned.
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

/// A random line after which there is a choice of moves; `None` if a pass gets in the way.
fn line(plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves: Vec<_> = game.position().legal_moves().iter().collect();
        let square = *moves.get(random.below(moves.len().max(1)))?;
        game.play(Move::Place(square)).ok()?;
    }
    (game.position().legal_moves().len() > 1).then_some(game)
}

/// Reads openings, one line of moves each (`f5d6c3…`, blanks allowed); empty lines and what follows a `#` or
/// `%` do not count.
pub fn read(text: &str) -> Result<Vec<Game>, ReadError> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves: String = line.split(['#', '%']).next().unwrap_or_default().split_whitespace().collect();
        if moves.is_empty() {
            continue;
        }
        let game = transcript(&moves).map_err(|reason| ReadError { line: number + 1, reason })?;
        if game.is_over() {
            return Err(ReadError { line: number + 1, reason: Reason::Over });
        }
        openings.push(game);
    }
    Ok(openings)
}

fn transcript(text: &str) -> Result<Game, Reason> {
    let mut moves = Vec::new();
    for (n, word) in text.as_bytes().chunks(2).enumerate() {
        let word = String::from_utf8_lossy(word);
        let mv: Move = word.parse().map_err(|error| Reason::Move(n + 1, word.into_owned(), error))?;
        moves.push(mv);
    }
    Ok(Game::from_moves(Position::default(), moves)?)
}

/// A line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a line is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// Something that is no move.
    #[error("move {0}, {1:?}: {2}")]
    Move(usize, String, ParseMoveError),
    /// A move that is not legal.
    #[error(transparent)]
    Illegal(#[from] GameError),
    /// Nothing is left to play.
    #[error("the game is over")]
    Over,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_different_and_the_same_for_a_seed() {
        let openings = balanced(12, 7);
        assert_eq!(openings.len(), 12);
        assert_eq!(openings, balanced(12, 7));
        assert_ne!(openings, balanced(12, 8));
        let boards: HashSet<_> = openings.iter().map(|game| game.position().board().canonical()).collect();
        assert_eq!(boards.len(), 12);
        assert!(openings.iter().all(|game| (8..=10).contains(&game.moves().len())));
    }

    #[test]
    fn a_file_of_openings_is_read_and_its_faults_are_named() {
        let openings = read("# tiger\nf5d6c3d3c4\n\nF5 D6 C4 # rose\n").unwrap();
        assert_eq!(openings.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [5, 3]);
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("f5d6\nf5f5"), r#"line 2: move 2, "f5": is taken by a black disc"#);
        assert_eq!(fault("f5z9"), r#"line 1: move 2, "z9": no such square"#);
        assert_eq!(fault("e6f4e3f6g5d6e7f5c5"), "line 1: the game is over");
    }
}
