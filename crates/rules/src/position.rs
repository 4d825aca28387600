use std::fmt;

use crate::{Bitboard, Board, Color, DISCS_EACH, Move, Outcome, Setup, Square, Symmetry, Variant};

/// The discs on the board, whose turn it is and the rules in force. A `Position` that exists is valid.
///
/// ```
/// use outflank_rules::{Color, IllegalMove, Move, Position, Square};
///
/// let position = Position::default();
/// let next = position.play(Move::Place(Square::D3))?;
/// assert_eq!((next.count(Color::Black), next.count(Color::White)), (4, 1));
/// assert_eq!(next.turn(), Color::White);
///
/// let error = next.play(Move::Place(Square::A1)).unwrap_err();
/// assert_eq!(error.reason, IllegalMove::FlipsNothing);
/// assert_eq!(error.to_string(), "a1 flips nothing");
/// # Ok::<(), outflank_rules::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    turn: Color,
    variant: Variant,
    /// Discs that Black and White have left to place. Stays full unless the rule *thirty* is on, so that equal
    /// positions compare equal.
    discs_left: [u8; 2],
}

impl Default for Position {
    /// The usual start under standard rules.
    fn default() -> Position {
        Position::start(Variant::STANDARD)
    }
}

impl Position {
    /// The usual start: d4 and e5 white, d5 and e4 black, Black to move.
    pub fn start(variant: Variant) -> Position {
        Position { board: Board::default(), turn: Color::Black, variant, discs_left: [DISCS_EACH; 2] }
    }

    pub(crate) fn from_valid_setup(setup: Setup) -> Position {
        let (player, opponent) = match setup.turn {
            Color::Black => (setup.black, setup.white),
            Color::White => (setup.white, setup.black),
        };
        let discs_left = if setup.variant.thirty { setup.discs_left } else { [DISCS_EACH; 2] };
        Position { board: Board { player, opponent }, turn: setup.turn, variant: setup.variant, discs_left }
    }

    /// The position as a [`Setup`], which can be changed and checked again.
    pub fn setup(&self) -> Setup {
        Setup {
            black: self.discs(Color::Black),
            white: self.discs(Color::White),
            turn: self.turn,
            variant: self.variant,
            discs_left: self.discs_left,
        }
    }

    /// The discs as the side to move sees them.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whose turn it is. When the game is over this is the side that would have been next.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rules in force.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The squares with discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.turn { self.board.player } else { self.board.opponent }
    }

    /// The disc on a square, if there is one.
    pub fn disc_at(&self, square: Square) -> Option<Color> {
        if self.board.player.contains(square) {
            Some(self.turn)
        } else if self.board.opponent.contains(square) {
            Some(!self.turn)
        } else {
            None
        }
    }

    /// How many discs of one colour are on the board.
    pub fn count(&self, color: Color) -> u8 {
        self.discs(color).len() as u8
    }

    /// Squares without a disc.
    pub fn empties(&self) -> Bitboard {
        self.board.empties()
    }

    /// How many discs a player has left to place under the rule *thirty*; `None` where they are not counted.
    pub fn discs_left(&self, color: Color) -> Option<u8> {
        self.variant.thirty.then(|| self.discs_left[color.index()])
    }

    /// Where the side to move may place a disc: nowhere if it must pass or the game is over.
    pub fn legal_moves(&self) -> Bitboard {
        if self.out_of_discs() { Bitboard::EMPTY } else { self.variant.placements(self.board) }
    }

    /// The discs that turn over if the side to move places on `square`; none if that is not legal.
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.empties().contains(square) && !self.out_of_discs() {
            self.variant.flips(self.board, square)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether the side to move has no legal placement although the game is not over.
    pub fn must_pass(&self) -> bool {
        self.variant.placements(self.board).is_empty() && !self.is_over()
    }

    /// Whether the game is over: neither side outflanks anything, or, under the rule *thirty*, the side to
    /// move could but has no disc left.
    pub fn is_over(&self) -> bool {
        if self.variant.placements(self.board).is_empty() {
            self.variant.placements(self.board.passed()).is_empty()
        } else {
            self.out_of_discs()
        }
    }

    /// The disc count, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.score())
    }

    /// The current disc count.
    pub fn score(&self) -> Outcome {
        Outcome { black: self.count(Color::Black), white: self.count(Color::White) }
    }

    /// Why a move is not legal here, or `Ok` if it is.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        match mv {
            Move::Pass if self.legal_moves().is_empty() => Ok(()),
            Move::Pass => Err(IllegalMove::PassWithMoves),
            Move::Place(square) => match self.disc_at(square) {
                Some(color) => Err(IllegalMove::Occupied(color)),
                None if self.legal_moves().is_empty() => Err(IllegalMove::MustPass),
                None if self.flips(square).is_empty() => Err(IllegalMove::FlipsNothing),
                None => Ok(()),
            },
        }
    }

    /// The position after a move. The error for an illegal one says why and contains the position.
    pub fn play(&self, mv: Move) -> Result<Position, PlayError> {
        self.check(mv).map_err(|reason| PlayError { position: *self, mv, reason })?;
        let mut next = *self;
        match mv {
            Move::Place(square) => {
                next.board = self.board.after_flips(square, self.flips(square));
                if self.variant.thirty {
                    next.discs_left[self.turn.index()] -= 1;
                }
            }
            Move::Pass => next.board = self.board.passed(),
        }
        next.turn = !self.turn;
        Ok(next)
    }

    /// The position turned or mirrored.
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Position {
        Position { board: self.board.transform(symmetry), ..*self }
    }

    fn out_of_discs(&self) -> bool {
        self.variant.thirty && self.discs_left[self.turn.index()] == 0
    }
}

impl fmt::Display for Position {
    /// The board with coordinates, `X` for Black and `O` for White.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = "  a b c d e f g h\n";
        f.write_str(columns)?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for square in &Square::ALL[row * 8..row * 8 + 8] {
                write!(f, " {}", self.disc_at(*square).map_or('-', Color::letter))?;
            }
            writeln!(f, " {}", row + 1)?;
        }
        f.write_str(columns)
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// A disc of this colour is on the square.
    Occupied(Color),
    /// The disc would outflank nothing.
    FlipsNothing,
    /// A pass, while there is a legal placement.
    PassWithMoves,
    /// A placement by a side that has no legal one.
    MustPass,
    /// The game is over.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Occupied(Color::Black) => f.write_str("is taken by a black disc"),
            IllegalMove::Occupied(Color::White) => f.write_str("is taken by a white disc"),
            IllegalMove::FlipsNothing => f.write_str("flips nothing"),
            IllegalMove::PassWithMoves => f.write_str("is not allowed while there is a legal move"),
            IllegalMove::MustPass => f.write_str("is not possible: there is no legal move, only a pass"),
            IllegalMove::GameOver => f.write_str("comes after the end of the game"),
        }
    }
}

/// An illegal move: which, why, and the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// The position the move was tried in.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// Why it is not legal.
    pub reason: IllegalMove,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.mv, self.reason)
    }
}

impl std::error::Error for PlayError {}
