//! From the wish for a game to the game.

use std::collections::BTreeMap;
use std::time::Duration;

use outflank_engine::{Level, PastGame, adapt};
use outflank_play::{self as play, LiveGame, Name, Seat, Time};
use outflank_rules::{Color, Position, Variant};

use super::{Change, Code, Denial, Logged, RightKind, Table, right};
use crate::secret::{self, NoRandomness};
use crate::wire::{Created, NewGame, Paths, Player, SeatWish, Side};

/// A game that exists once its change is stored.
pub(crate) struct Creation {
    pub(crate) table: Table,
    pub(crate) change: Change,
    pub(crate) created: Created,
}

/// A day for each, and an hour for each disc: more is the same as no clock.
const LONGEST_MAIN: u32 = 86_400;
const LONGEST_INCREMENT: u32 = 3_600;

impl Table {
    /// The game that someone wishes for.
    pub(crate) fn create(wish: &NewGame, now: Time) -> Result<Creation, Denial> {
        let settings = settings(wish)?;
        let secrets = || -> Result<_, NoRandomness> {
            Ok((secret::game_id()?, secret::token()?, [secret::token()?, secret::token()?]))
        };
        let (id, token, invites) =
            secrets().map_err(|error| Denial::new(Code::Unavailable, error.to_string()))?;

        let mut own = 0;
        let mut seats = Vec::new();
        let mut open = BTreeMap::new();
        let mut rights = Vec::new();
        for (color, invite) in Color::ALL.into_iter().zip(invites) {
            match player(wish, color) {
                Player::Computer => {}
                Player::Human => {
                    own |= 1 << color.index();
                    seats.push(Side::from(color));
                }
                Player::Friend => {
                    rights.push(right(&invite, 1 << color.index(), RightKind::Invite));
                    open.insert(Side::from(color), invite);
                }
            }
        }
        rights.push(right(&token, own, RightKind::Seat));

        let (live, events) = LiveGame::new(settings, now);
        let table = Table {
            id: id.clone(),
            live: live.clone(),
            log: Vec::new(),
            rights: Vec::new(),
            swapped: false,
            round: 0,
        };
        let change =
            Change { live, logged: Logged { at: now, command: None, events: events.into() }, rights };
        let mut paths = paths(&id, &token);
        paths.invite = open.iter().map(|(side, invite)| (*side, format!("/g/{id}#i={invite}"))).collect();
        let created = Created { game: id, token, seats, invites: open, paths };
        Ok(Creation { table, change, created })
    }
}

/// Where the page shows a game to the holder of a token.
pub(super) fn paths(id: &str, token: &str) -> Paths {
    Paths { play: format!("/g/{id}#s={token}"), watch: format!("/g/{id}"), invite: BTreeMap::new() }
}

fn wish_for(wish: &NewGame, color: Color) -> Option<&SeatWish> {
    match color {
        Color::Black => wish.black.as_ref(),
        Color::White => wish.white.as_ref(),
    }
}

/// Who plays a colour: where nothing is said, the maker against the computer.
fn player(wish: &NewGame, color: Color) -> Player {
    let said = |color| wish_for(wish, color).map(|seat| seat.player);
    said(color).unwrap_or_else(|| match (color, said(!color)) {
        (_, Some(Player::Human)) | (Color::White, None) => Player::Computer,
        _ => Player::Human,
    })
}

fn settings(wish: &NewGame) -> Result<play::Settings, Denial> {
    let bad = |sentence: String| Denial::new(Code::BadRequest, sentence);
    let seat = |color| -> Result<Seat, Denial> {
        let wished = wish_for(wish, color);
        let name = wished.and_then(|seat| seat.name.as_deref()).and_then(Name::new);
        let level = wished.and_then(|seat| seat.level);
        let past = wished.and_then(|seat| seat.past.as_deref());
        match player(wish, color) {
            Player::Computer => Ok(Seat {
                player: match (level, past) {
                    (None, None) => play::Player::Computer(Level::MEDIUM),
                    _ => computer(level, past).map_err(|why| bad(format!("{}.", capital(&why))))?,
                },
                ..Seat::computer(name, Level::MEDIUM)
            }),
            Player::Human | Player::Friend if level.is_some() || past.is_some() => {
                Err(bad("Only the computer has a level.".to_owned()))
            }
            Player::Human | Player::Friend => Ok(Seat::human(name, color)),
        }
    };
    let seats = [seat(Color::Black)?, seat(Color::White)?];
    let undo = match &wish.undo {
        None => play::UndoAllowance::default(),
        Some(text) => text.parse().map_err(|error| bad(format!("{error}.")))?,
    };
    let clock = match wish.clock {
        None => None,
        Some(clock)
            if (1..=LONGEST_MAIN).contains(&clock.main_s) && clock.increment_s <= LONGEST_INCREMENT =>
        {
            Some(play::ClockSetting {
                main: Duration::from_secs(clock.main_s.into()),
                increment: Duration::from_secs(clock.increment_s.into()),
            })
        }
        Some(_) => {
            return Err(bad(format!(
                "A clock has from 1 to {LONGEST_MAIN} seconds and at most {LONGEST_INCREMENT} for each disc."
            )));
        }
    };
    let friends = Color::ALL.into_iter().any(|color| player(wish, color) == Player::Friend);
    let consent = if friends { play::Consent::Asked } else { play::Consent::Implied };
    let start = start(wish)?;
    Ok(play::Settings { seats, start, undo, confirm_pass: wish.confirm_pass, clock, consent })
}

/// More games say nothing new.
const MOST_PAST: usize = 100;

/// The computer at a level, or at the one that someone's past games call for; or why not.
pub(super) fn computer(level: Option<u8>, past: Option<&[String]>) -> Result<play::Player, String> {
    match (level, past) {
        (Some(_), Some(_)) => Err("a level is given or follows from past games, not both".to_owned()),
        (level, None) => level
            .and_then(Level::new)
            .map(play::Player::Computer)
            .ok_or_else(|| "a level is a number from 1 to 10".to_owned()),
        (None, Some(past)) if past.len() > MOST_PAST => {
            Err(format!("at most {MOST_PAST} past games are read"))
        }
        (None, Some(past)) => {
            let games: Result<Vec<PastGame>, _> = past.iter().map(|text| text.parse()).collect();
            games.map(|games| play::Player::Adaptive(adapt(&games))).map_err(|error| error.to_string())
        }
    }
}

fn capital(clause: &str) -> String {
    let mut chars = clause.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn start(wish: &NewGame) -> Result<Position, Denial> {
    let variant: Option<Variant> = match &wish.rules {
        None => None,
        Some(text) => Some(text.parse().map_err(|error| Denial::new(Code::BadRequest, format!("{error}.")))?),
    };
    let Some(text) = wish.start.as_deref().filter(|text| !text.trim().is_empty()) else {
        return Ok(Position::start(variant.unwrap_or_default()));
    };
    let no = |sentence: String| Denial::new(Code::Unprocessable, sentence);
    let records = outflank_records::read(text.as_bytes())
        .map_err(|error| no(format!("The start position cannot be read: {error}.")))?;
    let [record] = &records[..] else {
        return Err(no(format!("A game starts from one position, and here are {}.", records.len())));
    };
    let mut setup = record.position().setup();
    setup.variant = variant.unwrap_or(setup.variant);
    let position = setup.position().map_err(|error| no(format!("{error}.")))?;
    if position.is_over() {
        return Err(no("In this position the game is over.".to_owned()));
    }
    Ok(position)
}
