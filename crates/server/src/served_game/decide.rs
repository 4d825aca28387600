//! What clients may do and what it leads to.

use std::time::Duration;

use outflank_play::{self as play, Name, Seat, Time};
use outflank_rules::{Color, Move};

use super::create::{computer, paths};
use super::{ApiError, Change, Players, ServedGame, TokenKind};
use crate::secret;
use crate::store::Token;
use crate::wire::{self, Action, Joined, Reason, Side};

/// What comes of an invite.
pub(crate) struct Joining {
    /// What has to be stored first; nothing if the same guest has come before.
    pub(crate) change: Option<Change>,
    /// The guest's seat.
    pub(crate) joined: Joined,
    /// Whom the guest stands for.
    pub(crate) players: Players,
}

/// What is given back to a clock together with a command.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Credit {
    /// The way of a move.
    pub(crate) lag: Duration,
    /// Time in which nothing could be stored.
    pub(crate) missed: Duration,
}

impl ServedGame {
    /// What a command of a client leads to. Without players the client only watches.
    pub(crate) fn decide(
        &self,
        players: Option<Players>,
        command: &wire::Command,
        credit: Credit,
        now: Time,
    ) -> Result<Change, ApiError> {
        let players = players.ok_or(Reason::Watching)?;
        // Not every store can keep a zero.
        if !(8..=64).contains(&command.id.len()) || command.id.contains('\0') {
            return Err(Reason::BadId.into());
        }
        if self.sides(players).is_empty() && self.has_people() {
            return Err(Reason::NoSeat.into());
        }
        if self.is_too_long_for(command.action) {
            return Err(Reason::GameTooLong.into());
        }
        let ply = self.live.game().moves().len();
        if command.ply.is_some_and(|seen| seen != ply) {
            return Err(Reason::Stale.into());
        }
        let command_of_game = self.command(players, command, now)?;
        let key = players.key(&command.id);
        let moves = matches!(command_of_game, play::Command::Play { .. });
        let lag = (moves && !credit.lag.is_zero()).then_some(play::Command::Credit { time: credit.lag });
        let credits = self.missed_credit(credit.missed).into_iter().chain(lag);
        let change = self.change(credits.chain([command_of_game]), Some(&key), now);
        change.map_err(|refusal| ApiError(wire::Refusal::of_game(&refusal, self.live.settings())))
    }

    /// The command in the words of the game.
    fn command(
        &self,
        players: Players,
        command: &wire::Command,
        now: Time,
    ) -> Result<play::Command, ApiError> {
        let seats = self.sides(players);
        let seat = command.seat.map(Color::from);
        // Which seat is meant, where it is not said.
        let or = |first: Option<Color>| -> Result<Color, ApiError> {
            let first = first.filter(|color| seats.contains(color));
            match seat {
                Some(color) if seats.contains(&color) => Ok(color),
                Some(_) => Err(Reason::NotYourSeat.into()),
                None => Ok(first.or(seats.first().copied()).ok_or(Reason::NoSeat)?),
            }
        };
        let turn = self.live.turn();
        Ok(match command.action {
            Action::Play | Action::Pass => {
                let pass = (command.action == Action::Pass).then_some("pass");
                let text = pass.or(command.mv.as_deref()).unwrap_or_default();
                let mv: Move = text.parse().map_err(|_| Reason::BadMove { text: text.to_owned() })?;
                if self.waits_for_friend() {
                    return Err(Reason::FriendMissing.into());
                }
                play::Command::Play { by: or(turn)?, mv }
            }
            Action::Undo => {
                // Whoever placed last of those this client plays for; nobody else's undo is spent unasked.
                let game = self.live.game();
                let mut turns = game.moves().iter().zip(game.positions()).rev();
                let placed =
                    turns.find(|(mv, before)| mv.square().is_some() && seats.contains(&before.turn()));
                play::Command::Undo { by: or(placed.map(|(_, before)| before.turn()))? }
            }
            Action::Accept | Action::Decline => {
                // Someone who holds both seats would be asked by nobody; the one asked is meant.
                let asked = self.live.request().map(|request| !request.by);
                let by = or(asked)?;
                if command.action == Action::Accept {
                    play::Command::Accept { by }
                } else {
                    play::Command::Decline { by }
                }
            }
            Action::Resign => play::Command::Resign { by: or(turn)? },
            Action::Claim => play::Command::Claim { by: or(None)? },
            Action::Restart => play::Command::Restart,
            Action::Pause => play::Command::Pause,
            Action::Continue => play::Command::Continue,
            Action::Rematch => {
                // The owner of a game of computers has no seat in it.
                let by = if seats.is_empty() { Color::Black } else { or(None)? };
                play::Command::Rematch { by, swap: command.swap.unwrap_or(true) }
            }
            Action::Greet => {
                let by = or(None)?;
                let missing = || Reason::NotUnderstood { detail: "the greeting is missing".to_owned() };
                let greeting = command.greeting.ok_or_else(missing)?.into();
                if self.has_greeted_enough(by, now) {
                    return Err(Reason::GreetedEnough.into());
                }
                play::Command::Greet { by, greeting }
            }
            Action::Name => {
                let color = or(turn)?;
                if self.key(color).is_some() {
                    return Err(Reason::NameOfPlayer.into());
                }
                let name = command.name.as_deref().and_then(Name::new);
                let name = name.ok_or(Reason::NameEmpty)?;
                self.check_changes(color)?;
                play::Command::Seat {
                    color,
                    seat: Seat { name: Some(name), ..self.live.seat(color).clone() },
                }
            }
            Action::Level => {
                let color = self.computer(seat)?;
                self.check_changes(color)?;
                let player = computer(command.level, command.past.as_deref())?;
                let seat = Seat { player, ..self.live.seat(color).clone() };
                play::Command::Seat { color, seat }
            }
        })
    }

    /// Whether a seat may be changed once more.
    fn check_changes(&self, color: Color) -> Result<(), ApiError> {
        if self.is_changed_enough(color) {
            return Err(Reason::ManyChanges.into());
        }
        Ok(())
    }

    /// Which computer's level is to be changed.
    fn computer(&self, seat: Option<Color>) -> Result<Color, ApiError> {
        if self.live.settings().consent == play::Consent::Asked {
            return Err(Reason::LevelAgreed.into());
        }
        let computers = || Color::ALL.into_iter().filter(|color| !self.live.seat(*color).is_human());
        match seat {
            Some(color) if self.live.seat(color).is_human() => {
                Err(Reason::NotComputer { side: color.into() }.into())
            }
            Some(color) => Ok(color),
            None if computers().count() > 1 => Err(Reason::NameSeat.into()),
            None => Ok(computers().next().ok_or(Reason::NoComputer)?),
        }
    }

    /// Whether a game with a clock waits for someone to come.
    pub(super) fn waits_for_friend(&self) -> bool {
        self.live.settings().clock.is_some() && Color::ALL.into_iter().any(|color| self.is_awaited(color))
    }

    /// What comes of an invite.
    pub(crate) fn join(&self, request: &wire::JoinRequest, now: Time) -> Result<Joining, ApiError> {
        check_key(&request.key)?;
        let hash = secret::hash(&request.invite);
        let is_invite = |kind| matches!(kind, TokenKind::Invite | TokenKind::UsedInvite);
        let invite = self.tokens.iter().find(|token| token.hash == hash && is_invite(token.kind));
        let invite = *invite.ok_or(Reason::BadInvite)?;
        let token = secret::guest_token(&request.invite, &request.key);
        let players = Players(invite.players);
        let sides = self.sides(players);
        let joined = self.joined(players, &token);
        if invite.kind == TokenKind::UsedInvite {
            return match self.holder(&token) {
                Some(holder) if holder == players => Ok(Joining { change: None, joined, players }),
                _ => Err(Reason::InviteUsed.into()),
            };
        }
        let color = *sides.first().ok_or(Reason::BadInvite)?;
        let name = request.name.as_deref().and_then(Name::new);
        let seat = match name {
            Some(name) => Seat::human(Some(name)),
            None => self.live.seat(color).clone(),
        };
        let change = self.change([play::Command::Seat { color, seat }], None, now);
        let mut change =
            change.map_err(|refusal| ApiError(wire::Refusal::of_game(&refusal, self.live.settings())))?;
        change.tokens = vec![
            Token { kind: TokenKind::UsedInvite, ..invite },
            Token::of(&token, invite.players, TokenKind::Seat),
        ];
        Ok(Joining { change: Some(change), joined, players })
    }
}

/// The same holder with another token: the old one opens nothing any more.
pub(crate) struct Renewal {
    /// What has to be stored first; nothing if the same was asked before.
    pub(crate) change: Option<Change>,
    /// The seat with its new token.
    pub(crate) joined: Joined,
}

impl ServedGame {
    /// What comes of a request for another token.
    pub(crate) fn renew(&self, request: &wire::RenewRequest, now: Time) -> Result<Renewal, ApiError> {
        check_key(&request.key)?;
        let old = secret::hash(&request.token);
        let known = self.tokens.iter().find(|token| token.hash == old);
        let known = *known.ok_or(Reason::BadToken)?;
        let token = secret::guest_token(&request.token, &request.key);
        let players = Players(known.players);
        let joined = self.joined(players, &token);
        match known.kind {
            TokenKind::Seat => {}
            TokenKind::Revoked if self.holder(&token) == Some(players) => {
                return Ok(Renewal { change: None, joined });
            }
            _ => return Err(Reason::BadToken.into()),
        }
        if self.is_too_long_for(Action::Name) {
            return Err(Reason::GameTooLong.into());
        }
        let change = self.change([], None, now);
        let mut change =
            change.map_err(|refusal| ApiError(wire::Refusal::of_game(&refusal, self.live.settings())))?;
        change.tokens = vec![
            Token { kind: TokenKind::Revoked, ..known },
            Token::of(&token, known.players, TokenKind::Seat),
        ];
        Ok(Renewal { change: Some(change), joined })
    }

    fn joined(&self, players: Players, token: &str) -> Joined {
        Joined {
            game: self.id.clone(),
            seats: self.sides(players).into_iter().map(Side::from).collect(),
            paths: paths(&self.id, token),
            token: token.to_owned(),
        }
    }
}

fn check_key(key: &str) -> Result<(), ApiError> {
    if (16..=64).contains(&key.len()) { Ok(()) } else { Err(Reason::BadKey.into()) }
}
