use std::sync::{Arc, LazyLock};

use outflank_rules::Board;

use super::features::Features;
use super::kernel;
use super::patterns::{self, FEATURES, FIRST_STATES, ROWS, ROWS_OF_STATE, VIEWS};
use super::weights::{Packed, WeightsError};

use crate::Score;
use crate::sys::{self, Memory, Zero, prefetch};

/// Units of the evaluation; each sees the board from [`VIEWS`] sides.
pub const UNITS: usize = 16;

/// The activation of a unit that is fully on. Below 0 it is off.
pub const ON: i16 = 64;

/// The largest weight of a state: four of them add up to at most a signed byte.
pub const WEIGHT_MAX: i8 = 31;

/// Outputs are in 1/128 disc for a unit that is fully on, times this.
pub const OUTPUT_SCALE: i32 = (1 << OUTPUT_SHIFT) / (ON as i32 * ON as i32);

/// The sum of outputs times activations is divided by 2 to this power.
pub(super) const OUTPUT_SHIFT: u32 = 14;

/// The largest evaluation: less than a win with all discs.
const LIMIT: i32 = Score::MAX.raw() - 1;

/// The number of [`Stage`]s: one for each number of empty squares from 0.
pub const STAGES: usize = 53;

/// The stage of a position with this many empty squares. The few positions beyond the last stage share it or the one
/// before, so that the side with the last move is the same.
#[inline]
pub const fn stage(empties: usize) -> usize {
    if empties < STAGES { empties } else { STAGES - 1 - empties % 2 }
}

/// Phases of the game with their own weights: the end, and everything before it.
pub const PHASES: usize = 2;

/// The most empty squares of the late phase.
const LATE: usize = 22;

/// The phase of a position with this many empty squares: 0 is the end of the game.
#[inline]
pub const fn phase(empties: usize) -> usize {
    (empties > LATE) as usize
}

/// The output layer for one number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Stage {
    /// The bias of every unit.
    pub bias: [i16; UNITS],
    /// The output of every unit, in 1/128 disc times [`OUTPUT_SCALE`].
    pub output: [i16; UNITS],
    /// The value when all units are off, in 1/128 disc.
    pub base: i16,
}

/// The weights of one state of one pattern for all units and views. Views `2i` and `2i + 1` alternate every eight
/// bytes, which makes separating them fastest.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
pub(super) struct Row(pub(super) [i8; UNITS * VIEWS]);

impl Row {
    /// The index of the weight for a unit and a view.
    pub(super) const fn place(unit: usize, view: usize) -> usize {
        view / 2 * 2 * UNITS + unit / 8 * 16 + view % 2 * 8 + unit % 8
    }
}

/// All rows of a phase: for every pattern, for every state.
pub(super) type Rows = [Row; FIRST_STATES.1];

// SAFETY: rows are made of integers.
#[expect(unsafe_code)]
unsafe impl Zero for Rows {}

/// The weights of the evaluation, in the layout that the kernels use.
pub struct Weights {
    /// By phase.
    rows: Memory<Rows>,
    stages: [Stage; STAGES],
}

impl Weights {
    /// The weights that come with the engine.
    pub fn embedded() -> Arc<Weights> {
        static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let weights = Weights::from_bytes(include_bytes!("../../data/weights.bin"));
            Arc::new(weights.expect("the weights in the binary are tested to be sound"))
        });
        Arc::clone(&EMBEDDED)
    }

    /// Reads a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let packed = Packed::from_bytes(bytes, patterns::fingerprint(), ROWS)?;
        Ok(Weights::from_packed(&packed))
    }

    /// Expands packed weights: collects what the views of a unit see of each state. For the trainer.
    ///
    /// # Panics
    /// If the number of rows or stages is wrong.
    #[doc(hidden)]
    pub fn from_packed(packed: &Packed) -> Weights {
        assert_eq!(packed.phases.len(), PHASES, "rows for each phase");
        let mut rows = Memory::<Rows>::zeroed(PHASES);
        rows.prefer_large_pages();
        sys::map(rows.iter_mut().zip(&packed.phases), |(rows, packed)| {
            for (row, seen) in rows.iter_mut().zip(&*ROWS_OF_STATE) {
                for (view, &seen) in seen.iter().enumerate() {
                    for (unit, &weight) in packed[seen as usize].iter().enumerate() {
                        row.0[Row::place(unit, view)] = weight;
                    }
                }
            }
        });
        let mut stages = [Stage::default(); STAGES];
        stages.copy_from_slice(&packed.stages);
        Weights { rows, stages }
    }

    /// The value of a board for the side to move.
    pub fn evaluate(&self, board: Board) -> Score {
        Score::from_raw(self.evaluate_features(&Features::new(board), board.empties().len()))
    }

    /// Prefetches the weights of features that will be evaluated soon: 4 KiB, most of them not in a cache of the core.
    #[inline]
    pub(crate) fn prefetch(&self, features: &Features, empties: usize) {
        let rows = &self.rows[phase(empties)];
        for feature in 0..FEATURES {
            let row = rows.as_ptr().wrapping_add(kernel::row_of(features, feature)).cast::<u8>();
            prefetch(row);
            prefetch(row.wrapping_add(64));
        }
    }

    /// The value of features for the side to move with this many empty squares, in 1/128 disc.
    #[inline]
    pub(crate) fn evaluate_features(&self, features: &Features, empties: usize) -> i32 {
        let stage = &self.stages[stage(empties)];
        let sum = kernel::sum(features, &self.rows[phase(empties)], stage);
        ((sum >> OUTPUT_SHIFT) + i32::from(stage.base)).clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Symmetry;

    use super::*;
    use crate::Random;

    /// Random weights, large enough for units to be on, off and in between.
    fn noise(random: &mut Random) -> Weights {
        let mut value = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
        let mut row = |_| std::array::from_fn(|_| value(WEIGHT_MAX as usize) as i8);
        let phases = (0..PHASES).map(|_| (0..ROWS).map(&mut row).collect()).collect();
        let stages = (0..STAGES).map(|_| Stage {
            bias: std::array::from_fn(|_| value(100) as i16),
            output: std::array::from_fn(|_| value(32_000) as i16),
            base: value(500) as i16,
        });
        Weights::from_packed(&Packed { pattern_set: 0, phases, stages: stages.collect() })
    }

    fn random_board(random: &mut Random, plies: usize) -> Board {
        let mut board = Board::default();
        for _ in 0..plies {
            let moves = board.legal_moves();
            match moves.iter().nth(random.below(moves.len().max(1))) {
                Some(square) => board = board.after(square),
                None => board = board.passed(),
            }
        }
        board
    }

    #[test]
    fn the_eight_symmetries_score_equally() {
        let mut random = Random::new(2);
        let weights = noise(&mut random);
        for n in 0..500 {
            let board = random_board(&mut random, n % 60);
            for symmetry in Symmetry::ALL {
                assert_eq!(weights.evaluate(board), weights.evaluate(board.transform(symmetry)));
            }
        }
    }

    #[test]
    fn the_kernels_give_identical_results() {
        let mut random = Random::new(3);
        let weights = noise(&mut random);
        for n in 0..1000 {
            let features = Features::new(random_board(&mut random, n % 60));
            for stage in &weights.stages {
                for rows in &*weights.rows {
                    let sum = kernel::sum(&features, rows, stage);
                    assert_eq!(sum, kernel::portable::sum(&features, rows, stage));
                }
            }
        }
    }

    #[test]
    fn early_positions_share_the_last_stages() {
        assert_eq!((stage(0), stage(51), stage(52), stage(53), stage(60)), (0, 51, 52, 51, 52));
    }
}
