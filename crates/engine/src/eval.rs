//! The trained evaluation: how many discs the side to move will win by, from 32 patterns of discs.
//!
//! [`patterns`] defines the sets of squares, and [`Features`] keeps the state of every pattern up to date while moves
//! are made. [`Weights`] are a small network on top: every state adds a weight to each of sixteen units, and a unit
//! above its threshold is worth some discs, depending on the number of empty squares. Every unit sees the board from
//! all eight sides with the same weights, so it can tell one corner from another, and still all symmetric boards score
//! equally. Each of the two phases of the game has its own rows of weights. [`weights`] is their file format.

mod features;
mod kernel;
mod net;
pub mod patterns;
pub(crate) mod weights;

pub use features::Features;
pub use net::{ON, OUTPUT_SCALE, PHASES, STAGES, Stage, UNITS, WEIGHT_MAX, Weights, phase, stage};
pub use weights::WeightsError;
