//! Numbers, clocks, addresses and the like on the command line: read with a range, refused with a sentence.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use outflank_play::ClockSetting;
use tracing_subscriber::filter::LevelFilter;

/// Why a number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadNumber {
    /// Too small, too large or not a number at all.
    #[error("a whole number from {0} to {1} is expected")]
    Range(u64, u64),
    /// Too small or not a number at all.
    #[error("a whole number from {0} on is expected")]
    From(u64),
    /// Not a time.
    #[error("a number of seconds above 0 is expected")]
    Seconds,
    /// Not a duration.
    #[error("a time is expected, as 90s, 10m or 1h")]
    Duration,
    /// Not a clock.
    #[error("minutes are expected, or minutes + seconds, as 5 or 5+3")]
    Clock,
    /// Not the address of a computer.
    #[error("an address is expected, as 127.0.0.1 or 0.0.0.0")]
    Address,
    /// Not an address with a port.
    #[error("an address and a port are expected, as 127.0.0.1:9844")]
    AddressAndPort,
    /// Not an amount of logging.
    #[error("off, error, warn, info or debug is expected")]
    LogLevel,
    /// More threads than make sense.
    #[error("{cores} threads can run at once on this computer; more than {most} would only slow it down")]
    Threads {
        /// How many run at once.
        cores: usize,
        /// How many are allowed.
        most: usize,
    },
}

/// Reads a whole number within a range.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, BadNumber> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or(match *range.end() {
            u64::MAX => BadNumber::From(*range.start()),
            end => BadNumber::Range(*range.start(), end),
        })
    }
}

/// The largest transposition table that may be asked for, in MiB.
pub(crate) const MOST_TABLE: u64 = 65536;

/// Reads a number of threads: at most four for each that can run at once, or 16.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, BadNumber> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = (4 * cores).max(16);
    match whole::<usize>(1..=u64::MAX)(text).map(NonZeroUsize::new) {
        Ok(Some(threads)) if threads.get() <= most => Ok(threads),
        Ok(Some(_)) => Err(BadNumber::Threads { cores, most }),
        _ => Err(BadNumber::Range(1, most as u64)),
    }
}

/// Reads a time in seconds, more than none.
pub(crate) fn seconds(text: &str) -> Result<Duration, BadNumber> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| *seconds > 0.0);
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or(BadNumber::Seconds)
}

/// Reads a time with its unit: seconds, minutes or hours. Seconds need none.
pub(crate) fn duration(text: &str) -> Result<Duration, BadNumber> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= 1e9);
    seconds.map(Duration::from_secs_f64).ok_or(BadNumber::Duration)
}

/// Reads a clock for games that are played in one go: days for a move are for games on a server.
pub(crate) fn clock(text: &str) -> Result<ClockSetting, BadNumber> {
    text.parse().ok().filter(|clock: &ClockSetting| !clock.per_move).ok_or(BadNumber::Clock)
}

/// Reads the address of a computer.
pub(crate) fn address(text: &str) -> Result<IpAddr, BadNumber> {
    text.parse().map_err(|_| BadNumber::Address)
}

/// Reads an address with a port.
pub(crate) fn address_and_port(text: &str) -> Result<SocketAddr, BadNumber> {
    text.parse().map_err(|_| BadNumber::AddressAndPort)
}

/// Reads how much to log.
pub(crate) fn log_level(text: &str) -> Result<LevelFilter, BadNumber> {
    text.parse().map_err(|_| BadNumber::LogLevel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("90s", 90), ("10m", 600), ("1.5h", 5400), ("5", 5)] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "h", "-1m", "1d", "nanm", "1e99h"] {
            assert_eq!(duration(text), Err(BadNumber::Duration), "{text}");
        }
    }
}
