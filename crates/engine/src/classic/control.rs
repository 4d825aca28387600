use std::time::Duration;

use crate::sys::Instant;
use crate::{Limits, StopToken};

/// The search was told to stop, or its time or nodes are used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Counts nodes and decides when to stop.
pub(super) struct Control<'a> {
    started: Instant,
    time: Option<Duration>,
    node_limit: u64,
    stop: &'a StopToken,
    nodes: u64,
    next_check: u64,
}

/// Nodes between two checks of the clock and the stop token: well below a millisecond of work.
const CHECK_EVERY: u64 = 1000;

impl Control<'_> {
    pub(super) fn new<'a>(limits: &Limits, stop: &'a StopToken) -> Control<'a> {
        Control {
            started: Instant::now(),
            time: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            stop,
            nodes: 0,
            next_check: 0,
        }
    }

    /// Counts a node; an error when the search must stop.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let late = self.time.is_some_and(|time| self.started.elapsed() >= time);
        if late || self.nodes >= self.node_limit || self.stop.is_stopped() {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + CHECK_EVERY).min(self.node_limit);
        Ok(())
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
