//! A game between two players who were paired in the lobby.

use std::time::Duration;

use outflank_play::{self as play, ClockSetting, Name, Seat, Settings, Time, UndoAllowance};
use outflank_rules::Position;

use super::{ApiError, Change, ServedGame, TokenKind};
use crate::secret;
use crate::store::{Person, Token};
use crate::wire::Reason;

/// What two players have agreed on.
pub(crate) struct Pairing<'a> {
    /// Black and White.
    pub(crate) players: &'a [Person; 2],
    pub(crate) start: Position,
    pub(crate) clock: Option<ClockSetting>,
    pub(crate) rated: bool,
    /// The offers and commands that led to it, for those who ask again.
    pub(crate) command: String,
}

/// A live game whose player does not place a first disc in this time is called off.
const FIRST_MOVE: Duration = Duration::from_secs(25);
/// The same where nobody has to be there.
const FIRST_MOVE_UNHURRIED: Duration = Duration::from_hours(24 * 14);

impl ServedGame {
    /// The game between two players, each of whom plays with their key.
    pub(crate) fn pair(pairing: &Pairing<'_>, now: Time) -> Result<(ServedGame, Change), ApiError> {
        let id = secret::game_id().map_err(|_| ApiError::from(Reason::NoRandomness))?;
        let is_live = pairing.clock.is_some_and(|clock| !clock.per_move);
        let seat = |person: &Person| Seat {
            rating: Some(person.standing(is_live).rating(now.0)),
            ..Seat::human(Name::new(&person.name))
        };
        let [black, white] = pairing.players;
        let settings = Settings {
            seats: [seat(black), seat(white)],
            start: pairing.start,
            undo: if pairing.rated { UndoAllowance::None } else { UndoAllowance::Once },
            confirm_pass: false,
            clock: pairing.clock,
            consent: play::Consent::Asked,
            first_move: Some(match pairing.clock {
                Some(clock) if clock.per_move => clock.main,
                Some(_) => FIRST_MOVE,
                None => FIRST_MOVE_UNHURRIED,
            }),
            rated: pairing.rated,
            book: true,
        };
        let token = |person: &Person, players| Token { hash: person.key, players, kind: TokenKind::Key };
        let command = Some(pairing.command.as_str().into());
        let tokens = vec![token(black, 1), token(white, 2)];
        Ok(ServedGame::begin(id, settings, now, command, tokens))
    }
}
