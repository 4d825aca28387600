//! What the administrator of a server does.

use std::collections::HashMap;
use std::sync::Arc;

use outflank_play::Name;

use super::archive::{Change, Played, Wanted};
use super::names;
use crate::api_error::ApiError;
use crate::app::App;
use crate::lobby;
use crate::room::Message;
use crate::secret::Hash;
use crate::store::{PeopleChange, Person, PlayedRow, Standing, StoreError};
use crate::wire::{AdminCommand, AdminGames, AdminPerson, AdminState, Pair, Reason};

/// How often a correction of ratings is tried while games end.
const TRIES: usize = 8;

impl App {
    /// The server as the administrator sees it.
    pub(crate) async fn admin_state(&self, stopped: bool) -> Result<AdminState, ApiError> {
        let people = self.journal.people(|people| people.everybody()).await;
        let mut people = people.map_err(|error| self.unavailable(&error))?;
        people.sort_by(|a, b| b.seen_ms.cmp(&a.seen_ms).then_with(|| a.name.cmp(&b.name)));
        let now_ms = self.now().0;
        let people = people.into_iter().map(|person| AdminPerson {
            live: person.live.strength(now_ms),
            days: person.days.strength(now_ms),
            name: person.name,
            since: person.since_ms,
            seen: person.seen_ms,
            banned: person.banned,
        });
        Ok(AdminState { people: people.collect(), stopped, reports: self.reports().await? })
    }

    /// Carries out a command of the administrator.
    pub(crate) async fn administer(self: &Arc<App>, command: &AdminCommand) -> Result<(), ApiError> {
        tracing::info!(?command, "administrator");
        match command {
            AdminCommand::Rename { name, to } => {
                let to = Name::new(to).ok_or(Reason::NameEmpty)?;
                let taken = self.named(to.as_str()).await.ok();
                let person = self.named(name).await?;
                if taken.is_some_and(|taken| taken.key != person.key) {
                    return Err(Reason::NameTaken { name: to.to_string() }.into());
                }
                self.save(Person { name: to.to_string(), skeleton: names::skeleton(&to), ..person }).await
            }
            AdminCommand::Ban { name } => {
                let person = self.named(name).await?;
                let key = person.key;
                self.save(Person { banned: true, ..person }).await?;
                self.give_up_all(key).await
            }
            AdminCommand::Unban { name } => {
                let person = self.named(name).await?;
                self.save(Person { banned: false, ..person }).await
            }
            AdminCommand::Stop | AdminCommand::Resume => {
                let stopped = *command == AdminCommand::Stop;
                self.lobby.send(lobby::Message::Stopped(stopped)).await;
                Ok(())
            }
            AdminCommand::End { game } => {
                self.ask(game, |reply| Message::CallOff { reply }).await.map(|(ended, _)| ended)?
            }
            AdminCommand::Void { game, round } => self.void(game, *round).await,
            AdminCommand::Close { report } => {
                let closed = self.change_people(vec![PeopleChange::CloseReport(report.clone())]).await;
                closed.map_err(|error| self.unavailable(&error))
            }
        }
    }

    /// The games of somebody.
    pub(crate) async fn games_of(&self, name: &str) -> Result<AdminGames, ApiError> {
        let Person { key, .. } = self.named(name).await?;
        let played = self.archive(key, &Wanted::default()).await?.games;
        Ok(AdminGames { playing: self.my_games(key).await?, played })
    }

    async fn named(&self, name: &str) -> Result<Person, ApiError> {
        let name = Name::new(name).ok_or(Reason::NobodyKnown)?;
        let skeleton = names::skeleton(&name);
        let person = self.journal.people(move |people| people.called(&skeleton)).await;
        Ok(person.map_err(|error| self.unavailable(&error))?.ok_or(Reason::NobodyKnown)?)
    }

    async fn save(&self, person: Person) -> Result<(), ApiError> {
        let key = person.key;
        let saved = self.change_people(vec![PeopleChange::Save(person)]).await;
        saved.map_err(|error| match error {
            StoreError::Changed(_) => Reason::Unreachable.into(),
            error => self.unavailable(&error),
        })?;
        self.lobby.changed(key);
        Ok(())
    }

    /// Gives up all games of a person that go on.
    pub(crate) async fn give_up_all(self: &Arc<App>, key: Hash) -> Result<(), ApiError> {
        let games = self.journal.people(move |people| people.games_of(&key)).await;
        for game in games.map_err(|error| self.unavailable(&error))? {
            self.ask(&game, |reply| Message::GiveUp { key, reply }).await?;
        }
        Ok(())
    }

    /// Voids a game and computes all ratings again: they follow from the games, one after the other.
    async fn void(&self, game: &str, round: u32) -> Result<(), ApiError> {
        for _ in 0..TRIES {
            let found = self.journal.people(|people| Ok((people.played(None)?, people.everybody()?))).await;
            let (mut rows, people) = found.map_err(|error| self.unavailable(&error))?;
            let wanted = rows.iter_mut().find(|row| row.game == game && row.round == round);
            let row = wanted.ok_or(Reason::NoSuchGame)?;
            let mut played = Played::read(row).ok_or(Reason::GameDamaged)?;
            played.void = true;
            row.body = serde_json::to_string(&played).unwrap_or_default();
            let corrected = corrections(rows, people);
            match self.change_people(corrected).await {
                Ok(()) => return Ok(()),
                // A game has ended in the meantime.
                Err(StoreError::Changed(_)) => {}
                Err(error) => return Err(self.unavailable(&error)),
            }
        }
        Err(Reason::Unreachable.into())
    }
}

/// All ratings, computed again from the games that count, the newest first in `rows`.
fn corrections(rows: Vec<PlayedRow>, people: Vec<Person>) -> Vec<PeopleChange> {
    let mut standings: HashMap<(Hash, bool), Standing> = HashMap::new();
    let begin = |person: &Person| Standing::new(person.since_ms);
    for person in &people {
        standings.insert((person.key, true), begin(person));
        standings.insert((person.key, false), begin(person));
    }
    let mut changes = Vec::new();
    for row in rows.into_iter().rev() {
        let Some(mut played) = Played::read(&row) else { continue };
        let live = played.clock.is_some_and(|clock| !clock.per_move);
        if let Some(before) = played.rated.filter(|_| !played.void) {
            // Whoever has been forgotten was as strong as the game says.
            let of = |key: Option<Hash>, before: &Change| {
                key.and_then(|key| standings.get(&(key, live)).copied()).unwrap_or(before.before)
            };
            let (black, white) = (of(row.black, &before.black), of(row.white, &before.white));
            let score = match played.winner {
                Some(crate::wire::Side::Black) => 1.0,
                Some(crate::wire::Side::White) => 0.0,
                None => 0.5,
            };
            let after = Pair {
                black: Change { before: black, after: black.after(&white, score, row.ended_ms) },
                white: Change { before: white, after: white.after(&black, 1.0 - score, row.ended_ms) },
            };
            for (key, change) in [(row.black, after.black), (row.white, after.white)] {
                if let Some(key) = key {
                    standings.insert((key, live), change.after);
                }
            }
            played.rated = Some(after);
        }
        let body = serde_json::to_string(&played).unwrap_or_default();
        changes.push(PeopleChange::Correct(PlayedRow { body, ..row }));
    }
    for mut person in people {
        let [live, days] = [true, false].map(|live| standings[&(person.key, live)]);
        if (person.live, person.days) != (live, days) {
            (person.live, person.days) = (live, days);
            changes.push(PeopleChange::Save(person));
        }
    }
    changes
}
