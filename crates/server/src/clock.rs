//! The time of day, which never goes backwards while the server runs.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outflank_play::Time;

/// Counts on from the time of day at which the server started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    epoch_ms: u64,
    started: Instant,
    speed: u32,
}

impl ServerClock {
    /// A clock that starts this many milliseconds ahead of the machine's time, and runs this many times as fast.
    pub(crate) fn start(ahead_ms: i64, speed: u32) -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let epoch_ms = (since.as_millis() as u64).saturating_add_signed(ahead_ms);
        ServerClock { epoch_ms, started: Instant::now(), speed: speed.max(1) }
    }

    pub(crate) fn now(&self) -> Time {
        Time(self.epoch_ms + (self.started.elapsed() * self.speed).as_millis() as u64)
    }

    /// How long to wait until this much time has passed on this clock.
    pub(crate) fn wait(&self, time: Duration) -> Duration {
        time / self.speed
    }
}
