//! Self-play games and their file format.
//!
//! A file is a sequence of blocks, each with its own header and checksum, so files can be joined with `cat`, and a run
//! that was killed loses at most the block it was writing. A block is
//!
//! | bytes | what |
//! |--:|---|
//! | 4 | `OFGB` |
//! | 2 | version of this format |
//! | 2 | number of games |
//! | 4 | number of the block within its run |
//! | 4 | length of the payload |
//! | 8 | checksum of the two numbers before and the payload |
//! |  | the payload: games, coded adaptively |
//!
//! A game is its random opening moves, then for every move whether it was random and the search's score of the position
//! before it. Passes and the result follow from the rules.

use std::path::Path;
use std::{fs, io};

use outflank_rules::{Board, Square, fnv};

use outflank_engine::coder::{Bit, Coder, Decoder, Encoder};

const MAGIC: &[u8; 4] = b"OFGB";
const VERSION: u16 = 1;
const HEADER: usize = 24;

/// The unit of stored scores, as parts of a disc.
pub(crate) const UNITS_PER_DISC: i32 = 4;

/// A game from the usual start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Game {
    /// The depth of the searches.
    pub depth: u8,
    /// Positions with at most this many empties were solved.
    pub exact: u8,
    /// How many moves were played at random before the first search.
    pub opening: u8,
    /// The moves, without passes.
    pub moves: Vec<Played>,
}

/// A move, and what was known when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// The square.
    pub square: Square,
    /// Whether the move was chosen at random, as all moves of the opening are.
    pub random: bool,
    /// The value of the position before the move for the side to move, in quarters of a disc. 0 in the opening, which
    /// is not searched.
    pub score: i16,
}

/// A position of a game and the move played there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The position before the move.
    pub board: Board,
    /// Whether Black is to move.
    pub black: bool,
    /// The move.
    pub played: Played,
}

impl Game {
    /// The positions of the game with the moves played in them, and the final difference for Black.
    /// `None` if a move is not legal or the game is not over after the last.
    pub(crate) fn replay(&self) -> Option<(Vec<Moment>, i32)> {
        let (mut board, mut black) = (Board::default(), true);
        let mut moments = Vec::with_capacity(self.moves.len());
        for &played in &self.moves {
            (board, black) = to_move(board, black)?;
            if !board.legal_moves().contains(played.square) {
                return None;
            }
            moments.push(Moment { board, black, played });
            (board, black) = (board.after(played.square), !black);
        }
        if to_move(board, black).is_some() {
            return None;
        }
        let result = board.final_margin();
        Some((moments, if black { result } else { -result }))
    }
}

/// The board for the side that can move, and whether that is Black; `None` when the game is over.
pub(crate) fn to_move(board: Board, black: bool) -> Option<(Board, bool)> {
    if !board.legal_moves().is_empty() {
        Some((board, black))
    } else if !board.passed().legal_moves().is_empty() {
        Some((board.passed(), !black))
    } else {
        None
    }
}

/// What is wrong with a file whose blocks are intact but do not hold legal games.
pub(crate) const NO_GAME: &str = "a block holds something that is no game";

/// A block of games as it stands in a file.
pub(crate) struct Block {
    /// Its number within its run.
    pub number: u32,
    games: u16,
    payload: Vec<u8>,
}

/// A file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GamesError {
    /// The file system reported an error.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// A block is damaged.
    #[error("{path}: the block at byte {at} {fault}")]
    Block {
        /// The file.
        path: String,
        /// Where the block begins.
        at: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
}

/// Reads the blocks of a file, and the number of valid bytes. A block cut off at the end, as a killed run leaves it, is
/// dropped.
pub(crate) fn read(path: &Path) -> Result<(Vec<Block>, usize), GamesError> {
    let bytes = fs::read(path).map_err(|e| GamesError::Io(path.display().to_string(), e))?;
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(header) = bytes.get(at..at + HEADER) {
        let fault = |fault| GamesError::Block { path: path.display().to_string(), at, fault };
        let u16_at = |i: usize| u16::from_le_bytes([header[i], header[i + 1]]);
        let u32_at = |i: usize| u32::from(u16_at(i)) | u32::from(u16_at(i + 2)) << 16;
        if &header[..4] != MAGIC {
            return Err(fault("is not a block of games"));
        }
        if u16_at(4) != VERSION {
            return Err(fault("has a format version this program does not read"));
        }
        let Some(payload) = bytes.get(at + HEADER..at + HEADER + u32_at(12) as usize) else {
            break;
        };
        let block = Block { number: u32_at(8), games: u16_at(6), payload: payload.to_vec() };
        if header[16..] != block.checksum().to_le_bytes() {
            return Err(fault("is damaged: its checksum does not match"));
        }
        at += HEADER + payload.len();
        blocks.push(block);
    }
    Ok((blocks, at))
}

impl Block {
    /// Packs games.
    pub(crate) fn pack(number: u32, games: &[Game]) -> Block {
        let mut coder = GameCoder::new(Encoder::default());
        for game in games {
            coder.game(Some(game));
        }
        Block { number, games: games.len() as u16, payload: coder.coder.finish() }
    }

    /// The games; `None` if the block does not hold legal games.
    pub(crate) fn unpack(&self) -> Option<Vec<Game>> {
        let mut coder = GameCoder::new(Decoder::new(&self.payload));
        (0..self.games).map(|_| coder.game(None)).collect()
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.games.into()
    }

    /// The bytes of the block in a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.payload.len() as u32).to_le_bytes());
        bytes.extend(self.checksum().to_le_bytes());
        bytes.extend(&self.payload);
        bytes
    }

    fn checksum(&self) -> u64 {
        let header = [u64::from(self.games), u64::from(self.number)];
        let payload = self.payload.iter().map(|&byte| u64::from(byte));
        header.into_iter().chain(payload).fold(fnv::OFFSET, fnv::add)
    }
}

/// Writes or reads games, depending on its coder.
struct GameCoder<C> {
    coder: C,
    settings: [Vec<Bit>; 3],
    more: Bit,
    random: Bit,
    /// Which of the legal moves was played, by their number.
    choice: Vec<Vec<Bit>>,
    /// The prediction error of the score, in unsolved and in solved positions.
    prediction_error: [PredictionError; 2],
}

struct PredictionError {
    size: Vec<Bit>,
    negative: Bit,
    rest: Vec<Vec<Bit>>,
}

impl<C: Coder> GameCoder<C> {
    fn new(coder: C) -> GameCoder<C> {
        let tree = |width: u32| vec![Bit::default(); 1 << width];
        let prediction_error = || PredictionError {
            size: tree(4),
            negative: Bit::default(),
            rest: (0..16).map(|_| tree(11)).collect(),
        };
        GameCoder {
            coder,
            settings: [tree(6), tree(6), tree(6)],
            more: Bit::default(),
            random: Bit::default(),
            choice: (0..64).map(|_| tree(6)).collect(),
            prediction_error: [prediction_error(), prediction_error()],
        }
    }

    /// Codes a game: writes the given one or returns the one read. `None` if what was read is not a game.
    fn game(&mut self, game: Option<&Game>) -> Option<Game> {
        let settings = game.map_or([0; 3], |g| [g.depth, g.exact, g.opening]);
        let mut coded = [0; 3];
        for i in 0..3 {
            coded[i] = self.coder.tree(&mut self.settings[i], 6, settings[i].into()) as u8;
        }
        let [depth, exact, opening] = coded;
        let mut moves: Vec<Played> = Vec::with_capacity(60);
        let (mut board, mut black) = (Board::default(), true);
        // The last two scores, for Black.
        let mut last: [Option<i32>; 2] = [None; 2];
        while let Some(next) = to_move(board, black) {
            (board, black) = next;
            let played = game.map(|g| g.moves[moves.len()]);
            let legal = board.legal_moves();
            let mut random = true;
            let mut score = 0;
            if moves.len() >= opening.into() {
                random = self.coder.bit(&mut self.random, played.is_some_and(|played| played.random));
                let solved = board.empties().len() <= exact.into();
                let sign = if black { 1 } else { -1 };
                let expected = match last {
                    [Some(one), _] if solved => sign * one,
                    [Some(one), Some(two)] => sign * (one + two) / 2,
                    [Some(one), None] => sign * one,
                    _ => 0,
                };
                let prediction_error = played.map_or(0, |played| i32::from(played.score) - expected);
                score = expected + self.prediction_error(solved, prediction_error)?;
                last = [Some(sign * score), last[0]];
            }
            let width = usize::BITS - (legal.len() - 1).leading_zeros();
            let choice =
                played.map_or(0, |played| legal.iter().position(|s| s == played.square).unwrap_or_default());
            let choice = self.coder.tree(&mut self.choice[legal.len()], width, choice);
            let square = legal.iter().nth(choice)?;
            moves.push(Played { square, random, score: i16::try_from(score).ok()? });
            (board, black) = (board.after(square), !black);
        }
        // A bit that must be "no": garbage is likely to be detected here.
        if self.coder.bit(&mut self.more, false) {
            return None;
        }
        Some(Game { depth, exact, opening, moves })
    }

    /// A signed number: the bit length of its magnitude, its sign, and the bits after the first.
    fn prediction_error(&mut self, solved: bool, number: i32) -> Option<i32> {
        let models = &mut self.prediction_error[usize::from(solved)];
        let magnitude = number.unsigned_abs();
        let size = u32::BITS - magnitude.leading_zeros();
        let size = self.coder.tree(&mut models.size, 4, size as usize) as u32;
        if size == 0 {
            return Some(0);
        }
        if size > 11 {
            return None;
        }
        let negative = self.coder.bit(&mut models.negative, number < 0);
        let rest = magnitude as usize & ((1 << (size - 1)) - 1);
        let rest = self.coder.tree(&mut models.rest[size as usize], size - 1, rest);
        let magnitude = (1 << (size - 1) | rest) as i32;
        Some(if negative { -magnitude } else { magnitude })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Random;

    fn random_game(random: &mut Random) -> Game {
        let mut game = Game { depth: 4, exact: 10, opening: random.below(40) as u8, moves: Vec::new() };
        let (mut board, mut black, mut score) = (Board::default(), true, 0);
        while let Some(next) = to_move(board, black) {
            (board, black) = next;
            let legal = board.legal_moves();
            let square = legal.iter().nth(random.below(legal.len())).unwrap();
            let searched = game.moves.len() >= game.opening.into();
            score += random.below(21) as i32 - 10;
            game.moves.push(Played {
                square,
                random: !searched || random.below(30) == 0,
                score: if searched { score as i16 } else { 0 },
            });
            (board, black) = (board.after(square), !black);
        }
        game
    }

    fn games(count: usize) -> Vec<Game> {
        let mut random = Random::new(5);
        (0..count).map(|_| random_game(&mut random)).collect()
    }

    #[test]
    fn games_round_trip_and_are_small() {
        let games = games(300);
        let block = Block::pack(7, &games);
        assert_eq!(block.unpack().unwrap(), games);
        let per_game = block.to_bytes().len() / games.len();
        assert!(per_game < 75, "{per_game} bytes a game");
        assert!(games.iter().all(|game| game.replay().is_some()));
    }

    #[test]
    fn a_truncated_block_is_dropped_and_damage_is_reported() {
        let path = std::env::temp_dir().join(format!("outflank-games-{}", std::process::id()));
        let (one, two) = (Block::pack(0, &games(3)), Block::pack(1, &games(4)));
        let whole = [one.to_bytes(), two.to_bytes()].concat();
        let read_back = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read(&path).map(|(blocks, valid)| (blocks.iter().map(|b| b.number).collect::<Vec<_>>(), valid))
        };
        assert_eq!(read_back(&whole).unwrap(), (vec![0, 1], whole.len()));
        for cut in one.to_bytes().len()..whole.len() {
            assert_eq!(read_back(&whole[..cut]).unwrap(), (vec![0], one.to_bytes().len()));
        }
        let mut damaged = whole.clone();
        damaged[40] ^= 1;
        let message = read_back(&damaged).unwrap_err().to_string();
        assert!(message.ends_with("the block at byte 0 is damaged: its checksum does not match"));
        assert!(read_back(b"what is this? It is text, not games.").is_err());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_illegal_or_unfinished_game_does_not_replay() {
        let mut game = games(1).remove(0);
        game.moves.pop();
        assert!(game.replay().is_none());
        game.moves.insert(0, game.moves[5]);
        assert!(game.replay().is_none());
    }
}
