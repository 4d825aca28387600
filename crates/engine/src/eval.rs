//! The trained evaluation: how many discs the side to move will win by, from 48 patterns of discs.
//!
//! [`patterns`] says which squares belong together, [`Features`] keeps the state of every pattern while moves
//! are made, [`Weights`] gives each state its value, and [`weights`] is the file they come from.

mod features;
mod kernel;
pub mod patterns;
mod tables;
pub mod weights;

pub use features::Features;
pub use tables::{Mix, STAGES, Weights, stage};
pub use weights::WeightsError;
