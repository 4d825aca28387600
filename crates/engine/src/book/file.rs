//! The book file: a tree from the start position, compressed with the adaptive coder.
//!
//! | bytes | what |
//! |--:|---|
//! | 4 | `OFB1` |
//! | 4 | number of positions |
//! | 2 + 2 | bias for the side to move and for Black, in 1/128 disc |
//! | 8 | checksum of everything after it |
//! | | the positions, depth first from the start |
//!
//! For each position when it is first reached: for every legal move, whether it leads to a position of the book; then
//! the best of the other moves with its value and how that was found. All numbers are little-endian.

use std::collections::HashMap;
use std::fmt;

use outflank_rules::fnv;

use super::known::Summary;
use super::{After, Bias, Bitboard, Board, Book, Kind, Leaf, Node, Nodes, after, discs};
use crate::coder::{Bit, Coder, Decoder, Encoder};

const MAGIC: &[u8; 4] = b"OFB1";
const HEADER: usize = 20;
/// Values are clamped to this, in 1/8 disc: nobody plays such positions.
const MOST: i32 = 255;

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// They do not begin like a book.
    NotABook,
    /// The checksum does not match, or the content is impossible.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BookError::NotABook => "this is not an opening book",
            BookError::Damaged => "the opening book is damaged",
        })
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let source: Source = self.leaves().collect();
        let mut walk = Walk::new(Encoder::default(), Some(&source), self.bias, source.len());
        walk.start();
        let body = walk.coder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.extend(self.bias.mover.to_le_bytes());
        bytes.extend(self.bias.black.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(BookError::NotABook)?;
        if !header.starts_with(MAGIC) {
            return Err(BookError::NotABook);
        }
        let field = |at: usize| [header[at], header[at + 1]];
        let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let bias = Bias { mover: i16::from_le_bytes(field(8)), black: i16::from_le_bytes(field(10)) };
        let sum = header[12..20].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if !is_sound(body, sum) || bias.mover.unsigned_abs().max(bias.black.unsigned_abs()) > BIAS_MAX {
            return Err(BookError::Damaged);
        }
        let mut walk = Walk::new(Decoder::new(body), None, bias, count);
        walk.start();
        if walk.damaged || walk.nodes.len() != count {
            return Err(BookError::Damaged);
        }
        Ok(Book { nodes: walk.nodes, bias })
    }
}

/// The largest bias that is accepted, in 1/128 disc: 64 discs.
const BIAS_MAX: u16 = 64 * 128;

/// The positions of a book with their best moves out of it.
pub(super) type Source = HashMap<Board, Option<Leaf>>;

/// Builds a book.
pub(super) fn build(source: &Source, bias: Bias) -> Book {
    let mut walk = Walk::new(Encoder::default(), Some(source), bias, source.len());
    walk.start();
    Book { nodes: walk.nodes, bias }
}

pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(fnv::OFFSET, |sum, &byte| fnv::add(sum, byte.into()))
}

/// Whether the checksum matches. Builds for fuzzing skip this check, to get past it.
pub(super) fn is_sound(bytes: &[u8], sum: u64) -> bool {
    cfg!(fuzzing) || checksum(bytes) == sum
}

/// Walks the tree, writing or reading it, and builds the book.
struct Walk<'a, C> {
    coder: C,
    /// The tree, if this is writing.
    source: Option<&'a Source>,
    bias: Bias,
    models: Models,
    nodes: Nodes,
    most: usize,
    damaged: bool,
}

/// The adaptive models of the coder.
struct Models {
    /// Whether a move leads into the book: by ply, and by how many earlier moves of the position did.
    inside: Vec<[Bit; 4]>,
    has_leaf: [Bit; 2],
    /// Which of the other moves is the leaf, by their number.
    leaf: Vec<[Bit; 64]>,
    /// How far the leaf's value is from the expected one, with and without moves inside.
    value: [Vec<Bit>; 2],
    kind: Vec<Bit>,
}

impl<'a, C: Coder> Walk<'a, C> {
    fn new(coder: C, source: Option<&'a Source>, bias: Bias, most: usize) -> Walk<'a, C> {
        let models = Models {
            inside: vec![[Bit::default(); 4]; 64],
            has_leaf: [Bit::default(); 2],
            leaf: vec![[Bit::default(); 64]; 64],
            value: [vec![Bit::default(); 1024], vec![Bit::default(); 1024]],
            kind: vec![Bit::default(); 256],
        };
        let nodes =
            Nodes::with_capacity_and_hasher(most.min(1 << 22), std::hash::BuildHasherDefault::default());
        Walk { coder, source, bias, models, nodes, most, damaged: false }
    }

    fn start(&mut self) {
        let start = Board::default().canonical();
        if self.source.is_none_or(|source| source.contains_key(&start)) && self.most > 0 {
            self.node(start, 0);
        }
    }

    /// One position that was not reached before, and all below it. `expected` predicts the value of its leaf.
    fn node(&mut self, board: Board, expected: i32) -> Summary {
        if self.nodes.len() >= self.most {
            self.damaged = true;
            return Summary::UNKNOWN;
        }
        // The summary is filled in after everything below.
        self.nodes.insert(board, Node { known: Summary::UNKNOWN, leaf: None });
        let given = self.source.map(|source| source[&board]);
        let legal = board.legal_moves();
        let inside = self.inside(board, legal);
        let leaf = self.leaf(legal & !inside, given.flatten(), !inside.is_empty(), expected);
        let (mut children, mut moves) = (Vec::new(), Vec::new());
        moves.extend(leaf.map(|leaf| Summary::of_leaf(self.bias.corrected(board, leaf), leaf.kind)));
        let expected = leaf.map_or(expected, |leaf| leaf.value.into());
        for mv in inside {
            let After::Position(child, sign) = after(board, mv) else {
                self.damaged = true;
                break;
            };
            // Moves that are images of each other count as one.
            if children.contains(&child) {
                continue;
            }
            children.push(child);
            let known = match self.nodes.get(&child) {
                Some(node) => node.known,
                None => self.node(child, sign * expected),
            };
            moves.push(known.before(sign));
            if self.damaged {
                break;
            }
        }
        let known = Summary::of_moves(&moves);
        self.nodes.insert(board, Node { known, leaf });
        known
    }

    /// The moves that lead to positions of the book.
    fn inside(&mut self, board: Board, legal: Bitboard) -> Bitboard {
        let ply = discs(board) - 4;
        let mut inside = Bitboard::EMPTY;
        for mv in legal {
            let leads_inside = self.source.is_some_and(
                |source| matches!(after(board, mv), After::Position(child, _) if source.contains_key(&child)),
            );
            let model = &mut self.models.inside[ply][inside.len().min(3)];
            if self.coder.bit(model, leads_inside) {
                inside = inside.with(mv);
            }
        }
        inside
    }

    fn leaf(
        &mut self,
        outside: Bitboard,
        given: Option<Leaf>,
        has_children: bool,
        expected: i32,
    ) -> Option<Leaf> {
        let given = given.filter(|leaf| outside.contains(leaf.mv));
        let context = usize::from(has_children);
        if outside.is_empty() || !self.coder.bit(&mut self.models.has_leaf[context], given.is_some()) {
            return None;
        }
        let index = given.map_or(0, |leaf| outside.iter().position(|mv| mv == leaf.mv).unwrap_or(0));
        let index = self.coder.tree(&mut self.models.leaf[outside.len() - 1], 6, index);
        let Some(mv) = outside.iter().nth(index) else {
            self.damaged = true;
            return None;
        };
        let expected = expected.clamp(-MOST, MOST);
        let value = given.map_or(0, |leaf| i32::from(leaf.value).clamp(-MOST, MOST));
        let off = (value - expected + 2 * MOST) as usize;
        let off = self.coder.tree(&mut self.models.value[context], 10, off) as i32;
        let value = off - 2 * MOST + expected;
        let kind = given.map_or(0, |leaf| code(leaf.kind));
        let kind = decode(self.coder.tree(&mut self.models.kind, 8, kind.into()) as u8);
        let Some(kind) = kind.filter(|_| (-MOST..=MOST).contains(&value)) else {
            self.damaged = true;
            return None;
        };
        Some(Leaf { mv, value: value as i16, kind })
    }
}

fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Exact => 0,
        Kind::Depth(plies) => plies,
        Kind::Selective(percent) => 100 + percent,
    }
}

fn decode(code: u8) -> Option<Kind> {
    match code {
        0 => Some(Kind::Exact),
        1..=60 => Some(Kind::Depth(code)),
        101..=199 => Some(Kind::Selective(code - 100)),
        _ => None,
    }
}
