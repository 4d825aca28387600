//! Why a command fails, in the terms of the protocol.

use std::io;

use outflank_engine::ParseLevelError;
use outflank_records::ReadError;
use outflank_rules::{Color, PlayError};
use thiserror::Error;

/// The text after `?`.
#[derive(Debug, Error)]
pub(super) enum CommandError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    BoardSize,
    #[error("illegal move: {0}")]
    IllegalMove(#[from] PlayError),
    #[error("illegal move: it is {0}'s turn")]
    OtherTurn(Color),
    #[error("no move found")]
    NoMove,
    #[error("cannot undo")]
    NothingToUndo,
    #[error("cannot score")]
    NotOver,
    #[error("unsupported game")]
    OtherGame,
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    #[error("cannot load file: {0}")]
    File(#[from] io::Error),
    #[error("cannot load file: {0}")]
    Record(#[from] ReadError),
    #[error("cannot load file: no game in it")]
    NoGame,
    #[error("cannot load file: it follows other rules than the standard ones")]
    OtherRules,
}
