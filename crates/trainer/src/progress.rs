//! A line on standard error that tells how far a long run is.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Counts what is done and shows it, about twice a second on a terminal and every half minute in a log.
pub(crate) struct Progress {
    unit: &'static str,
    before: usize,
    total: usize,
    done: AtomicUsize,
    start: Instant,
    shown: Mutex<Instant>,
    terminal: bool,
}

impl Progress {
    /// Starts at `before` of `total`.
    pub(crate) fn new(unit: &'static str, before: usize, total: usize) -> Progress {
        Progress {
            unit,
            before,
            total,
            done: AtomicUsize::new(before),
            start: Instant::now(),
            shown: Mutex::new(Instant::now()),
            terminal: std::io::stderr().is_terminal(),
        }
    }

    /// Counts some more.
    pub(crate) fn advance(&self, count: usize) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        let pause = Duration::from_millis(if self.terminal { 500 } else { 30_000 });
        if let Ok(mut shown) = self.shown.try_lock()
            && shown.elapsed() >= pause
        {
            *shown = Instant::now();
            self.show(done);
        }
    }

    /// Shows the last state and ends the line.
    pub(crate) fn finish(&self) {
        self.show(self.done.load(Ordering::Relaxed));
        if self.terminal {
            eprintln!();
        }
    }

    fn show(&self, done: usize) {
        let text = self.text(done, self.start.elapsed().as_secs_f64());
        if self.terminal {
            eprint!("\r{text}\x1b[K");
        } else {
            eprintln!("{text}");
        }
        let _ = std::io::stderr().flush();
    }

    fn text(&self, done: usize, seconds: f64) -> String {
        let share = done as f64 / self.total.max(1) as f64;
        let filled = (share * 20.0) as usize;
        let bar: String = (0..20).map(|i| if i < filled { '#' } else { '.' }).collect();
        let rate = (done - self.before) as f64 / seconds.max(1e-9);
        let left = (self.total.saturating_sub(done) as f64 / rate.max(1e-9)).min(1e6) as u64;
        format!(
            "[{bar}] {done} of {} {}, {rate:.1}/s, {}:{:02}:{:02} left",
            self.total,
            self.unit,
            left / 3600,
            left / 60 % 60,
            left % 60
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_time_left() {
        let progress = Progress::new("games", 100, 1100);
        assert_eq!(
            progress.text(600, 50.0),
            "[##########..........] 600 of 1100 games, 10.0/s, 0:00:50 left"
        );
    }
}
