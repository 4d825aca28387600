use outflank_play::{ClockSetting, Name, Player, Seat, Settings, UndoAllowance};
use outflank_rules::{Color, Position};

/// What was said about the game before it starts; who plays may be open.
#[derive(Clone, Debug, Default)]
pub struct Preset {
    /// Who plays Black and White, if that was said.
    pub players: [Option<Player>; 2],
    /// What they are called, if that was said.
    pub names: [Option<Name>; 2],
    /// Where the game starts and under which rules.
    pub start: Position,
    /// How often players may take back.
    pub undo: UndoAllowance,
    /// Whether a forced pass waits for the word.
    pub confirm_pass: bool,
    /// Time to think, if limited.
    pub clock: Option<ClockSetting>,
    /// Whether the computer plays without the opening book.
    pub no_book: bool,
}

impl Preset {
    /// The agreement for a game, in which a person sits wherever nothing else was said.
    pub fn settings(&self) -> Settings {
        let seat = |color: Color| {
            let name = self.names[color.index()].clone();
            match self.players[color.index()] {
                Some(Player::Computer(level)) => Seat::computer(name, level),
                Some(Player::Adaptive(level)) => Seat::adaptive(name, level),
                Some(Player::Human) | None => Seat::human(name),
            }
        };
        Settings {
            seats: Color::ALL.map(seat),
            start: self.start,
            undo: self.undo,
            confirm_pass: self.confirm_pass,
            clock: self.clock,
            book: !self.no_book,
            ..Settings::default()
        }
    }
}
