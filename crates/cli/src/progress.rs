//! How far a long command is: drawn on standard error where that is a terminal, and gone when the command is done.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// What is drawn again and again until it is dropped.
pub(crate) struct Progress(ProgressBar);

/// Counts up to a total, and says when that will be.
const COUNT: &str = "{prefix} [{wide_bar}] {pos} of {len} {msg}, {eta} left";
/// A text with how long it has taken.
const TIME: &str = "{prefix:>4}  {elapsed} {msg}";
/// A text alone.
const TEXT: &str = "{msg}";
/// How often the time is drawn.
const TICK: Duration = Duration::from_millis(250);

impl Progress {
    /// Counts what is done of a total, in words such as `games`.
    pub(crate) fn count(title: String, total: usize, unit: &'static str) -> Progress {
        let bar = ProgressBar::new(total as u64).with_style(style(COUNT));
        Progress(bar.with_prefix(title).with_message(unit))
    }

    /// Shows how long it has taken, beside a text.
    pub(crate) fn time(title: String, text: String) -> Progress {
        let bar = ProgressBar::new_spinner().with_style(style(TIME)).with_prefix(title).with_message(text);
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// Shows a text, which may have many lines.
    pub(crate) fn text() -> Progress {
        Progress(ProgressBar::new_spinner().with_style(style(TEXT)))
    }

    /// Counts some more.
    pub(crate) fn advance(&self, count: usize) {
        self.0.inc(count as u64);
    }

    /// Sets how many of a total are done; the total may change.
    pub(crate) fn at(&self, (done, total): (usize, usize)) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
    }

    /// Shows another text.
    pub(crate) fn show(&self, text: String) {
        self.0.set_message(text);
        self.0.tick();
    }

    /// Writes a line that stays, also where nobody watches.
    pub(crate) fn say(&self, line: &str) {
        // The command goes on when standard error is closed.
        self.0.suspend(|| drop(writeln!(io::stderr(), "{line}")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_drawn_can_be_drawn() {
        for template in [COUNT, TIME, TEXT] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
