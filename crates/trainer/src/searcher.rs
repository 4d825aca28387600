//! The search for the trainer: the engine with some weights, or the classic search, which needs none.

use std::path::Path;
use std::sync::Arc;

use outflank_engine::{Analysis, Engine, Limits, Options, StopToken, Weights, classic};
use outflank_rules::{Board, Move, Position, Setup, Square};

use crate::Failure;

/// Searches one position at a time on one thread.
pub(crate) struct Searcher {
    /// `None` is the classic search.
    engine: Option<Engine>,
    /// Positions visited by all searches.
    pub nodes: u64,
}

/// The table should fit the processor's cache.
const OPTIONS: Options = Options { threads: 1, table_mb: 4 };

impl Searcher {
    /// The engine's search.
    pub(crate) fn new(weights: Arc<Weights>) -> Searcher {
        Searcher { engine: Some(Engine::with_weights(OPTIONS, weights)), nodes: 0 }
    }

    /// The classic search with its documented utility function.
    pub(crate) fn classic() -> Searcher {
        Searcher { engine: None, nodes: 0 }
    }

    /// The values of a board in discs after each iteration, from a search with a cleared table.
    pub(crate) fn deepen(&mut self, board: Board, limits: &Limits) -> Vec<f64> {
        if let Some(engine) = &mut self.engine {
            engine.reset();
        }
        let mut values = Vec::new();
        self.search(board, limits, &mut |analysis| {
            values.extend(analysis.lines.first().map(|line| line.score.discs()));
        });
        values
    }

    /// The best move and its value for the side to move in raw score units; the board must have a move.
    pub(crate) fn best(&mut self, board: Board, limits: &Limits) -> (Square, i32) {
        let analysis = self.search(board, limits, &mut |_| {});
        let line = analysis.lines.first().expect("a position with moves has a best one");
        match line.mv() {
            Move::Place(square) => (square, line.score.raw()),
            Move::Pass => unreachable!("a side that can move does not pass"),
        }
    }

    fn search(&mut self, board: Board, limits: &Limits, observer: &mut dyn FnMut(&Analysis)) -> Analysis {
        let (position, stop) = (position(board), StopToken::new());
        let analysis = match &mut self.engine {
            Some(engine) => engine.search(&position, limits, &stop, observer),
            None => classic::search(&position, limits, &stop, observer),
        };
        self.nodes += analysis.nodes;
        analysis
    }
}

fn position(board: Board) -> Position {
    let setup = Setup { black: board.player, white: board.opponent, ..Setup::default() };
    setup.position().expect("a board from a game is a position")
}

/// The weights in a file, or those of the engine.
pub(crate) fn weights(path: Option<&Path>) -> Result<Arc<Weights>, Failure> {
    let Some(path) = path else { return Ok(Weights::embedded()) };
    let bytes = std::fs::read(path).map_err(Failure::file(path))?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(Failure::weights(path))
}
