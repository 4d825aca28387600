//! Games reviewed by workers on other machines: many at a time, one question of each.

use anyhow::Context;
use outflank_engine::StopToken;
use outflank_records::Record;
use outflank_rules::Color;
use outflank_server::work::{Answer, Ask, Batch, Source, Task};
use outflank_study::{Effort, Reviewer};

use super::{Outcome, Reviewed};
use crate::progress::Progress;

/// So many games are under way at a time.
const GAMES: usize = 64;

/// Reviews all games, in their order.
pub(super) fn review(
    url: &str,
    records: impl Iterator<Item = (usize, anyhow::Result<Record>)>,
    (effort, player): (Effort, Option<Color>),
    stop: &StopToken,
) -> anyhow::Result<Vec<(usize, Outcome)>> {
    let batch = Batch::open(url).context("cannot use the queue")?;
    let games: Vec<Game> = records
        .map(|(number, record)| {
            let opened = record.and_then(|record| {
                let reviewer = Reviewer::new(&record, effort, player)?;
                Ok((record, reviewer))
            });
            Game { number, opened, asked: None }
        })
        .collect();
    let progress = Progress::count("reviewed".to_owned(), games.len(), "games");
    let mut games = Games { all: games, progress, warned: false };
    batch.run(&mut games, stop)?;
    let outcome = |game: Game| {
        let outcome = game.opened.map(|(record, reviewer)| {
            let finished = reviewer.next().is_none();
            (finished, Reviewed { number: game.number, record, review: reviewer.review() })
        });
        (game.number, outcome)
    };
    Ok(games.all.into_iter().map(outcome).collect())
}

/// A game on its way.
struct Game {
    number: usize,
    opened: anyhow::Result<(Record, Reviewer)>,
    /// The question that has been handed out.
    asked: Option<u64>,
}

struct Games {
    all: Vec<Game>,
    progress: Progress,
    warned: bool,
}

impl Source for Games {
    fn next(&mut self) -> Option<(usize, Task)> {
        if self.all.iter().filter(|game| game.asked.is_some()).count() >= GAMES {
            return None;
        }
        let waiting = self.all.iter_mut().enumerate().filter(|(_, game)| game.asked.is_none());
        waiting.into_iter().find_map(|(n, game)| {
            let question = game.opened.as_ref().ok()?.1.next()?;
            game.asked = Some(question.id);
            let ask = Ask::Search { limits: question.limits, fresh: true };
            Some((n, Task { position: question.position, ask }))
        })
    }

    fn answer(&mut self, number: usize, answer: Answer) {
        if let Some(game) = self.all.get_mut(number)
            && let (Some(id), Ok((_, reviewer))) = (game.asked.take(), &mut game.opened)
            && let Some(analysis) = answer.into_analysis()
        {
            reviewer.answer(id, &analysis);
            self.progress.advance(usize::from(reviewer.next().is_none()));
        }
    }

    fn watch(&mut self, workers: usize) {
        if workers == 0 && !self.warned {
            self.progress
                .say("outflank: no worker is there: `outflank work` with the same address starts one");
        }
        self.warned = workers == 0;
    }
}
