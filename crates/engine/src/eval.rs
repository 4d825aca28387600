//! The evaluation: what a position is worth at a glance.

pub mod weights;
