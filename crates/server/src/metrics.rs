//! Metrics in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) connections: Gauge,
    pub(crate) sockets: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) requests: Counter,
    pub(crate) games: Counter,
    pub(crate) commands: Counter,
    pub(crate) refusals: Counter,
    pub(crate) engine_moves: Counter,
    pub(crate) analyses: Counter,
    pub(crate) turned_away: Counter,
    pub(crate) store_failures: Counter,
    pub(crate) commits: Histogram,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A number that grows and shrinks.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub(crate) fn change(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }
}

/// How often something took how long.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS_MS.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2000];

impl Histogram {
    pub(crate) fn note(&self, took: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }
}

impl Metrics {
    /// The text that `/metrics` answers with.
    pub(crate) fn text(&self, engine_queue: usize) -> String {
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, about: &str, value: i128| {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "# HELP outflank_{name} {about}\n# TYPE outflank_{name} {kind}\noutflank_{name} {value}"
            );
        };
        for (name, about, gauge) in [
            ("connections", "Open connections.", &self.connections),
            ("sockets", "Open WebSockets.", &self.sockets),
            ("rooms", "Games in memory.", &self.rooms),
        ] {
            put(name, "gauge", about, gauge.0.load(Ordering::Relaxed).into());
        }
        put("engine_queue", "gauge", "Searches that wait for an engine.", engine_queue as i128);
        for (name, about, counter) in [
            ("requests_total", "HTTP requests.", &self.requests),
            ("games_total", "Games made.", &self.games),
            ("commands_total", "Commands stored.", &self.commands),
            ("refusals_total", "Commands refused.", &self.refusals),
            ("engine_moves_total", "Moves of the computer.", &self.engine_moves),
            ("analyses_total", "Positions analysed.", &self.analyses),
            ("turned_away_total", "Requests and sockets over a limit.", &self.turned_away),
            ("store_failures_total", "Writes that failed.", &self.store_failures),
        ] {
            put(name, "counter", about, counter.0.load(Ordering::Relaxed).into());
        }
        let name = "outflank_commit_seconds";
        let _ = writeln!(
            text,
            "# HELP {name} From a command to its safe place in the log.\n# TYPE {name} histogram"
        );
        for (bucket, bound) in self.commits.buckets.iter().zip(BOUNDS_MS) {
            let count = bucket.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {count}", bound as f64 / 1000.0);
        }
        let count = self.commits.count.load(Ordering::Relaxed);
        let sum = self.commits.sum_us.load(Ordering::Relaxed) as f64 / 1e6;
        let _ =
            writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}");
        text
    }
}
