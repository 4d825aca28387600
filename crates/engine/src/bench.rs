//! A fixed set of searches: shows how fast the engine is, and whether its behaviour has changed.

use std::time::Duration;

use outflank_rules::{Game, Move, Position, fnv};

use crate::{Analysis, Engine, Goal, Limits, StopToken};

/// Games of the engine against itself; the searches start from positions in them.
const GAMES: [&str; 8] = [
    "c4c5c6e3f5g6g5g4e2d3f3g3f2e1c3d1h5b6f7d2c2b5b4a3a5d6e6f6e7h6a4d8e8f8a2h4d7c8f1g1a6f4g7b7h3c7a8g8g2b3b1h1h2c1b8a1b2a7h8h7",
    "c4c5c6b5e6c3a5f4e3d6e7f7d3e8g5d7f5b6f8f6d8b3c7f2f3d2f1e2e1g4h5g3c1a6a4b4a7h3a3g6g2c8b8h1h2g1h6c2b2d1g7a2a1b1h4h8b7h7g8a8",
    "c4e3f4g5f2c3c5b5d6d3f5f3d2c6g4f6e6c1e2h4g3h3d1f7b1d7h6g6b3a2e7f8e8e1f1g2c8c7g8b2d8g1a1g7h5h7h8c2h2a6a5b4b6a3a4h1a7a8b7",
    "c4e3f3c3e6d6c5f6d3c6f5g4b4b3b5f4d2f2g3e2f1h3g1a5g5h5a6a3a4b6a2c2d1e1c1h1h4b1a7b7h6g6d7e7a8c8c7h7h2g2e8b8d8f8g8f7h8b2a1g7",
    "c4c3c2d6e6f4c6c5d3b4b5a5f3d2g4d7b6c7c8e3d1c1b1e2b3f2f6g5a3f5a4a6g3a2f1h4e1e7f8f7h6h5h3g6h7b2g7h8g8h2a1g2a7e8g1h1d8b7b8a8",
    "d3c5c6c3f5f4c4g6c2d2e3d6e7f3e6b4b3a3d1b6a6f7f6e2f8c7d7c8d8e1g5h5f1f2h6h7g1b1g4e8h4h3b8g3c1h1g8b5a5a7a4a2a1b2g2b7a8h2g7h8",
    "d3c5f6d2c6c7c3b3d1f5e6c2e3f3e2f1g5f7f2f4g3h3c4c1d6g1b1d7g6h4e7g4h6b4d8f8a3c8b8b7g7h5h2h7h8g2a4e1h1b5a8b2g8e8a2b6a6a7a5a1",
    "f5d6c6b6d3f3d7g6f4e6f7f6e7c8c5f8h6b5c4b3b4c3d2c7d8e8g5c2f2a4a3e3a5a6a7h4h5h7c1e2f1b2b7d1e1b1g7g1g4h3g3h8g8h2a1a2h1g2b8a8",
];

/// Mebibytes of the transposition table that the signature is for.
pub const TABLE_MB: usize = 64;

/// The result of one search, or of all of them together.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchReport {
    /// A hash of every node count, score and move found: with one thread, equal behaviour gives an equal signature on
    /// every processor. Several threads race, so they have none.
    pub signature: Option<u64>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

/// The searches: two of fixed depth in the middle of each game, and one to the end.
pub fn searches() -> Vec<(Position, Limits)> {
    let mut searches = Vec::new();
    for transcript in GAMES {
        let squares = transcript.as_bytes().chunks(2).filter_map(|name| std::str::from_utf8(name).ok());
        let moves = squares.filter_map(|name| name.parse::<Move>().ok());
        let game = Game::from_moves(Position::default(), moves).expect("the games are tested to be sound");
        let at =
            |empties: usize| game.positions().iter().find(|position| position.empties().len() == empties);
        let goals = [(46, Goal::Depth(12)), (32, Goal::Depth(12)), (20, Goal::Exact)];
        for (empties, goal) in goals {
            searches.extend(at(empties).map(|&position| (position, Limits { goal, ..Limits::default() })));
        }
    }
    searches
}

/// Runs all searches, each from a cleared engine. `observer` sees each result.
pub fn bench(engine: &mut Engine, mut observer: impl FnMut(&Position, &Analysis)) -> BenchReport {
    let mut report = BenchReport { signature: None, nodes: 0, time: Duration::ZERO };
    let mut signature = fnv::OFFSET;
    let mut add = |value: u64| signature = fnv::add(signature, value).rotate_left(23);
    for (position, limits) in searches() {
        engine.reset();
        let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
        observer(&position, &analysis);
        add(analysis.nodes);
        for line in &analysis.lines {
            add(line.score.raw() as u64);
            line.moves.iter().for_each(|mv| add(mv.square().map_or(64, |square| square.index() as u64)));
        }
        report.nodes += analysis.nodes;
        report.time += analysis.time;
    }
    if engine.options().threads == 1 {
        report.signature = Some(signature);
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gives_its_three_searches() {
        assert_eq!(searches().len(), 3 * GAMES.len());
    }
}
