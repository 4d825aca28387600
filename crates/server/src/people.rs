//! The players: each is identified by a key that their own device made.

mod admin;
pub(crate) mod anchors;
pub(crate) mod archive;
pub(crate) mod feeds;
mod forget;
pub(crate) mod games;
mod glicko;
pub(crate) mod names;
mod reports;

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use outflank_play::Name;

use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::{self, Hash};
use crate::store::{PeopleChange, Person, Standing, StoreError};
use crate::wire::{self, DeviceKey, Feeds, Me, MeRequest, PlayerCard, Reason, Strength, Vacation};

/// A key that somebody has shown.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    key: DeviceKey,
    /// What is stored of it.
    pub(crate) hash: Hash,
}

/// Days off in a year.
const VACATION_DAYS: u64 = 21;
const DAY_MS: u64 = 86_400_000;
const YEAR_MS: u64 = 365 * DAY_MS;

impl Key {
    /// The key in a text.
    pub(crate) fn read(text: &str) -> Result<Key, ApiError> {
        let key: DeviceKey =
            text.parse().map_err(|error: wire::BadKey| Reason::BadDeviceKey { detail: error.to_string() })?;
        Ok(Key { key, hash: secret::hash(&key.to_string()) })
    }

    /// The key of whoever sends a request, if they show one.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Option<Key>, ApiError> {
        let Some(value) = headers.get(header::AUTHORIZATION) else {
            return Ok(None);
        };
        let key = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        Key::read(key.ok_or(Reason::KeyMissing)?).map(Some)
    }

    /// The key that a request has to show.
    pub(crate) fn required(headers: &HeaderMap) -> Result<Key, ApiError> {
        Ok(Key::of(headers)?.ok_or(Reason::KeyMissing)?)
    }

    /// The secret in the addresses of feeds: it follows from the key, and the key does not follow from it.
    fn feed(&self) -> String {
        secret::derived("feed", &self.key.to_string())
    }

    /// The key as it is written in links.
    pub(crate) fn text(&self) -> String {
        self.key.to_string()
    }
}

impl Standing {
    /// As its owner sees it.
    fn strength(&self, now_ms: u64) -> Strength {
        Strength {
            rating: self.rating(now_ms).into(),
            deviation: self.deviation_at(now_ms).round() as u16,
            games: self.games,
        }
    }
}

impl Person {
    /// Somebody new.
    fn new(key: &Key, name: &Name, now_ms: u64) -> Person {
        Person {
            key: key.hash,
            feed: secret::hash(&key.feed()),
            skeleton: names::skeleton(name),
            version: 0,
            name: name.to_string(),
            since_ms: now_ms,
            seen_ms: now_ms,
            live: Standing::new(now_ms),
            days: Standing::new(now_ms),
            vacations: Vec::new(),
            banned: false,
            blacks: 0,
        }
    }

    /// The strength in live games, or in others.
    pub(crate) fn standing(&self, live: bool) -> &Standing {
        if live { &self.live } else { &self.days }
    }

    /// As others see them in a kind of game.
    pub(crate) fn card(&self, live: bool, now_ms: u64) -> PlayerCard {
        let rating = self.standing(live).rating(now_ms);
        PlayerCard { name: self.name.clone(), rating: Some(rating.into()), level: None }
    }

    /// How much of a time they had off.
    pub(crate) fn time_off(&self, from_ms: u64, to_ms: u64) -> u64 {
        let overlap = |(begin, end): &(u64, u64)| (*end).min(to_ms).saturating_sub((*begin).max(from_ms));
        self.vacations.iter().map(overlap).sum()
    }

    fn vacation(&self, now_ms: u64) -> Vacation {
        let until = self.vacations.iter().map(|(_, end)| *end).find(|end| *end > now_ms);
        let used = self.time_off(now_ms.saturating_sub(YEAR_MS), u64::MAX).div_ceil(DAY_MS);
        Vacation { until, days_left: VACATION_DAYS.saturating_sub(used) as u32 }
    }

    /// Begins a time off, or ends it.
    fn set_vacation(&mut self, days: u32, now_ms: u64) -> Result<(), ApiError> {
        for (_, end) in &mut self.vacations {
            *end = (*end).min(now_ms);
        }
        self.vacations.retain(|(begin, end)| end > begin && *end + 2 * YEAR_MS > now_ms);
        let left = self.vacation(now_ms).days_left;
        if days > left {
            return Err(Reason::VacationUsed { left }.into());
        }
        if days > 0 {
            self.vacations.push((now_ms, now_ms + u64::from(days) * DAY_MS));
        }
        Ok(())
    }

    /// What players learn about themselves.
    pub(crate) fn me(&self, key: &Key, now_ms: u64) -> Me {
        let feed = key.feed();
        Me {
            name: self.name.clone(),
            words: key.key.words(),
            live: self.live.strength(now_ms),
            days: self.days.strength(now_ms),
            vacation: self.vacation(now_ms),
            feeds: Feeds { atom: format!("/feed/{feed}.atom"), calendar: format!("/feed/{feed}.ics") },
            since: self.since_ms,
            banned: self.banned,
        }
    }
}

/// How often a change of a person is tried that others change, too.
const TRIES: usize = 5;

impl App {
    /// The person with a key, if there is one.
    pub(crate) async fn person(&self, key: Hash) -> Result<Option<Person>, ApiError> {
        let people = self.journal.people(move |people| people.with_keys(&[key])).await;
        Ok(people.map_err(|error| self.unavailable(&error))?.pop().flatten())
    }

    /// The person with a key.
    pub(crate) async fn known(&self, key: &Key) -> Result<Person, ApiError> {
        Ok(self.person(key.hash).await?.ok_or(Reason::NobodyKnown)?)
    }

    /// Makes a person, or changes one.
    pub(crate) async fn introduce(self: &Arc<App>, key: &Key, request: &MeRequest) -> Result<Me, ApiError> {
        let wanted = match &request.name {
            None => None,
            Some(text) if Name::is_too_long(text) => {
                return Err(Reason::NameTooLong { most: Name::MAX_CHARS }.into());
            }
            Some(text) => Some(Name::new(text).ok_or(Reason::NameEmpty)?),
        };
        for _ in 0..TRIES {
            let now_ms = self.now().0;
            let known = self.person(key.hash).await?;
            // A name that was taken from somebody is not brought back.
            if wanted.is_some() && known.as_ref().is_some_and(|person| person.banned) {
                return Err(Reason::Banned.into());
            }
            let name = match (&wanted, &known) {
                (Some(name), _) => Some(name.clone()),
                (None, Some(_)) => None,
                (None, None) => Some(names::guest().map_err(|_| Reason::NoRandomness)?),
            };
            let mut changes = Vec::new();
            if let Some(name) = &name {
                changes.extend(self.free(name, key.hash, now_ms).await?);
            }
            let mut person = match (known, &name) {
                (Some(person), _) => person,
                (None, Some(name)) => Person::new(key, name, now_ms),
                (None, None) => return Err(Reason::Broken.into()),
            };
            if let Some(name) = &name {
                person.name = name.to_string();
                person.skeleton = names::skeleton(name);
            }
            person.seen_ms = now_ms;
            if let Some(days) = request.vacation_days {
                person.set_vacation(days, now_ms)?;
            }
            changes.push(PeopleChange::Save(person.clone()));
            match self.change_people(changes).await {
                Ok(()) => {
                    self.lobby.changed(key.hash);
                    return Ok(person.me(key, now_ms));
                }
                // Somebody was quicker: look again.
                Err(StoreError::Changed(_)) => {}
                Err(error) => return Err(self.unavailable(&error)),
            }
        }
        Err(Reason::Unreachable.into())
    }

    /// Sees to it that a name is free: whoever has it and has not been here for a year gets another.
    async fn free(&self, name: &Name, key: Hash, now_ms: u64) -> Result<Option<PeopleChange>, ApiError> {
        let skeleton = names::skeleton(name);
        let holder = self.journal.people(move |people| people.called(&skeleton)).await;
        let holder = holder.map_err(|error| self.unavailable(&error))?;
        match holder {
            Some(holder) if holder.key != key && holder.seen_ms + YEAR_MS > now_ms => {
                Err(Reason::NameTaken { name: name.to_string() }.into())
            }
            Some(holder) if holder.key != key => {
                let guest = names::guest().map_err(|_| Reason::NoRandomness)?;
                let skeleton = names::skeleton(&guest);
                Ok(Some(PeopleChange::Save(Person { name: guest.to_string(), skeleton, ..holder })))
            }
            _ => Ok(None),
        }
    }

    /// Notes that somebody is here, once a day.
    pub(crate) async fn note_seen(&self, person: &Person) {
        let now_ms = self.now().0;
        if person.seen_ms + DAY_MS < now_ms {
            // If that fails, the next visit will note it.
            let _ = self
                .change_people(vec![PeopleChange::Save(Person { seen_ms: now_ms, ..person.clone() })])
                .await;
        }
    }

    /// Carries out changes, all of them or, with the first that fails, those before it.
    pub(crate) async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        self.journal.commit_people(changes).await.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anna() -> (Key, Person) {
        let key = Key::read("AAECAwQFBgcICQoLDA0ODw").unwrap();
        (key, Person::new(&key, &Name::new("Anna").unwrap(), 0))
    }

    #[test]
    fn a_year_has_twenty_one_days_off() {
        let (_, mut anna) = anna();
        let day = |n: u64| n * DAY_MS;
        anna.set_vacation(14, day(1000)).unwrap();
        assert_eq!(anna.vacation(day(1001)), Vacation { until: Some(day(1014)), days_left: 7 });
        assert_eq!(anna.time_off(day(1010), day(1020)), day(4));
        // Whoever comes back early has the rest for later.
        anna.set_vacation(0, day(1004)).unwrap();
        assert_eq!(anna.vacation(day(1004)), Vacation { until: None, days_left: 17 });
        assert_eq!(anna.set_vacation(18, day(1100)), Err(Reason::VacationUsed { left: 17 }.into()));
        anna.set_vacation(17, day(1100)).unwrap();
        assert_eq!(anna.vacation(day(1200)).days_left, 0);
        assert_eq!(anna.vacation(day(1100 + 365 + 17)).days_left, 21);
    }

    #[test]
    fn nothing_that_is_shown_tells_the_key_but_its_words() {
        let (key, anna) = anna();
        let me = anna.me(&key, 0);
        assert_eq!(me.words, "babad bamag bibaj bimal boban bomar bubat bumaz");
        assert!(!me.feeds.atom.contains(&key.text()));
        assert_eq!(secret::hash(&key.feed()), anna.feed);
    }
}
