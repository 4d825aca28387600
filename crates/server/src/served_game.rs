//! A served game without I/O: the live game, its log, and who may do what.
//!
//! Nothing here changes a game at once. A command leads to a [`Change`], which is written to the store first
//! and [adopted](ServedGame::adopt) when it is safe.

mod bounds;
mod create;
mod decide;
mod pair;
mod state;

#[cfg(test)]
mod tests;

use std::time::Duration;

use outflank_play::{self as play, LiveGame, Time};
use outflank_records::Record;
use outflank_rules::{Board, Color, Move};

use crate::api_error::ApiError;
use crate::secret::{self, Hash};
use crate::store::{BoardKey, Entry, LiveBoards, StoredGame, Token, TokenKind, Write};
use crate::wire;

pub(crate) use create::{Creation, asks_for_a_friend};
pub(crate) use decide::{Credit, Joining, Renewal};
pub(crate) use pair::Pairing;

/// A game, its log and its players' tokens.
#[derive(Clone)]
pub(crate) struct ServedGame {
    id: String,
    live: LiveGame,
    log: Vec<Logged>,
    tokens: Vec<Token>,
    /// Whether the colours are swapped compared to the first round.
    swapped: bool,
    round: u32,
    /// The entry of the log with which this round began.
    round_start: usize,
}

/// An entry of the log.
#[derive(Clone)]
struct Logged {
    at: Time,
    command: Option<Box<str>>,
    events: Box<[play::Event]>,
}

/// What is to be stored and then adopted.
#[derive(Clone)]
pub(crate) struct Change {
    live: LiveGame,
    logged: Logged,
    tokens: Vec<Token>,
}

impl Change {
    /// Whether the game is over after it.
    pub(crate) fn is_over(&self) -> bool {
        self.live.is_over()
    }

    /// Whether a round begins with it.
    pub(crate) fn begins(&self) -> bool {
        self.logged.events.iter().any(|event| matches!(event, play::Event::Started { .. }))
    }

    /// The keys of players who come with it.
    pub(crate) fn new_keys(&self) -> impl Iterator<Item = Hash> {
        self.tokens.iter().filter(|token| token.kind == TokenKind::Key).map(|token| token.hash)
    }

    /// The same change with the ratings that follow from it.
    pub(crate) fn with_ratings(self, after: [play::Rating; 2], now: Time) -> Change {
        let Change { mut live, logged, tokens } = self;
        let rated = live.apply(play::Command::Rate { after }, now).unwrap_or_default();
        let events = logged.events.iter().cloned().chain(rated).collect();
        Change { live, logged: Logged { events, ..logged }, tokens }
    }

    /// Lets a player play with their key, too.
    pub(crate) fn add_key(&mut self, key: Hash, players: Players) {
        self.tokens.push(Token { hash: key, players: players.0, kind: TokenKind::Key });
    }

    /// Whether nothing happened that anybody has to be told.
    pub(crate) fn is_silent(&self) -> bool {
        self.logged.events.is_empty()
    }
}

/// Which players a client stands for: bit 0 for whoever had Black in the first round, bit 1 for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players(pub(crate) u8);

impl Players {
    /// The id of a command in the log: each player chooses their own ids.
    fn key(self, command: &str) -> String {
        format!("{}.{command}", self.0)
    }
}

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadLog {
    #[error("entry {0}: {1}")]
    Json(u64, serde_json::Error),
    #[error("entry {0}: {1}")]
    Event(u64, wire::BadEvent),
    #[error("there is a gap before entry {0}")]
    Gap(u64),
    #[error(transparent)]
    Replay(#[from] play::ReplayError),
}

impl ServedGame {
    /// The game that was stored.
    pub(crate) fn load(id: String, stored: StoredGame) -> Result<ServedGame, BadLog> {
        let log = logged(stored.entries)?;
        let live = LiveGame::replay(timed(&log))?;
        let mut game = ServedGame {
            id,
            live,
            log: Vec::new(),
            tokens: stored.tokens,
            swapped: false,
            round: 0,
            round_start: 0,
        };
        for entry in log {
            game.note(entry);
        }
        Ok(game)
    }

    /// Takes over what others have written after the last entry known here. Nothing happens if that cannot be read.
    pub(crate) fn follow(&mut self, news: StoredGame) -> Result<(), BadLog> {
        let next = self.seq() + 1;
        if let Some((entry, _)) = news.entries.iter().zip(next..).find(|(entry, seq)| entry.seq != *seq) {
            return Err(BadLog::Gap(entry.seq));
        }
        let log = logged(news.entries)?;
        let mut live = self.live.clone();
        live.follow(timed(&log))?;
        self.live = live;
        self.tokens = news.tokens;
        for entry in log {
            self.note(entry);
        }
        Ok(())
    }

    /// What happened in each round of a log, as far as it can be read.
    pub(crate) fn rounds(log: &[Entry]) -> Vec<Vec<(Time, play::Event)>> {
        let mut rounds: Vec<Vec<(Time, play::Event)>> = Vec::new();
        for entry in log {
            let events: Vec<wire::Event> = serde_json::from_str(&entry.events).unwrap_or_default();
            for event in events.iter().filter_map(|event| play::Event::try_from(event).ok()) {
                if matches!(event, play::Event::Started { .. }) {
                    rounds.push(Vec::new());
                }
                if let Some(round) = rounds.last_mut() {
                    round.push((Time(entry.at_ms), event));
                }
            }
        }
        rounds
    }

    /// A player gives the game up, or calls it off if it has hardly begun.
    pub(crate) fn give_up(&self, players: Players, now: Time) -> Option<Change> {
        let sides = self.sides(players);
        let placed = self.live.game().moves().iter().filter(|mv| mv.square().is_some()).count();
        let command = match sides[..] {
            [by] if placed >= 2 && self.live.seat(!by).is_human() => play::Command::Resign { by },
            _ => play::Command::CallOff,
        };
        self.own([command], now)
    }

    /// The game counts for nobody.
    pub(crate) fn call_off(&self, now: Time) -> Result<Change, ApiError> {
        let change = self.change([play::Command::CallOff], None, now);
        change.map_err(|refusal| ApiError(wire::Refusal::of_game(&refusal, self.live.settings())))
    }

    /// The write that makes a change safe.
    pub(crate) fn write(&self, change: &Change) -> Write {
        let events: Vec<wire::Event> = change.logged.events.iter().map(wire::Event::from).collect();
        Write {
            game: self.id.clone(),
            entry: Entry {
                seq: self.seq() + 1,
                at_ms: change.logged.at.0,
                command: change.logged.command.as_deref().map(str::to_owned),
                events: serde_json::to_string(&events).unwrap_or_default(),
            },
            tokens: change.tokens.clone(),
            wake_ms: wake_at(&change.live),
            live_boards: live_boards(&change.live, &change.logged.events),
        }
    }

    /// The game as it will be after a change.
    pub(crate) fn after(&self, change: Change) -> (ServedGame, Change) {
        let mut game = self.clone();
        game.adopt(change.clone());
        (game, change)
    }

    /// Makes a change that has been stored.
    pub(crate) fn adopt(&mut self, change: Change) {
        self.live = change.live;
        for token in change.tokens {
            match self.tokens.iter_mut().find(|known| known.hash == token.hash) {
                Some(known) => *known = token,
                None => self.tokens.push(token),
            }
        }
        self.note(change.logged);
    }

    fn note(&mut self, entry: Logged) {
        for event in &entry.events {
            if let play::Event::Started { beginning, .. } = event {
                self.round += 1;
                self.round_start = self.log.len();
                self.swapped ^= *beginning == play::Beginning::Rematch { swap: true };
            }
        }
        self.log.push(entry);
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn live(&self) -> &LiveGame {
        &self.live
    }

    /// Which round is played, counting from 1.
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// The last entry of the log.
    pub(crate) fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// The entry that a player's command led to, if it is in the log.
    pub(crate) fn entry_of(&self, players: Players, command: &str) -> Option<u64> {
        let key = players.key(command);
        let found = self.log.iter().rposition(|entry| entry.command.as_deref() == Some(&key));
        found.map(|n| n as u64 + 1)
    }

    /// Whom a token stands for.
    pub(crate) fn holder(&self, token: &str) -> Option<Players> {
        self.holder_of(&secret::hash(token))
    }

    /// Whom the token with a hash stands for.
    pub(crate) fn holder_of(&self, hash: &Hash) -> Option<Players> {
        self.tokens
            .iter()
            .find(|token| token.hash == *hash && matches!(token.kind, TokenKind::Seat | TokenKind::Key))
            .map(|token| Players(token.players))
    }

    /// Whom a player's key stands for.
    pub(crate) fn key_holder(&self, key: &Hash) -> Option<Players> {
        let own = |token: &&Token| token.hash == *key && token.kind == TokenKind::Key;
        self.tokens.iter().find(own).map(|token| Players(token.players))
    }

    /// The key of whoever has a colour in this round, if they have one.
    pub(crate) fn key(&self, color: Color) -> Option<Hash> {
        let own = |token: &&Token| token.kind == TokenKind::Key && token.players & self.player(color) != 0;
        self.tokens.iter().find(own).map(|token| token.hash)
    }

    /// The keys of all players who have one.
    pub(crate) fn keys(&self) -> Vec<Hash> {
        let keys = self.tokens.iter().filter(|token| token.kind == TokenKind::Key);
        keys.map(|token| token.hash).collect()
    }

    /// When the game has to be looked at, if nobody does anything; at 0 if the computer has to move.
    pub(crate) fn wake_at(&self) -> Option<Time> {
        wake_at(&self.live).map(Time)
    }

    /// The game so far as a record.
    pub(crate) fn record(&self) -> Record {
        play::setup::record(&self.live, "Outflank")
    }

    /// Whether a person plays, or only computers.
    pub(crate) fn has_people(&self) -> bool {
        self.live.settings().seats.iter().any(play::Seat::is_human)
    }

    /// Whether two people play who are apart from each other.
    pub(crate) fn is_between_people(&self) -> bool {
        is_between_people(&self.live)
    }

    /// The colours that these players have in this round.
    pub(crate) fn sides(&self, players: Players) -> Vec<Color> {
        Color::ALL.into_iter().filter(|color| players.0 & self.player(*color) != 0).collect()
    }

    /// The bit of the player who has a colour in this round.
    fn player(&self, color: Color) -> u8 {
        1 << (color.index() ^ usize::from(self.swapped))
    }

    /// Whether the player of a colour has yet to come.
    fn is_awaited(&self, color: Color) -> bool {
        self.tokens
            .iter()
            .any(|token| token.kind == TokenKind::Invite && token.players & self.player(color) != 0)
    }

    /// The computer has found a move. Nothing happens if it is no longer asked for.
    pub(crate) fn engine_move(
        &self,
        ticket: play::Ticket,
        mv: Move,
        missed: Duration,
        now: Time,
    ) -> Option<Change> {
        let credit = self.missed_credit(missed);
        self.own(credit.into_iter().chain([play::Command::EngineMove { ticket, mv }]), now)
    }

    /// Time has passed.
    pub(crate) fn tick(&self, now: Time) -> Option<Change> {
        self.own([play::Command::Tick], now)
    }

    /// Time in which nobody could play is given back.
    pub(crate) fn credit(&self, time: Duration, now: Time) -> Option<Change> {
        self.own([play::Command::Credit { time }], now)
    }

    /// What the server does itself.
    fn own(&self, commands: impl IntoIterator<Item = play::Command>, now: Time) -> Option<Change> {
        self.change(commands, None, now).ok().filter(|change| !change.logged.events.is_empty())
    }

    /// The command that gives time back to a running clock, if there is any to give.
    fn missed_credit(&self, missed: Duration) -> Option<play::Command> {
        let given = self.live.deadline().is_some() && !missed.is_zero();
        given.then_some(play::Command::Credit { time: missed })
    }

    /// What commands lead to, one after the other.
    fn change(
        &self,
        commands: impl IntoIterator<Item = play::Command>,
        id: Option<&str>,
        now: Time,
    ) -> Result<Change, play::Refusal> {
        let mut live = self.live.clone();
        let mut events = Vec::new();
        for command in commands {
            events.extend(live.apply(command, now)?);
        }
        let events = events.into();
        let logged = Logged { at: live.latest(), command: id.map(Into::into), events };
        Ok(Change { live, logged, tokens: Vec::new() })
    }
}

/// Entries as they were stored.
fn logged(entries: Vec<Entry>) -> Result<Vec<Logged>, BadLog> {
    let read = |entry: Entry| {
        let events: Vec<wire::Event> =
            serde_json::from_str(&entry.events).map_err(|error| BadLog::Json(entry.seq, error))?;
        let events = events.iter().map(play::Event::try_from).collect::<Result<Box<[_]>, _>>();
        let events = events.map_err(|error| BadLog::Event(entry.seq, error))?;
        Ok(Logged { at: Time(entry.at_ms), command: entry.command.map(Into::into), events })
    };
    entries.into_iter().map(read).collect()
}

/// The events of entries with their times.
fn timed(log: &[Logged]) -> impl Iterator<Item = (Time, play::Event)> {
    log.iter().flat_map(|entry| entry.events.iter().map(|event| (entry.at, event.clone())))
}

/// A game has to be looked at when a flag falls, and at once while the computer has to answer a person. Computers among
/// themselves wait until somebody watches.
fn wake_at(live: &LiveGame) -> Option<u64> {
    if !live.settings().seats.iter().any(play::Seat::is_human) {
        return None;
    }
    let thinks = live.turn().is_some_and(|turn| !live.seat(turn).is_human());
    if thinks { Some(0) } else { live.deadline().map(|deadline| deadline.0) }
}

/// The engine helps with the first moves, which are common knowledge.
const HELPED_PLIES: usize = 10;

fn is_between_people(live: &LiveGame) -> bool {
    let settings = live.settings();
    settings.consent == play::Consent::Asked && settings.seats.iter().all(play::Seat::is_human)
}

/// What a change means for the boards that the engine does not help with: those of a game between people who are apart,
/// from the tenth move on.
fn live_boards(live: &LiveGame, events: &[play::Event]) -> LiveBoards {
    let moved = |event: &play::Event| matches!(event, play::Event::Placed { .. });
    let began = |event: &play::Event| matches!(event, play::Event::Started { .. });
    if !is_between_people(live) {
        LiveBoards::Keep
    } else if live.is_over() || events.iter().any(began) {
        LiveBoards::Clear
    } else if live.game().moves().len() >= HELPED_PLIES && events.iter().any(moved) {
        LiveBoards::Add(board_key(live.position().board()))
    } else {
        LiveBoards::Keep
    }
}

/// A board, the same for all its symmetries, for both colours and for both sides to move.
pub(crate) fn board_key(board: Board) -> BoardKey {
    let bits = |board: Board| {
        let Board { player, opponent } = board.canonical();
        (u128::from(player.bits()) << 64 | u128::from(opponent.bits())).to_be_bytes()
    };
    bits(board).min(bits(board.passed()))
}
