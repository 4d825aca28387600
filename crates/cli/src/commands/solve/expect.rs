//! What solving a position is likely to take, from the number of its empty squares.

use outflank_rules::Position;

/// Nodes it takes to solve a position with 12, 14, 16, … 28 empty squares to the disc: the geometric mean over positions
/// from tournament games, on one thread. Single positions took from a seventh to nine times as many.
const NODES: [f64; 9] = [6.5e3, 2.7e4, 1.0e5, 3.9e5, 1.2e6, 5.0e6, 1.9e7, 8.0e7, 4.5e8];
/// Empty squares of the first number above.
const FIRST: f64 = 12.0;
/// How the numbers go on above the last one: as they have grown with every empty square from 20 on.
const GROWTH: f64 = 2.1;
/// Nodes that one thread visits in a second.
const SPEED: f64 = 12e6;
/// How much of the speed each further thread adds.
const FURTHER_THREAD: f64 = 0.8;
/// How much of the nodes it takes to find out who wins, and nothing more.
const WIN_LOSS_DRAW: f64 = 0.05;

/// Nodes and time that solving is likely to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    pub(super) nodes: f64,
    pub(super) seconds: f64,
}

impl Expected {
    /// What to expect of a position under standard rules; nothing is known about the others.
    pub(super) fn of(position: &Position, wld: bool, threads: usize) -> Option<Expected> {
        let steps = (position.empties().len() as f64 - FIRST) / 2.0;
        let last = NODES.len() - 1;
        let at = steps.clamp(0.0, last as f64);
        let (below, above) = (NODES[at.floor() as usize], NODES[at.ceil() as usize]);
        let table = below * (above / below).powf(at.fract());
        let nodes = table * GROWTH.powf(2.0 * (steps - last as f64).max(0.0));
        let nodes = if wld { nodes * WIN_LOSS_DRAW } else { nodes };
        let speed = SPEED * (1.0 + FURTHER_THREAD * (threads as f64 - 1.0));
        position.variant().is_standard().then_some(Expected { nodes, seconds: nodes / speed })
    }

    /// `about 1.3 billion nodes, some 2 minutes`.
    pub(super) fn text(self) -> String {
        format!("about {} nodes, some {}", count(self.nodes), self.time())
    }

    /// `2 minutes`.
    pub(super) fn time(self) -> String {
        duration(self.seconds)
    }
}

/// A number in words that people can compare.
fn count(number: f64) -> String {
    let units = [
        (1e15, "million billion"),
        (1e12, "thousand billion"),
        (1e9, "billion"),
        (1e6, "million"),
        (1e3, "thousand"),
    ];
    match units.into_iter().find(|(unit, _)| number >= *unit) {
        Some((unit, word)) => format!("{} {word}", rounded(number / unit)),
        None => rounded(number),
    }
}

/// A time in the largest unit that fits.
fn duration(seconds: f64) -> String {
    let units = [(31_557_600.0, "year"), (86_400.0, "day"), (3600.0, "hour"), (60.0, "minute")];
    let (unit, word) = units.into_iter().find(|(unit, _)| seconds >= *unit).unwrap_or((1.0, "second"));
    let number = rounded((seconds / unit).max(1.0));
    if number == "1" { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// Two digits at most, as an estimate deserves.
fn rounded(number: f64) -> String {
    let unit = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    let shown =
        if number < 10.0 { format!("{number:.1}") } else { format!("{:.0}", (number / unit).round() * unit) };
    shown.strip_suffix(".0").map(str::to_owned).unwrap_or(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_told_in_words() {
        let told = |nodes: f64, seconds: f64| Expected { nodes, seconds }.text();
        assert_eq!(told(6.5e3, 0.1), "about 6.5 thousand nodes, some 1 second");
        assert_eq!(told(1.3e9, 108.0), "about 1.3 billion nodes, some 1.8 minutes");
        assert_eq!(told(2.2e16, 7.2e8), "about 22 million billion nodes, some 23 years");
    }

    #[test]
    fn every_empty_square_more_than_doubles_what_is_expected() {
        let of = |moves: &str| {
            let record = &outflank_records::read(moves.as_bytes()).unwrap()[0];
            Expected::of(record.position(), false, 1).unwrap().nodes
        };
        let growth = of("f5") / of("f5d6");
        assert!((growth - GROWTH).abs() < 1e-9, "{growth}");
    }
}
