//! The time of day, which never goes backwards while the server runs.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use outflank_play::Time;

/// Counts on from the time of day at which the server started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    epoch_ms: u64,
    started: Instant,
}

impl ServerClock {
    pub(crate) fn start() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { epoch_ms: since.as_millis() as u64, started: Instant::now() }
    }

    pub(crate) fn now(&self) -> Time {
        Time(self.epoch_ms + self.started.elapsed().as_millis() as u64)
    }
}
