//! From the request for a game to the game.

use std::collections::BTreeMap;

use outflank_engine::{Level, PastGame, adapt};
use outflank_play::{self as play, LiveGame, Name, Seat, Settings, Time, setup};
use outflank_rules::{Color, Position, Variant};

use super::{ApiError, Change, Logged, Players, ServedGame, TokenKind};
use crate::secret::{self, NoRandomness};
use crate::store::Token;
use crate::wire::{Created, NewGame, Paths, Player, Reason, SeatRequest, Side};

/// A game that exists once its change is stored.
pub(crate) struct Creation {
    pub(crate) game: ServedGame,
    pub(crate) change: Change,
    pub(crate) created: Created,
    /// Whom its maker stands for.
    pub(crate) players: Players,
}

impl ServedGame {
    /// The game that a request asks for.
    pub(crate) fn create(request: &NewGame, now: Time) -> Result<Creation, ApiError> {
        let settings = settings(request)?;
        let secrets = || -> Result<_, NoRandomness> {
            Ok((secret::game_id()?, secret::token()?, [secret::token()?, secret::token()?]))
        };
        let (id, token, invites) = secrets().map_err(|_| ApiError::from(Reason::NoRandomness))?;

        let mut own = 0;
        let mut seats = Vec::new();
        let mut open = BTreeMap::new();
        let mut tokens = Vec::new();
        for (color, invite) in Color::ALL.into_iter().zip(invites) {
            match player(request, color) {
                Player::Computer => {}
                Player::Human => {
                    own |= 1 << color.index();
                    seats.push(Side::from(color));
                }
                Player::Friend => {
                    tokens.push(Token::of(&invite, 1 << color.index(), TokenKind::Invite));
                    open.insert(Side::from(color), invite);
                }
            }
        }
        tokens.push(Token::of(&token, own, TokenKind::Seat));

        let (game, change) = ServedGame::begin(id.clone(), settings, now, None, tokens);
        let mut paths = paths(&id, &token);
        paths.invite = open.iter().map(|(side, invite)| (*side, format!("/g/{id}#i={invite}"))).collect();
        let created = Created { game: id, token, seats, invites: open, paths };
        Ok(Creation { game, change, created, players: Players(own) })
    }
}

impl ServedGame {
    /// A game that is not stored yet, and the change that stores it.
    pub(super) fn begin(
        id: String,
        settings: Settings,
        now: Time,
        command: Option<Box<str>>,
        tokens: Vec<Token>,
    ) -> (ServedGame, Change) {
        let (live, events) = LiveGame::new(settings, now);
        let game = ServedGame {
            id,
            live: live.clone(),
            log: Vec::new(),
            tokens: Vec::new(),
            swapped: false,
            round: 0,
            round_start: 0,
        };
        (game, Change { live, logged: Logged { at: now, command, events: events.into() }, tokens })
    }
}

/// Where the page shows a game to the holder of a token.
pub(super) fn paths(id: &str, token: &str) -> Paths {
    Paths { play: format!("/g/{id}#s={token}"), watch: format!("/g/{id}"), invite: BTreeMap::new() }
}

fn seat_request(request: &NewGame, color: Color) -> Option<&SeatRequest> {
    match color {
        Color::Black => request.black.as_ref(),
        Color::White => request.white.as_ref(),
    }
}

/// Who plays a colour: where nothing is said, the maker against the computer.
fn player(request: &NewGame, color: Color) -> Player {
    let said = |color| seat_request(request, color).map(|seat| seat.player);
    said(color).unwrap_or_else(|| match (color, said(!color)) {
        (_, Some(Player::Human)) | (Color::White, None) => Player::Computer,
        _ => Player::Human,
    })
}

/// Whether somebody else is to take a seat of the game, by an invite.
pub(crate) fn asks_for_a_friend(request: &NewGame) -> bool {
    Color::ALL.into_iter().any(|color| player(request, color) == Player::Friend)
}

fn settings(request: &NewGame) -> Result<play::Settings, ApiError> {
    let seat = |color| -> Result<Seat, ApiError> {
        let asked = seat_request(request, color);
        let name = asked.and_then(|seat| seat.name.as_deref()).and_then(Name::new);
        let level = asked.and_then(|seat| seat.level);
        let past = asked.and_then(|seat| seat.past.as_deref());
        match player(request, color) {
            Player::Computer => Ok(Seat {
                player: match (level, past) {
                    (None, None) => play::Player::Computer(Level::MEDIUM),
                    _ => computer(level, past)?,
                },
                ..Seat::computer(name, Level::MEDIUM)
            }),
            Player::Human | Player::Friend if level.is_some() || past.is_some() => {
                Err(Reason::LevelOfPerson.into())
            }
            Player::Human | Player::Friend => Ok(Seat::human(name)),
        }
    };
    let seats = [seat(Color::Black)?, seat(Color::White)?];
    let undo = request.undo.map(Into::into).unwrap_or_default();
    let clock = request.clock.map(play::ClockSetting::from);
    if clock.is_some_and(|clock| !clock.is_allowed()) {
        return Err(Reason::BadClock {
            main_s: play::ClockSetting::LONGEST_MAIN.as_secs() as u32,
            increment_s: play::ClockSetting::LONGEST_INCREMENT.as_secs() as u32,
        }
        .into());
    }
    let consent = if asks_for_a_friend(request) { play::Consent::Asked } else { play::Consent::Implied };
    let start = start(request)?;
    let book = request.book.unwrap_or(true);
    let confirm_pass = request.confirm_pass;
    Ok(play::Settings { seats, start, undo, confirm_pass, clock, consent, book, ..play::Settings::default() })
}

/// More games say nothing new.
const MOST_PAST: usize = 100;

/// The computer at a level, or at the one that someone's past games call for.
pub(super) fn computer(level: Option<u8>, past: Option<&[String]>) -> Result<play::Player, Reason> {
    match (level, past) {
        (Some(_), Some(_)) => Err(Reason::LevelAndPast),
        (level, None) => level.and_then(Level::new).map(play::Player::Computer).ok_or(Reason::BadLevel),
        (None, Some(past)) if past.len() > MOST_PAST => Err(Reason::TooManyPast { most: MOST_PAST }),
        (None, Some(past)) => {
            let game = |text: &String| text.parse().map_err(|_| Reason::BadPast { text: text.clone() });
            let games: Vec<PastGame> = past.iter().map(game).collect::<Result<_, _>>()?;
            Ok(play::Player::Adaptive(adapt(&games)))
        }
    }
}

fn start(request: &NewGame) -> Result<Position, ApiError> {
    let variant: Option<Variant> = match &request.rules {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Reason::BadRules { text: text.clone() })?),
    };
    let Some(text) = request.start.as_deref().filter(|text| !text.trim().is_empty()) else {
        return Ok(Position::start(variant.unwrap_or_default()));
    };
    Ok(setup::start(text.as_bytes(), variant).map_err(Reason::from)?)
}
