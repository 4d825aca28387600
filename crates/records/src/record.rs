use std::collections::BTreeMap;

use outflank_rules::{Color, Game, Move, Position};

/// A game with its metadata: what all formats have in common.
///
/// A position alone is a game that starts there and has no moves. Empty texts and `None` mean that the record does not
/// say; every format writes what it has a place for.
///
/// ```
/// use outflank_records::{Format, Record, read, write};
///
/// let mut record: Record = read(b"f5d6c3d3c4f4f6")?.remove(0);
/// record.black.name = "Ben".into();
/// let sgf = write(&[record.clone()], Format::Sgf)?;
/// assert_eq!(read(&sgf)?, [record]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The start position and the moves, passes included.
    pub game: Game,
    /// Who had the black discs.
    pub black: Player,
    /// Who had the white discs.
    pub white: Player,
    /// The tournament or match.
    pub event: String,
    /// Where it was played: a town or a server.
    pub place: String,
    /// When it was played, as written in the record.
    pub date: String,
    /// How the game ended, if the moves do not show it: see [`Record::result`].
    pub verdict: Option<Verdict>,
    /// Notes on moves, by the number of moves made: 0 is the start, 1 the first move.
    pub notes: BTreeMap<usize, Note>,
    /// The values of moves in the last position, best first.
    pub scores: Vec<MoveScore>,
    /// Black's discs under best play from some point on, which WTHOR stores beside the real score.
    pub theoretical: Option<u8>,
}

impl Record {
    /// The position at the end.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Who had the discs of a colour.
    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// How the game ended: the verdict of the record, or else what the board shows once the game is over.
    pub fn result(&self) -> Option<Verdict> {
        let outcome = self.position().outcome();
        self.verdict.or_else(|| outcome.map(|outcome| Verdict::played(outcome.tournament_margin().into())))
    }

    /// Keeps a verdict only if it says more than the board does, whether or not empty squares were counted for the
    /// winner.
    pub(crate) fn set_verdict(&mut self, verdict: Verdict) {
        let plain = self.position().outcome().is_some_and(|outcome| {
            let margins = [outcome.tournament_margin(), outcome.margin()];
            margins.into_iter().any(|margin| verdict == Verdict::played(margin.into()))
        });
        self.verdict = (!plain).then_some(verdict);
    }

    /// The note on the move that led to a ply, created if there is none.
    pub(crate) fn note_mut(&mut self, ply: usize) -> &mut Note {
        self.notes.entry(ply).or_default()
    }
}

impl From<Game> for Record {
    fn from(game: Game) -> Record {
        Record { game, ..Record::default() }
    }
}

impl From<Position> for Record {
    fn from(position: Position) -> Record {
        Record::from(Game::new(position))
    }
}

/// One of the two players of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating at the time.
    pub rating: Option<f64>,
    /// The clock at the start, as GGF writes it: main time, increment and grace, `15:00//02:00`.
    pub clock: String,
}

/// A note on one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// A comment.
    pub comment: String,
    /// The player's evaluation: discs ahead at the end, for the side that moved.
    pub eval: Option<f64>,
    /// The thinking time in seconds.
    pub seconds: Option<f64>,
}

/// The value of a move, or of the position if no move is named, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The move.
    pub mv: Option<Move>,
    /// Discs ahead at the end, from −64 to 64.
    pub score: i8,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Black's discs minus White's; 64 or −64 for a win without a count.
    pub margin: f64,
    /// What ended it.
    pub ending: Ending,
}

impl Verdict {
    /// A game played to its end.
    pub const fn played(margin: f64) -> Verdict {
        Verdict { margin, ending: Ending::Played }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The last move.
    Played,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    TimedOut,
    /// The players agreed on a score.
    Agreed,
    /// A player did not appear or broke a rule.
    Forfeited,
    /// Nothing: the game does not count.
    Void,
}
