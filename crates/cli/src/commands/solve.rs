//! `outflank solve`: exact results, for one position or a file of them.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::anyhow;
use outflank_engine::{Analysis, Certainty, Engine, Goal, Limits, Line, Score, StopToken};
use outflank_records::{MoveScore, Record};
use outflank_rules::Color;
use outflank_study::Value;
use outflank_wire::Side;
use serde::Serialize;

use crate::exit::{Answer, complain};
use crate::input::{InputArgs, all_records};
use crate::interrupt::stop_on_interrupt;
use crate::number::seconds;
use crate::progress::Progress;
use crate::strength::BatchArgs;

mod expect;
mod queue;

use expect::Expected;

const HELP: &str = "\
Scores are final disc differences for the side to move; empty squares go to the winner. If the input knows the scores,
as OBF files may, each row says whether it agrees, and the exit code is 1 if one does not.

Each further empty square doubles the time: 20 take a tenth of a second, 26 some seconds, 30 some minutes, the
whole game for ever. After --time or Ctrl-C it prints the best value known, and the exit code is 1.

With --queue each position is solved by one thread of a worker; the output is the same.

Examples:
  outflank solve problems.obf --threads 2
  outflank solve game.sgf --time 60
  outflank solve 'OOOOOOOX… X' --wld --json
  outflank solve problems.obf --queue postgres://outflank@db.example/games";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Only find out who wins, which is faster.
    #[arg(long)]
    wld: bool,
    /// Give up on a position after this many seconds and print the best value known.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    batch: BatchArgs,
    /// Print a JSON object for each position (with the keys `number`, `empties`, `turn`, `move`, `value`,
    /// `certainty`, `at_least`, `at_most`, `depth`, `line`, `nodes`, `seconds`, `solved` and `correct`) and one with the totals.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    empties: usize,
    turn: Side,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Discs ahead at the end for the side to move; 1, 0 or -1 if only the winner was asked for.
    value: f64,
    certainty: String,
    /// Discs ahead that are proved, whatever the value.
    at_least: i32,
    at_most: i32,
    depth: usize,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    solved: bool,
    /// Whether the value is what the input says; `null` if it says nothing.
    correct: Option<bool>,
    #[serde(skip)]
    shown: String,
}

#[derive(Default, Serialize)]
struct Total {
    positions: usize,
    solved: usize,
    correct: usize,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Last {
    total: Total,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let inputs = args.input.open()?;
    let goal = if args.wld { Goal::WinLossDraw } else { Goal::Exact };
    let limits = Limits { goal, time: args.time, ..Limits::default() };
    let stop = stop_on_interrupt();
    let mut report = Report { json: args.json, ..Report::default() };
    let records = (1..).zip(all_records(&inputs)?);
    let left = if let Some(url) = &args.batch.queue {
        queue::solve(url, records, limits, &stop, &mut report)?
    } else {
        let options = args.batch.engine.options();
        let engine = Engine::new(options);
        Solver { engine, threads: options.threads, limits, stop }.solve_all(records, &mut report)?
    };
    report.finish(left)
}

/// What is printed: a row for each position, and the totals.
#[derive(Default)]
struct Report {
    json: bool,
    total: Total,
    judged: usize,
    /// What is wrong with a record that could not be read.
    fault: Option<anyhow::Error>,
}

impl Report {
    /// One that is damaged does not keep the others from being solved.
    fn damaged(&mut self, error: anyhow::Error) {
        if let Some(before) = self.fault.replace(error) {
            complain(&format!("{before:#}"));
        }
    }

    fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        let mut out = io::stdout();
        if self.total.positions == 0 && !self.json {
            writeln!(out, "{HEADING}")?;
        }
        let total = &mut self.total;
        total.positions += 1;
        total.solved += usize::from(row.solved);
        total.nodes += row.nodes;
        total.seconds += row.seconds;
        total.correct += usize::from(row.correct == Some(true));
        self.judged += usize::from(row.correct.is_some());
        if self.json {
            writeln!(out, "{}", serde_json::to_string(row)?)?;
        } else {
            writeln!(out, "{}", row.text())?;
        }
        Ok(out.flush()?)
    }

    /// Prints the totals; `left` positions were skipped because it was stopped.
    fn finish(self, left: usize) -> anyhow::Result<Answer> {
        let Report { json, total, judged, fault } = self;
        if total.positions == 0 {
            return Err(fault.unwrap_or_else(|| anyhow!("there is no position in the input")));
        }
        let mut out = io::stdout();
        let done = total.correct == judged && total.solved == total.positions && left == 0;
        if json {
            writeln!(out, "{}", serde_json::to_string(&Last { total })?)?;
        } else if total.positions > 1 {
            writeln!(out, "{}", total.text(judged))?;
        }
        if left > 0 {
            let positions = if left == 1 { "position was" } else { "positions were" };
            complain(&format!("stopped: {left} more {positions} not looked at"));
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok(if done { Answer::Yes } else { Answer::No }),
        }
    }
}

const HEADING: &str = "  no  empty  side   score  best         nodes    seconds  Mnodes/s";

impl Row {
    /// What a search has found out about a position.
    fn new(number: usize, record: &Record, analysis: &Analysis, wld: bool) -> Row {
        let position = record.position();
        let turn = position.turn();
        // A game that is over has no line, and its value is certain.
        let over = position.outcome().map(|outcome| Value::of_outcome(outcome).seen_by(turn));
        let best = analysis.lines.first();
        let value = best.map(|line| Value::of_line(line, turn)).or(over);
        let value = value.unwrap_or(Value {
            side: turn,
            score: Score::from_discs(0),
            certainty: Certainty::Estimate,
        });
        // What a later, unfinished step has proved overrules the estimate of the last one that was finished.
        let proved = analysis.bounds;
        let value = match over {
            Some(_) => value,
            None => Value { score: value.score.max(proved.at_least).min(proved.at_most), ..value },
        };
        let solved = value.is_proved();
        let discs = value.score.round();
        let expected = record.scores.iter().map(|&MoveScore { score, .. }| i32::from(score)).max();
        let right = |right: i32| if wld { right.signum() == discs.signum() } else { right == discs };
        let sign = wld && solved;
        Row {
            number,
            empties: position.empties().len(),
            turn: turn.into(),
            mv: best.map(|line| line.mv().to_string()),
            value: if sign { f64::from(discs.signum()) } else { value.discs() },
            certainty: value.certainty.to_string(),
            // Final scores are whole, so that bounds between them can be taken to the next one.
            at_least: over.map_or(analysis.bounds.at_least.discs().ceil() as i32, |_| discs),
            at_most: over.map_or(analysis.bounds.at_most.discs().floor() as i32, |_| discs),
            depth: best.map_or(0, |line| line.depth.into()),
            line: best.map(|line| line.moves.iter().map(ToString::to_string).collect()).unwrap_or_default(),
            nodes: analysis.nodes,
            seconds: analysis.time.as_secs_f64(),
            solved,
            correct: expected.filter(|_| solved).map(right),
            shown: value.to_string(),
        }
    }

    /// How far the value of a position that is not solved can be trusted, and what is proved.
    fn known(&self) -> String {
        let sure = if self.certainty == Certainty::Estimate.to_string() {
            format!("{} plies deep", self.depth)
        } else {
            format!("{} sure", self.certainty)
        };
        match (self.at_least, self.at_most) {
            (-64, 64) => sure,
            (-64, most) => format!("{sure}, at most {}", signed(most)),
            (least, 64) => format!("{sure}, at least {}", signed(least)),
            (least, most) => format!("{sure}, from {} to {}", signed(least), signed(most)),
        }
    }

    fn text(&self) -> String {
        let verdict = match self.correct {
            _ if !self.solved => format!("  not solved: {}", self.known()),
            Some(true) => "  right".to_owned(),
            Some(false) => "  WRONG".to_owned(),
            None => String::new(),
        };
        format!(
            "{:>4}  {:>5}  {:<5}  {:>5}  {:<4}  {:>12}  {:>9.3}  {:>8.1}{verdict}",
            self.number,
            self.empties,
            Color::from(self.turn).to_string().to_lowercase(),
            self.shown,
            self.mv.as_deref().unwrap_or("-"),
            self.nodes,
            self.seconds,
            rate(self.nodes, self.seconds),
        )
    }
}

impl Total {
    fn text(&self, judged: usize) -> String {
        let Total { positions, solved, correct, nodes, seconds } = self;
        let right = (judged > 0).then(|| format!("  {correct} of {judged} right"));
        let solved = (solved < positions).then(|| format!("  {solved} of {positions} solved"));
        let verdict: String = right.into_iter().chain(solved).collect();
        let rate = rate(*nodes, *seconds);
        let label = format!("{positions} positions");
        format!("{label:<30}  {nodes:>12}  {seconds:>9.3}  {rate:>8.1}{verdict}")
    }
}

/// Discs with their sign; zero has none.
fn signed(discs: i32) -> String {
    if discs == 0 { "0".to_owned() } else { format!("{discs:+}") }
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-6) / 1e6
}

/// Solves one position after the other.
struct Solver {
    engine: Engine,
    threads: usize,
    limits: Limits,
    stop: StopToken,
}

/// From this many seconds on, the expected time of a position is announced.
const LONG: f64 = 10.0;

/// Seconds after which nobody waits for a solution.
const HOPELESS: f64 = 24.0 * 3600.0;

/// Where the end is out of reach, a search that deepens step by step knows more when it is stopped.
fn limits_for(limits: Limits, expected: Option<Expected>) -> Limits {
    let patience = limits.time.map_or(HOPELESS, |time| time.as_secs_f64());
    let out_of_reach = expected.is_some_and(|expected| expected.seconds > 2.0 * patience);
    if out_of_reach { Limits { goal: Goal::Strongest, ..limits } } else { limits }
}

impl Solver {
    /// Solves all positions; returns how many were left when it was stopped.
    fn solve_all(
        mut self,
        mut records: impl Iterator<Item = (usize, anyhow::Result<Record>)>,
        report: &mut Report,
    ) -> anyhow::Result<usize> {
        while !self.stop.is_stopped()
            && let Some((number, record)) = records.next()
        {
            match record {
                Ok(record) => report.add(&self.solve(number, &record))?,
                Err(error) => report.damaged(error),
            }
        }
        Ok(if self.stop.is_stopped() { records.count() } else { 0 })
    }

    fn solve(&mut self, number: usize, record: &Record) -> Row {
        let position = record.position();
        let wld = self.limits.goal == Goal::WinLossDraw;
        let expected = Expected::of(position, wld, self.threads).filter(|_| !position.is_over());
        let empties = position.empties().len();
        if let Some(expected) = expected.filter(|expected| expected.seconds >= LONG) {
            let way_out =
                if self.limits.time.is_none() { "; --time SECONDS limits it, Ctrl-C stops it" } else { "" };
            complain(&format!("position {number} has {empties} empty squares: {}{way_out}", expected.text()));
        }
        let limits = limits_for(self.limits, expected);
        self.engine.reset();
        let turn = position.turn();
        let waiting = expected.map(|expected| format!("of some {}  ", expected.time())).unwrap_or_default();
        let progress = Progress::time(number.to_string(), waiting.clone());
        let analysis = self.engine.search(position, &limits, &self.stop, &mut |analysis| {
            if let Some(line) = analysis.lines.first() {
                progress.show(format!("{waiting}{}", known(line, turn, analysis.nodes)));
            }
        });
        drop(progress);
        Row::new(number, record, &analysis, wld)
    }
}

/// What a search knows so far.
fn known(line: &Line, turn: Color, nodes: u64) -> String {
    let value = Value::of_line(line, turn);
    let sure = match line.certainty {
        Certainty::Estimate => String::new(),
        certainty => format!(", {certainty}"),
    };
    format!("{} {value} (depth {}{sure}), {:.0} million nodes", line.mv(), line.depth, nodes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use outflank_engine::Bounds;
    use outflank_rules::{Move, Position, Square};

    use super::*;

    /// A search that was stopped after it had proved more than the value of its last finished step.
    fn stopped(score: i32, at_least: i32, at_most: i32) -> Row {
        let discs = Score::from_discs;
        let line = Line {
            score: discs(score),
            certainty: Certainty::Selective(73),
            depth: 60,
            moves: vec![Move::Place(Square::D3)],
        };
        let analysis = Analysis {
            lines: vec![line],
            nodes: 0,
            time: Duration::ZERO,
            bounds: Bounds { at_least: discs(at_least), at_most: discs(at_most) },
        };
        Row::new(1, &Record::from(Position::default()), &analysis, false)
    }

    #[test]
    fn a_value_never_contradicts_what_is_proved() {
        for (found, value, shown, known) in [
            (stopped(2, 6, 64), 6.0, "+6.0", "73% sure, at least +6"),
            (stopped(2, -64, 0), 0.0, "0.0", "73% sure, at most 0"),
            (stopped(2, 0, 4), 2.0, "+2.0", "73% sure, from 0 to +4"),
        ] {
            assert_eq!((found.value, found.shown.as_str(), found.known().as_str()), (value, shown, known));
        }
    }
}
