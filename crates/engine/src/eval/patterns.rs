//! Which squares the evaluation looks at together.

use std::sync::LazyLock;

use outflank_rules::{Square, Symmetry};

/// A shape of up to ten squares. It lies on the board in four turned instances, and is its own mirror image
/// under one symmetry, so that mirrored states share a weight.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// What it covers, in words.
    pub name: &'static str,
    /// The squares of the first instance; the place in this list is the digit in the index.
    pub squares: &'static [Square],
    /// The symmetry that maps the first instance onto itself.
    pub mirror: Symmetry,
}

/// The quarter turns that give a pattern's instances.
pub const INSTANCES: [Symmetry; 4] =
    [Symmetry::Identity, Symmetry::Rotate90, Symmetry::Rotate180, Symmetry::Rotate270];

/// Number of pattern instances.
pub const FEATURES: usize = PATTERNS.len() * INSTANCES.len();

macro_rules! pattern {
    ($name:literal, $mirror:ident, $($square:ident)*) => {
        Pattern { name: $name, squares: &[$(Square::$square),*], mirror: Symmetry::$mirror }
    };
}

/// The patterns in use. Feature `4 * p + i` is instance `i` of pattern `p`.
pub const PATTERNS: [Pattern; 12] = [
    pattern!("edge and X-squares", MirrorColumns, A1 B1 C1 D1 E1 F1 G1 H1 B2 G2),
    pattern!("corner triangle", Transpose, A1 B1 C1 D1 A2 B2 C2 A3 B3 A4),
    pattern!("corners and block", MirrorColumns, A1 C1 D1 E1 F1 H1 C2 D2 E2 F2),
    pattern!("corner cross", Transpose, A1 B2 C3 D4 B1 C2 D3 A2 B3 C4),
    pattern!("diagonal of 8 and C-squares", Transpose, A1 B2 C3 D4 E5 F6 G7 H8 A2 B1),
    pattern!("corner square", Transpose, A1 B1 C1 A2 B2 C2 A3 B3 C3),
    pattern!("diagonal of 7 and corners", AntiTranspose, A1 B1 C2 D3 E4 F5 G6 H7 H8),
    pattern!("diagonal of 6, C and X", AntiTranspose, B1 C1 D2 E3 F4 G5 H6 H7 G2),
    pattern!("row 2", MirrorColumns, A2 B2 C2 D2 E2 F2 G2 H2),
    pattern!("row 3", MirrorColumns, A3 B3 C3 D3 E3 F3 G3 H3),
    pattern!("row 4", MirrorColumns, A4 B4 C4 D4 E4 F4 G4 H4),
    pattern!("diagonal of 5 and X-squares", AntiTranspose, D1 E2 F3 G4 H5 B2 G7),
];

impl Pattern {
    /// How many states the pattern has: three for each square.
    pub const fn states(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// The state in which every square is empty, the middle one.
    pub const fn empty_state(&self) -> usize {
        self.states() / 2
    }

    /// For every state the number of the class it shares its weight with, from 0, and the number of classes.
    fn classes(&self) -> (Vec<u32>, usize) {
        let image = |square| self.squares.iter().position(|&s| s == self.mirror.apply_square(square));
        let mirrored: Vec<usize> = self.squares.iter().filter_map(|&square| image(square)).collect();
        let mut classes = vec![u32::MAX; self.states()];
        let mut count = 0;
        for state in 0..self.states() {
            if classes[state] == u32::MAX {
                let twin: usize = (0..self.squares.len())
                    .map(|digit| state / 3usize.pow(digit as u32) % 3 * 3usize.pow(mirrored[digit] as u32))
                    .sum();
                classes[state] = count;
                classes[twin] = count;
                count += 1;
            }
        }
        (classes, count as usize)
    }
}

/// How the states of all patterns, laid end to end, share weights.
#[derive(Debug)]
pub struct Layout {
    /// For every state of every pattern its class.
    pub class_of_state: Vec<u32>,
    /// Where the states of each pattern begin in `class_of_state`.
    pub first_state: [usize; PATTERNS.len()],
    /// Number of classes.
    pub classes: usize,
}

/// The layout of [`PATTERNS`].
pub static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let mut layout = Layout { class_of_state: Vec::new(), first_state: [0; PATTERNS.len()], classes: 0 };
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let (classes, count) = pattern.classes();
        layout.first_state[number] = layout.class_of_state.len();
        layout.class_of_state.extend(classes.iter().map(|class| class + layout.classes as u32));
        layout.classes += count;
    }
    layout
});

/// Identifies the set of patterns, so that weights for another one are refused.
pub fn fingerprint() -> u64 {
    // FNV-1a over the squares, with a mark between patterns.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for pattern in &PATTERNS {
        pattern.squares.iter().for_each(|&square| add(square.index() as u8));
        add(0xff);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_its_own_mirror_image_and_has_four_instances() {
        for pattern in PATTERNS {
            let set = |symmetry: Symmetry| {
                let mut squares: Vec<_> = pattern.squares.iter().map(|&s| symmetry.apply_square(s)).collect();
                squares.sort();
                squares
            };
            assert_eq!(set(pattern.mirror), set(Symmetry::Identity), "{}", pattern.name);
            let mut instances: Vec<_> = INSTANCES.into_iter().map(set).collect();
            instances.sort();
            instances.dedup();
            assert_eq!(instances.len(), 4, "{}", pattern.name);
        }
    }

    #[test]
    fn the_layout_covers_all_states() {
        assert_eq!(LAYOUT.class_of_state.len(), PATTERNS.iter().map(Pattern::states).sum::<usize>());
        assert_eq!(LAYOUT.class_of_state.iter().max().copied(), Some(LAYOUT.classes as u32 - 1));
    }
}
