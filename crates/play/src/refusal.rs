use outflank_rules::{Color, IllegalMove, Square};

/// Why a command changed nothing. [`Refusal::sentence`] says it to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A pass, while there is a legal placement.
    PassWithMoves,
    /// A disc cannot be placed there.
    Illegal {
        /// Where.
        square: Square,
        /// Why not.
        reason: IllegalMove,
    },
    /// It is this player's turn, not the sender's.
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// A person sent a command for a seat in which the computer sits.
    ComputerSeat(Color),
    /// The game is over.
    GameOver,
    /// Only possible after the game, which is not over.
    NotOver,
    /// Nobody may take moves back in this game.
    UndoForbidden,
    /// This player has taken a move back already.
    UndoUsed(Color),
    /// This player has placed no disc yet.
    NothingToUndo(Color),
    /// This player has asked already.
    AlreadyAsked(Color),
    /// This player has asked for something first.
    AnswerFirst(Color),
    /// There is nothing to agree to or to decline.
    NothingAsked,
    /// Someone wants to start again on their own while another person plays.
    RestartAlone,
    /// A game in which a person plays is not paused.
    PauseWithPeople,
    /// The game is paused already.
    AlreadyPaused,
    /// The game is not paused.
    NotPaused,
    /// There is no person somewhere else to say something to.
    NobodyToGreet,
}
