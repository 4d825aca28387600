//! Moments as people write them.

use crate::Time;

impl Time {
    /// A moment since the Unix epoch in universal time: `2026-11-15 20:41:07 UTC`.
    pub fn utc(self) -> String {
        let seconds = self.0 / 1000;
        let (year, month, day) = civil(seconds / 86400);
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
    }
}

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar. Years are counted from
/// March, so that the leap day is the last of a year.
fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let from_march_0 = days + 719_468;
    let era = from_march_0 / DAYS_OF_400_YEARS;
    let day_of_era = from_march_0 % DAYS_OF_400_YEARS;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checked with `date -u -d @SECONDS`.
    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_794_775_267, "2026-11-15 20:41:07 UTC"),
            (4_107_542_399, "2100-02-28 23:59:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(Time(seconds * 1000 + 999).utc(), expected);
        }
    }
}
