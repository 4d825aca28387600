use outflank_rules::{Color, Outcome, Position};

/// How a game ended.
///
/// ```
/// use outflank_play::{EndReason, GameResult, Settings};
/// use outflank_rules::{Color, Outcome};
///
/// let result = GameResult { discs: Outcome { black: 40, white: 24 }, reason: EndReason::BoardFull };
/// assert_eq!(result.winner(), Some(Color::Black));
/// assert_eq!(result.sentence(&Settings::default()), "The board is full. Black wins 40 to 24.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The discs as they lay at the end.
    pub discs: Outcome,
    /// What ended the game.
    pub reason: EndReason,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// All 64 squares have a disc.
    BoardFull,
    /// This colour has no disc on the board any more.
    WipedOut(Color),
    /// Neither player can move, though there are empty squares.
    NoMoves,
    /// Under the rule *thirty* this player could move but has no disc left to place.
    OutOfDiscs(Color),
    /// This player gave up.
    Resigned(Color),
    /// This player ran out of time.
    OutOfTime(Color),
    /// This player went away, and the other has claimed the game.
    Left(Color),
    /// The game was called off and counts for nobody.
    CalledOff,
}

impl GameResult {
    /// How the rules end the game in a position, if they do.
    pub(crate) fn of(position: &Position) -> Option<GameResult> {
        let discs = position.outcome()?;
        let reason = if position.empties().is_empty() {
            EndReason::BoardFull
        } else if discs.black == 0 {
            EndReason::WipedOut(Color::Black)
        } else if discs.white == 0 {
            EndReason::WipedOut(Color::White)
        } else if position.variant().placements(position.board()).is_empty() {
            EndReason::NoMoves
        } else {
            EndReason::OutOfDiscs(position.turn())
        };
        Some(GameResult { discs, reason })
    }

    /// Whether the game counts: it was not called off.
    pub fn counts(&self) -> bool {
        self.reason != EndReason::CalledOff
    }

    /// Who won; `None` for a draw and for a game that was called off. Giving up, leaving and running out of time lose
    /// whatever lies on the board.
    pub fn winner(&self) -> Option<Color> {
        match self.reason {
            EndReason::Resigned(loser) | EndReason::OutOfTime(loser) | EndReason::Left(loser) => Some(!loser),
            EndReason::CalledOff => None,
            _ => self.discs.winner(),
        }
    }
}
