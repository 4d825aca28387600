//! Searches that are done elsewhere: a queue in PostgreSQL, workers that take from it, and those who wait for answers.
//!
//! A search is data ([`Task`]), so that it does not matter who does it. Workers take the next one with a lease that they
//! renew; a lease that runs out lets somebody else take it, and only the answer of whoever holds the lease counts. The
//! queue is fair as the pool in one process is: moves that people wait for are first, then whoever has had the least
//! time. Whoever asks keeps the question, and does it themselves if nobody takes it in time.

mod batch;
mod queue;
mod requests;
mod task;
mod worker;

#[cfg(test)]
mod tests;

pub use batch::{Batch, Source};
pub use task::{Answer, Ask, Task};
pub use worker::Worker;

pub(crate) use queue::tidy;
pub(crate) use requests::{Observer, Request, Requests};
