//! A cache of one thread for positions with few empty squares: small enough to stay close to the core.

use crate::search::shortcut::Shortcut;
use crate::sys::prefetch;

/// A direct-mapped table: a new position replaces the one in its slot.
///
/// Most probes miss, so boards are stored apart from their data: a probe then touches 16 bytes of one cache line.
pub(super) struct Cache<const BITS: u32> {
    boards: Vec<(u64, u64)>,
    known: Vec<Packed>,
}

/// The bounds of a position: its score is from `lower` to `upper`.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best move of the last search, 64 for none.
    pub(super) best: u32,
}

impl Known {
    /// A bound on the score that shows whether it is above `alpha`, if there is one.
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

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.boards.fill((0, 0));
        self.known.fill(NOTHING);
    }

    /// The slot of a position.
    #[inline]
    pub(super) fn slot(player: u64, opponent: u64) -> usize {
        let mixed = player.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// Prefetches a slot.
    #[inline]
    pub(super) fn prefetch(&self, slot: usize) {
        prefetch(self.boards.as_ptr().wrapping_add(slot));
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn get(&self, slot: usize, player: u64, opponent: u64) -> Known {
        if self.boards[slot] == (player, opponent) {
            let Packed { lower, upper, best } = self.known[slot];
            Known { lower: lower.into(), upper: upper.into(), best: best.into() }
        } else {
            UNKNOWN
        }
    }

    /// Stores the `score` of a null-window search at `alpha`.
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
