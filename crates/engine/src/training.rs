//! The internals of the evaluation functions, for the trainer that fits them.
//!
//! This is not part of the API: it changes whenever the functions do.

pub use crate::eval::weights::Packed;
pub use crate::eval::{
    Features, ON, OUTPUT_SCALE, PHASES, STAGES, Stage, UNITS, WEIGHT_MAX, patterns, phase, stage,
};

/// The utility function of the classic search.
pub mod classic {
    pub use crate::classic::utility::{FEATURES, PHASES, features, phase};
}
