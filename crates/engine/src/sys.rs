//! Time, threads and memory pages: everything the engine needs from the operating system, and the only module that
//! knows about it.
//!
//! `native` is for systems that have all three. `bare` is for WebAssembly, where a program has one thread, plain
//! memory, and a clock only if its host provides one (`set_clock`). Both have the same names:
//!
//! | name | native | bare |
//! |---|---|---|
//! | [`Instant`] | the system's clock | the host's clock; without one, time stands still and no limit by time is ever reached |
//! | [`cores`] | those this program may use | one |
//! | [`map`] | a thread for each item | one item after the other |
//! | [`with_helpers`] | a thread for each helper | the main work alone |
//! | `Pages` | mapped, so that pages cost nothing until they are used | allocated |

mod memory;

#[cfg(any(test, target_family = "wasm"))]
#[cfg_attr(not(target_family = "wasm"), allow(dead_code, unreachable_pub, reason = "only tests use it here"))]
mod bare;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
use bare as platform;
#[cfg(not(target_family = "wasm"))]
use native as platform;

#[cfg(target_family = "wasm")]
pub use bare::set_clock;
pub(crate) use memory::{Memory, Zero, prefetch};
pub(crate) use platform::{Instant, cores, map, with_helpers};
