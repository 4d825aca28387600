//! A group of commands: decided one after the other, stored together, then answered.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::{Duration, Instant};

use outflank_play::{Time, balanced_openings, setup};
use outflank_rules::Position;

use super::pairing::{self, Open};
use super::{Stored, Task};
use crate::api_error::ApiError;
use crate::limits::Bucket;
use crate::secret::{self, Hash};
use crate::served_game::{Change, Pairing, ServedGame};
use crate::store::{GameChange, OfferRow, PeopleChange, Person, StoreError};
use crate::wire::{
    Clock, ColourChoice, LobbyAction, LobbyCommand, LobbyMessage, OpeningChoice, Paired, Reason, Side, Terms,
};

/// The most messages that are handled together.
pub(super) const MOST: usize = 128;

/// What a command leads to once its change is stored.
struct Step {
    /// Who asked, and the id of the command; nobody if two who waited are brought together.
    asked: Option<(u64, Hash, String)>,
    change: PeopleChange,
    effect: Effect,
}

enum Effect {
    Posted(Box<Open>),
    Withdrawn(String),
    Paired(Box<Match>),
}

/// Two players and their game.
struct Match {
    game: ServedGame,
    change: Change,
    /// Black and White.
    players: [Person; 2],
    terms: Terms,
    /// Offers that end.
    ended: Vec<String>,
}

/// What is known of a command before it is decided.
#[derive(Clone, Default)]
struct Known {
    person: Option<Person>,
    /// The game that it has led to before.
    game: Option<String>,
}

impl Task {
    /// Carries commands out: decided on what is here, stored together, and answered when they are safe.
    pub(super) async fn carry_out(&mut self, commands: Vec<(u64, LobbyCommand)>) {
        if commands.is_empty() {
            return;
        }
        let known = self.look_up(&commands).await;
        let mut steps = Vec::new();
        for ((client, command), known) in commands.into_iter().zip(known) {
            let Some(there) = self.clients.get(&client) else { continue };
            let id = command.id.clone();
            let outcome = match (there.key, known) {
                (None, _) => Err(Reason::KeyMissing.into()),
                (Some(_), Err(error)) => Err(error),
                (Some(key), Ok(known)) => self.decide(client, key, &command, known),
            };
            match outcome {
                Ok(Decided::Answer(answer)) => self.answer(client, &answer),
                Ok(Decided::Step(step)) => {
                    self.expect(&step);
                    steps.push(step);
                }
                Err(ApiError(refusal)) => {
                    self.answer(client, &LobbyMessage::Refused { id, refusal });
                }
            }
        }
        self.store(steps).await;
    }

    /// Those who want to play anybody meet when they have waited long enough.
    pub(super) async fn bring_together(&mut self) {
        let now = self.app.now();
        let mut steps = Vec::new();
        let eager: Vec<String> =
            self.offers.values().filter(|open| open.eager).map(|open| open.id.clone()).collect();
        for id in eager {
            let Some(one) = self.offers.get(&id) else { continue };
            let waited = now.since(one.posted).as_millis() as u64;
            let others = self.offers.values().filter(|other| other.id != id);
            let found = pairing::best(others, &one.by, &one.terms, waited, now).cloned();
            let Some(found) = found else { continue };
            let one = one.clone();
            if let Ok(step) = self.pair(&found, &one.by, one.terms.colour, vec![one.id.clone()], None, now) {
                self.expect(&step);
                steps.push(step);
            }
        }
        self.store(steps).await;
    }

    /// The people who sent commands, and whether their commands were carried out before.
    async fn look_up(&self, commands: &[(u64, LobbyCommand)]) -> Vec<Result<Known, ApiError>> {
        let wanted: Vec<Option<(Hash, String)>> = commands
            .iter()
            .map(|(client, command)| {
                let key = self.clients.get(client)?.key?;
                Some((key, secret::id_for(&key, &command.id)))
            })
            .collect();
        let found = self.app.journal.ask(move |store| {
            let mut found = Vec::new();
            let mut games: HashMap<Hash, Vec<(String, String)>> = HashMap::new();
            for want in wanted {
                let Some((key, id)) = want else {
                    found.push(Known::default());
                    continue;
                };
                let Some(people) = store.people() else { return Ok(Vec::new()) };
                let person = people.with_keys(&[key])?.pop().flatten();
                if let Entry::Vacant(place) = games.entry(key) {
                    let ids = people.games_of(&key)?;
                    let mut begun = Vec::new();
                    for game in ids {
                        let first = store.load(&game)?.and_then(|stored| stored.entries.into_iter().next());
                        begun.extend(first.and_then(|entry| entry.command).map(|command| (command, game)));
                    }
                    place.insert(begun);
                }
                let game = games[&key].iter().find(|(command, _)| command.split(' ').any(|part| part == id));
                found.push(Known { person, game: game.map(|(_, game)| game.clone()) });
            }
            Ok(found)
        });
        match found.await {
            Ok(found) if found.len() == commands.len() => found.into_iter().map(Ok).collect(),
            Ok(_) => commands.iter().map(|_| Err(Reason::StoreFailed.into())).collect(),
            Err(error) => {
                let error = self.app.unavailable(&error);
                commands.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }

    fn decide(
        &mut self,
        client: u64,
        key: Hash,
        command: &LobbyCommand,
        known: Known,
    ) -> Result<Decided, ApiError> {
        if !(8..=64).contains(&command.id.len()) {
            return Err(Reason::BadId.into());
        }
        if let Some((_, answer)) = self.answered.get(&(key, command.id.clone())) {
            return Ok(Decided::Answer(answer.clone()));
        }
        let done = |offer, game| LobbyMessage::Done { id: command.id.clone(), offer, game };
        if let Some(game) = known.game {
            return Ok(Decided::Answer(done(None, Some(game))));
        }
        let person = known.person.ok_or(Reason::NobodyKnown)?;
        let now = self.app.now();
        let asked = Some((client, key, command.id.clone()));
        let named = || command.offer.clone().ok_or(Reason::BadOffer { detail: "none is named".to_owned() });
        if command.action == LobbyAction::Withdraw {
            let offer = named()?;
            let own = self.offers.get(&offer).is_some_and(|open| open.by.key == key);
            if !own {
                return Err(Reason::OfferGone.into());
            }
            let change = PeopleChange::Withdraw(offer.clone());
            return Ok(Decided::Step(Step { asked, change, effect: Effect::Withdrawn(offer) }));
        }
        let id = secret::id_for(&key, &command.id);
        if self.offers.contains_key(&id) {
            return Ok(Decided::Answer(done(Some(id), None)));
        }
        if person.banned {
            return Err(Reason::Banned.into());
        }
        if self.stopped {
            return Err(Reason::OffersStopped.into());
        }
        let limits = self.app.config.limits;
        let most = limits.open_offers;
        let at = Instant::now();
        let new = || Bucket::new(limits.offers_per_minute, Duration::from_mins(1), at);
        if !self.allowances.entry(key).or_insert_with(new).take(at) {
            return Err(Reason::TooManyOffers { most }.into());
        }
        if self.app.is_low() {
            return Err(Reason::DiskFull.into());
        }
        if command.action == LobbyAction::Take {
            let open = self.offers.get(&named()?).ok_or(Reason::OfferGone)?.clone();
            if open.by.key == key {
                return Err(Reason::OwnOffer.into());
            }
            let step = self.pair(&open, &person, ColourChoice::Any, Vec::new(), asked, now)?;
            return Ok(Decided::Step(step));
        }
        let terms = checked(command.terms)?;
        let eager = command.action == LobbyAction::Now;
        if eager && let Some(open) = pairing::best(self.offers.values(), &person, &terms, 0, now).cloned() {
            return Ok(Decided::Step(self.pair(&open, &person, terms.colour, Vec::new(), asked, now)?));
        }
        if self.offers.values().filter(|open| open.by.key == key).count() >= most {
            return Err(Reason::TooManyOffers { most }.into());
        }
        let stored = Stored { terms, eager };
        let row = OfferRow {
            id: id.clone(),
            key,
            posted_ms: now.0,
            terms: serde_json::to_string(&stored).unwrap_or_default(),
        };
        let open = Open { id, by: person, terms, eager, posted: now };
        let effect = Effect::Posted(Box::new(open));
        Ok(Decided::Step(Step { asked, change: PeopleChange::Post(row), effect }))
    }

    /// The game between the maker of an offer and somebody else.
    fn pair(
        &self,
        open: &Open,
        other: &Person,
        wish: ColourChoice,
        also: Vec<String>,
        asked: Option<(u64, Hash, String)>,
        now: Time,
    ) -> Result<Step, ApiError> {
        let lot = secret::number().map_err(|_| Reason::NoRandomness)?;
        let side = pairing::side([open.terms.colour, wish], [open.by.blacks, other.blacks], lot & 1 == 0);
        let players = match side {
            Side::Black => [open.by.clone(), other.clone()],
            Side::White => [other.clone(), open.by.clone()],
        };
        let mut take = also;
        take.push(open.id.clone());
        let command = asked.as_ref().map(|(_, key, id)| secret::id_for(key, id));
        let command: Vec<String> = take.iter().cloned().chain(command).collect();
        let terms = open.terms;
        let pairing = Pairing {
            players: &players,
            start: start(terms.opening, lot >> 1),
            clock: terms.clock.map(Into::into),
            rated: terms.rated,
            command: command.join(" "),
        };
        let (game, change) = ServedGame::pair(&pairing, now)?;
        let keys = [&players[0].key, &players[1].key];
        let mut end = pairing::ends_with(self.offers.values(), keys, &terms, &open.id);
        end.retain(|id| !take.contains(id));
        let write = game.write(&change);
        let store = PeopleChange::Game(Box::new(GameChange {
            take: take.clone(),
            end: end.clone(),
            playing: Some(vec![players[0].key, players[1].key]),
            ..GameChange::new(write)
        }));
        let ended = take.into_iter().chain(end).collect();
        let effect = Effect::Paired(Box::new(Match { game, change, players, terms, ended }));
        Ok(Step { asked, change: store, effect })
    }

    /// Decisions of the same group count on what was decided before.
    fn expect(&mut self, step: &Step) {
        match &step.effect {
            Effect::Posted(open) => drop(self.offers.insert(open.id.clone(), (**open).clone())),
            Effect::Withdrawn(offer) => drop(self.offers.remove(offer)),
            Effect::Paired(found) => {
                for offer in &found.ended {
                    self.offers.remove(offer);
                }
            }
        }
    }

    async fn store(&mut self, steps: Vec<Step>) {
        if steps.is_empty() {
            return;
        }
        let (changes, rest): (Vec<PeopleChange>, Vec<_>) =
            steps.into_iter().map(|step| (step.change, (step.asked, step.effect))).unzip();
        let answers = self.app.journal.commit_people(changes).await;
        let mut failed = false;
        for (answer, (asked, effect)) in answers.into_iter().zip(rest) {
            match answer {
                Ok(()) => self.tell(asked, effect),
                Err(error) => {
                    failed = true;
                    self.refuse(asked, &error);
                }
            }
        }
        // What was decided on something that did not come about is not what is stored.
        if failed && let Err(error) = self.reload().await {
            tracing::error!(%error, "offers could not be read");
        }
        self.dirty = true;
    }

    fn refuse(&mut self, asked: Option<(u64, Hash, String)>, error: &StoreError) {
        let reason = match error {
            StoreError::Changed(_) => Reason::OfferGone,
            error => {
                self.app.unavailable(error);
                Reason::NotStored
            }
        };
        if let Some((client, _, id)) = asked {
            self.answer(client, &LobbyMessage::Refused { id, refusal: reason.into() });
        }
    }

    /// Tells what is stored now.
    fn tell(&mut self, asked: Option<(u64, Hash, String)>, effect: Effect) {
        let (offer, game) = match effect {
            Effect::Posted(open) => (Some(open.id.clone()), None),
            Effect::Withdrawn(offer) => {
                self.absent.remove(&offer);
                self.proposed.remove(&offer);
                (None, None)
            }
            Effect::Paired(found) => (None, Some(self.begin(*found))),
        };
        if let Some((client, key, id)) = asked {
            let done = LobbyMessage::Done { id: id.clone(), offer, game };
            self.answer(client, &done);
            self.answered.insert((key, id), (Instant::now(), done));
        }
    }

    /// Two players have found each other.
    fn begin(&mut self, found: Match) -> String {
        let Match { mut game, change, players, terms, ended } = found;
        for offer in &ended {
            self.absent.remove(offer);
            self.proposed.remove(offer);
        }
        game.adopt(change);
        let id = game.id().to_owned();
        let now = self.app.now();
        for (n, side) in [Side::Black, Side::White].into_iter().enumerate() {
            let paired = Paired {
                game: id.clone(),
                path: format!("/g/{id}"),
                side,
                opponent: players[1 - n].card(terms.is_live(), now.0),
                terms,
            };
            self.send_to(&players[n].key, &LobbyMessage::Paired(paired.clone()));
            self.paired.push((Instant::now(), players[n].key, paired));
        }
        self.app.metrics.games.add();
        if let Err(error) = self.app.enter(game) {
            // It is stored; whoever opens it opens its room.
            tracing::error!(game = id, %error, "a game could not be opened");
        }
        id
    }
}

enum Decided {
    Answer(LobbyMessage),
    Step(Step),
}

/// The terms, if they are among those that are offered here.
fn checked(terms: Option<Terms>) -> Result<Terms, ApiError> {
    let bad = |detail: &str| ApiError::from(Reason::BadOffer { detail: detail.to_owned() });
    let terms = terms.ok_or_else(|| bad("there are no terms"))?;
    let known = setup::OFFER_CLOCKS.iter().any(|clock| clock.map(Clock::from) == terms.clock);
    if known { Ok(terms) } else { Err(bad("the clock is none of those on offer")) }
}

/// Where a game starts.
fn start(opening: OpeningChoice, lot: u64) -> Position {
    let all = balanced_openings();
    match opening {
        OpeningChoice::Random if !all.is_empty() => *all[(lot % all.len() as u64) as usize].position(),
        OpeningChoice::Random | OpeningChoice::Standard => Position::default(),
    }
}
