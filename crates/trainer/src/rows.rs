//! The weights of all states during training.
//!
//! The engine's weights of a state are the sum of the state's own row and the rows of its two parts, which it shares
//! with other states of the feature. So a rare state is judged by its parts, and a common one differs from them as far
//! as its positions show.

use outflank_engine::training::patterns::{FEATURES, PATTERNS, ROWS, ROWS_OF_STATE, VIEWS, pattern_of};
use outflank_engine::training::{ON, UNITS, WEIGHT_MAX};

use crate::adam::{Adam, Moments};
use crate::phase::Units;
use crate::states::{BatchGradient, PLACES, STATES, Seen, add};

/// Digits of each of the two parts of a feature: the lowest and the highest of its state, with some overlap.
const PART_DIGITS: u32 = 6;

/// States of a part.
const PART_STATES: usize = 3usize.pow(PART_DIGITS);

/// Rows of the parts of a feature.
const PARTS_OF_FEATURE: usize = 2 * PART_STATES;

/// The indices of a state's part rows among those of its feature, which has `states` states.
#[inline]
fn parts_of(state: usize, states: usize) -> [usize; 2] {
    [state % PART_STATES, PART_STATES + state / (states / PART_STATES)]
}

/// The trained weights of a feature.
struct Feature {
    /// A row for each state, and whether a position has used it.
    own: Vec<(Units, bool)>,
    parts: Vec<Units>,
}

/// The weights of all states.
pub(crate) struct Rows {
    features: Vec<Feature>,
    /// The sums, rounded as in the engine.
    rounded: Vec<[i8; UNITS]>,
    /// What the views see of them, by state.
    seen: Vec<Seen<i8>>,
}

/// The moments of Adam for the rows of a feature.
pub(crate) struct AdamState {
    own: Vec<Moments>,
    parts: Vec<Moments>,
}

impl Rows {
    /// Untrained rows, with the values that they start from when they are first used.
    pub(crate) fn new(mut first: impl FnMut() -> Units) -> Rows {
        let features = (0..FEATURES).map(|feature| Feature {
            own: (0..states(feature)).map(|_| (first(), false)).collect(),
            parts: vec![[0.0; UNITS]; PARTS_OF_FEATURE],
        });
        let seen = vec![[[0; UNITS]; VIEWS]; STATES];
        Rows { features: features.collect(), rounded: vec![[0; UNITS]; ROWS], seen }
    }

    /// Rows that start from the engine's weights.
    pub(crate) fn from_rounded(rounded: &[[i8; UNITS]]) -> Rows {
        let mut rest = rounded.iter();
        let features = (0..FEATURES).map(|feature| Feature {
            own: (rest.by_ref().take(states(feature)))
                .map(|row| (row.map(|weight| f32::from(weight) / f32::from(ON)), true))
                .collect(),
            parts: vec![[0.0; UNITS]; PARTS_OF_FEATURE],
        });
        let features = features.collect();
        let mut seen = vec![[[0; UNITS]; VIEWS]; STATES];
        show(rounded, 0, &mut seen);
        Rows { features, rounded: rounded.to_vec(), seen }
    }

    /// Clears all rows except those of the states that occur.
    pub(crate) fn keep(&mut self, occur: &[bool]) {
        let own = self.features.iter_mut().flat_map(|feature| &mut feature.own);
        for (row, (own, rounded)) in own.zip(&mut self.rounded).enumerate() {
            if !PLACES.of(row).iter().any(|place| occur[place.state as usize]) {
                *own = ([0.0; UNITS], false);
                *rounded = [0; UNITS];
            }
        }
        show(&self.rounded, 0, &mut self.seen);
    }

    /// The weights as the engine has them.
    pub(crate) fn rounded(&self) -> &[[i8; UNITS]] {
        &self.rounded
    }

    /// What the views see of a state.
    #[inline]
    pub(crate) fn seen(&self, state: usize) -> &Seen<i8> {
        &self.seen[state]
    }

    /// Moments before the first step.
    pub(crate) fn adam_state() -> Vec<AdamState> {
        let state = |feature| AdamState {
            own: vec![Moments::default(); states(feature)],
            parts: vec![Moments::default(); PARTS_OF_FEATURE],
        };
        (0..FEATURES).map(state).collect()
    }

    /// Takes a step against the gradient. The own rows that are used are multiplied by `keep` for weight decay.
    pub(crate) fn step(
        &mut self,
        adam: &Adam,
        keep: f32,
        slopes: &BatchGradient,
        moments: &mut [AdamState],
        threads: usize,
    ) {
        let size = FEATURES.div_ceil(threads);
        let mut rounded = &mut self.rounded[..];
        let mut first = 0;
        std::thread::scope(|scope| {
            for (features, moments) in self.features.chunks_mut(size).zip(moments.chunks_mut(size)) {
                let count = features.iter().map(|feature| feature.own.len()).sum();
                let mut rounded = rounded.split_off_mut(..count).unwrap_or_default();
                let mut row = first;
                first += count;
                scope.spawn(move || {
                    for (feature, moments) in features.iter_mut().zip(moments) {
                        let count = feature.own.len();
                        feature.step(adam, keep, |state| slopes.of_row(row + state), moments);
                        feature.round(rounded.split_off_mut(..count).unwrap_or_default());
                        row += count;
                    }
                });
            }
        });
        let size = STATES.div_ceil(threads);
        let rounded = &self.rounded;
        std::thread::scope(|scope| {
            for (part, seen) in self.seen.chunks_mut(size).enumerate() {
                scope.spawn(move || show(rounded, part * size, seen));
            }
        });
    }
}

/// Fills in what the views see of the states from `first` on.
fn show(rows: &[[i8; UNITS]], first: usize, seen: &mut [Seen<i8>]) {
    for (seen, at) in seen.iter_mut().zip(&ROWS_OF_STATE[first..]) {
        *seen = at.map(|row| rows[row as usize]);
    }
}

/// The number of states of a feature.
fn states(feature: usize) -> usize {
    PATTERNS[pattern_of(feature)].states()
}

impl Feature {
    /// Takes a step against the gradient of the states that have one.
    fn step(
        &mut self,
        adam: &Adam,
        keep: f32,
        slopes: impl Fn(usize) -> Option<Units>,
        moments: &mut AdamState,
    ) {
        let states = self.own.len();
        let mut sums = vec![[0.0; UNITS]; PARTS_OF_FEATURE];
        for (state, (own, used)) in self.own.iter_mut().enumerate() {
            let Some(sum) = slopes(state).filter(|sum| !is_zero(sum)) else { continue };
            for part in parts_of(state, states) {
                add(&mut sums[part], &sum);
            }
            *used = true;
            *own = own.map(|weight| weight * keep);
            adam.step_row(own, &mut moments.own[state], &sum);
            *own = own.map(|weight| weight.clamp(-LIMIT, LIMIT));
        }
        for ((part, moments), sum) in self.parts.iter_mut().zip(&mut moments.parts).zip(&sums) {
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
            *rounded = sum.map(|weight| nearest(weight.clamp(-LIMIT, LIMIT) * f32::from(ON)));
        }
    }
}

/// Rounds to the nearest integer, which fits a byte: floats as large as the added constant are all integers, and the
/// low bits hold the result. Unlike `round`, this vectorises over all units.
fn nearest(number: f32) -> i8 {
    const WHOLE: f32 = (3 << 22) as f32;
    (number + WHOLE).to_bits() as i8
}

/// The largest weight.
const LIMIT: f32 = WEIGHT_MAX as f32 / ON as f32;

fn is_zero(row: &Units) -> bool {
    row.iter().all(|weight| weight.abs() == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step after a position in which a view saw this row.
    fn step(rows: &mut Rows, row: usize) {
        let place = PLACES.of(row)[0];
        let mut slopes = BatchGradient::new();
        slopes.used[place.state as usize] = true;
        slopes.seen[place.state as usize][place.view as usize] = [-1.0; UNITS];
        rows.step(&Adam::new(1, 0.1), 1.0, &slopes, &mut Rows::adam_state(), 2);
        for (state, rows_seen) in ROWS_OF_STATE.iter().enumerate() {
            assert_eq!(rows.seen(state), &rows_seen.map(|row| rows.rounded()[row as usize]));
        }
    }

    #[test]
    fn a_state_learns_from_others_that_share_a_part() {
        let mut rows = Rows::new(|| [0.0; UNITS]);
        step(&mut rows, 0);
        let weight = |row: usize| rows.rounded()[row][0];
        let same_first_digits = PART_STATES;
        let nothing_in_common = PART_STATES * 2 + 1;
        assert!(weight(0) > weight(same_first_digits) && weight(same_first_digits) > 0);
        assert_eq!((weight(nothing_in_common), weight(ROWS - 1)), (0, 0));
    }

    #[test]
    fn the_initial_value_of_a_row_counts_once_it_is_used() {
        let mut rows = Rows::new(|| [0.25; UNITS]);
        let unused = ROWS - 1;
        step(&mut rows, 0);
        assert_eq!(rows.rounded()[unused], [0; UNITS]);
        assert!(rows.rounded()[0][0] > (0.25 * f32::from(ON)) as i8);
    }

    #[test]
    fn rows_of_the_engine_stay_where_nothing_is_trained() {
        let before: Vec<[i8; UNITS]> = (0..ROWS).map(|row| [(row % 63) as i8 - 31; UNITS]).collect();
        let mut rows = Rows::from_rounded(&before);
        assert_eq!(rows.rounded(), before);
        step(&mut rows, 5);
        let elsewhere = states(0);
        assert_eq!(rows.rounded()[elsewhere..], before[elsewhere..]);
        assert_ne!(rows.rounded()[5], before[5]);
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for tenth in (-319..=319_i16).filter(|tenth| tenth % 10 != 5 && tenth % 10 != -5) {
            let number = f32::from(tenth) / 10.0;
            assert_eq!(nearest(number), number.round() as i8, "{number}");
        }
    }

    #[test]
    fn rows_that_are_not_kept_are_zero() {
        let mut rows = Rows::from_rounded(&vec![[7; UNITS]; ROWS]);
        let mut occur = vec![true; STATES];
        let forgotten = ROWS - 2;
        PLACES.of(forgotten).iter().for_each(|place| occur[place.state as usize] = false);
        rows.keep(&occur);
        step(&mut rows, 0);
        assert_eq!((rows.rounded()[ROWS - 1], rows.rounded()[forgotten]), ([7; UNITS], [0; UNITS]));
    }
}
