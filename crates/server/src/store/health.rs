//! Whether the store works, and for how long it did not: clocks stop while moves cannot be stored.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_play::Time;

/// A time in which nothing could be stored, because the store failed or the server was down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When something was last known to have been stored before it.
    pub from_ms: u64,
    /// When something could be stored again.
    pub to_ms: u64,
}

/// What is known of the store.
#[derive(Debug, Default)]
pub(crate) struct StoreHealth(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last_success: Time,
    down_since: Option<Time>,
    outages: Vec<Outage>,
    free_bytes: Option<u64>,
}

/// Outages that ended longer ago concern nobody: no turn on a clock is so long.
pub(crate) const OUTAGE_KEPT: Duration = Duration::from_hours(24 * 14);

impl StoreHealth {
    /// Starts with the earlier outages.
    pub(crate) fn begin(&self, outages: Vec<Outage>, now: Time) {
        let mut state = self.lock();
        state.outages = merged(outages);
        state.last_success = now;
    }

    /// Something was stored. If that ends an outage, here it is.
    pub(crate) fn succeeded(&self, now: Time) -> Option<Outage> {
        let mut state = self.lock();
        state.last_success = now;
        let from = state.down_since.take()?;
        let outage = Outage { from_ms: from.0, to_ms: now.0 };
        state.outages.push(outage);
        let old = now.0.saturating_sub(OUTAGE_KEPT.as_millis() as u64);
        state.outages.retain(|outage| outage.to_ms >= old);
        Some(outage)
    }

    /// Something could not be stored.
    pub(crate) fn failed(&self) {
        let mut state = self.lock();
        if state.down_since.is_none() {
            state.down_since = Some(state.last_success);
        }
    }

    /// Whether the last thing could not be stored.
    pub(crate) fn is_down(&self) -> bool {
        self.lock().down_since.is_some()
    }

    /// How much of the time since `latest`, when something last happened in a game, was lost to outages. Whatever is
    /// stored in a game after an outage settles it.
    pub(crate) fn missed(&self, latest: Time, now: Time) -> Duration {
        let state = self.lock();
        let current = state.down_since.map(|from| Outage { from_ms: from.0, to_ms: now.0 });
        let missed = state.outages.iter().copied().chain(current).filter(|outage| outage.to_ms > latest.0);
        Duration::from_millis(missed.map(|outage| outage.to_ms - outage.from_ms.max(latest.0)).sum())
    }

    /// Notes how much space is left.
    pub(crate) fn note_free(&self, bytes: Option<u64>) {
        self.lock().free_bytes = bytes;
    }

    /// Whether less space is left than `least`.
    pub(crate) fn is_low(&self, least: u64) -> bool {
        self.lock().free_bytes.is_some_and(|free| free < least)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Servers that share a store each note the same outage: what overlaps is one.
fn merged(mut outages: Vec<Outage>) -> Vec<Outage> {
    outages.sort_by_key(|outage| outage.from_ms);
    let mut merged: Vec<Outage> = Vec::new();
    for outage in outages {
        match merged.last_mut() {
            Some(last) if outage.from_ms <= last.to_ms => last.to_ms = last.to_ms.max(outage.to_ms),
            _ => merged.push(outage),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_that_several_servers_noted_counts_once() {
        let health = StoreHealth::default();
        let noted = [(100, 200), (400, 500), (110, 220), (450, 460)];
        health.begin(noted.map(|(from_ms, to_ms)| Outage { from_ms, to_ms }).into(), Time(1000));
        assert_eq!(health.missed(Time(0), Time(1000)).as_millis(), 220);
    }

    #[test]
    fn what_was_missed_is_counted_once_and_only_since_the_last_move() {
        let health = StoreHealth::default();
        health.begin(vec![Outage { from_ms: 100, to_ms: 200 }], Time(1000));
        let missed = |latest, now| health.missed(Time(latest), Time(now)).as_millis();
        assert_eq!((missed(50, 1000), missed(150, 1000), missed(200, 1000)), (100, 50, 0));
        assert_eq!(health.succeeded(Time(2000)), None);
        health.failed();
        health.failed();
        assert!(health.is_down());
        assert_eq!(missed(1500, 5000), 3000, "from the last success on, and still going on");
        assert_eq!(missed(50, 5000), 3100);
        assert_eq!(health.succeeded(Time(6000)), Some(Outage { from_ms: 2000, to_ms: 6000 }));
        assert!(!health.is_down());
        assert_eq!((missed(1500, 9000), missed(6000, 9000)), (4000, 0));
    }
}
