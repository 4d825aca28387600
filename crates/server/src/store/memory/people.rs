//! People in memory.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::MemoryStore;
use crate::secret::Hash;
use crate::store::{
    Forgotten, GameChange, OfferRow, People, PeopleChange, Person, PlayedRow, ReportRow, StoreError,
    TokenKind,
};

#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    people: HashMap<Hash, Person>,
    offers: BTreeMap<String, OfferRow>,
    playing: HashSet<(Hash, String)>,
    played: BTreeMap<(String, u32), PlayedRow>,
    reports: Vec<ReportRow>,
}

fn changed(what: &str) -> StoreError {
    StoreError::Changed(what.to_owned())
}

impl Kept {
    fn save(&mut self, person: &Person) -> Result<(), StoreError> {
        let current = self.people.get(&person.key).map_or(0, |known| known.version);
        let taken = self.people.values().any(|other| {
            other.key != person.key && (other.skeleton == person.skeleton || other.feed == person.feed)
        });
        if current != person.version || taken {
            return Err(changed(&person.name));
        }
        self.people.insert(person.key, Person { version: current + 1, ..person.clone() });
        Ok(())
    }

    fn correct(&mut self, row: &PlayedRow) -> Result<(), StoreError> {
        let known = self.played.get_mut(&(row.game.clone(), row.round)).ok_or_else(|| changed(&row.game))?;
        known.body.clone_from(&row.body);
        Ok(())
    }
}

impl MemoryStore {
    fn change(&mut self, change: &PeopleChange) -> Result<(), StoreError> {
        let people = &mut self.people;
        match change {
            PeopleChange::Save(person) => people.save(person),
            PeopleChange::Post(offer) => {
                if people.offers.contains_key(&offer.id) || !people.people.contains_key(&offer.key) {
                    return Err(changed(&offer.id));
                }
                people.offers.insert(offer.id.clone(), offer.clone());
                Ok(())
            }
            PeopleChange::Withdraw(offer) => {
                people.offers.remove(offer);
                Ok(())
            }
            PeopleChange::Correct(row) => people.correct(row),
            PeopleChange::Report(report) => {
                let same = |known: &ReportRow| {
                    known.id == report.id
                        || (&known.game, known.round, known.reporter)
                            == (&report.game, report.round, report.reporter)
                };
                let known =
                    [report.reporter, report.against].iter().all(|key| people.people.contains_key(key));
                if !known || !self.games.contains_key(&report.game) || people.reports.iter().any(same) {
                    return Err(changed(&report.id));
                }
                people.reports.push(report.clone());
                Ok(())
            }
            PeopleChange::CloseReport(id) => {
                people.reports.retain(|report| report.id != *id);
                Ok(())
            }
            PeopleChange::Practise { key, lines } => {
                if !people.people.contains_key(key) {
                    return Err(change.refused());
                }
                let kept = self.practice.entry(*key).or_default();
                let mut known: HashSet<&str> = kept.iter().map(String::as_str).collect();
                let new: Vec<String> = lines.iter().filter(|line| known.insert(line)).cloned().collect();
                kept.extend(new);
                Ok(())
            }
            PeopleChange::ForgetPractice(key) => {
                self.practice.remove(key);
                Ok(())
            }
            PeopleChange::Game(change) => {
                // Wholly or not at all: what the change touches is put back if it fails.
                let people = self.people.clone();
                let game = self.games.get(&change.write.game).cloned();
                let outcome = self.game_change(change);
                if outcome.is_err() {
                    self.people = people;
                    match game {
                        Some(game) => drop(self.games.insert(change.write.game.clone(), game)),
                        None => drop(self.games.remove(&change.write.game)),
                    }
                }
                outcome
            }
        }
    }

    fn game_change(&mut self, change: &GameChange) -> Result<(), StoreError> {
        let game = &change.write.game;
        for offer in &change.take {
            self.people.offers.remove(offer).ok_or_else(|| changed(game))?;
        }
        for offer in &change.end {
            self.people.offers.remove(offer);
        }
        self.write(&change.write).map_err(|_| changed(game))?;
        for person in &change.people {
            self.people.save(person).map_err(|_| changed(game))?;
        }
        if let Some(playing) = &change.playing {
            self.people.playing.retain(|(_, known)| known != game);
            self.people.playing.extend(playing.iter().map(|key| (*key, game.clone())));
        }
        if let Some(row) = &change.played {
            let place = (row.game.clone(), row.round);
            if self.people.played.contains_key(&place) {
                return Err(changed(game));
            }
            self.people.played.insert(place, row.clone());
        }
        Ok(())
    }
}

impl People for MemoryStore {
    fn commit_people(&mut self, changes: &[PeopleChange]) -> Vec<Result<(), StoreError>> {
        changes.iter().map(|change| self.change(change)).collect()
    }

    fn with_keys(&mut self, keys: &[Hash]) -> Result<Vec<Option<Person>>, StoreError> {
        Ok(keys.iter().map(|key| self.people.people.get(key).cloned()).collect())
    }

    fn called(&mut self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        Ok(self.people.people.values().find(|person| person.skeleton == skeleton).cloned())
    }

    fn with_feed(&mut self, feed: &Hash) -> Result<Option<Person>, StoreError> {
        Ok(self.people.people.values().find(|person| person.feed == *feed).cloned())
    }

    fn everybody(&mut self) -> Result<Vec<Person>, StoreError> {
        Ok(self.people.people.values().cloned().collect())
    }

    fn offers(&mut self) -> Result<Vec<OfferRow>, StoreError> {
        let mut offers: Vec<OfferRow> = self.people.offers.values().cloned().collect();
        offers.sort_by(|a, b| (a.posted_ms, &a.id).cmp(&(b.posted_ms, &b.id)));
        Ok(offers)
    }

    fn games_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        let own = self.people.playing.iter().filter(|(player, _)| player == key);
        let mut games: Vec<String> = own.map(|(_, game)| game.clone()).collect();
        games.retain(|game| self.games.contains_key(game));
        games.sort();
        Ok(games)
    }

    fn seats_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        let has = |kept: &super::Kept| {
            kept.game.tokens.iter().any(|token| token.hash == *key && token.kind == TokenKind::Key)
        };
        Ok(self.games.iter().filter(|(_, kept)| has(kept)).map(|(id, _)| id.clone()).collect())
    }

    fn played(&mut self, key: Option<&Hash>) -> Result<Vec<PlayedRow>, StoreError> {
        let of = |row: &&PlayedRow| {
            self.games.contains_key(&row.game)
                && key.is_none_or(|key| row.black == Some(*key) || row.white == Some(*key))
        };
        let mut rows: Vec<PlayedRow> = self.people.played.values().filter(of).cloned().collect();
        rows.sort_by(|a, b| {
            b.ended_ms.cmp(&a.ended_ms).then_with(|| a.game.cmp(&b.game)).then(b.round.cmp(&a.round))
        });
        Ok(rows)
    }

    fn reports(&mut self) -> Result<Vec<ReportRow>, StoreError> {
        let mut reports = self.people.reports.clone();
        reports.retain(|report| self.games.contains_key(&report.game));
        reports.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
        Ok(reports)
    }

    fn practice(&mut self, key: &Hash) -> Result<Vec<String>, StoreError> {
        Ok(self.practice.get(key).cloned().unwrap_or_default())
    }

    fn forget(&mut self, forgotten: &Forgotten) -> Result<(), StoreError> {
        for (game, entry) in &forgotten.entries {
            let kept = self.games.get_mut(game);
            let old = kept.and_then(|kept| kept.game.entries.get_mut(entry.seq as usize - 1));
            if let Some(old) = old {
                old.events.clone_from(&entry.events);
            }
        }
        for row in &forgotten.played {
            self.people.correct(row)?;
        }
        let key = forgotten.key;
        for kept in self.games.values_mut() {
            kept.game.tokens.retain(|token| token.hash != key || token.kind != TokenKind::Key);
        }
        let Kept { people, offers, playing, played, reports } = &mut self.people;
        reports.retain(|report| report.reporter != key && report.against != key);
        people.remove(&key);
        self.practice.remove(&key);
        offers.retain(|_, offer| offer.key != key);
        playing.retain(|(player, _)| *player != key);
        for row in played.values_mut() {
            for side in [&mut row.black, &mut row.white] {
                if *side == Some(key) {
                    *side = None;
                }
            }
        }
        Ok(())
    }
}
