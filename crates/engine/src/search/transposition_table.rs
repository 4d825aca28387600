//! The transposition table, shared by all threads of a search.
//!
//! An entry is three atomic words: both halves of the board, each combined with the data by XOR, and the data. Threads
//! write without locks; an entry mixed from two writes does not match its board and reads as absent. So a race costs an
//! entry, but never gives a wrong answer.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use outflank_rules::{Bitboard, Board, Square};

use super::{MAX, Selectivity};
use crate::sys::{Memory, Zero, prefetch};

/// The stored result of a position: its score is from `lower` to `upper`, in 1/128 disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    /// The best moves of this search and of an earlier one.
    pub(super) best: [Option<Square>; 2],
}

impl Entry {
    /// Whether it is good enough for a search of this depth and selectivity.
    #[inline]
    pub(super) fn serves(&self, depth: u32, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}

/// The four entries that a position may be in: 96 bytes, in two cache lines.
#[derive(Default)]
#[repr(align(32))]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

// SAFETY: a bucket is made of atomic integers.
unsafe impl Zero for Bucket {}

/// A table that grows as needed: the system has to zero memory on first use, which takes longer than a short search
/// (0.1 to 0.9 seconds for 256 MiB on a virtual machine).
pub(super) struct TranspositionTable {
    buckets: Memory<Bucket>,
    /// How many buckets are in use, and how many were at first.
    used: usize,
    first: usize,
    /// Counts searches, so that entries of earlier ones are replaced first.
    generation: u8,
}

/// A table starts with this many mebibytes or up to twice as many.
const FIRST_MEBIBYTES: usize = 4;

/// Nodes of a search per bucket; most nodes are never stored. With 100 instead, searches to a depth visit no more nodes
/// and solving visits half a percent more.
const NODES_PER_BUCKET: u64 = 16;

/// A search result to store.
pub(super) struct Finding {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) score: i32,
    pub(super) best: Option<Square>,
}

impl TranspositionTable {
    /// A table of at most about this many mebibytes.
    pub(super) fn new(mebibytes: usize) -> TranspositionTable {
        let doublings = (mebibytes / FIRST_MEBIBYTES).max(1).ilog2();
        let first = (((mebibytes << 20) / size_of::<Bucket>()) >> doublings).max(1);
        let buckets = Memory::zeroed(first << doublings);
        // Large pages save about a tenth of a search's time.
        buckets.prefer_large_pages();
        TranspositionTable { buckets, first, used: first, generation: 0 }
    }

    /// Begins a search of at most about this many nodes. Older entries stay, but are replaced first.
    pub(super) fn begin(&mut self, nodes: u64) {
        self.generation = (self.generation + 1) & 31;
        let before = self.used;
        while self.used < self.buckets.len() && self.used as u64 <= nodes / NODES_PER_BUCKET {
            self.used *= 2;
        }
        if self.used > before {
            self.spread(before);
        }
    }

    /// Moves the entries of the first buckets to their places among those now in use. The index is a fraction of the
    /// number in use, so no entry moves to a lower index.
    fn spread(&mut self, before: usize) {
        for place in (0..before).rev() {
            for slot in 0..4 {
                // Unused memory stays untouched.
                let Some(board) = self.buckets[place].0[slot].board() else { continue };
                let entry = std::mem::take(&mut self.buckets[place].0[slot]);
                let place = self.place(board);
                let Bucket(bucket) = &mut self.buckets[place];
                if let Some(free) = bucket.iter_mut().find(|slot| slot.data.load(Relaxed) == 0) {
                    *free = entry;
                }
            }
        }
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.buckets[..self.used].fill_with(Bucket::default);
        self.used = self.first;
        self.generation = 0;
    }

    /// Prefetches the entry of a position: a memory access takes as long as a hundred steps of the search.
    #[inline]
    pub(super) fn prefetch(&self, board: Board) {
        let bucket = self.buckets.as_ptr().wrapping_add(self.place(board)).cast::<u8>();
        prefetch(bucket);
        prefetch(bucket.wrapping_add(64));
    }

    /// Probes the table.
    #[inline]
    pub(super) fn probe(&self, board: Board) -> Option<Entry> {
        let Bucket(bucket) = &self.buckets[self.place(board)];
        bucket.iter().find_map(|slot| slot.matches(board).map(|data| unpack(data).0))
    }

    /// Stores a result.
    pub(super) fn store(&self, board: Board, finding: &Finding) {
        let Bucket(bucket) = &self.buckets[self.place(board)];
        let Finding { depth, selectivity, alpha, beta, score, best } = *finding;
        let mut fresh = Entry {
            lower: if score > alpha { score } else { -MAX },
            upper: if score < beta { score } else { MAX },
            depth,
            selectivity,
            best: [best, None],
        };
        for slot in bucket {
            if let Some(data) = slot.matches(board) {
                let (old, generation) = unpack(data);
                if old.depth == depth && old.selectivity == selectivity {
                    // Two results of the same depth and selectivity combine; if they contradict each other, because of
                    // a race or an unstable search, the newer one wins.
                    let (lower, upper) = (fresh.lower.max(old.lower), fresh.upper.min(old.upper));
                    if lower <= upper {
                        (fresh.lower, fresh.upper) = (lower, upper);
                    }
                } else if generation == self.generation && (depth, selectivity) < (old.depth, old.selectivity)
                {
                    // The old entry is worth more than the new result, except for the best move.
                    fresh = Entry { best: old.best, ..old };
                }
                fresh.best = match (best, old.best) {
                    (None, moves) => moves,
                    (new, [first, second]) => [new, if first == new { second } else { first }],
                };
                slot.write(board, pack(&fresh, self.generation));
                return;
            }
        }
        let worth = |slot: &Slot| {
            let data = slot.data.load(Relaxed);
            let (entry, generation) = unpack(data);
            let age = i32::from((self.generation.wrapping_sub(generation)) & 31);
            if data == 0 {
                i32::MIN
            } else {
                entry.depth as i32 * 4 + entry.selectivity.index() as i32 - age * 256
            }
        };
        if let Some(slot) = bucket.iter().min_by_key(|slot| worth(slot)) {
            slot.write(board, pack(&fresh, self.generation));
        }
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        let (player, opponent) = (board.player.bits(), board.opponent.bits());
        let product =
            u128::from(player ^ 0x9e37_79b9_7f4a_7c15) * u128::from(opponent ^ 0xd1b5_4a32_d192_ed03);
        let hash = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(hash) * self.used as u128) >> 64) as usize
    }
}

impl Slot {
    #[inline]
    fn matches(&self, board: Board) -> Option<u64> {
        let data = self.data.load(Relaxed);
        let same = self.player.load(Relaxed) ^ data == board.player.bits()
            && self.opponent.load(Relaxed) ^ data.rotate_left(32) == board.opponent.bits();
        (same && data != 0).then_some(data)
    }

    /// The board of an entry. Only valid while nobody writes to it.
    fn board(&self) -> Option<Board> {
        let data = self.data.load(Relaxed);
        let [player, opponent] = [(&self.player, data), (&self.opponent, data.rotate_left(32))]
            .map(|(half, mixed)| Bitboard::from_bits(half.load(Relaxed) ^ mixed));
        // Halves of two writes may not form a board.
        (data != 0 && (player & opponent).is_empty()).then_some(Board { player, opponent })
    }

    #[inline]
    fn write(&self, board: Board, data: u64) {
        self.player.store(board.player.bits() ^ data, Relaxed);
        self.opponent.store(board.opponent.bits() ^ data.rotate_left(32), Relaxed);
        self.data.store(data, Relaxed);
    }
}

fn pack(entry: &Entry, generation: u8) -> u64 {
    let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
    u64::from(entry.lower as i16 as u16)
        | u64::from(entry.upper as i16 as u16) << 16
        | u64::from(entry.depth) << 32
        | (entry.selectivity.index() as u64) << 38
        | u64::from(generation) << 41
        | square(entry.best[0]) << 46
        | square(entry.best[1]) << 53
        | 1 << 63
}

fn unpack(data: u64) -> (Entry, u8) {
    let square = |bits: u64| Square::from_index((bits & 127) as usize);
    let entry = Entry {
        lower: i32::from(data as i16),
        upper: i32::from((data >> 16) as i16),
        depth: (data >> 32) as u32 & 63,
        selectivity: Selectivity::from_index((data >> 38) as usize & 7),
        best: [square(data >> 46), square(data >> 53)],
    };
    (entry, (data >> 41) as u8 & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_growing_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(33);
        let small = table.used;
        let mut boards = vec![Board::default()];
        while boards.len() < 200 {
            let board = boards[boards.len() / 3];
            boards.extend(board.legal_moves().iter().map(|square| board.after(square)));
        }
        for (depth, &board) in boards.iter().enumerate() {
            table.store(board, &finding(300, 100, depth as u32 % 60));
        }
        let known =
            |table: &TranspositionTable| boards.iter().map(|&board| table.probe(board)).collect::<Vec<_>>();
        let before = known(&table);
        assert!(before.iter().all(Option::is_some));
        table.begin(NODES_PER_BUCKET * small as u64 - 1);
        assert_eq!(table.used, small, "room enough");
        table.begin(u64::MAX);
        assert_eq!((table.used, table.buckets.len()), (8 * small, 8 * small));
        assert_eq!(known(&table), before);
        table.clear();
        assert_eq!(table.used, small);
        assert!(known(&table).iter().all(Option::is_none));
    }

    fn finding(score: i32, alpha: i32, depth: u32) -> Finding {
        Finding {
            depth,
            selectivity: Selectivity::Exact,
            alpha,
            beta: alpha + 1,
            score,
            best: Some(Square::F5),
        }
    }

    #[test]
    fn packing_is_lossless() {
        for selectivity in Selectivity::ALL {
            let best = [Some(Square::H8), None];
            let entry = Entry { lower: -8192, upper: 8192, depth: 60, selectivity, best };
            assert_eq!(unpack(pack(&entry, 31)), (entry, 31));
        }
    }

    #[test]
    fn bounds_of_several_searches_combine() {
        let table = TranspositionTable::new(1);
        let board = Board::default();
        assert_eq!(table.probe(board), None);
        table.store(board, &finding(-300, 100, 8));
        table.store(board, &finding(-500, -600, 8));
        let entry = table.probe(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best[0]), (-500, -300, Some(Square::F5)));
        // A shallower result does not replace it, a deeper one does.
        table.store(board, &finding(900, 800, 4));
        assert_eq!(table.probe(board).unwrap().upper, -300);
        table.store(board, &finding(900, 800, 9));
        assert_eq!(table.probe(board).unwrap().lower, 900);
    }
}
