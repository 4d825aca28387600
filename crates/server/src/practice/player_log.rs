//! The practice log of a player with a key, shared by all their devices.
//!
//! It and the log of each device only grow, and each contains a line at most once. A device sends its log when it
//! connects, and both sides get the lines they lack. So nothing is lost whichever device was used last, and what could
//! not be stored here is stored the next time.

use std::sync::Arc;

use outflank_study::practice::{Line, Log};

use super::LOG_BYTES;
use crate::app::App;
use crate::people::Key;
use crate::secret::Hash;
use crate::store::PeopleChange;

/// Where the lines of a player are kept.
pub(super) struct PlayerLog {
    app: Arc<App>,
    key: Hash,
    /// How large they are.
    bytes: usize,
}

/// A log of a device and the one of its player.
pub(super) struct Merged {
    /// All lines, in the order in which they happened.
    pub(super) lines: Vec<Line>,
    /// What the player's log lacks.
    pub(super) to_player: Vec<String>,
    /// What the device lacks.
    pub(super) to_device: Vec<String>,
}

impl PlayerLog {
    /// The log of whoever has a key, and what is in it; nothing if nobody has it, or if the store does not answer.
    pub(super) async fn open(app: &Arc<App>, key: &Key) -> Option<(PlayerLog, String)> {
        let hash = key.hash;
        let found = app.journal.people(move |people| {
            let known = people.with_keys(&[hash])?.pop().flatten().is_some();
            if known { people.practice(&hash).map(Some) } else { Ok(None) }
        });
        let lines = found.await.map_err(|error| app.unavailable(&error)).ok()??;
        let log: String = lines.into_iter().map(|line| line + "\n").collect();
        Some((PlayerLog { app: Arc::clone(app), key: hash, bytes: log.len() }, log))
    }

    /// Adds lines; whether they are kept now.
    pub(super) async fn add(&mut self, lines: &[String]) -> bool {
        let bytes = self.bytes + size(lines);
        if lines.is_empty() {
            return true;
        }
        if bytes > LOG_BYTES || self.app.is_low() {
            return false;
        }
        self.bytes = bytes;
        self.change(PeopleChange::Practise { key: self.key, lines: lines.to_vec() }).await
    }

    /// Removes everything; whether that is done.
    pub(super) async fn clear(&mut self) -> bool {
        self.bytes = 0;
        self.change(PeopleChange::ForgetPractice(self.key)).await
    }

    async fn change(&self, change: PeopleChange) -> bool {
        // Somebody who was forgotten in the meantime has no log any more; any other error is the store's.
        let made = self.app.change_people(vec![change]).await;
        made.inspect_err(|error| tracing::warn!(%error, "practice was not stored")).is_ok()
    }
}

/// How many bytes lines take in a log.
pub(super) fn size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// Puts the log of a device and that of its player together.
pub(super) fn merge(device: &str, player: &str) -> Merged {
    let (device, player) = (Log::parse(device), Log::parse(player));
    let encode = |line: &Line| line.encode();
    let to_player = player.missing(&device).map(encode).collect();
    let missing: Vec<Line> = device.missing(&player).cloned().collect();
    let to_device = missing.iter().map(encode).collect();
    let mut lines = device.lines;
    lines.extend(missing);
    lines.sort_by_key(|line| line.time);
    Merged { lines, to_player, to_device }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(times: &[u64]) -> String {
        let line =
            |time: &u64| format!("{{\"v\":1,\"time\":{time},\"is\":\"lesson\",\"lesson\":\"corners\"}}\n");
        times.iter().map(line).collect()
    }

    #[test]
    fn two_logs_get_what_they_lack_in_the_order_of_time() {
        let merged = merge(&(log(&[1, 2, 4]) + "nonsense\n"), &log(&[1, 3, 5]));
        let times: Vec<u64> = merged.lines.iter().map(|line| line.time).collect();
        assert_eq!(times, [1, 2, 3, 4, 5]);
        assert_eq!(merged.to_player.join("\n") + "\n", log(&[2, 4]));
        assert_eq!(merged.to_device.join("\n") + "\n", log(&[3, 5]));
        assert_eq!(size(&merged.to_device), log(&[3, 5]).len());
        let again = merge(&log(&[1, 2, 4, 3, 5]), &log(&[1, 3, 5, 2, 4]));
        assert!(again.to_player.is_empty() && again.to_device.is_empty());
    }
}
