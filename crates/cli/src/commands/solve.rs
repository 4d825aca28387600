//! `outflank solve`: exact results, for one position or a file of them.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use anyhow::ensure;
use outflank_engine::{Analysis, Certainty, Engine, Goal, Limits, Options, StopToken};
use outflank_records::{MoveScore, Record};
use outflank_rules::{Color, Position};
use serde::Serialize;

use crate::exit::Answer;
use crate::input::InputArgs;

const HELP: &str = "\
Scores are final disc differences for the side to move, with empty squares to the winner. A file in OBF may say
what is right: then every row says whether it agrees, and the exit code is 1 if one does not.

Each further empty square roughly doubles the time: 20 take well under a second, 30 some minutes.

Examples:
  outflank solve problems.obf --threads 2
  outflank solve game.sgf
  outflank solve 'OOOOOOOX… X' --wld --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Only find out who wins.
    #[arg(long)]
    wld: bool,
    /// Search on this many threads; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=65536))]
    table: u32,
    /// Print a JSON object for each position and one with the totals.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    empties: usize,
    side: &'static str,
    score: i32,
    best: Option<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// Whether the score is what the input says; `null` if it says nothing.
    correct: Option<bool>,
}

#[derive(Default, Serialize)]
struct Total {
    positions: usize,
    correct: usize,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Last {
    total: Total,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let mut engine = Engine::new(Options { threads, table_mb: args.table as usize });
    let goal = if args.wld { Goal::WinLossDraw } else { Goal::Exact };
    let limits = Limits { goal, ..Limits::default() };
    let input = args.input.open()?;
    let mut out = io::stdout();
    let mut total = Total::default();
    let mut judged = 0;
    for (number, record) in (1..).zip(input.records()?) {
        let record = record?;
        if number == 1 && !args.json {
            writeln!(out, "{HEADING}")?;
        }
        let row = solve(&mut engine, number, &record, &limits, !args.json)?;
        total.positions += 1;
        total.nodes += row.nodes;
        total.seconds += row.seconds;
        judged += usize::from(row.correct.is_some());
        total.correct += usize::from(row.correct == Some(true));
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            writeln!(out, "{}", row.text())?;
        }
        out.flush()?;
    }
    ensure!(total.positions > 0, "there is no position in the input");
    let answer = if total.correct == judged { Answer::Yes } else { Answer::No };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Last { total })?)?;
    } else if total.positions > 1 {
        writeln!(out, "{}", total.text(judged))?;
    }
    Ok(answer)
}

const HEADING: &str = "  no  empty  side   score  best         nodes    seconds  Mnodes/s";

impl Row {
    fn text(&self) -> String {
        let verdict = match self.correct {
            Some(true) => "  right",
            Some(false) => "  WRONG",
            None => "",
        };
        format!(
            "{:>4}  {:>5}  {:<5}  {:>+5}  {:<4}  {:>12}  {:>9.3}  {:>8.1}{verdict}",
            self.number,
            self.empties,
            self.side,
            self.score,
            self.best.as_deref().unwrap_or("-"),
            self.nodes,
            self.seconds,
            rate(self.nodes, self.seconds),
        )
    }
}

impl Total {
    fn text(&self, judged: usize) -> String {
        let verdict =
            if judged > 0 { format!("  {} of {judged} right", self.correct) } else { String::new() };
        let Total { positions, nodes, seconds, .. } = self;
        let rate = rate(*nodes, *seconds);
        let label = format!("{positions} positions");
        format!("{label:<30}  {nodes:>12}  {seconds:>9.3}  {rate:>8.1}{verdict}")
    }
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-6) / 1e6
}

fn solve(
    engine: &mut Engine,
    number: usize,
    record: &Record,
    limits: &Limits,
    progress: bool,
) -> anyhow::Result<Row> {
    let position = record.position();
    engine.reset();
    let mut meter = Meter { number, shown: false, on: progress && io::stderr().is_terminal() };
    let analysis = engine.search(position, limits, &StopToken::new(), &mut |analysis| meter.show(analysis));
    meter.clear();
    let side = match position.turn() {
        Color::Black => "black",
        Color::White => "white",
    };
    let (score, best, line) = match analysis.lines.first() {
        Some(line) => {
            ensure!(
                line.certainty >= Certainty::WinLossDraw,
                "position {number} was not solved: the search was stopped"
            );
            let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
            (line.score.round(), moves.first().cloned(), moves)
        }
        None => (final_score(position), None, Vec::new()),
    };
    let wld = limits.goal == Goal::WinLossDraw;
    let correct =
        expected(record).map(|right| if wld { right.signum() == score.signum() } else { right == score });
    let score = if wld { score.signum() } else { score };
    Ok(Row {
        number,
        empties: position.empties().len(),
        side,
        score,
        best,
        line,
        nodes: analysis.nodes,
        seconds: analysis.time.as_secs_f64(),
        correct,
    })
}

/// The score of a finished game for the side that would be to move.
fn final_score(position: &Position) -> i32 {
    let margin = i32::from(position.score().tournament_margin());
    if position.turn() == Color::Black { margin } else { -margin }
}

/// The score the input gives for the position: that of its best move.
fn expected(record: &Record) -> Option<i32> {
    record.scores.iter().map(|&MoveScore { score, .. }| i32::from(score)).max()
}

/// Shows on standard error how a long solve is getting on.
struct Meter {
    number: usize,
    shown: bool,
    on: bool,
}

impl Meter {
    fn show(&mut self, analysis: &Analysis) {
        let Some(line) = analysis.lines.first() else { return };
        if self.on && analysis.time.as_secs_f64() > 0.3 {
            self.shown = true;
            eprint!(
                "\r{:>4}  depth {} ({}): {} {}, {:.0} million nodes ",
                self.number,
                line.depth,
                line.certainty,
                line.mv(),
                line.score,
                analysis.nodes as f64 / 1e6
            );
        }
    }

    fn clear(&mut self) {
        if self.shown {
            eprint!("\r{:70}\r", "");
        }
    }
}
