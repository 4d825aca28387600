//! A game on a server, as a front end sees it.

use outflank_rules::Color;

use crate::{Event, LiveGame, Time};

/// News about a game on a server.
#[derive(Clone, Debug)]
pub enum News {
    /// The game as it is now.
    Game(Box<Report>),
    /// Who has the game open.
    Presence(Presence),
    /// An invite was turned into a seat, and this is the link back to it.
    Seat(String),
    /// The command was carried out, and its effect has been reported.
    Done,
    /// The command was refused, and why, in a sentence.
    Refused(String),
    /// The connection is lost; the client is reconnecting.
    Lost,
    /// The client has given up, and why.
    Ended(String),
}

/// A game on a server, and what happened in it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game as it is now.
    pub game: LiveGame,
    /// What happened since the last report.
    pub events: Vec<Event>,
    /// The sides that this client plays; empty for a spectator.
    pub sides: Vec<Color>,
    /// Whether the players of Black and White have come, in this order.
    pub joined: [bool; 2],
    /// The time on the server.
    pub now: Time,
}

impl Report {
    /// What each player said last, unless the other has moved since: someone who joins later has not read it yet.
    pub fn greetings(&self) -> Vec<Event> {
        let mut said: [Option<&Event>; 2] = [None; 2];
        for event in &self.events {
            match event {
                Event::Greeted { by, .. } => said[by.index()] = Some(event),
                Event::Placed { by, .. } => said[(!*by).index()] = None,
                Event::Started { .. } => said = [None; 2],
                _ => {}
            }
        }
        said.into_iter().flatten().cloned().collect()
    }
}

/// Who has a game open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Whether the players of Black and White have, in this order. A computer always has.
    pub players: [bool; 2],
    /// How many others watch.
    pub watching: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Consent, Greeting, Settings};
    use outflank_rules::Square;

    #[test]
    fn a_greeting_stands_until_the_other_has_moved() {
        let settings = Settings { consent: Consent::Asked, ..Settings::default() };
        let seats = settings.seats.clone().map(|seat| crate::Seat { player: crate::Player::Human, ..seat });
        let (mut game, mut events) = LiveGame::new(Settings { seats, ..settings }, Time(0));
        let greet = |by, greeting| Command::Greet { by, greeting };
        let play = |by, square: Square| Command::Play { by, mv: square.into() };
        let report = |game: &LiveGame, events: &[Event]| Report {
            game: game.clone(),
            events: events.to_vec(),
            sides: Vec::new(),
            joined: [true; 2],
            now: Time(0),
        };
        let mut step = |command| {
            events.extend(game.apply(command, Time(0)).unwrap());
            let said = report(&game, &events).greetings();
            said.iter().map(|event| event.sentence(game.settings())).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(step(greet(Color::White, Greeting::Hello)), "White: Hello.");
        assert_eq!(step(greet(Color::Black, Greeting::GoodLuck)), "Black: Good luck. White: Hello.");
        assert_eq!(step(play(Color::Black, Square::D3)), "Black: Good luck.");
        assert_eq!(step(play(Color::White, Square::C3)), "");
    }
}
