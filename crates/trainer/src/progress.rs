//! The progress of a long run: a bar on a terminal, a line every half minute in a log.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::Failure;

/// Counts finished work and shows it on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    logged: Mutex<Instant>,
}

/// The time between two lines of a log.
const PAUSE: Duration = Duration::from_secs(30);

impl Progress {
    /// Starts at `before` of `total`.
    pub(crate) fn new(unit: &'static str, before: usize, total: usize) -> Result<Progress, Failure> {
        let bar = ProgressBar::new(total as u64).with_position(before as u64).with_message(unit);
        bar.reset_eta();
        let style = "[{bar:20}] {human_pos} of {human_len} {msg}, {per_sec}, {eta_precise} left";
        bar.set_style(ProgressStyle::with_template(style)?);
        Ok(Progress { bar, unit, logged: Mutex::new(Instant::now()) })
    }

    /// Counts some more.
    pub(crate) fn advance(&self, count: usize) {
        self.bar.inc(count as u64);
        if self.bar.is_hidden()
            && let Ok(mut logged) = self.logged.try_lock()
            && logged.elapsed() >= PAUSE
        {
            *logged = Instant::now();
            self.log();
        }
    }

    /// Shows the last state.
    pub(crate) fn finish(&self) {
        self.bar.abandon();
        if self.bar.is_hidden() {
            self.log();
        }
    }

    fn log(&self) {
        eprintln!("{}", self.line());
    }

    fn line(&self) -> String {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        format!(
            "{done} of {all} {}, {:.1}/s, {} left",
            self.unit,
            self.bar.per_sec(),
            HumanDuration(self.bar.eta())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_progress_lines() {
        let progress = Progress::new("games", 100, 1100).unwrap();
        progress.advance(500);
        assert!(progress.line().starts_with("600 of 1100 games, "), "{}", progress.line());
    }
}
