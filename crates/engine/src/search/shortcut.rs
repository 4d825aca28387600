//! What saves the search work without changing its result. Tests switch shortcuts off one at a time to check that
//! scores stay the same; in the program they are always on, at no cost.

/// A way to know a score without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortcut {
    /// Stability cutoffs.
    Stability,
    /// Transposition table cutoffs.
    Table,
    /// Enhanced transposition cutoffs: the table has a child.
    TableAhead,
    /// Cutoffs by the small cache of the endgame.
    Cache,
    /// The small cache has a child.
    CacheAhead,
    /// A move that takes all discs of the opponent.
    WipeOut,
}

#[cfg(test)]
thread_local! {
    static LEFT_OUT: std::cell::Cell<Option<Shortcut>> = const { std::cell::Cell::new(None) };
}

impl Shortcut {
    /// Whether it is on.
    #[inline]
    #[cfg_attr(not(test), allow(clippy::unused_self))]
    pub(super) fn is_on(self) -> bool {
        #[cfg(test)]
        return LEFT_OUT.get() != Some(self);
        #[cfg(not(test))]
        true
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Board, Position, Setup};

    use super::*;
    use crate::{Engine, Limits, Options, Random, StopToken};

    const ALL: [Shortcut; 6] = [
        Shortcut::Stability,
        Shortcut::Table,
        Shortcut::TableAhead,
        Shortcut::Cache,
        Shortcut::CacheAhead,
        Shortcut::WipeOut,
    ];

    /// A position from random play with this many empty squares and a legal move.
    fn random_position(random: &mut Random, empties: usize) -> Position {
        loop {
            let mut board = Board::default();
            while board.empties().len() > empties && !board.legal_moves().is_empty() {
                let legal = board.legal_moves();
                board =
                    legal.iter().nth(random.below(legal.len())).map_or(board, |square| board.after(square));
            }
            if !board.legal_moves().is_empty() {
                let setup = Setup { black: board.player, white: board.opponent, ..Setup::default() };
                return setup.position().unwrap();
            }
        }
    }

    /// Scores and nodes of positions, solved by an engine that is cleared before each.
    fn solved(positions: &[Position]) -> (Vec<i32>, u64) {
        let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
        let mut nodes = 0;
        let scores = positions.iter().map(|position| {
            engine.reset();
            let analysis = engine.search(position, &Limits::exact(), &StopToken::new(), &mut |_| {});
            nodes += analysis.nodes;
            analysis.lines[0].score.raw()
        });
        (scores.collect(), nodes)
    }

    #[test]
    fn scores_do_not_depend_on_any_shortcut() {
        let mut random = Random::new(31);
        let empties = [10; 40].into_iter().chain([13; 10]).chain([15; 3]);
        let positions: Vec<Position> = empties.map(|n| random_position(&mut random, n)).collect();
        let (expected, nodes) = solved(&positions);
        for shortcut in ALL {
            LEFT_OUT.set(Some(shortcut));
            let (scores, nodes_without) = solved(&positions);
            LEFT_OUT.set(None);
            assert_eq!(scores, expected, "without {shortcut:?}");
            // Wipe-outs are rare.
            let used = nodes_without != nodes || shortcut == Shortcut::WipeOut;
            assert!(used, "{shortcut:?} makes a difference to the search");
        }
        assert_eq!(solved(&positions), (expected, nodes), "and with all of them again");
    }
}
