//! The engine as a player of training games.

use std::path::Path;
use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::{Analysis, Engine, Limits, Options, StopToken};
use outflank_rules::{Board, Move, Position, Setup, Square};

use crate::Failure;
use crate::selfplay::Player;

/// The engine's search at a fixed depth, exact near the end.
pub(crate) struct Strong {
    engine: Engine,
    depth: u8,
    exact: u8,
    /// Positions visited by all searches.
    pub nodes: u64,
}

/// One position at a time on one thread: what it remembers should stay in the processor's cache.
const OPTIONS: Options = Options { threads: 1, table_mb: 4 };

impl Strong {
    pub(crate) fn new(weights: Arc<Weights>, depth: u8, exact: u8) -> Strong {
        Strong { engine: Engine::with_weights(OPTIONS, weights), depth, exact, nodes: 0 }
    }

    /// The values of a board in discs after each step of deepening, from a search that remembers nothing.
    pub(crate) fn deepen(&mut self, board: Board, limits: &Limits) -> Vec<f64> {
        let mut values = Vec::new();
        self.engine.reset();
        let mut observe =
            |analysis: &Analysis| values.extend(analysis.lines.first().map(|l| l.score.discs()));
        self.engine.search(&position(board), limits, &StopToken::new(), &mut observe);
        values
    }

    /// The value of a board to the side to move in raw score units, and the best move; the board has one.
    pub(crate) fn ask(&mut self, board: Board, limits: &Limits) -> (Square, i32) {
        let analysis = self.engine.search(&position(board), limits, &StopToken::new(), &mut |_| {});
        self.nodes += analysis.nodes;
        let line = analysis.lines.first().expect("a position with moves has a best one");
        match line.mv() {
            Move::Place(square) => (square, line.score.raw()),
            Move::Pass => unreachable!("a side that can move does not pass"),
        }
    }
}

fn position(board: Board) -> Position {
    let setup = Setup { black: board.player, white: board.opponent, ..Setup::default() };
    setup.position().expect("a board from a game is a position")
}

impl Player for Strong {
    fn search(&mut self, board: Board) -> (Square, i32) {
        let solve = board.empties().len() <= self.exact.into();
        self.ask(board, &if solve { Limits::exact() } else { Limits::depth(self.depth) })
    }
}

/// The weights in a file, or those of the engine.
pub(crate) fn weights(path: Option<&Path>) -> Result<Arc<Weights>, Failure> {
    let Some(path) = path else { return Ok(Weights::embedded()) };
    let fault = |e: &dyn std::fmt::Display| Failure::Input(format!("{}: {e}", path.display()));
    let bytes = std::fs::read(path).map_err(|e| fault(&e))?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(|e| fault(&e))
}
