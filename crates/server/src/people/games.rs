//! The games of a person.

use outflank_engine::Level;
use outflank_play::{Seat, Time};
use outflank_records::board;
use outflank_rules::Color;

use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::Hash;
use crate::served_game::{Players, ServedGame};
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
        let mut games: Vec<MyGame> = read.filter_map(|game| game.for_player(&key, now)).collect();
        MyGame::sort(&mut games);
        Ok(games)
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
    /// The game as one of its players sees it in a list.
    pub(crate) fn for_player(&self, key: &Hash, now: Time) -> Option<MyGame> {
        let players = self.key_holder(key)?;
        Some(self.listed(players, now))
    }

    fn listed(&self, players: Players, now: Time) -> MyGame {
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
            deadline: live.deadline().map(|deadline| deadline.max(now).0),
            rated: live.settings().rated,
            touched: live.latest().0,
            result: live.result().map(|result| result.sentence(live.settings())),
        }
    }
}
