//! The patterns: sets of squares that the evaluation looks at together.

use std::sync::LazyLock;

use outflank_rules::{Square, Symmetry, fnv};

/// A shape of seven to nine squares.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// A description of its squares.
    pub name: &'static str,
    /// Its squares; the index in this list is the digit in the state.
    pub squares: &'static [Square],
}

macro_rules! pattern {
    ($name:literal, $($square:ident)*) => {
        Pattern { name: $name, squares: &[$(Square::$square),*] }
    };
}

/// The patterns in use. The first seven have four turned instances on the board, the last two have two. The two edge
/// blocks are mirror images of each other, all others of themselves.
pub const PATTERNS: [Pattern; 9] = [
    pattern!("edge", A1 B1 C1 D1 E1 F1 G1 H1),
    pattern!("edge block", B1 C1 D1 E1 B2 C2 D2 E2),
    pattern!("edge block, mirrored", A2 A3 A4 A5 B2 B3 B4 B5),
    pattern!("corner square", A1 B1 C1 A2 B2 C2 A3 B3 C3),
    pattern!("inner corner square", B2 C2 D2 B3 C3 D3 B4 C4 D4),
    pattern!("inner block", C2 D2 E2 F2 C3 D3 E3 F3),
    pattern!("diagonal of 7", B1 C2 D3 E4 F5 G6 H7),
    pattern!("diagonal of 8", A1 B2 C3 D4 E5 F6 G7 H8),
    pattern!("centre block", C4 D4 E4 F4 C5 D5 E5 F5),
];

/// The turns of the board under which patterns are placed.
pub const TURNS: usize = 4;

/// The number of patterns placed at each turn.
pub const PATTERNS_PER_TURN: usize = 8;

/// The number of pattern instances.
pub const FEATURES: usize = TURNS * PATTERNS_PER_TURN;

/// The number of sides from which every unit of the evaluation sees the board.
pub const VIEWS: usize = 8;

/// The symmetries of the views: the four turns, and the four turns after mirroring.
pub const SYMMETRIES: [Symmetry; VIEWS] = [
    Symmetry::Identity,
    Symmetry::Rotate90,
    Symmetry::Rotate180,
    Symmetry::Rotate270,
    Symmetry::Transpose,
    Symmetry::MirrorColumns,
    Symmetry::AntiTranspose,
    Symmetry::MirrorRows,
];

/// The pattern of a feature. Features come turn by turn; the last pattern of a turn is the long diagonal in the first
/// half, and the centre block in the second.
pub const fn pattern_of(feature: usize) -> usize {
    let pattern = feature % PATTERNS_PER_TURN;
    if pattern == PATTERNS_PER_TURN - 1 && feature >= FEATURES / 2 { pattern + 1 } else { pattern }
}

/// The turn that places a feature's pattern on the board.
pub const fn turn_of(feature: usize) -> usize {
    feature / PATTERNS_PER_TURN
}

/// The view from which a pattern turned `turn` times is seen when the board is seen from `view`: turns add up, and
/// after mirroring they go the other way round.
pub const fn seen_from(view: usize, turn: usize) -> usize {
    if view < TURNS { (view + turn) % TURNS } else { TURNS + (view + TURNS - turn) % TURNS }
}

impl Pattern {
    /// The number of states of the pattern: 3 to the power of its squares.
    pub const fn states(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// The state in which every square is empty, the middle one.
    pub const fn empty_state(&self) -> usize {
        self.states() / 2
    }
}

/// Where the states of each pattern begin when the states of all patterns are concatenated, and their total number.
pub const FIRST_STATES: ([usize; PATTERNS.len()], usize) = first_states();

const fn first_states() -> ([usize; PATTERNS.len()], usize) {
    let mut firsts = [0; PATTERNS.len()];
    let mut first = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        firsts[pattern] = first;
        first += PATTERNS[pattern].states();
        pattern += 1;
    }
    (firsts, first)
}

/// The number of rows of weights: one for each state of each feature.
pub const ROWS: usize = rows();

const fn rows() -> usize {
    let mut rows = 0;
    let mut feature = 0;
    while feature < FEATURES {
        rows += PATTERNS[pattern_of(feature)].states();
        feature += 1;
    }
    rows
}

/// For every state of every pattern, the rows of weights it uses, one for each view.
pub static ROWS_OF_STATE: LazyLock<Vec<[u32; VIEWS]>> = LazyLock::new(|| {
    let mut rows = vec![[0; VIEWS]; FIRST_STATES.1];
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let states = &mut rows[FIRST_STATES.0[number]..][..pattern.states()];
        for view in 0..VIEWS {
            let (first, powers) = seen(pattern, SYMMETRIES[view]);
            // The digits of the state, lowest first, and the resulting state of the other feature.
            let mut digits = [0; 10];
            let mut state = 0;
            for rows in &mut *states {
                rows[view] = first + state;
                for (digit, power) in digits.iter_mut().zip(powers.iter().copied().chain([0])) {
                    if *digit < 2 {
                        *digit += 1;
                        state += power;
                        break;
                    }
                    *digit = 0;
                    state -= 2 * power;
                }
            }
        }
    }
    rows
});

/// The feature that a symmetry takes a pattern to: its first row, and the power of three that each square of the
/// pattern has in it.
fn seen(pattern: &Pattern, symmetry: Symmetry) -> (u32, Vec<u32>) {
    let squares: Vec<Square> = pattern.squares.iter().map(|&square| symmetry.apply_square(square)).collect();
    let mut first = 0;
    for feature in 0..FEATURES {
        let there = &PATTERNS[pattern_of(feature)];
        let turn = SYMMETRIES[turn_of(feature)];
        let digit = |square| there.squares.iter().position(|&s| turn.apply_square(s) == square);
        if there.squares.len() == squares.len()
            && let Some(digits) = squares.iter().map(|&square| digit(square)).collect::<Option<Vec<_>>>()
        {
            return (first, digits.iter().map(|&digit| 3u32.pow(digit as u32)).collect());
        }
        first += there.states() as u32;
    }
    unreachable!("symmetric images of all patterns lie on the board: a test sees to it")
}

/// Identifies the set of patterns, so that weights for another set are refused.
pub fn fingerprint() -> u64 {
    // The squares, with a separator between patterns.
    PATTERNS.iter().fold(fnv::OFFSET, |hash, pattern| {
        let squares = pattern.squares.iter().map(|square| square.index() as u64);
        squares.chain([0xff]).fold(hash, fnv::add)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_distinct_and_every_view_of_one_is_a_feature() {
        let squares = |feature: usize, view: usize| {
            let seen = SYMMETRIES[seen_from(view, turn_of(feature))];
            let mut squares: Vec<_> =
                PATTERNS[pattern_of(feature)].squares.iter().map(|&s| seen.apply_square(s)).collect();
            squares.sort();
            squares
        };
        let mut features: Vec<_> = (0..FEATURES).map(|feature| squares(feature, 0)).collect();
        features.sort();
        for view in 0..VIEWS {
            let mut seen: Vec<_> = (0..FEATURES).map(|feature| squares(feature, view)).collect();
            seen.sort();
            seen.dedup();
            assert_eq!(seen, features, "view {view}");
        }
    }

    #[test]
    fn a_turned_pattern_is_seen_as_its_symmetries_say() {
        for view in 0..VIEWS {
            for turn in 0..TURNS {
                for square in Square::ALL {
                    let there = SYMMETRIES[view].apply_square(SYMMETRIES[turn].apply_square(square));
                    assert_eq!(SYMMETRIES[seen_from(view, turn)].apply_square(square), there);
                    assert_eq!(seen_from(seen_from(view, turn), TURNS - turn), view, "turned back");
                }
            }
        }
    }

    #[test]
    fn every_row_is_seen_from_every_view() {
        for view in 0..VIEWS {
            let mut seen = vec![false; ROWS];
            for feature in 0..FEATURES {
                let pattern = pattern_of(feature);
                let states = &ROWS_OF_STATE[FIRST_STATES.0[pattern]..][..PATTERNS[pattern].states()];
                for rows in states {
                    seen[rows[seen_from(view, turn_of(feature))] as usize] = true;
                }
            }
            assert!(seen.iter().all(|&seen| seen), "view {view}");
        }
    }
}
