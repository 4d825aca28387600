//! What a game means for its players: it is in their list while it is in progress, changes their ratings when it ends,
//! and waits while they are on vacation.

use std::time::{Duration, Instant};

use outflank_play::GameResult;
use outflank_rules::Color;

use super::{CloseReason, Room};
use crate::api_error::ApiError;
use crate::people::archive::{Played, rating_changes};
use crate::people::games::card;
use crate::secret::Hash;
use crate::served_game::{Change, Players};
use crate::store::{GameChange, PeopleChange, Person, StoreError};
use crate::wire::{Action, Clock, Pair, Playing, Reason, You};

/// How often the end of a game is tried while its players' other games end, too.
const TRIES: usize = 8;
/// The least vacation that is noted in the log.
const LEAST_VACATION: Duration = Duration::from_hours(1);

/// Whoever has closed the page is gone after this.
const CLOSED: Duration = Duration::from_secs(10);
/// Whoever has lost the connection is gone after this in the shortest games, and after more in longer ones.
const LOST: Duration = Duration::from_secs(30);
/// A game without a clock can be claimed when its player has not moved for this long.
const ABANDONED: Duration = Duration::from_hours(24 * 30);
/// Moves that a player makes in a game, about.
const MOVES: u32 = 30;

/// A player who is not here.
#[derive(Clone, Copy)]
pub(super) struct Absence {
    since: Instant,
    /// Whether they have said so by closing the page.
    closed: bool,
}

impl Room {
    /// Stores a change, with what it means for the players who have keys.
    pub(super) async fn store_change(&mut self, change: Change) -> Result<Change, StoreError> {
        let ends = change.is_over() && !self.game.live().is_over();
        let keys: Vec<Hash> = self.game.keys().into_iter().chain(change.new_keys()).collect();
        if keys.is_empty() || !(ends || change.begins() || change.new_keys().next().is_some()) {
            self.app.journal.write(self.game.write(&change)).await?;
            return Ok(change);
        }
        let mut last = None;
        for _ in 0..TRIES {
            let (change, store) = if ends {
                self.ending(change.clone()).await?
            } else {
                let write = self.game.write(&change);
                let playing = Some(if change.is_over() { Vec::new() } else { keys.clone() });
                (change.clone(), GameChange { playing, ..GameChange::new(write) })
            };
            match self.app.change_people(vec![PeopleChange::Game(Box::new(store))]).await {
                Ok(()) => {
                    for key in keys {
                        self.app.lobby.changed(key);
                    }
                    return Ok(change);
                }
                // Another server may have been quicker: the room finds out, and decides anew.
                Err(StoreError::Changed(game)) if self.app.cluster.is_some() => {
                    return Err(StoreError::Conflict { game, seq: self.game.seq() + 1 });
                }
                // Another game of one of them has ended at the same time.
                Err(StoreError::Changed(game)) => last = Some(StoreError::Changed(game)),
                Err(error) => return Err(error),
            }
        }
        Err(last.unwrap_or_else(|| StoreError::Failed("nothing was tried".to_owned())))
    }

    /// The end of a game together with the ratings that follow from it.
    async fn ending(&mut self, change: Change) -> Result<(Change, GameChange), StoreError> {
        let now = self.app.now();
        let ended = self.game.after(change);
        let keys = Color::ALL.map(|color| ended.0.key(color));
        let wanted: Vec<Hash> = keys.iter().flatten().copied().collect();
        let found = self.app.journal.people(move |people| people.with_keys(&wanted)).await?;
        let mut found: Vec<Person> = found.into_iter().flatten().collect();
        // Who has been forgotten in the meantime is not remembered.
        let known: Vec<Hash> = found.iter().map(|person| person.key).collect();
        let remembered = keys.map(|key| key.filter(|key| known.contains(key)));
        let (game, mut change) = ended;
        let mut rated = None;
        if let [Some(black), Some(white)] = keys
            && let (Some(black), Some(white)) = (
                found.iter().position(|person| person.key == black),
                found.iter().position(|person| person.key == white),
            )
            && black != white
        {
            rated = rating_changes(&game, [&found[black], &found[white]], now.0);
            if game.live().result().is_some_and(GameResult::counts) {
                found[black].blacks = (found[black].blacks + 1).min(3);
                found[white].blacks = (found[white].blacks - 1).max(-3);
            }
            if let Some(rated) = &rated {
                let live = game.live().settings().clock.is_some_and(|clock| !clock.per_move);
                for (n, after) in [(black, rated.black.after), (white, rated.white.after)] {
                    *(if live { &mut found[n].live } else { &mut found[n].days }) = after;
                }
                let after = [rated.black.after.rating(now.0), rated.white.after.rating(now.0)];
                change = change.with_ratings(after, now);
            }
        } else {
            found.clear();
        }
        let played =
            Played::of(&game, rated).map(|played| played.row(game.id(), game.round(), now.0, remembered));
        let write = self.game.write(&change);
        let store = GameChange { playing: Some(Vec::new()), played, people: found, ..GameChange::new(write) };
        Ok((change, store))
    }

    /// A player gives the game up for good.
    pub(super) async fn give_up(&mut self, key: &Hash) -> Result<(), CloseReason> {
        for _ in 0..TRIES {
            let players = self.game.key_holder(key);
            let change = players.and_then(|players| self.game.give_up(players, self.app.now()));
            let Some(change) = change else { break };
            if self.make(change).await? {
                break;
            }
        }
        Ok(())
    }

    /// The administrator calls the game off.
    pub(super) async fn call_off(&mut self) -> Result<Result<(), ApiError>, CloseReason> {
        match self.game.call_off(self.app.now()) {
            Err(error) => Ok(Err(error)),
            Ok(change) => {
                let made = self.make(change).await?;
                Ok(if made { Ok(()) } else { Err(Reason::Unreachable.into()) })
            }
        }
    }

    /// Tells the players who have the lobby open, and those who look for a game to watch.
    pub(super) async fn tell_lobby(&mut self) {
        let now = self.app.now();
        let here: Vec<Hash> = self.game.keys().into_iter().filter(|key| self.app.lobby.has(key)).collect();
        if !here.is_empty() {
            let awaited = self.app.awaited(&self.game).await;
            for key in here {
                if let Some(game) = self.game.for_player(&key, awaited.as_ref(), now) {
                    self.app.lobby.tell(key, game);
                }
            }
        }
        if self.is_paired_live() {
            self.app.lobby.show(self.game.id(), self.playing());
        }
    }

    fn playing(&self) -> Option<Playing> {
        let live = self.game.live();
        (!live.is_over()).then(|| Playing {
            game: self.game.id().to_owned(),
            players: Pair::of(|color| card(live.seat(color), color)),
            clock: live.settings().clock.map(Clock::from),
            rated: live.settings().rated,
            moves: live.game().moves().len(),
        })
    }

    /// Whether two players who have found each other in the lobby play with a clock that wants them to be here.
    pub(super) fn is_paired_live(&self) -> bool {
        let settings = self.game.live().settings();
        settings.first_move.is_some() && settings.clock.is_some_and(|clock| !clock.per_move)
    }

    /// How much of the time since something last happened the player to move had off: a clock of days stands still then.
    pub(super) async fn time_off(&mut self) -> Duration {
        let awaited = self.app.awaited(&self.game).await;
        awaited.map_or(Duration::ZERO, |awaited| self.game.time_off(&awaited, self.app.now()))
    }

    /// Gives back time in which nobody could play, or in which the player to move was on vacation. Whatever is stored
    /// settles all of it.
    pub(super) async fn give_time_back(&mut self) -> Result<(), CloseReason> {
        let (live, now, missed) = (self.game.live(), self.app.now(), self.missed());
        let falls = live.deadline().is_some_and(|deadline| deadline <= now);
        let long = now.since(live.latest()) >= LEAST_VACATION;
        let mut time = missed;
        if falls || long || !missed.is_zero() {
            let off = self.time_off().await;
            if falls || off >= LEAST_VACATION || !missed.is_zero() {
                time += off;
            }
        }
        if !time.is_zero()
            && let Some(change) = self.game.credit(time, now)
        {
            self.make(change).await?;
        }
        Ok(())
    }

    /// Notes who is not here.
    pub(super) fn note_absence(&mut self, closed: Option<Players>) {
        for color in Color::ALL {
            let here = self.is_here(color);
            let closed = closed.is_some_and(|players| self.game.sides(players).contains(&color));
            let absence = &mut self.absent[color.index()];
            match absence {
                _ if here => *absence = None,
                None => *absence = Some(Absence { since: Instant::now(), closed }),
                Some(_) => {}
            }
        }
    }

    /// How long it takes until the game can be claimed from an absent player.
    fn claimable_in(&self, absent: Color) -> Option<Duration> {
        let live = self.game.live();
        let settings = live.settings();
        if live.is_over() || settings.first_move.is_none() || live.first_move_due().is_some() {
            return None;
        }
        match settings.clock {
            None if live.turn() == Some(absent) => {
                Some(live.turn_began().after(ABANDONED).since(self.app.now()))
            }
            Some(clock) if !clock.per_move => {
                let Absence { since, closed } = self.absent[absent.index()]?;
                let minutes = (clock.main + clock.increment * MOVES).as_secs() / 60;
                let patience = match minutes {
                    _ if closed => CLOSED,
                    0..3 => LOST,
                    3..8 => 2 * LOST,
                    _ => 4 * LOST,
                };
                Some(patience.saturating_sub(since.elapsed()))
            }
            _ => None,
        }
    }

    /// When a game becomes claimable, everybody is told once.
    pub(super) fn until_claim(&self) -> Option<Duration> {
        if !self.is_paired_live() || self.clients.is_empty() {
            return None;
        }
        let waits = Color::ALL.into_iter().filter_map(|color| self.claimable_in(color));
        waits.filter(|left| !left.is_zero()).min()
    }

    /// Whether a player may claim the game.
    pub(super) fn may_claim(&self, players: Players) -> bool {
        let sides = self.game.sides(players);
        let [own] = sides[..] else { return false };
        self.claimable_in(!own).is_some_and(|left| left.is_zero())
    }

    /// Why somebody may not do something, for what is known of the people besides their game.
    pub(super) async fn objection(&mut self, players: Option<Players>, action: Action) -> Option<Reason> {
        match (action, players) {
            (Action::Claim, None) => Some(Reason::Watching),
            (Action::Claim, Some(players)) => (!self.may_claim(players)).then_some(Reason::NotAbsent),
            // Another round would be another game with others.
            (Action::Rematch | Action::Accept, Some(players)) if self.game.live().is_over() => {
                self.is_banned(players).await.then_some(Reason::Banned)
            }
            _ => None,
        }
    }

    /// Whether one of these players may not play with others.
    async fn is_banned(&mut self, players: Players) -> bool {
        let sides = self.game.sides(players);
        let keys: Vec<Hash> = sides.into_iter().filter_map(|color| self.game.key(color)).collect();
        for key in keys {
            if matches!(self.app.person(key).await, Ok(Some(person)) if person.banned) {
                return true;
            }
        }
        false
    }

    /// What a client is and may do now.
    pub(super) fn you(&self, players: Option<Players>) -> You {
        let mut you = self.game.you(players);
        if players.is_some_and(|players| self.may_claim(players)) {
            you.may.push(Action::Claim);
        }
        you
    }
}
