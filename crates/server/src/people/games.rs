//! The games of a person.

use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{Seat, Time};
use outflank_records::board;
use outflank_rules::Color;

use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::Hash;
use crate::served_game::{Players, ServedGame};
use crate::store::Person;
use crate::wire::{Clock, MyGame, PlayerCard, Rating, Side};

/// More games than these are not listed.
const MOST_GAMES: usize = 200;

impl App {
    /// The games of a person that go on, in which it is their turn first.
    pub(crate) async fn my_games(&self, key: Hash) -> Result<Vec<MyGame>, ApiError> {
        let now = self.now();
        let games = self.journal.ask(move |store| {
            let ids = match store.people() {
                Some(people) => people.games_of(&key)?,
                None => Vec::new(),
            };
            let mut games = Vec::new();
            for id in ids.into_iter().take(MOST_GAMES) {
                games.extend(store.load(&id)?.map(|stored| (id, stored)));
            }
            Ok(games)
        });
        let games = games.await.map_err(|error| self.unavailable(&error))?;
        let read = games.into_iter().filter_map(|(id, stored)| ServedGame::load(id, stored).ok());
        let games: Vec<ServedGame> = read.collect();
        let waited_for: Vec<Hash> = games.iter().filter_map(ServedGame::waited_for).collect();
        let people = self.journal.people(move |people| people.with_keys(&waited_for)).await;
        let people: Vec<Person> =
            people.map_err(|error| self.unavailable(&error))?.into_iter().flatten().collect();
        let listed = games.iter().filter_map(|game| {
            let awaited = game.waited_for().and_then(|key| people.iter().find(|person| person.key == key));
            game.for_player(&key, awaited, now)
        });
        let mut games: Vec<MyGame> = listed.collect();
        MyGame::sort(&mut games);
        Ok(games)
    }

    /// The player whose move is waited for in a game over days, if they are known.
    pub(crate) async fn awaited(&self, game: &ServedGame) -> Option<Person> {
        self.person(game.waited_for()?).await.ok().flatten()
    }
}

/// A player as others see them.
pub(crate) fn card(seat: &Seat, color: Color) -> PlayerCard {
    PlayerCard {
        name: seat.shown_name(color),
        rating: seat.rating.map(Rating::from),
        level: seat.level().map(Level::number),
    }
}

impl ServedGame {
    /// The key of whoever has to move in a game over days: their clock stands still while they are on vacation.
    pub(crate) fn waited_for(&self) -> Option<Hash> {
        let live = self.live();
        live.settings().clock.filter(|clock| clock.per_move)?;
        self.key(live.turn()?)
    }

    /// How much of the time since something last happened a player had off.
    pub(crate) fn time_off(&self, awaited: &Person, until: Time) -> Duration {
        Duration::from_millis(awaited.time_off(self.live().latest().0, until.0))
    }

    /// The game as one of its players sees it in a list. Whoever is [waited for](Self::waited_for) may be on vacation.
    pub(crate) fn for_player(&self, key: &Hash, awaited: Option<&Person>, now: Time) -> Option<MyGame> {
        let players = self.key_holder(key)?;
        let off = awaited.map_or(Duration::ZERO, |awaited| self.time_off(awaited, Time(u64::MAX)));
        Some(self.listed(players, off, now))
    }

    fn listed(&self, players: Players, off: Duration, now: Time) -> MyGame {
        let live = self.live();
        let sides = self.sides(players);
        let other = sides.first().map_or(Color::White, |color| !*color);
        MyGame {
            game: self.id().to_owned(),
            path: format!("/g/{}", self.id()),
            seats: sides.iter().map(|color| Side::from(*color)).collect(),
            opponent: card(live.seat(other), other),
            my_turn: live.turn().is_some_and(|turn| sides.contains(&turn)),
            over: live.is_over(),
            moves: live.game().moves().len(),
            board: board::text(live.position()).chars().take(64).collect(),
            turn: live.turn().map(Side::from),
            last: live.last_placed().map(|(square, _)| square.to_string()),
            clock: live.settings().clock.map(Clock::from),
            deadline: live.deadline().map(|deadline| deadline.after(off).max(now).0),
            rated: live.settings().rated,
            touched: live.latest().0,
            result: live.result().map(|result| result.sentence(live.settings())),
        }
    }
}
