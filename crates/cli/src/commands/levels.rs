//! `outflank levels`: how strong the levels are, and the measurement that says so.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use anyhow::Context;
use outflank_arena::levels::{Plan, REFERENCE_DEPTH, REFERENCE_SOLVE, STRONGEST_NODES, Step, measure};
use outflank_engine::{Level, Measured, PastGame, PastResult, adapt};
use outflank_terminal::{Places, auto};
use serde::Serialize;

use crate::exit::Answer;
use crate::number::{threads, whole};
use crate::progress::Progress;

const HELP: &str = "\
Discs lost: how many discs the moves of a level lose in a game, compared with best play. Score: per cent of the points
against the level below, from the start position, with alternating colours; a draw is half a point.

Examples:
  outflank levels                                   the table
  outflank levels --json                            the same, a line per level
  outflank levels --reset-auto                      let auto forget you
  outflank levels --measure --games 20 --level 4    play level 4 against level 3 again
  outflank levels --measure > levels.txt            the data behind the table (crates/engine/data)";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Show or measure only this level.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Print a JSON object for each level with the keys `level`, `name`, `group`, `description`, `seconds`, `loss`,
    /// `checked`, `score` and `games`.
    #[arg(long)]
    json: bool,
    /// Make auto forget your games and start anew.
    #[arg(long, exclusive = true)]
    reset_auto: bool,
    /// Measure the levels again instead of showing the figures that came with the program. The result does not depend
    /// on the speed of the machine.
    #[arg(long)]
    measure: bool,
    /// The number of games between each level and the one below.
    #[arg(long, value_name = "N", default_value = "200", requires = "measure", value_parser = whole::<u32>(1..=100_000))]
    games: u32,
    /// In how many of these games the discs lost are counted [default: a quarter].
    #[arg(long, value_name = "N", requires = "measure", value_parser = whole::<u32>(0..=100_000))]
    checked: Option<u32>,
    /// Measure on this many threads [default: the number of cores].
    #[arg(long, value_name = "N", requires = "measure", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

/// A line of `--json`.
#[derive(Serialize)]
struct Row {
    level: u8,
    name: &'static str,
    group: &'static str,
    description: &'static str,
    seconds: f64,
    loss: f64,
    checked: u32,
    score: Option<f64>,
    games: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let places = Places::of_user();
    if args.reset_auto {
        auto::reset(&places).context("the games of auto cannot be forgotten")?;
        writeln!(io::stdout(), "Auto starts again at level {}.", auto::level(&places)?)?;
        return Ok(Answer::Yes);
    }
    let levels = Level::all().filter(|level| args.level.is_none_or(|only| only == *level));
    let mut out = io::stdout().lock();
    if args.measure {
        return remeasure(levels, args, &mut out);
    }
    let rows: Vec<(Level, Measured)> = levels.map(|level| (level, level.measured())).collect();
    if args.json {
        for (level, measured) in rows {
            writeln!(out, "{}", serde_json::to_string(&row(level, measured))?)?;
        }
    } else {
        write_table(&mut out, &rows)?;
        if args.level.is_none() {
            writeln!(out, "\n{}", about_auto(auto::games(&places)))?;
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}

/// Plays the games and writes the file `data/levels.txt` of the engine, or lines of JSON.
fn remeasure(
    levels: impl Iterator<Item = Level>,
    args: &Args,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        games: args.games as usize,
        checked: args.checked.unwrap_or(args.games.div_ceil(4)).min(args.games) as usize,
        threads: args.threads.map_or(cores, NonZeroUsize::get),
    };
    if !args.json {
        writeln!(
            out,
            "# Made by `outflank levels --measure --games {} --checked {}`: games from the start position, colours in\n\
             # turn, limited by depth and never by time, the strongest level by {STRONGEST_NODES} nodes a move. Discs lost are against\n\
             # {REFERENCE_DEPTH} plies, exact from {REFERENCE_SOLVE} empty squares.\n\
             # level, discs lost per game, games checked for that, score against the level below, games",
            plan.games, plan.checked
        )?;
    }
    for level in levels {
        let progress = progress(level, &plan);
        let measured = measure(level, &plan, &|step| {
            progress.advance(if step == Step::Played { 2 } else { 1 });
        });
        drop(progress);
        let measured = measured?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row(level, measured))?)?;
        } else {
            let score = measured.score.map_or("-".to_owned(), |score| format!("{score:.3}"));
            writeln!(out, "{level} {:.1} {} {score} {}", measured.loss, measured.checked, measured.games)?;
        }
        out.flush()?;
    }
    Ok(Answer::Yes)
}

/// How far a row is and when it will be done.
fn progress(level: Level, plan: &Plan) -> Progress {
    let games = if level.number() == 1 { plan.checked } else { plan.games };
    let total = games.next_multiple_of(2) + plan.checked;
    Progress::count(format!("level {level} of 10"), total, "games played and checked")
}

fn row(level: Level, measured: Measured) -> Row {
    Row {
        level: level.number(),
        name: level.name(),
        group: level.group(),
        description: level.description(),
        seconds: level.time_cap().as_secs_f64(),
        loss: measured.loss,
        checked: measured.checked,
        score: measured.score,
        games: measured.games,
    }
}

/// The table for people.
fn write_table(out: &mut impl Write, rows: &[(Level, Measured)]) -> io::Result<()> {
    writeln!(out, "                              discs lost   score against")?;
    writeln!(out, "level  name         group      per game   the one below   games   longest move")?;
    for (level, measured) in rows {
        let score = measured.score.map_or("-".to_owned(), |score| format!("{:.0}%", score * 100.0));
        let games = if measured.games == 0 { "-".to_owned() } else { measured.games.to_string() };
        writeln!(
            out,
            "{level:>5}  {:<11}  {:<6}  {:>11.0}  {score:>14}  {games:>6}  {:>11.1} s",
            level.name(),
            level.group(),
            measured.loss,
            level.time_cap().as_secs_f64(),
        )?;
    }
    writeln!(out)?;
    for (level, _) in rows {
        writeln!(out, "{level:>5}  {}", level.description())?;
    }
    if rows.len() > 1 {
        writeln!(
            out,
            "\nEasy is level {}, medium {}, hard {}. Level {} was held to {STRONGEST_NODES} nodes a move when it was\n\
             measured; in its own time it is stronger.",
            Level::EASY,
            Level::MEDIUM,
            Level::HARD,
            Level::STRONGEST
        )?;
    }
    Ok(())
}

/// What auto plays at and why.
fn about_auto(games: io::Result<Vec<PastGame>>) -> String {
    let games = match games {
        Ok(games) => games,
        Err(error) => return format!("Auto cannot remember games ({error})."),
    };
    let count = |result| games.iter().filter(|game| game.result == result).count();
    let played = match games.len() {
        0 => "for someone new".to_owned(),
        1 => "after 1 game".to_owned(),
        games => {
            format!(
                "after {games} games ({} won, {} drawn)",
                count(PastResult::Won),
                count(PastResult::Drawn)
            )
        }
    };
    format!("Auto adapts to you: it plays at level {} {played}.", adapt(&games))
}
