use outflank_rules::Square;

use super::node::Node;

/// What a value in the table says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtMost,
    AtLeast,
    Exactly,
}

/// What was learned about a node.
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

/// A transposition table. Whole positions are the keys, so an entry is never mistaken for another's.
pub(super) struct Table {
    /// Pairs of slots of three words: player, opponent, packed entry. The first of a pair keeps the deeper
    /// search, the second the latest. Plain integers, so that the allocator hands out zeroed pages untouched
    /// and a shallow search pays only for what it uses.
    slots: Vec<[u64; 3]>,
    /// What is left of the 64 bits of a hash when they have become an index.
    shift: u32,
}

/// At most 2^20 slots of 24 bytes, 24 MiB; at least a few pages.
const SLOTS: std::ops::RangeInclusive<u32> = 10..=20;

impl Table {
    /// A table for a search of about this many nodes.
    pub(super) fn new(nodes: u64) -> Table {
        let bits = nodes.max(1).ilog2().clamp(*SLOTS.start(), *SLOTS.end());
        Table { slots: vec![[0; 3]; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    pub(super) fn probe(&self, node: &Node) -> Option<Entry> {
        let pair = self.pair(node);
        let [player, opponent] = [node.board.player.bits(), node.board.opponent.bits()];
        self.slots[pair..pair + 2]
            .iter()
            .find(|slot| slot[0] == player && slot[1] == opponent && slot[2] & 0xffff == left(node))
            .map(|slot| unpack(slot[2]))
    }

    #[inline]
    pub(super) fn store(&mut self, node: &Node, entry: Entry) {
        let pair = self.pair(node);
        let fresh = [node.board.player.bits(), node.board.opponent.bits(), left(node) | pack(entry)];
        let deep = &mut self.slots[pair];
        let same = deep[..2] == fresh[..2] && deep[2] & 0xffff == left(node);
        if same || entry.depth >= unpack(deep[2]).depth {
            if !same {
                self.slots[pair + 1] = self.slots[pair];
            }
            self.slots[pair] = fresh;
        } else {
            self.slots[pair + 1] = fresh;
        }
    }

    #[inline]
    fn pair(&self, node: &Node) -> usize {
        let [player, opponent] = [node.board.player.bits(), node.board.opponent.bits()];
        let mixed = player.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (opponent ^ left(node)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> self.shift) as usize & !1
    }
}

/// Discs left, as the low 16 bits of a packed entry: they are part of the key.
#[inline]
fn left(node: &Node) -> u64 {
    u64::from(node.left[0]) | u64::from(node.left[1]) << 8
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
