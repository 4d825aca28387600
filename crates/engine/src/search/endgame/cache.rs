//! What one thread remembers of positions with few empty squares: small enough to stay close to the core.

/// A direct-mapped table; a new position replaces whatever was in its slot.
pub(in crate::search) struct Cache {
    entries: Vec<Entry>,
}

/// What is known of a position: its score is from `lower` to `upper`.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best move when last searched, 64 for none.
    pub(super) best: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    player: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// 1.5 MiB: twice or half the entries changed the nodes of the endgame positions by less than 2 %.
const BITS: u32 = 16;

const EMPTY: Entry = Entry { player: 0, opponent: 0, lower: -64, upper: 64, best: 64 };

const UNKNOWN: Known = Known { lower: -64, upper: 64, best: 64 };

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { entries: vec![EMPTY; 1 << BITS] }
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// Where a position is kept.
    #[inline]
    pub(super) fn slot(player: u64, opponent: u64) -> usize {
        let mixed = player.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, slot: usize, player: u64, opponent: u64) -> Known {
        let entry = &self.entries[slot];
        if entry.player == player && entry.opponent == opponent {
            Known { lower: entry.lower.into(), upper: entry.upper.into(), best: entry.best.into() }
        } else {
            UNKNOWN
        }
    }

    /// Remembers that a search for a score above `alpha` came back with `score`.
    #[inline]
    pub(super) fn put(&mut self, slot: usize, player: u64, opponent: u64, alpha: i32, score: i32, best: u32) {
        let entry = &mut self.entries[slot];
        if entry.player != player || entry.opponent != opponent {
            *entry = Entry { player, opponent, ..EMPTY };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
        entry.best = best as u8;
    }
}
