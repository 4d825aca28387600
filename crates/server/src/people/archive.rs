//! What is remembered of a game that is over: enough for lists, statistics and ratings without reading its log.

use std::collections::HashMap;

use outflank_engine::Level;
use outflank_play::{LiveGame, opening_moves, setup};
use outflank_records::{Format, Record, openings};
use outflank_rules::{Color, Game, Position};
use serde::{Deserialize, Serialize};

use super::anchors;
use super::games::card;
use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::Hash;
use crate::served_game::ServedGame;
use crate::store::{Entry, Person, PlayedRow, Standing};
use crate::wire::{
    Archive, Clock, Outcome, Pair, PastResult, PastRound, PlayerCard, Players, Ranked, Rating, Side,
    Statistics, Tally,
};

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Who played, with their earlier ratings.
    pub(crate) players: Pair<PlayerCard>,
    pub(crate) winner: Option<Side>,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
    /// Whether it was played to an end that counts.
    pub(crate) counts: bool,
    pub(crate) opening: Option<String>,
    pub(crate) clock: Option<Clock>,
    pub(crate) moves: usize,
    /// What it did to the ratings, if it was rated.
    pub(crate) rated: Option<Pair<Change>>,
    /// Whether the administrator has voided it.
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
/// The most games that are listed at once.
const MOST_LISTED: usize = 200;
/// The most rows of each table of statistics.
const MOST_TALLIES: usize = 20;

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

    /// What was stored.
    pub(crate) fn read(row: &PlayedRow) -> Option<Played> {
        serde_json::from_str(&row.body).ok()
    }

    fn result(&self, side: Side) -> PastResult {
        match self.winner {
            _ if !self.counts || self.void => PastResult::Void,
            None => PastResult::Drawn,
            Some(winner) if winner == side => PastResult::Won,
            Some(_) => PastResult::Lost,
        }
    }

    /// The round as one of its players sees it.
    fn for_side(self, row: &PlayedRow, side: Side) -> PastRound {
        let color = Color::from(side);
        let shown = |standing: &Standing| Rating::from(standing.rating(row.ended_ms));
        PastRound {
            game: row.game.clone(),
            round: row.round,
            ended: row.ended_ms,
            side,
            opponent: self.players.get(!color).clone(),
            result: self.result(side),
            outcome: self.outcome,
            opening: self.opening,
            clock: self.clock,
            moves: self.moves,
            rated: self.rated.filter(|_| !self.void).map(|both| {
                let Change { before, after } = both.get(color);
                (shown(before), shown(after))
            }),
            accuracy: None,
        }
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

/// Which finished games are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wanted {
    /// Against whom, by a part of the name; `computer` for all levels.
    opponent: Option<String>,
    /// A part of the opening's name.
    opening: Option<String>,
    /// How it went.
    result: Option<PastResult>,
    /// Those that ended before.
    before: Option<u64>,
}

impl Wanted {
    fn fits(&self, game: &PastRound) -> bool {
        let within = |part: &Option<String>, text: &str| {
            part.as_ref().is_none_or(|part| text.to_lowercase().contains(&part.to_lowercase()))
        };
        let computer = game.opponent.level.map_or("", |_| "computer");
        (within(&self.opponent, &game.opponent.name) || within(&self.opponent, computer))
            && within(&self.opening, game.opening.as_deref().unwrap_or_default())
            && self.result.is_none_or(|result| result == game.result)
            && self.before.is_none_or(|before| game.ended < before)
    }
}

fn archive(rows: &[PlayedRow], key: &Hash, wanted: &Wanted) -> Archive {
    let mut games: Vec<PastRound> = rows
        .iter()
        .filter_map(|row| {
            let side = if row.black == Some(*key) { Side::Black } else { Side::White };
            Some(Played::read(row)?.for_side(row, side))
        })
        .filter(|game| wanted.fits(game))
        .collect();
    let statistics = Statistics {
        colours: tallies(&games, |game| format!("{:?}", game.side)),
        openings: tallies(&games, |game| game.opening.clone().unwrap_or_default()),
        opponents: tallies(&games, |game| game.opponent.name.clone()),
        ..Statistics::default()
    };
    let count = games.len();
    games.truncate(MOST_LISTED);
    Archive { count, games, statistics }
}

fn tallies(games: &[PastRound], name: impl Fn(&PastRound) -> String) -> Vec<Tally> {
    let mut found: HashMap<String, Tally> = HashMap::new();
    for game in games.iter().filter(|game| game.result != PastResult::Void) {
        let name = name(game);
        let tally = found.entry(name.clone()).or_insert_with(|| Tally { name, ..Tally::default() });
        match game.result {
            PastResult::Won => tally.won += 1,
            PastResult::Drawn => tally.drawn += 1,
            PastResult::Lost | PastResult::Void => tally.lost += 1,
        }
    }
    let mut tallies: Vec<Tally> = found.into_values().filter(|tally| !tally.name.is_empty()).collect();
    let count = |tally: &Tally| tally.won + tally.drawn + tally.lost;
    tallies.sort_by(|a, b| count(b).cmp(&count(a)).then_with(|| a.name.cmp(&b.name)));
    tallies.truncate(MOST_TALLIES);
    tallies
}

impl App {
    /// Finished games of a person.
    pub(crate) async fn archive(&self, key: Hash, wanted: &Wanted) -> Result<Archive, ApiError> {
        let rows = self.journal.people(move |people| people.played(Some(&key))).await;
        let rows = rows.map_err(|error| self.unavailable(&error))?;
        let mut archive = archive(&rows, &key, wanted);
        self.add_accuracy(&mut archive.games).await?;
        let known: Vec<f64> = archive.games.iter().filter_map(|game| game.accuracy).collect();
        archive.statistics.reviewed = known.len();
        if !known.is_empty() {
            archive.statistics.accuracy = Some(known.iter().sum::<f64>() / known.len() as f64);
        }
        Ok(archive)
    }

    /// Adds how well somebody played in those of their games that were reviewed.
    async fn add_accuracy(&self, games: &mut [PastRound]) -> Result<(), ApiError> {
        let ids: Vec<String> = games.iter().map(|game| game.game.clone()).collect();
        let reviewed = self.journal.ask(move |store| {
            let mut reviewed = HashMap::new();
            for id in ids {
                if let Some(review) = store.load_review(&id)?
                    && let Some(stored) = store.load(&id)?
                {
                    reviewed.insert(id, (review, stored.entries));
                }
            }
            Ok(reviewed)
        });
        let reviewed = reviewed.await.map_err(|error| self.unavailable(&error))?;
        for game in games {
            let Some((kept, log)) = reviewed.get(&game.game) else { continue };
            // A game may have had another round since.
            let of_round = replayed(game.round, log).is_some_and(|record| kept.is_of(&record));
            if let Some(review) = kept.read().filter(|_| of_round) {
                game.accuracy = *review.accuracy.get(game.side.into());
            }
        }
        Ok(())
    }

    /// All games of a person, or of everybody, that were played to an end, as records for a format, the oldest first.
    pub(crate) async fn records(&self, key: Option<Hash>, format: Format) -> Result<Vec<Record>, ApiError> {
        let games = self.journal.ask(move |store| {
            let Some(people) = store.people() else { return Ok(Vec::new()) };
            let mut rows = people.played(key.as_ref())?;
            rows.reverse();
            let mut games: Vec<(PlayedRow, Vec<_>)> = Vec::new();
            let mut logs = HashMap::new();
            for row in rows {
                if !logs.contains_key(&row.game) {
                    let stored = store.load(&row.game)?;
                    logs.insert(row.game.clone(), stored.map(|stored| stored.entries).unwrap_or_default());
                }
                let log = logs[&row.game].clone();
                games.push((row, log));
            }
            Ok(games)
        });
        let games = games.await.map_err(|error| self.unavailable(&error))?;
        let records = games.into_iter().filter_map(|(row, log)| record(row.round, &log));
        // WTHOR knows only games from the usual start.
        let fits = |record: &Record| format != Format::Wthor || *record.game.start() == Position::default();
        Ok(records.filter(fits).collect())
    }

    /// The list of players.
    pub(crate) async fn players(&self) -> Result<Players, ApiError> {
        let people = self.journal.people(|people| people.everybody()).await;
        let people = people.map_err(|error| self.unavailable(&error))?;
        let now_ms = self.now().0;
        let list = |live: bool| {
            let rated = people.iter().filter(|person| !person.banned && person.standing(live).games > 0);
            let people = rated.map(|person| {
                let Standing { points, games, .. } = *person.standing(live);
                (points, Ranked { player: person.card(live, now_ms), games })
            });
            let levels = Level::all().map(|level| {
                let points = anchors::points(level);
                let rating = Rating { points: points.round() as u16, provisional: false };
                let (name, level) = (level.name().to_owned(), Some(level.number()));
                (points, Ranked { player: PlayerCard { name, rating: Some(rating), level }, games: 0 })
            });
            let mut list: Vec<(f64, Ranked)> = people.chain(levels).collect();
            list.sort_by(|(a, one), (b, other)| {
                b.total_cmp(a).then_with(|| one.player.name.cmp(&other.player.name))
            });
            list.into_iter().map(|(_, ranked)| ranked).take(MOST_LISTED).collect()
        };
        Ok(Players { live: list(true), days: list(false) })
    }
}

/// A round of a log as a record. One that started from a balanced opening has the moves of the opening, too.
fn record(round: u32, log: &[Entry]) -> Option<Record> {
    let mut record = replayed(round, log)?;
    if let Some(opening) = opening_moves(record.game.start()) {
        let mut whole: Game = opening.clone();
        if record.game.moves().iter().all(|mv| whole.play(*mv).is_ok()) {
            record.game = whole;
        }
    }
    Some(record)
}

/// A round of a log as it was played.
fn replayed(round: u32, log: &[Entry]) -> Option<Record> {
    let events = ServedGame::rounds(log).into_iter().nth(round as usize - 1)?;
    Some(setup::record(&LiveGame::replay(events).ok()?, "Outflank"))
}
