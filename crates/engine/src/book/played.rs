//! What people play: how often each move of an opening was chosen in tournaments, and how those games ended.
//!
//! It has counts only, no games and no names. They come from the tournament games that the French Othello federation
//! publishes (the WTHOR database); `outflank-trainer book frequencies` makes the file from any folder of such games.
//!
//! | bytes | what |
//! |--:|---|
//! | 4 | `OFP1` |
//! | 4 | number of positions |
//! | 8 | checksum of everything after it |
//! | | the positions, depth first from the start |
//!
//! For each position when it is first reached: for every legal move, how many games continued with it, and the shares
//! of these that the side to move won and drew, to 1/32; then for every move that was played, whether the position
//! after it is in the file as well. Moves that are images of each other are counted as the first of them.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use outflank_rules::{Board, Square};

use super::file::{checksum, is_sound};
use super::{After, BoardMap, BookError, after};
use crate::coder::{Bit, Coder, Decoder, Encoder};

/// What people play.
///
/// ```
/// use outflank_engine::book::Played;
/// use outflank_rules::{Board, Square};
///
/// let after_f5 = Board::default().after(Square::F5);
/// let replies = Played::embedded().moves(after_f5);
/// assert_eq!(replies[0].square, Square::D6, "the perpendicular opening");
/// ```
pub struct Played {
    positions: BoardMap<Vec<PlayedMove>>,
}

/// How often a move was played and how those games ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub square: Square,
    /// How many games continued with it.
    pub games: u32,
    /// The share of them that the side to move won, to 1/32.
    pub won: f64,
    /// The share of them that were drawn, to 1/32.
    pub drawn: f64,
}

/// The games that continued with one move of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games there were.
    pub games: u32,
    /// How many of them the side to move won.
    pub won: u32,
    /// How many of them were drawn.
    pub drawn: u32,
}

const MAGIC: &[u8; 4] = b"OFP1";
const HEADER: usize = 16;
/// The resolution of shares: parts of 1.
const PARTS: u32 = 32;

impl Played {
    /// The counts that come with the engine, loaded on first use.
    pub fn embedded() -> &'static Played {
        static PLAYED: OnceLock<Played> = OnceLock::new();
        PLAYED.get_or_init(|| {
            Played::from_bytes(include_bytes!("../../data/played.bin"))
                .expect("the embedded counts are tested to be sound")
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves people play in a position, the most frequent first. Of moves that are images of each other, only one
    /// is listed.
    pub fn moves(&self, board: Board) -> Vec<PlayedMove> {
        let (canonical, symmetry) = board.canonical_with_symmetry();
        let back = symmetry.inverse();
        let found = self.positions.get(&canonical).map_or(&[][..], Vec::as_slice);
        let mut moves: Vec<PlayedMove> =
            found.iter().map(|mv| PlayedMove { square: back.apply_square(mv.square), ..*mv }).collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.games), mv.square));
        moves
    }

    /// The file for all positions that can be reached through counted moves. Boards are canonical.
    pub fn pack(counts: &HashMap<Board, HashMap<Square, Tally>>) -> Vec<u8> {
        let mut walk = Walk::new(Encoder::default(), Some(counts), usize::MAX);
        walk.position(Board::default().canonical());
        let count = walk.positions.len() as u32;
        let body = walk.coder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(count.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Played, BookError> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(BookError::NotABook)?;
        if !header.starts_with(MAGIC) {
            return Err(BookError::NotABook);
        }
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if !is_sound(body, number(&header[8..16])) {
            return Err(BookError::Damaged);
        }
        let mut walk = Walk::new(Decoder::new(body), None, number(&header[4..8]) as usize);
        walk.position(Board::default().canonical());
        if walk.damaged || walk.positions.len() != walk.most {
            return Err(BookError::Damaged);
        }
        Ok(Played { positions: walk.positions })
    }
}

/// Walks the tree, writing or reading it.
struct Walk<'a, C> {
    coder: C,
    source: Option<&'a HashMap<Board, HashMap<Square, Tally>>>,
    models: Models,
    positions: BoardMap<Vec<PlayedMove>>,
    most: usize,
    damaged: bool,
}

/// The adaptive models of the coder.
struct Models {
    /// How many binary digits a count has, by the most that a move before it had.
    digits: Vec<[Bit; 32]>,
    /// The digits after the first, by the number of digits and their place.
    digit: Vec<[Bit; 32]>,
    won: Vec<[Bit; 64]>,
    drawn: Vec<[Bit; 64]>,
    goes_on: Vec<Bit>,
}

impl<'a, C: Coder> Walk<'a, C> {
    fn new(coder: C, source: Option<&'a HashMap<Board, HashMap<Square, Tally>>>, most: usize) -> Walk<'a, C> {
        let models = Models {
            digits: vec![[Bit::default(); 32]; 32],
            digit: vec![[Bit::default(); 32]; 32],
            won: vec![[Bit::default(); 64]; 32],
            drawn: vec![[Bit::default(); 64]; 32],
            goes_on: vec![Bit::default(); 32],
        };
        // The file may be damaged, so its number of positions is not trusted.
        let positions = BoardMap::with_capacity_and_hasher(most.min(1 << 15), BuildHasherDefault::default());
        Walk { coder, source, models, positions, most, damaged: false }
    }

    fn position(&mut self, board: Board) {
        if self.damaged || self.positions.len() >= self.most {
            self.damaged = true;
            return;
        }
        let tallies = self.source.and_then(|source| source.get(&board));
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        let (mut largest, mut seen) = (0, Vec::with_capacity(16));
        for square in board.legal_moves() {
            // Of moves that are images of each other, only the first is stored.
            let there = after(board, square);
            if seen.contains(&there) {
                continue;
            }
            seen.push(there);
            let tally = tallies.and_then(|tallies| tallies.get(&square)).copied().unwrap_or_default();
            let (games, digits) = self.count(tally.games, largest);
            largest = largest.max(digits);
            if games == 0 {
                continue;
            }
            let share = |part: u32| ((part * PARTS + games / 2) / games) as usize;
            let won = self.coder.tree(&mut self.models.won[digits], 6, share(tally.won));
            let drawn = self.coder.tree(&mut self.models.drawn[digits], 6, share(tally.drawn));
            let part = |parts: usize| parts as f64 / f64::from(PARTS);
            moves.push(PlayedMove { square, games, won: part(won), drawn: part(drawn) });
            children.push((there, digits));
            self.damaged |= won + drawn > PARTS as usize + 1;
        }
        self.positions.insert(board, moves);
        for (there, digits) in children {
            let After::Position(child, _) = there else { continue };
            if self.positions.contains_key(&child) {
                continue;
            }
            let goes_on = self.source.is_some_and(|source| source.contains_key(&child));
            if self.coder.bit(&mut self.models.goes_on[digits.min(31)], goes_on) {
                self.position(child);
            }
            if self.damaged {
                return;
            }
        }
    }

    /// Codes a count; returns it with its number of binary digits.
    fn count(&mut self, count: u32, largest: usize) -> (u32, usize) {
        let digits = (32 - count.leading_zeros()) as usize;
        let digits = self.coder.tree(&mut self.models.digits[largest], 5, digits);
        let mut value = u32::from(digits > 0);
        for place in (0..digits.saturating_sub(1)).rev() {
            let bit = self.coder.bit(&mut self.models.digit[digits][place], count >> place & 1 != 0);
            value = value << 1 | u32::from(bit);
        }
        (value, digits)
    }
}
