//! The JSON in which Egaroucid saves games: an object for every number of discs, `"4"` to `"64"`, with the position as
//! two numbers in which a1 is the highest bit, and with names, a date and a comment beside them.

use outflank_rules::{Bitboard, Color, Move, Position, Setup};
use serde::Deserialize;

use crate::builder::Builder;
use crate::{Problem, ReadError, Record};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Saved {
    black_player: String,
    white_player: String,
    date: String,
    memo: String,
}

#[derive(Deserialize)]
struct Node {
    board_player: u64,
    board_opponent: u64,
    /// Whose turn it is: 0 for Black, 1 for White.
    player: u8,
}

/// Whether this is such an object: no other has this key.
pub(super) fn is_one(json: &str) -> bool {
    json.contains("\"board_player\"")
}

/// The game of an object. Moves are the differences between positions.
pub(super) fn record(json: &str) -> Result<Record, serde_json::Error> {
    let saved: Saved = serde_json::from_str(json)?;
    let nodes: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json)?;
    let mut positions = Vec::new();
    for discs in 4..=64_u32 {
        let Some(node) = nodes.get(&discs.to_string()) else { continue };
        positions.push(Node::deserialize(node)?.setup());
    }
    let record = game(&positions).map_err(|error| serde::de::Error::custom(error.to_string()))?;
    let mut record = Record { date: saved.date, ..record };
    record.black.name = saved.black_player;
    record.white.name = saved.white_player;
    if !saved.memo.is_empty() {
        record.note_mut(0).comment = saved.memo;
    }
    Ok(record)
}

fn game(positions: &[Setup]) -> Result<Record, ReadError> {
    let start =
        positions.first().ok_or_else(|| ReadError::new(Problem::syntax("there is no position in it")))?;
    let start: Position = start.position().map_err(|error| ReadError::new(Problem::Setup(error)))?;
    let mut builder = Builder::new(start);
    for pair in positions.windows(2) {
        let new = (pair[1].black | pair[1].white) & !(pair[0].black | pair[0].white);
        for square in new {
            builder.play(Ok(Move::Place(square)), None, square.to_string().as_bytes())?;
        }
    }
    Ok(Record::from(builder.game))
}

impl Node {
    fn setup(&self) -> Setup {
        let bits = |bits: u64| Bitboard::from_bits(bits.reverse_bits());
        let (player, opponent) = (bits(self.board_player), bits(self.board_opponent));
        let mut setup = Setup { black: player, white: opponent, ..Setup::default() };
        if self.player == 1 {
            (setup.black, setup.white) = (opponent, player);
            setup.turn = Color::White;
        }
        setup
    }
}
