use outflank_rules::Square;

use super::node::Node;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtMost,
    AtLeast,
    Exactly,
}

/// The result of searching a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// In 1/128 disc.
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// Plies searched, or [`TO_THE_END`].
    pub(super) depth: u8,
    pub(super) best: Option<Square>,
}

/// The depth of values from a search to the end of the game.
pub(super) const TO_THE_END: u8 = 127;

/// A transposition table. Keys are whole positions, so an entry is never taken for another position's.
pub(super) struct TranspositionTable {
    /// Pairs of slots: the first of a pair keeps the deeper search, the second the latest.
    slots: Vec<Slot>,
    /// How far to shift the 64-bit hash to get an index.
    shift: u32,
    stores_until_growth: usize,
}

/// Player, opponent, and a word with the discs left (16 bits, part of the key) and the packed entry.
type Slot = [u64; 3];

/// A table starts with 2^12 slots of 24 bytes, so that a shallow search does not pay for memory it does not need, and
/// grows to at most 2^20, 24 MiB.
const SLOT_BITS: std::ops::RangeInclusive<u32> = 12..=20;

impl TranspositionTable {
    pub(super) fn new() -> TranspositionTable {
        TranspositionTable::with_bits(*SLOT_BITS.start())
    }

    fn with_bits(bits: u32) -> TranspositionTable {
        TranspositionTable {
            slots: vec![[0; 3]; 1 << bits],
            shift: 64 - bits,
            stores_until_growth: 1 << (bits - 1),
        }
    }

    #[inline]
    pub(super) fn probe(&self, node: &Node) -> Option<Entry> {
        let wanted = slot(node, 0);
        let pair = self.pair(&wanted);
        self.slots[pair..pair + 2].iter().find(|slot| same_node(slot, &wanted)).map(|slot| unpack(slot[2]))
    }

    #[inline]
    pub(super) fn store(&mut self, node: &Node, entry: Entry) {
        if self.stores_until_growth == 0 {
            self.grow();
        }
        self.stores_until_growth -= 1;
        self.insert(slot(node, pack(entry)));
    }

    #[inline]
    fn insert(&mut self, fresh: Slot) {
        let pair = self.pair(&fresh);
        let deep = self.slots[pair];
        let same = same_node(&deep, &fresh);
        if same || unpack(fresh[2]).depth >= unpack(deep[2]).depth {
            if !same {
                self.slots[pair + 1] = deep;
            }
            self.slots[pair] = fresh;
        } else {
            self.slots[pair + 1] = fresh;
        }
    }

    /// Multiplies the slots by four and keeps the entries; does nothing at the largest size.
    #[cold]
    fn grow(&mut self) {
        let bits = 64 - self.shift + 2;
        if bits > *SLOT_BITS.end() {
            self.stores_until_growth = usize::MAX;
            return;
        }
        let old = std::mem::replace(self, TranspositionTable::with_bits(bits));
        old.slots.into_iter().filter(|slot| slot[0] | slot[1] != 0).for_each(|slot| self.insert(slot));
    }

    #[inline]
    fn pair(&self, slot: &Slot) -> usize {
        let mixed = slot[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (slot[1] ^ slot[2] & LEFT).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> self.shift) as usize & !1
    }
}

/// The bits of the third word that belong to the key.
const LEFT: u64 = 0xffff;

#[inline]
fn slot(node: &Node, packed: u64) -> Slot {
    let left = u64::from(node.left[0]) | u64::from(node.left[1]) << 8;
    [node.board.player.bits(), node.board.opponent.bits(), left | packed]
}

#[inline]
fn same_node(a: &Slot, b: &Slot) -> bool {
    a[0] == b[0] && a[1] == b[1] && (a[2] ^ b[2]) & LEFT == 0
}

/// Layout from bit 16: score (16), bound (2), depth (8), best square plus one (8).
#[inline]
fn pack(entry: Entry) -> u64 {
    let best = entry.best.map_or(0, |square| square.index() as u64 + 1);
    u64::from(entry.score as i16 as u16) << 16
        | (entry.bound as u64) << 32
        | u64::from(entry.depth) << 34
        | best << 42
}

#[inline]
fn unpack(packed: u64) -> Entry {
    Entry {
        score: i32::from((packed >> 16) as u16 as i16),
        bound: match packed >> 32 & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            _ => Bound::Exactly,
        },
        depth: (packed >> 34) as u8,
        best: Square::from_index((packed >> 42 & 0xff).wrapping_sub(1) as usize),
    }
}
