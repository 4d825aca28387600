//! What all views see of the states of patterns, state by state, as in the engine: a position then touches 32 places in
//! memory, one for each feature, instead of 256 with separate views.

use std::sync::{LazyLock, Mutex, PoisonError};

use outflank_engine::training::patterns::{
    FEATURES, FIRST_STATES, PATTERNS, PATTERNS_PER_TURN, ROWS, ROWS_OF_STATE, TURNS, VIEWS, pattern_of,
    seen_from, turn_of,
};
use outflank_engine::training::{Features, UNITS};
use outflank_rules::Board;

use crate::phase::Units;

/// A value for each unit and view.
pub(crate) type Seen<T> = [[T; UNITS]; VIEWS];

/// The number of states of all patterns.
pub(crate) const STATES: usize = FIRST_STATES.1;

/// The states of the features of a board, turn by turn.
#[inline]
pub(crate) fn states_of(board: Board) -> [[u32; PATTERNS_PER_TURN]; TURNS] {
    let features = Features::new(board);
    std::array::from_fn(|turn| {
        std::array::from_fn(|i| {
            let feature = turn * PATTERNS_PER_TURN + i;
            let pattern = pattern_of(feature);
            let centre = FIRST_STATES.0[pattern] + PATTERNS[pattern].empty_state();
            centre.wrapping_add_signed(features.states()[feature].into()) as u32
        })
    })
}

/// The inverse of [`ROWS_OF_STATE`]: the states whose views see a row.
pub(crate) struct Places {
    /// Where the places of each row begin in the list, and the length of the list.
    firsts: Vec<u32>,
    list: Vec<Place>,
}

/// A state, and a view that sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub state: u32,
    pub view: u32,
}

/// The places of all rows.
pub(crate) static PLACES: LazyLock<Places> = LazyLock::new(|| {
    let mut firsts = vec![0; ROWS + 1];
    ROWS_OF_STATE.iter().flatten().for_each(|&row| firsts[row as usize + 1] += 1);
    for row in 0..ROWS {
        firsts[row + 1] += firsts[row];
    }
    let mut next = firsts.clone();
    let mut list = vec![Place { state: 0, view: 0 }; STATES * VIEWS];
    for (state, rows) in (0..).zip(ROWS_OF_STATE.iter()) {
        for (view, &row) in (0..).zip(rows) {
            let place = &mut next[row as usize];
            list[*place as usize] = Place { state, view };
            *place += 1;
        }
    }
    Places { firsts, list }
});

impl Places {
    /// The places where a row is seen.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> &[Place] {
        &self.list[self.firsts[row] as usize..self.firsts[row + 1] as usize]
    }
}

/// The gradient of the error of one position.
#[derive(Clone, Copy, Default)]
pub(crate) struct SampleGradient {
    /// The states of its features, turn by turn.
    pub states: [[u32; PATTERNS_PER_TURN]; TURNS],
    /// The derivative of the error by the sum of every unit and view.
    pub slopes: Seen<f32>,
}

/// The gradient of the error of a batch, by state and view.
pub(crate) struct BatchGradient {
    pub seen: Vec<Seen<f32>>,
    /// Which states occur in a position; the others are zero.
    pub used: Vec<bool>,
}

impl BatchGradient {
    /// Zeros.
    pub(crate) fn new() -> BatchGradient {
        BatchGradient { seen: vec![[[0.0; UNITS]; VIEWS]; STATES], used: vec![false; STATES] }
    }

    /// Sums the gradients of positions, pattern by pattern, since the states of one pattern stay in the processor's
    /// cache: an epoch over 5.5 million positions takes 10 s, and 12 s if each position is added to all patterns in
    /// turn.
    pub(crate) fn gather(&mut self, gradients: &[SampleGradient], threads: usize) {
        let (mut seen, mut used) = (&mut self.seen[..], &mut self.used[..]);
        let parts = PATTERNS.iter().enumerate().filter_map(|(number, pattern)| {
            let states = pattern.states();
            Some((number, seen.split_off_mut(..states)?, used.split_off_mut(..states)?))
        });
        let parts = Mutex::new(parts.collect::<Vec<_>>().into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some((pattern, seen, used)) = next() {
                        gather_pattern(pattern, gradients, seen, used);
                    }
                });
            }
        });
    }

    /// The sum over all places of a row, if a position has it.
    #[inline]
    pub(crate) fn of_row(&self, row: usize) -> Option<Units> {
        let mut sum = None;
        for &Place { state, view } in PLACES.of(row) {
            if self.used[state as usize] {
                add(sum.get_or_insert_default(), &self.seen[state as usize][view as usize]);
            }
        }
        sum
    }
}

/// The same for the states of one pattern.
fn gather_pattern(pattern: usize, gradients: &[SampleGradient], seen: &mut [Seen<f32>], used: &mut [bool]) {
    let first = FIRST_STATES.0[pattern];
    let features: Vec<usize> = (0..FEATURES).filter(|&feature| pattern_of(feature) == pattern).collect();
    let state = |gradient: &SampleGradient, feature: usize| {
        gradient.states[turn_of(feature)][feature % PATTERNS_PER_TURN] as usize - first
    };
    for (sum, used) in seen.iter_mut().zip(&mut *used).filter(|(_, used)| **used) {
        (*sum, *used) = ([[0.0; UNITS]; VIEWS], false);
    }
    for gradient in gradients {
        for &feature in &features {
            let state = state(gradient, feature);
            used[state] = true;
            for (sum, &view) in seen[state].iter_mut().zip(&TURNED_BACK[turn_of(feature)]) {
                add(sum, &gradient.slopes[view]);
            }
        }
    }
}

/// For every turn, the views of the board that see what the views of a turned pattern see.
const TURNED_BACK: [[usize; VIEWS]; TURNS] = {
    let mut views = [[0; VIEWS]; TURNS];
    let mut turn = 0;
    while turn < TURNS {
        let mut view = 0;
        while view < VIEWS {
            views[turn][seen_from(view, turn)] = view;
            view += 1;
        }
        turn += 1;
    }
    views
};

/// Adds numbers of units.
#[inline]
pub(crate) fn add(sum: &mut Units, more: &Units) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Random;

    #[test]
    fn rows_get_the_sum_of_their_views_gradients() {
        let mut random = Random::new(3);
        let mut slopes = BatchGradient::new();
        // The second time, the sums of the first are cleared.
        for _ in 0..2 {
            let mut expected = vec![[0.0; UNITS]; ROWS];
            let mut gradients = Vec::new();
            let mut board = Board::default();
            while !board.legal_moves().is_empty() {
                let states = states_of(board);
                let said = std::array::from_fn(|_| std::array::from_fn(|_| random.below(9) as f32 - 4.0));
                for (turn, states) in states.iter().enumerate() {
                    for (view, said) in said.iter().enumerate() {
                        for &state in states {
                            let row = ROWS_OF_STATE[state as usize][seen_from(view, turn)];
                            add(&mut expected[row as usize], said);
                        }
                    }
                }
                gradients.push(SampleGradient { states, slopes: said });
                let legal = board.legal_moves();
                board = board.after(legal.iter().nth(random.below(legal.len())).unwrap());
            }
            slopes.gather(&gradients, 2);
            for (row, expected) in expected.iter().enumerate() {
                let whole = |slopes: Units| slopes.map(|slope| slope as i32);
                assert_eq!(whole(slopes.of_row(row).unwrap_or_default()), whole(*expected), "row {row}");
            }
        }
    }

    #[test]
    fn every_view_of_every_state_is_a_place_of_the_row_it_sees() {
        let mut places = 0;
        for row in 0..ROWS {
            for place in PLACES.of(row) {
                assert_eq!(ROWS_OF_STATE[place.state as usize][place.view as usize] as usize, row);
                places += 1;
            }
        }
        assert_eq!(places, STATES * VIEWS, "all of them, once");
    }
}
