//! `outflank match`: two players over many games, and what that says about their strength.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use outflank_arena::{
    Contender, Decision, Elo, Ending, Match, Pair, Report, Settings, Sprt, Tally, openings,
};
use outflank_engine::Clock;
use outflank_records::{Format, Writer};
use outflank_rules::{Color, Game};
use serde::Serialize;

use crate::exit::Answer;

const HELP: &str = "\
Players:
  level:5             the engine at a level from 1 to 10
  depth:8             the engine, so many plies deep
  time:0.1            the engine, so many seconds a move
  nodes:100000        the engine, so many positions a move
  clock               the engine, as well as its clock allows (see --time)
  classic:depth=6     the classic search, also with time= and nodes=
  'gtp:COMMAND'       another program that speaks GTP

Each opening is played twice, with colours swapped. A player that makes an illegal move, crashes or runs
out of time loses the game. With --sprt the match ends as soon as the test is decided; the exit code is
0 if A is shown to be stronger by ELO1, else 1.

Examples:
  outflank match level:6 level:5 --games 40
  outflank match clock 'gtp:gtp-rhino -l 3' --games 50 --time 30 --out games.ggf
  outflank match depth:8 depth:6 --sprt 0,20 --games 2000 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The first player.
    a: String,
    /// The second player.
    b: String,
    /// How many games, an even number.
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroUsize,
    /// Start games from the games of this file, in any format; balanced random openings if not given.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Give each player a clock of so many seconds a game, and more after each move if SECONDS+MORE is said.
    #[arg(long, value_name = "SECONDS", value_parser = clock)]
    time: Option<Clock>,
    /// Play so many games at a time; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Test whether A is stronger by ELO1 rather than ELO0; error rates are 0.05 unless given.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Choose openings and what players leave to chance from this number.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Record all games in this file; its ending says in which format (ggf, sgf, txt, json).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let contenders: [Contender; 2] = [args.a.parse()?, args.b.parse()?];
    let games = args.games.get();
    if games % 2 == 1 {
        bail!("games come in pairs with colours swapped: {games} is odd");
    }
    let mut settings = Settings {
        pairs: games / 2,
        clock: args.time,
        sprt: args.sprt,
        seed: args.seed,
        ..Settings::default()
    };
    settings.threads = args.threads.map_or(settings.threads, NonZeroUsize::get);
    let openings = openings_of(args, settings.pairs)?;
    let mut recorder = args.out.as_ref().map(Recorder::create).transpose()?;
    let [a, b] = &contenders;
    let mut screen = Screen { live: io::stderr().is_terminal(), lines: 0 };
    let began = Instant::now();
    let mut failure = None;
    let mut number = 0;
    let report = Match::new(a, b, &openings, settings).run(&mut |progress| {
        screen.clear();
        for fault in faults(progress.pair, number, &contenders) {
            screen.say(&format!(
                "game {}: {} ({}) loses: {}",
                fault.game, fault.player, fault.color, fault.reason
            ));
        }
        if let Some(recorder) = &mut recorder
            && let Err(error) = recorder.write(progress.pair, &contenders)
        {
            failure.get_or_insert(error);
        }
        number += 1;
        screen.draw(&table(&contenders, &progress.tally, games, &settings));
    })?;
    screen.clear();
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    let mut out = io::stdout();
    if args.json {
        let summary = Summary::new(&contenders, &report, &settings, began.elapsed());
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else {
        out.write_all(table(&contenders, &report.tally, games, &settings).as_bytes())?;
        writeln!(out, "{:9}{:.1} s", "time", began.elapsed().as_secs_f64())?;
    }
    let shown = settings.sprt.is_none() || report.decision == Decision::Accepted;
    Ok(if shown { Answer::Yes } else { Answer::No })
}

fn openings_of(args: &Args, pairs: usize) -> anyhow::Result<Vec<Game>> {
    let Some(path) = &args.openings else { return Ok(openings::balanced(pairs, args.seed)) };
    let input = std::fs::read(path).with_context(|| path.display().to_string())?;
    openings::read(&input).with_context(|| path.display().to_string())
}

/// Reads `60` or `60+1`: seconds for the game, and more after each move.
fn clock(text: &str) -> Result<Clock, String> {
    let (main, increment) = match text.split_once('+') {
        Some((main, increment)) => (main, crate::strength::seconds(increment)?),
        None => (text, Duration::ZERO),
    };
    Ok(Clock { increment, ..Clock::remaining(crate::strength::seconds(main)?) })
}

/// Writes games as they are finished, so that a match that is broken off leaves a record.
struct Recorder {
    file: File,
    path: PathBuf,
    writer: Writer,
    date: String,
}

impl Recorder {
    fn create(path: &PathBuf) -> anyhow::Result<Recorder> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let format = Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(ending));
        let Some(format) = format.filter(|format| format.holds_moves()) else {
            bail!(
                "{}: the ending says no format of games; .ggf, .sgf, .txt or .json is expected",
                path.display()
            );
        };
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Recorder { file, path: path.clone(), writer: Writer::new(format), date: today() })
    }

    fn write(&mut self, pair: &Pair, contenders: &[Contender; 2]) -> anyhow::Result<()> {
        for (game, first_has) in pair.games.iter().zip(Color::ALL) {
            let name = |color| contenders[usize::from(color != first_has)].name();
            let record = game.record(name(Color::Black), name(Color::White), &self.date);
            let text = self.writer.write(&record).with_context(|| self.path.display().to_string())?;
            self.file.write_all(&text).with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.file.write_all(&self.writer.finish()).with_context(|| self.path.display().to_string())
    }
}

/// The date in the calendar of GGF, `2004.09.18`, in universal time.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((since.as_secs() / 86_400) as i64);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970, by counting days from 1 March of year 0.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// The table that is drawn again after every pair, where somebody is watching.
struct Screen {
    live: bool,
    lines: usize,
}

impl Screen {
    fn clear(&mut self) {
        if self.lines > 0 {
            self.write(&format!("\x1b[{}A\x1b[J", self.lines));
            self.lines = 0;
        }
    }

    fn draw(&mut self, table: &str) {
        if self.live {
            self.write(table);
            self.lines = table.lines().count();
        }
    }

    /// Something worth a line even if nobody watches the table.
    fn say(&self, line: &str) {
        self.write(&format!("{line}\n"));
    }

    #[allow(clippy::unused_self, reason = "all writing goes through the screen")]
    fn write(&self, text: &str) {
        // A match goes on when standard error is closed.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

fn table(contenders: &[Contender; 2], tally: &Tally, games: usize, settings: &Settings) -> String {
    let [a, b] = contenders.each_ref().map(|contender| contender.name().chars().take(30).collect::<String>());
    let percent = tally.score() * 100.0;
    let mut lines = vec![
        ("players", format!("{a} against {b}")),
        ("games", format!("{} of {games}", tally.games())),
        (
            "result",
            format!("{} won, {} drawn, {} lost: {percent:.1} %", tally.wins, tally.draws, tally.losses),
        ),
    ];
    if let Some(elo) = Elo::estimate(tally) {
        let range = format!("{:+.0} to {:+.0}", elo.low, elo.high);
        let superior = elo.superiority * 100.0;
        lines
            .push(("Elo", format!("{:+.0}, 95 % from {range}; {superior:.1} % that A is stronger", elo.elo)));
    }
    lines.push(("discs", format!("{:+.1} a game", tally.mean_discs())));
    let [p0, p1, p2, p3, p4] = tally.pairs;
    lines.push(("pairs", format!("0: {p0}  ½: {p1}  1: {p2}  1½: {p3}  2: {p4}")));
    lines.push(("faults", format!("{} of A, {} of B", tally.faults[0], tally.faults[1])));
    if let Some(sprt) = &settings.sprt {
        let (lower, upper) = sprt.bounds();
        let decision = match sprt.decision(tally) {
            Decision::Accepted => format!("stronger by {} Elo", sprt.elo1),
            Decision::Rejected => format!("not stronger by {} Elo", sprt.elo1),
            Decision::Undecided => "undecided".to_owned(),
        };
        lines.push((
            "SPRT",
            format!("{:+.2} between {lower:.2} and {upper:.2}: {decision}", sprt.ratio(tally)),
        ));
    }
    lines.into_iter().fold(String::new(), |text, (name, value)| text + &format!("{name:9}{value}\n"))
}

/// A game that a player threw away.
#[derive(Serialize)]
struct FaultLine {
    game: usize,
    player: String,
    color: String,
    reason: String,
}

fn faults(pair: &Pair, number: usize, contenders: &[Contender; 2]) -> Vec<FaultLine> {
    let games = pair.games.iter().zip(Color::ALL).enumerate();
    games
        .filter_map(|(n, (game, first_has))| {
            let Ending::Forfeited { by, fault } = &game.ending else { return None };
            Some(FaultLine {
                game: number * 2 + n + 1,
                player: contenders[usize::from(*by != first_has)].name().to_owned(),
                color: by.to_string().to_lowercase(),
                reason: fault.to_string(),
            })
        })
        .collect()
}

#[derive(Serialize)]
struct Summary {
    players: [String; 2],
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    /// Null where the score is 0 or 1.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    superiority: Option<f64>,
    pairs: [u64; 5],
    discs: f64,
    faults: Vec<FaultLine>,
    sprt: Option<SprtSummary>,
    seconds: f64,
}

#[derive(Serialize)]
struct SprtSummary {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    lower: f64,
    upper: f64,
    /// `accepted`, `rejected` or `undecided`.
    decision: &'static str,
}

impl Summary {
    fn new(contenders: &[Contender; 2], report: &Report, settings: &Settings, time: Duration) -> Summary {
        let tally = &report.tally;
        let elo = Elo::estimate(tally);
        let finite = |pick: fn(&Elo) -> f64| elo.as_ref().map(pick).filter(|value| value.is_finite());
        Summary {
            players: contenders.each_ref().map(|contender| contender.name().to_owned()),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            elo: finite(|elo| elo.elo),
            elo_low: finite(|elo| elo.low),
            elo_high: finite(|elo| elo.high),
            superiority: finite(|elo| elo.superiority),
            pairs: tally.pairs,
            discs: tally.mean_discs(),
            faults: report
                .pairs
                .iter()
                .enumerate()
                .flat_map(|(n, pair)| faults(pair, n, contenders))
                .collect(),
            sprt: settings.sprt.map(|sprt| SprtSummary {
                elo0: sprt.elo0,
                elo1: sprt.elo1,
                ratio: sprt.ratio(tally),
                lower: sprt.bounds().0,
                upper: sprt.bounds().1,
                decision: match report.decision {
                    Decision::Accepted => "accepted",
                    Decision::Rejected => "rejected",
                    Decision::Undecided => "undecided",
                },
            }),
            seconds: time.as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in
            [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (19_723, (2024, 1, 1))]
        {
            assert_eq!(civil(day), date);
        }
    }

    #[test]
    fn clocks_are_seconds_with_or_without_an_increment() {
        let seconds = Duration::from_secs;
        assert_eq!(clock("30"), Ok(Clock::remaining(seconds(30))));
        assert_eq!(clock("60+2"), Ok(Clock { increment: seconds(2), ..Clock::remaining(seconds(60)) }));
        for text in ["", "0", "-5", "1+", "1+0", "x"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
