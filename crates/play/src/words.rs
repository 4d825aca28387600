//! All sentences about a game, in English, complete with capital and full stop.
//!
//! Events, refusals and results are data everywhere else. This is the only module that words them, so another
//! language is another module like this one. Names of squares are always small letters, at the beginning of a
//! sentence too.

use outflank_rules::Color;

use crate::{
    Beginning, EndReason, Event, GameResult, Greeting, Refusal, Request, RequestKind, Seat, Settings,
    UndoAllowance, UndoOption,
};

impl Seat {
    /// What to call the player: their name, if they have one; otherwise a person is called by the colour, and the computer
    /// `Computer`.
    pub fn shown_name(&self, color: Color) -> String {
        match &self.name {
            Some(name) => name.to_string(),
            None if self.is_human() => color.to_string(),
            None => "Computer".to_owned(),
        }
    }
}

impl Settings {
    /// The name of a player, with the colour where both have the same name.
    pub fn name(&self, color: Color) -> String {
        let [own, other] = [color, !color].map(|color| self.seat(color).shown_name(color));
        if own == other { format!("{own} ({color})") } else { own }
    }

    /// The name of a player with the colour; the colour alone for a person without a name.
    pub fn who(&self, color: Color) -> String {
        let seat = self.seat(color);
        if seat.is_human() && seat.name.is_none() {
            return color.to_string();
        }
        format!("{} ({color})", seat.shown_name(color))
    }

    /// [`Settings::who`] with the level of the computer, for the beginning of a game.
    pub fn introduction(&self, color: Color) -> String {
        let seat = self.seat(color);
        let name = seat.shown_name(color);
        match seat.level() {
            Some(level) if seat.is_adaptive() => format!("{name} at level {level}, auto ({color})"),
            Some(level) => format!("{name} at level {level} ({color})"),
            None => self.who(color),
        }
    }
}

impl Event {
    /// What happened, in words for the players.
    pub fn sentence(&self, settings: &Settings) -> String {
        let who = |color: &Color| settings.who(*color);
        match self {
            Event::Started { beginning, settings } => {
                let [black, white] = Color::ALL.map(|color| settings.introduction(color));
                let players = format!("{black} against {white}");
                match beginning {
                    Beginning::New => format!("A new game: {players}."),
                    Beginning::Restart => format!("The game starts again: {players}."),
                    Beginning::Rematch { swap: false } => format!("Another game: {players}."),
                    Beginning::Rematch { swap: true } => {
                        format!("Another game with colours swapped: {players}.")
                    }
                }
            }
            Event::Placed { by, square, flips } => {
                let squares: Vec<String> = flips.iter().map(|square| square.to_string()).collect();
                format!("{} plays {square}, flips {}: {}.", who(by), squares.len(), squares.join(", "))
            }
            Event::Passed { by, automatic: true } => format!("{} has no legal move and passes.", who(by)),
            Event::Passed { by, automatic: false } => format!("{} passes.", who(by)),
            Event::UndoAsked { by } => format!("{} asks to take back the last move.", who(by)),
            Event::TookBack { by, square, .. } => {
                let used = match settings.undo {
                    UndoAllowance::Once => " and has used the one undo of this game",
                    _ => "",
                };
                format!("{} takes back {square}{used}.", who(by))
            }
            Event::RematchOffered { by, swap: false } => {
                format!("{} offers another game with the same colours.", who(by))
            }
            Event::RematchOffered { by, swap: true } => {
                format!("{} offers another game with colours swapped.", who(by))
            }
            Event::Declined { by } => format!("{} says no.", who(by)),
            Event::Seated { color, seat } => {
                let name = seat.shown_name(*color);
                match seat.level() {
                    None => format!("{name} plays {color}."),
                    Some(level) => format!("{name} plays {color} at level {level}."),
                }
            }
            Event::Paused => "The game is paused.".to_owned(),
            Event::Continued => "The game goes on.".to_owned(),
            Event::Credited { time } => format!("The clock gives back {} s.", time.as_secs()),
            Event::Ended { result } => result.sentence(settings),
            Event::Rated { before, after } => {
                let [black, white] = Color::ALL.map(|color| {
                    let n = color.index();
                    format!("{} {} to {}", settings.name(color), before[n], after[n])
                });
                format!("Ratings: {black}; {white}.")
            }
            Event::Greeted { by, greeting } => format!("{}: {}", who(by), greeting.text()),
        }
    }
}

impl Greeting {
    /// What is said.
    pub fn text(self) -> &'static str {
        match self {
            Greeting::Hello => "Hello.",
            Greeting::GoodLuck => "Good luck.",
            Greeting::NiceMove => "Nice move.",
            Greeting::Oops => "Oops.",
            Greeting::OneMoment => "One moment, please.",
            Greeting::ThankYou => "Thank you.",
            Greeting::GoodGame => "Good game.",
            Greeting::Goodbye => "Goodbye.",
        }
    }
}

impl Refusal {
    /// Why nothing happened, in words for the sender.
    pub fn sentence(&self, settings: &Settings) -> String {
        let name = |color: &Color| settings.name(*color);
        match self {
            Refusal::PassWithMoves => "You have a legal move, so you cannot pass.".to_owned(),
            Refusal::Illegal { square, reason } => format!("{square} {reason}."),
            Refusal::NotYourTurn { turn } => format!("It is the turn of {}.", name(turn)),
            Refusal::ComputerSeat(color) => format!("The computer plays {color}."),
            Refusal::GameOver => "The game is over.".to_owned(),
            Refusal::NotOver => "The game is not over yet.".to_owned(),
            Refusal::UndoForbidden => "This game is played without undo.".to_owned(),
            Refusal::UndoUsed(color) => format!("{} has used the one undo of this game.", name(color)),
            Refusal::NothingToUndo(color) => format!("{} has no move to take back.", name(color)),
            Refusal::AlreadyAsked(color) => {
                format!("{} has asked already and waits for an answer.", name(color))
            }
            Refusal::AnswerFirst(color) => format!("{} waits for an answer first.", name(color)),
            Refusal::NothingAsked => "There is nothing to answer.".to_owned(),
            Refusal::RestartAlone => {
                "A game with someone else is not restarted: resign, and play again after the end.".to_owned()
            }
            Refusal::PauseWithPeople => "Only a game between computers can be paused.".to_owned(),
            Refusal::AlreadyPaused => "The game is paused already.".to_owned(),
            Refusal::NotPaused => "The game is not paused.".to_owned(),
            Refusal::NobodyToGreet => "There is nobody to greet in this game.".to_owned(),
        }
    }
}

impl GameResult {
    /// What ended the game and who won, in full sentences.
    pub fn sentence(&self, settings: &Settings) -> String {
        let name = |color| settings.name(color);
        let (black, white) = (self.discs.black, self.discs.white);
        let why = match self.reason {
            EndReason::BoardFull => "The board is full.".to_owned(),
            EndReason::WipedOut(color) => format!("{} has no disc left on the board.", name(color)),
            EndReason::NoMoves => "Neither player can move.".to_owned(),
            EndReason::OutOfDiscs(color) => format!("{} has no disc left to place.", name(color)),
            EndReason::Resigned(color) => format!("{} resigns.", name(color)),
            EndReason::OutOfTime(color) => format!("{} has run out of time.", name(color)),
            EndReason::Left(color) => format!("{} has left the game.", name(color)),
            EndReason::CalledOff => return "The game was called off. It counts for nobody.".to_owned(),
        };
        let end = match (self.reason, self.winner()) {
            (EndReason::Resigned(_) | EndReason::OutOfTime(_) | EndReason::Left(_), Some(winner)) => {
                format!("{} wins; the discs stand at Black {black}, White {white}.", name(winner))
            }
            (_, Some(winner)) => format!(
                "{} wins {} to {}.",
                name(winner),
                self.discs.count(winner),
                self.discs.count(!winner)
            ),
            (_, None) => format!("The game is a draw, {black} all."),
        };
        format!("{why} {end}")
    }
}

impl Request {
    /// The question to the player who has to answer.
    pub fn question(&self, settings: &Settings) -> String {
        let name = settings.name(self.by);
        match self.kind {
            RequestKind::Undo => format!("{name} asks to take back the last move."),
            RequestKind::Rematch { swap: false } => format!("{name} offers another game."),
            RequestKind::Rematch { swap: true } => {
                format!("{name} offers another game with colours swapped.")
            }
        }
    }
}

impl UndoOption {
    /// What would be taken back, as part of a sentence: `Anna's d3 with the reply c3`.
    pub fn phrase(&self, settings: &Settings) -> String {
        let own = format!("{}'s {}", settings.name(self.by), self.square);
        let replies: Vec<String> = self.replies.iter().map(ToString::to_string).collect();
        match &replies[..] {
            [] => own,
            [reply] => format!("{own} with the reply {reply}"),
            several => format!("{own} with the replies {}", several.join(", ")),
        }
    }
}
