//! The sum in plain integer arithmetic.

use super::row_of;
use crate::eval::Features;
use crate::eval::net::{ON, Row, Rows, Stage, UNITS};
use crate::eval::patterns::{PATTERNS_PER_TURN, TURNS, VIEWS, seen_from};

/// The sum; it wraps as 32-bit integers do, and the sums of the units as 16-bit ones.
#[inline]
#[cfg_attr(all(target_feature = "avx2", not(test)), expect(dead_code))]
pub(in crate::eval) fn sum(features: &Features, rows: &Rows, stage: &Stage) -> i32 {
    let mut units = [stage.bias; VIEWS];
    for turn in 0..TURNS {
        // Rows are added in memory order, which compilers vectorise, and separated by view afterwards.
        let mut sums = [0i16; UNITS * VIEWS];
        for pattern in 0..PATTERNS_PER_TURN {
            let row = &rows[row_of(features, turn * PATTERNS_PER_TURN + pattern)];
            for (sum, &weight) in sums.iter_mut().zip(&row.0) {
                *sum += i16::from(weight);
            }
        }
        for (view, units) in units.iter_mut().enumerate() {
            let seen = seen_from(view, turn);
            for (unit, total) in units.iter_mut().enumerate() {
                *total = total.wrapping_add(sums[Row::place(unit, seen)]);
            }
        }
    }
    let mut total = 0i32;
    for units in units {
        for (sum, output) in units.into_iter().zip(stage.output) {
            let activation = i32::from(sum.clamp(0, ON));
            total = total.wrapping_add(activation * activation * i32::from(output));
        }
    }
    total
}
