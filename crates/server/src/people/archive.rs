//! What is remembered of a game that is over: enough for lists, statistics and ratings without reading its log.

use outflank_records::openings;
use outflank_rules::Color;
use serde::{Deserialize, Serialize};

use super::games::card;
use crate::secret::Hash;
use crate::served_game::ServedGame;
use crate::store::{Person, PlayedRow, Standing};
use crate::wire::{Clock, Outcome, Pair, PlayerCard, Side};

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Who played, with the ratings of before.
    pub(crate) players: Pair<PlayerCard>,
    pub(crate) winner: Option<Side>,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
    /// Whether it was played to an end that counts.
    pub(crate) counts: bool,
    pub(crate) sentence: String,
    pub(crate) opening: Option<String>,
    pub(crate) clock: Option<Clock>,
    pub(crate) moves: usize,
    /// What it did to the ratings, if it was rated.
    pub(crate) rated: Option<Pair<Change>>,
    /// Whether somebody in charge has struck it out.
    #[serde(default)]
    pub(crate) void: bool,
}

/// A rating before and after a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) before: Standing,
    pub(crate) after: Standing,
}

/// With fewer discs than these nothing was played for.
const LEAST_DISCS: usize = 10;

impl Played {
    /// What is to be remembered of the round that a game has just ended.
    pub(crate) fn of(game: &ServedGame, rated: Option<Pair<Change>>) -> Option<Played> {
        let live = game.live();
        let result = live.result()?;
        Some(Played {
            players: Pair::of(|color| card(live.seat(color), color)),
            winner: result.winner().map(Side::from),
            outcome: result.into(),
            counts: result.counts(),
            sentence: result.sentence(live.settings()),
            opening: openings::of_game(live.game()).map(|opening| opening.name.to_owned()),
            clock: live.settings().clock.map(Clock::from),
            moves: live.game().moves().len(),
            rated,
            void: false,
        })
    }

    /// As it is stored.
    pub(crate) fn row(&self, game: &str, round: u32, ended_ms: u64, keys: [Option<Hash>; 2]) -> PlayedRow {
        let body = serde_json::to_string(self).unwrap_or_default();
        PlayedRow { game: game.to_owned(), round, ended_ms, black: keys[0], white: keys[1], body }
    }
}

/// What a game that has just ended does to the ratings of its players, if it does anything: it was to be rated, it counts,
/// and enough was played.
pub(crate) fn rating_changes(game: &ServedGame, players: [&Person; 2], now_ms: u64) -> Option<Pair<Change>> {
    let live = game.live();
    let settings = live.settings();
    let placed = live.game().moves().iter().filter(|mv| mv.square().is_some()).count();
    let result = live.result().filter(|result| result.counts())?;
    if !settings.rated || placed < LEAST_DISCS || players[0].key == players[1].key {
        return None;
    }
    let score = match result.winner() {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    let is_live = settings.clock.is_some_and(|clock| !clock.per_move);
    let [black, white] = players.map(|person| *person.standing(is_live));
    Some(Pair {
        black: Change { before: black, after: black.after(&white, score, now_ms) },
        white: Change { before: white, after: white.after(&black, 1.0 - score, now_ms) },
    })
}
