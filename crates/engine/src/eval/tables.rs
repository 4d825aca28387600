use std::sync::{Arc, LazyLock};

use outflank_rules::Board;

use super::features::Features;
use super::kernel::{self, TABLE_LEN, Table};
use super::patterns::{self, LAYOUT};
use super::weights::{Packed, WeightsError};

use crate::Score;

/// Tables of weights over the game: one for every two empty squares.
pub const STAGES: usize = 30;

/// The most the evaluation says: less than a won game with all discs.
const LIMIT: i32 = Score::MAX.raw() - 1;

/// The stage of a position with this many empty squares.
#[inline]
pub const fn stage(empties: usize) -> usize {
    let stage = empties / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// How the weights of a stage lie between those of the knots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The knot with more empties; its share is what `share` leaves of `of`.
    pub knot: usize,
    /// The knot with fewer empties.
    pub next: usize,
    /// The share of `next`.
    pub share: i32,
    /// What the shares add up to.
    pub of: i32,
}

impl Mix {
    /// The mix for a stage where weights are known at these numbers of empties, falling. Before the first
    /// knot and after the last it is that knot alone.
    pub fn new(empties: &[u8], stage: usize) -> Mix {
        // A stage is taken at the odd one of its two numbers of empties.
        let here = 2 * stage as i32 + 1;
        let next = empties.partition_point(|&empties| i32::from(empties) > here);
        let knot = next.saturating_sub(1);
        let next = next.min(empties.len() - 1);
        let (from, to) = (i32::from(empties[knot]), i32::from(empties[next]));
        if knot == next {
            Mix { knot, next, share: 0, of: 1 }
        } else {
            Mix { knot, next, share: from - here, of: from - to }
        }
    }
}

/// The weights of the evaluation, laid out for use.
pub struct Weights {
    /// One [`Table`] for each stage, end to end.
    tables: Vec<i16>,
    /// Added at each number of empty squares.
    bias: [i16; 61],
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
        let packed = Packed::from_bytes(bytes, patterns::fingerprint(), LAYOUT.classes)?;
        Ok(Weights::from_packed(&packed))
    }

    /// Lays out packed weights: shares them out to symmetric states and interpolates the stages.
    pub fn from_packed(packed: &Packed) -> Weights {
        let mut tables = vec![0; STAGES * TABLE_LEN];
        let mut classes = vec![0i16; LAYOUT.classes];
        for (stage, table) in tables.as_chunks_mut::<TABLE_LEN>().0.iter_mut().enumerate() {
            let mix = Mix::new(&packed.empties, stage);
            let (knot, next) = (&packed.knots[mix.knot], &packed.knots[mix.next]);
            for ((class, &a), &b) in classes.iter_mut().zip(knot).zip(next) {
                let mixed = i32::from(a) * (mix.of - mix.share) + i32::from(b) * mix.share;
                *class = (2 * mixed + mix.of).div_euclid(2 * mix.of) as i16;
            }
            for (weight, &class) in table.iter_mut().zip(&LAYOUT.class_of_state) {
                *weight = classes[class as usize];
            }
        }
        let mut bias = [0; 61];
        bias.iter_mut().zip(&packed.bias).for_each(|(bias, &packed)| *bias = packed);
        Weights { tables, bias }
    }

    /// What a board is worth to the side to move.
    pub fn evaluate(&self, board: Board) -> Score {
        Score::from_raw(self.evaluate_features(&Features::new(board), board.empties().len()))
    }

    #[inline]
    fn stages(&self) -> &[Table] {
        self.tables.as_chunks().0
    }

    /// What features are worth to the side to move with this many empty squares, in 1/128 disc.
    #[inline]
    pub(crate) fn evaluate_features(&self, features: &Features, empties: usize) -> i32 {
        let sum = kernel::sum(features, &self.stages()[stage(empties)]);
        (i32::from(sum) + i32::from(self.bias[empties.min(60)])).clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Symmetry;

    use super::*;
    use crate::Random;

    /// Weights from a generator: large enough to wrap now and then, as bad weights might.
    fn noise(random: &mut Random) -> Weights {
        let mut value = || (random.next_u64() >> 52) as i16 - 2048;
        let knots = (0..3).map(|_| (0..LAYOUT.classes).map(|_| value()).collect()).collect();
        let (pattern_set, empties) = (patterns::fingerprint(), vec![55, 30, 4]);
        Weights::from_packed(&Packed { pattern_set, empties, knots, bias: vec![0; 61] })
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
    fn the_kernels_agree_to_the_bit() {
        let mut random = Random::new(3);
        let weights = noise(&mut random);
        for n in 0..1000 {
            let features = Features::new(random_board(&mut random, n % 60));
            for table in weights.stages() {
                assert_eq!(kernel::sum(&features, table), kernel::portable::sum(&features, table));
            }
        }
    }

    #[test]
    fn stages_run_from_knot_to_knot() {
        let mix = |empties| {
            let Mix { knot, next, share, of } = Mix::new(&[51, 31, 11], stage(empties));
            (knot, next, share, of)
        };
        assert_eq!(mix(60), (0, 0, 0, 1));
        assert_eq!(mix(50), (0, 0, 0, 1));
        assert_eq!(mix(40), (0, 1, 10, 20));
        assert_eq!(mix(30), (0, 1, 20, 20));
        assert_eq!(mix(0), (2, 2, 0, 1));
    }
}
