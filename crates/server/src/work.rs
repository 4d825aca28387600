//! Searches that are done elsewhere: a queue in PostgreSQL, workers that take from it, and those who wait for answers.
//!
//! A search is data ([`Task`]), so it does not matter who does it. Workers take the next one with a lease that they
//! renew. When a lease runs out another worker can take the search, and only the answer of the lease holder counts. The
//! queue is as fair as the engine pool: moves that people wait for are first, then the visitor who has used the least
//! time. The asker keeps the question, and searches itself if no worker takes it in time.

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
