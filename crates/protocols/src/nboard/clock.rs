use std::time::Duration;

use outflank_engine::Clock;
use outflank_records::Record;

/// The time that the side to move has left, if the game has a clock: the clock of the record minus the seconds of the
/// player's own moves.
pub(super) fn left(record: &Record) -> Option<Clock> {
    let color = record.position().turn();
    let (main, increment) = read(&record.player(color).clock)?;
    let positions = record.game.positions();
    let own = |ply: &usize| positions.get(ply - 1).is_some_and(|position| position.turn() == color);
    let own_moves = (1..=record.game.moves().len()).filter(own);
    let (mut remaining, mut moves) = (main, 0);
    for ply in own_moves {
        moves += 1;
        let seconds = record.notes.get(&ply).and_then(|note| note.seconds).unwrap_or_default();
        remaining = remaining.saturating_sub(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    }
    Some(Clock { increment, ..Clock::remaining(remaining + increment * moves) })
}

/// Reads the clock of GGF, `main/increment/grace`, of which we use the first two.
fn read(text: &str) -> Option<(Duration, Duration)> {
    let mut parts = text.split('/');
    let main = time(parts.next()?)?;
    let increment = parts.next().and_then(time).unwrap_or_default();
    // The viewer writes a zero clock if there is none.
    (!main.is_zero()).then_some((main, increment))
}

/// A time as `[days.][hours:]minutes:seconds`; a number alone is minutes.
fn time(text: &str) -> Option<Duration> {
    let text = text.split(',').next()?.trim();
    let (days, rest) = text.split_once('.').unwrap_or(("0", text));
    let numbers: Option<Vec<u64>> =
        rest.split(':').map(|part| part.parse().ok().filter(|number| *number < 100_000)).collect();
    let seconds = match numbers?[..] {
        [minutes] => minutes * 60,
        [minutes, seconds] => minutes * 60 + seconds,
        [hours, minutes, seconds] => (hours * 60 + minutes) * 60 + seconds,
        _ => return None,
    };
    let days: u64 = days.parse().ok().filter(|days| *days < 1000)?;
    Some(Duration::from_secs(days * 86_400 + seconds))
}

#[cfg(test)]
mod tests {
    use outflank_rules::Color;

    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn clocks_are_read_as_games_write_them() {
        assert_eq!(read("15:00//02:00"), Some((seconds(900), seconds(0))));
        assert_eq!(read("5:00/10/1:00"), Some((seconds(300), seconds(600))));
        assert_eq!(read("1:00:00/0:12"), Some((seconds(3600), seconds(12))));
        assert_eq!(read("1.00:00:05"), Some((seconds(86_405), seconds(0))));
        for text in ["", "soon", "00:00", "1:2:3:4", "99999999999999999999:00"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_players_own_moves_are_charged_to_the_clock() {
        let text = b"(;GM[Othello]PB[a]PW[b]TI[01:00/00:02]TY[8]\
            BO[8 ---------------------------O*------*O--------------------------- *]\
            B[F5//10]W[D6//20.5]B[C3//5];)";
        let record = outflank_records::read(text).unwrap().remove(0);
        assert_eq!(record.position().turn(), Color::White);
        let clock = left(&record).unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(41_500));
        assert_eq!(clock.increment, seconds(2));
    }
}
