//! The sum in plain integer arithmetic.

use super::row_of;
use crate::eval::Features;
use crate::eval::net::{ON, Row, Rows, Stage};
use crate::eval::patterns::{FEATURES, VIEWS, seen_from, turn_of};

/// The sum; it wraps like 32-bit integers do, and those of the units like 16-bit ones.
#[inline]
#[cfg_attr(all(target_feature = "avx2", not(test)), expect(dead_code))]
pub(in crate::eval) fn sum(features: &Features, rows: &Rows, stage: &Stage) -> i32 {
    let mut units = [stage.bias; VIEWS];
    for feature in 0..FEATURES {
        let row = &rows[row_of(features, feature)];
        for (view, units) in units.iter_mut().enumerate() {
            let seen = seen_from(view, turn_of(feature));
            for (unit, sum) in units.iter_mut().enumerate() {
                *sum = sum.wrapping_add(row.0[Row::place(unit, seen)].into());
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
