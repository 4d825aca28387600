use outflank_rules::{IllegalMove, Move};

/// Why a command changed nothing, as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A pass, while there is a legal placement.
    #[error("pass is refused: you have a legal move")]
    PassWithMoves,
    /// The move is not legal for another reason.
    #[error("{mv} {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// It is the other player's turn.
    #[error("it is the turn of {0}")]
    NotYourTurn(String),
    /// A person speaks for a seat in which the computer sits.
    #[error("{0} is played by the computer")]
    ComputerSeat(String),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Something for after the game, while it goes on.
    #[error("the game is not over yet")]
    NotOver,
    /// Nobody may take moves back in this game.
    #[error("this game is played without undo")]
    UndoForbidden,
    /// This player has taken a move back already.
    #[error("{0} has used the one undo of this game")]
    UndoUsed(String),
    /// This player has placed no disc yet.
    #[error("{0} has no move to take back")]
    NothingToUndo(String),
    /// This player has asked already.
    #[error("{0} has asked already and waits for an answer")]
    AlreadyAsked(String),
    /// The other player has asked for something first.
    #[error("{0} waits for an answer first")]
    AnswerFirst(String),
    /// There is nothing to agree to or to decline.
    #[error("there is nothing to answer")]
    NothingAsked,
    /// Someone wants to begin again on their own while another person plays.
    #[error("a game with someone else is not restarted: resign, or offer a rematch after the end")]
    RestartAlone,
}

impl Refusal {
    pub(crate) fn illegal(mv: Move, reason: IllegalMove) -> Refusal {
        match reason {
            IllegalMove::PassWithMoves => Refusal::PassWithMoves,
            IllegalMove::GameOver => Refusal::GameOver,
            _ => Refusal::Illegal { mv, reason },
        }
    }
}
