//! The weights of all states while they are learned.
//!
//! What the engine has for a state is the sum of the state's own row and of the rows of its two parts, which it has in
//! common with other states of the feature: a rare state is judged by its parts, and a common one differs from them as
//! far as its positions say.

use outflank_engine::eval::patterns::{FEATURES, PATTERNS, ROWS, pattern_of};
use outflank_engine::eval::{ON, UNITS, WEIGHT_MAX};

use crate::adam::{Adam, Moments};
use crate::phase::Units;

/// Digits of the two parts of a feature: the lowest and the highest of its state, some of them in both.
const PART_DIGITS: u32 = 6;

/// States of a part.
const PART_STATES: usize = 3usize.pow(PART_DIGITS);

/// Rows of the parts of a feature.
const PARTS_OF_FEATURE: usize = 2 * PART_STATES;

/// Where the rows of the parts of a state are among those of its feature, which has so many states.
#[inline]
fn parts_of(state: usize, states: usize) -> [usize; 2] {
    [state % PART_STATES, PART_STATES + state / (states / PART_STATES)]
}

/// What is learned for a feature.
struct Feature {
    /// A row for each state, and whether a position has used it.
    own: Vec<(Units, bool)>,
    parts: Vec<Units>,
}

/// The weights of all states.
pub(crate) struct Rows {
    features: Vec<Feature>,
    /// The sums as the engine has them.
    rounded: Vec<[i8; UNITS]>,
}

/// What steps remember of the gradients of a feature.
pub(crate) struct Memory {
    own: Vec<Moments>,
    parts: Vec<Moments>,
}

impl Rows {
    /// Rows of which nothing is known; what they begin with when they are first used.
    pub(crate) fn new(mut first: impl FnMut() -> Units) -> Rows {
        let features = (0..FEATURES).map(|feature| Feature {
            own: (0..states(feature)).map(|_| (first(), false)).collect(),
            parts: vec![[0.0; UNITS]; PARTS_OF_FEATURE],
        });
        Rows { features: features.collect(), rounded: vec![[0; UNITS]; ROWS] }
    }

    /// Rows that go on from what the engine has.
    pub(crate) fn from_rounded(rounded: &[[i8; UNITS]]) -> Rows {
        let mut rest = rounded.iter();
        let features = (0..FEATURES).map(|feature| Feature {
            own: (rest.by_ref().take(states(feature)))
                .map(|row| (row.map(|weight| f32::from(weight) / f32::from(ON)), true))
                .collect(),
            parts: vec![[0.0; UNITS]; PARTS_OF_FEATURE],
        });
        Rows { features: features.collect(), rounded: rounded.to_vec() }
    }

    /// Forgets all rows but these.
    pub(crate) fn keep(&mut self, rows: &[bool]) {
        let own = self.features.iter_mut().flat_map(|feature| &mut feature.own);
        for ((&keep, own), rounded) in rows.iter().zip(own).zip(&mut self.rounded) {
            if !keep {
                *own = ([0.0; UNITS], false);
                *rounded = [0; UNITS];
            }
        }
    }

    /// The weights as the engine has them.
    pub(crate) fn rounded(&self) -> &[[i8; UNITS]] {
        &self.rounded
    }

    /// Nothing remembered yet.
    pub(crate) fn memory() -> Vec<Memory> {
        let memory = |feature| Memory {
            own: vec![Moments::default(); states(feature)],
            parts: vec![Moments::default(); PARTS_OF_FEATURE],
        };
        (0..FEATURES).map(memory).collect()
    }

    /// Takes a step against the sum of the gradients, which are zeros afterwards, with a thread for each of them. Own
    /// rows that are used keep this much of what they were.
    pub(crate) fn step(
        &mut self,
        adam: &Adam,
        keep: f32,
        gradients: &mut [&mut Vec<Units>],
        memory: &mut [Memory],
    ) {
        let size = FEATURES.div_ceil(gradients.len());
        let mut rounded = &mut self.rounded[..];
        let mut gradients: Vec<&mut [Units]> = gradients.iter_mut().map(|rows| &mut rows[..]).collect();
        std::thread::scope(|scope| {
            for (features, memory) in self.features.chunks_mut(size).zip(memory.chunks_mut(size)) {
                let count = features.iter().map(|feature| feature.own.len()).sum();
                let mut rounded = rounded.split_off_mut(..count).unwrap_or_default();
                let mut gradients: Vec<&mut [Units]> =
                    gradients.iter_mut().filter_map(|rows| rows.split_off_mut(..count)).collect();
                scope.spawn(move || {
                    for (feature, memory) in features.iter_mut().zip(memory) {
                        let count = feature.own.len();
                        let mut gradients: Vec<&mut [Units]> =
                            gradients.iter_mut().filter_map(|rows| rows.split_off_mut(..count)).collect();
                        feature.step(adam, keep, &mut gradients, memory);
                        feature.round(rounded.split_off_mut(..count).unwrap_or_default());
                    }
                });
            }
        });
    }
}

/// How many states a feature has.
fn states(feature: usize) -> usize {
    PATTERNS[pattern_of(feature)].states()
}

impl Feature {
    fn step(&mut self, adam: &Adam, keep: f32, gradients: &mut [&mut [Units]], memory: &mut Memory) {
        let states = self.own.len();
        let mut sums = vec![[0.0; UNITS]; PARTS_OF_FEATURE];
        for (state, (own, used)) in self.own.iter_mut().enumerate() {
            let mut sum = [0.0; UNITS];
            for gradient in &mut *gradients {
                add(&mut sum, &std::mem::take(&mut gradient[state]));
            }
            if is_zero(&sum) {
                continue;
            }
            for part in parts_of(state, states) {
                add(&mut sums[part], &sum);
            }
            *used = true;
            *own = own.map(|weight| weight * keep);
            adam.step_row(own, &mut memory.own[state], &sum);
            *own = own.map(|weight| weight.clamp(-LIMIT, LIMIT));
        }
        for ((part, moments), sum) in self.parts.iter_mut().zip(&mut memory.parts).zip(&sums) {
            if !is_zero(sum) {
                adam.step_row(part, moments, sum);
            }
        }
    }

    fn round(&self, rounded: &mut [[i8; UNITS]]) {
        let states = self.own.len();
        for (state, (rounded, (own, used))) in rounded.iter_mut().zip(&self.own).enumerate() {
            let mut sum = if *used { *own } else { [0.0; UNITS] };
            for part in parts_of(state, states) {
                add(&mut sum, &self.parts[part]);
            }
            *rounded = sum.map(|weight| (weight.clamp(-LIMIT, LIMIT) * f32::from(ON)).round() as i8);
        }
    }
}

/// The largest weight.
const LIMIT: f32 = WEIGHT_MAX as f32 / ON as f32;

fn add(sum: &mut Units, more: &Units) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn is_zero(row: &Units) -> bool {
    row.iter().all(|weight| weight.abs() == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step after a position that used these rows of the first feature.
    fn step(rows: &mut Rows, used: &[usize]) {
        let mut gradient = vec![[0.0; UNITS]; ROWS];
        for &row in used {
            gradient[row] = [-1.0; UNITS];
        }
        rows.step(&Adam::new(1, 0.1), 1.0, &mut [&mut gradient], &mut Rows::memory());
        assert!(gradient.iter().all(is_zero), "ready for the next batch");
    }

    #[test]
    fn a_state_learns_from_others_that_share_a_part() {
        let mut rows = Rows::new(|| [0.0; UNITS]);
        step(&mut rows, &[0]);
        let weight = |row: usize| rows.rounded()[row][0];
        let same_first_digits = PART_STATES;
        let nothing_in_common = PART_STATES * 2 + 1;
        assert!(weight(0) > weight(same_first_digits) && weight(same_first_digits) > 0);
        assert_eq!((weight(nothing_in_common), weight(ROWS - 1)), (0, 0));
    }

    #[test]
    fn what_a_row_begins_with_counts_once_it_is_used() {
        let mut rows = Rows::new(|| [0.25; UNITS]);
        let unused = ROWS - 1;
        step(&mut rows, &[0]);
        assert_eq!(rows.rounded()[unused], [0; UNITS]);
        assert!(rows.rounded()[0][0] > (0.25 * f32::from(ON)) as i8);
    }

    #[test]
    fn rows_of_the_engine_stay_where_nothing_is_learned() {
        let before: Vec<[i8; UNITS]> = (0..ROWS).map(|row| [(row % 63) as i8 - 31; UNITS]).collect();
        let mut rows = Rows::from_rounded(&before);
        assert_eq!(rows.rounded(), before);
        step(&mut rows, &[5]);
        let elsewhere = states(0);
        assert_eq!(rows.rounded()[elsewhere..], before[elsewhere..]);
        assert_ne!(rows.rounded()[5], before[5]);
    }

    #[test]
    fn what_is_not_kept_is_zero() {
        let mut rows = Rows::from_rounded(&vec![[7; UNITS]; ROWS]);
        let (kept, forgotten) = (ROWS - 1, ROWS - 2);
        rows.keep(&(0..ROWS).map(|row| row != forgotten).collect::<Vec<_>>());
        step(&mut rows, &[0]);
        assert_eq!((rows.rounded()[kept], rows.rounded()[forgotten]), ([7; UNITS], [0; UNITS]));
    }
}
