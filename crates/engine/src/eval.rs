//! The trained evaluation: how many discs the side to move will win by, from 32 patterns of discs.
//!
//! [`patterns`] says which squares belong together and [`Features`] keeps the state of every pattern while moves are
//! made. [`Weights`] are a small network on top: every state adds a weight to each of sixteen units, and a unit that
//! gets beyond its threshold is worth some discs, which depends on how many squares are empty. Every unit looks at the
//! board from all eight sides with the same weights, so it can tell one corner from another, and still all symmetric
//! boards score equally. Two phases of the game have rows of weights of their own. [`weights`] is the file they come from.

mod features;
mod kernel;
mod net;
pub mod patterns;
pub(crate) mod weights;

pub use features::Features;
pub use net::{ON, OUTPUT_SCALE, PHASES, STAGES, Stage, UNITS, WEIGHT_MAX, Weights, phase, stage};
pub use weights::WeightsError;
