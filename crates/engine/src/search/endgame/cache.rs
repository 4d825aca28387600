//! What one thread remembers of positions with few empty squares: small enough to stay close to the core.

use crate::search::shortcut::Shortcut;
use crate::sys::prefetch;

/// A direct-mapped table; a new position replaces whatever was in its slot.
///
/// Most looks find another position, so boards lie apart from what is known of them: a look then touches 16
/// bytes of one cache line.
pub(super) struct Cache<const BITS: u32> {
    boards: Vec<(u64, u64)>,
    known: Vec<Packed>,
}

/// What is known of a position: its score is from `lower` to `upper`.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best move when last searched, 64 for none.
    pub(super) best: u32,
}

impl Known {
    /// A bound on the score that tells whether it is above `alpha`, if one is known.
    #[inline]
    pub(super) fn bound(self, alpha: i32) -> Option<i32> {
        if !Shortcut::Cache.is_on() {
            None
        } else if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy)]
struct Packed {
    lower: i8,
    upper: i8,
    best: u8,
}

const NOTHING: Packed = Packed { lower: -64, upper: 64, best: 64 };

const UNKNOWN: Known = Known { lower: -64, upper: 64, best: 64 };

impl<const BITS: u32> Cache<BITS> {
    pub(super) fn new() -> Self {
        Cache { boards: vec![(0, 0); 1 << BITS], known: vec![NOTHING; 1 << BITS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.boards.fill((0, 0));
        self.known.fill(NOTHING);
    }

    /// Where a position is kept.
    #[inline]
    pub(super) fn slot(player: u64, opponent: u64) -> usize {
        let mixed = player.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// Tells the processor that a slot will be looked at soon.
    #[inline]
    pub(super) fn prefetch(&self, slot: usize) {
        prefetch(self.boards.as_ptr().wrapping_add(slot));
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, slot: usize, player: u64, opponent: u64) -> Known {
        if self.boards[slot] == (player, opponent) {
            let Packed { lower, upper, best } = self.known[slot];
            Known { lower: lower.into(), upper: upper.into(), best: best.into() }
        } else {
            UNKNOWN
        }
    }

    /// Remembers that a search for a score above `alpha` came back with `score`.
    #[inline]
    pub(super) fn put(&mut self, slot: usize, player: u64, opponent: u64, alpha: i32, score: i32, best: u32) {
        let known = &mut self.known[slot];
        if self.boards[slot] != (player, opponent) {
            self.boards[slot] = (player, opponent);
            *known = NOTHING;
        }
        if score > alpha {
            known.lower = score as i8;
        } else {
            known.upper = score as i8;
        }
        known.best = best as u8;
    }
}
