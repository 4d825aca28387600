//! `outflank review`: what every move of a game was worth, and what is worth a look.

mod queue;
mod report;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{bail, ensure};
use outflank_engine::{Engine, StopToken};
use outflank_records::Record;
use outflank_rules::Color;
use outflank_study::words::Voice;
use outflank_study::{Effort, Review, Reviewer};

use crate::exit::{Answer, complain};
use crate::input::{InputArgs, all_records, one_record};
use crate::interrupt::stop_on_interrupt;
use crate::number::{seconds, whole};
use crate::progress::Progress;
use crate::strength::BatchArgs;

const HELP: &str = "\
Every move is compared with the best one at the same depth: 14 plies, and exact from 22 empty squares on. Values are
discs ahead at the end for the side that moves. Accuracy is lower the more of the win chance moves gave away.

Several games become a table with totals; --game N shows one of them in full.

Examples:
  outflank review game.sgf
  outflank review games.wtb --game 2 --player white
  outflank review f5d6c3g5 --json
  outflank review games.wtb --queue postgres://outflank@db.example/games";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Show only the moments of this player, black or white, and address them as you.
    #[arg(long, value_name = "COLOUR")]
    player: Option<Color>,
    /// Which game of the input to show in full.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    game: Option<usize>,
    /// Think this many seconds about each position instead of to a fixed depth.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    batch: BatchArgs,
    /// Print one JSON object per game with the keys `accuracy`, `moves` (each with `move`, `value`, `best`, `loss`, `label`) and
    /// `moments` (each with `ply`, `reason`, `sentence`, `line`), and one with the totals if there are several.
    #[arg(long)]
    json: bool,
}

/// A game with its number in the input and its review.
struct Reviewed {
    number: usize,
    record: Record,
    review: Review,
}

/// Whether it was finished, and what was found; or why it could not be reviewed.
type Outcome = anyhow::Result<(bool, Reviewed)>;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let inputs = args.input.open()?;
    // Whether there is more than one game decides what is printed.
    let mut records: Box<dyn Iterator<Item = anyhow::Result<Record>>> = match args.game {
        Some(number) => Box::new(std::iter::once(one_record(&inputs, number))),
        None => Box::new(all_records(&inputs)?),
    };
    let first: Vec<anyhow::Result<Record>> = records.by_ref().take(2).collect();
    let several = first.len() > 1;
    let effort = args.time.map_or(Effort::Usual, Effort::Time);
    let voice = Voice { you: args.player, ..Voice::default() };
    let stop = stop_on_interrupt();
    let mut out = io::stdout();
    let mut totals = report::Totals::default();
    let mut failed = 0;
    let records = (args.game.unwrap_or(1)..).zip(first.into_iter().chain(records));
    let reviews: Box<dyn Iterator<Item = (usize, Outcome)>> = if let Some(url) = &args.batch.queue {
        Box::new(queue::review(url, records, (effort, args.player), &stop)?.into_iter())
    } else {
        let mut engine = Engine::new(args.batch.engine.options());
        let stop = stop.clone();
        Box::new(records.map(move |(number, record)| {
            let reviewed = record.and_then(|record| {
                let mut reviewer = Reviewer::new(&record, effort, args.player)?;
                let finished = drive(&mut reviewer, &mut engine, &stop, number);
                Ok((finished, Reviewed { number, record, review: reviewer.review() }))
            });
            (number, reviewed)
        }))
    };
    for (number, reviewed) in reviews {
        let reviewed = match reviewed {
            Ok((true, reviewed)) => reviewed,
            Ok((false, _)) => break,
            // One bad game does not keep a club from its tournament.
            Err(error) if several => {
                failed += 1;
                complain(&format!("game {number}: {error}"));
                continue;
            }
            Err(error) => return Err(error),
        };
        if args.json {
            writeln!(out, "{}", report::json(&reviewed, voice)?)?;
        } else if several {
            if totals.games == 0 {
                writeln!(out, "{}", report::HEADING)?;
            }
            writeln!(out, "{}", report::row(&reviewed))?;
        } else {
            out.write_all(report::whole(&reviewed, voice).as_bytes())?;
        }
        out.flush()?;
        totals.add(&reviewed);
    }
    if several && totals.games > 0 {
        writeln!(out, "{}", if args.json { totals.json()? } else { totals.text() })?;
    }
    if stop.is_stopped() {
        bail!("stopped after {} of the games", totals.games);
    }
    ensure!(totals.games > 0 || failed > 0, "there is no game in the input");
    ensure!(failed == 0, "{failed} of {} games could not be reviewed", totals.games + failed);
    Ok(Answer::Yes)
}

/// Answers all questions of a review; `false` if that was stopped.
fn drive(reviewer: &mut Reviewer, engine: &mut Engine, stop: &StopToken, number: usize) -> bool {
    let progress = Progress::count(format!("game {number}"), reviewer.progress().1, "searches");
    while let Some(question) = reviewer.next() {
        let analysis = engine.search(&question.position, &question.limits, stop, &mut |_| {});
        if stop.is_stopped() {
            break;
        }
        reviewer.answer(question.id, &analysis);
        progress.at(reviewer.progress());
    }
    !stop.is_stopped()
}
