//! `outflank match`: two players over many games, and what that says about their strength.

mod recorder;
mod summary;
mod table;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use outflank_arena::{Contender, Decision, Match, Settings, Sprt, openings};
use outflank_engine::Clock;
use outflank_play::ClockSetting;
use outflank_rules::Game;

use crate::exit::{Answer, complain};
use crate::input::read_file;
use crate::interrupt::stop_on_interrupt;
use crate::number::{clock, threads, whole};
use crate::progress::Progress;
use recorder::Recorder;
use summary::{Summary, faults};
use table::table;

const HELP: &str = "\
Players:
  level:5             the engine at a level from 1 to 10
  depth:8             the engine, 8 plies deep
  time:0.1            the engine, 0.1 seconds a move
  nodes:100000        the engine, 100,000 positions a move
  time:0.1,book       the same with the opening book; works with all of the above
  clock               the engine, as strong as its clock allows (see --clock)
  classic:depth=6     the classic search, also with time= and nodes=
  'gtp:COMMAND'       another program that speaks GTP

Each opening is played twice, with colours swapped. A player that makes an illegal move, crashes or runs
out of time loses the game. With --sprt the match ends as soon as the test is decided; the exit code is
0 if it accepts ELO1, else 1. Ctrl-C ends the match and prints the result of the games that were finished;
the exit code is 1.

Examples:
  outflank match level:6 level:5 --games 40
  outflank match clock 'gtp:gtp-rhino -l 3' --games 50 --clock 0.5 --out games.ggf
  outflank match depth:8 depth:6 --sprt 0,20 --games 2000 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The first player.
    a: String,
    /// The second player.
    b: String,
    /// How many games to play, an even number.
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole::<usize>(1..=1_000_000))]
    games: usize,
    /// Start from the games in this file, in any format [default: balanced random openings].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The time limit: minutes for each player and seconds added with each move, as in 5+3.
    #[arg(long, value_name = "MIN[+SEC]", value_parser = clock)]
    clock: Option<ClockSetting>,
    /// Play this many games at a time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Test whether A is stronger by ELO1 rather than ELO0; the error rates default to 0.05.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Write all games to this file; its extension (ggf, sgf, txt, json) is the format.
    #[arg(long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object with the keys `players`, `games`, `wins`, `draws`, `losses`, `score`, `elo`, `elo_low`,
    /// `elo_high`, `superiority`, `pairs`, `discs`, `faults`, `sprt` and `seconds`.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let contenders: [Contender; 2] = [args.a.parse()?, args.b.parse()?];
    let games = args.games;
    if games % 2 == 1 {
        bail!("games come in pairs with colours swapped: {games} is odd");
    }
    let mut settings = Settings {
        pairs: games / 2,
        clock: args.clock.map(|clock| Clock { increment: clock.increment, ..Clock::remaining(clock.main) }),
        sprt: args.sprt,
        seed: args.seed,
        ..Settings::default()
    };
    settings.threads = args.threads.map_or(settings.threads, NonZeroUsize::get);
    let openings = openings_of(args, settings.pairs)?;
    let mut recorder = args.out.as_ref().map(Recorder::create).transpose()?;
    let [a, b] = &contenders;
    let screen = Progress::text();
    let began = Instant::now();
    let mut failure = None;
    let mut number = 0;
    let stop = stop_on_interrupt();
    let report = Match::new(a, b, &openings, settings).until(stop.clone()).run(&mut |progress| {
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
        screen.show(table(&contenders, &progress.tally, games, &settings));
    });
    drop(screen);
    let report = report?;
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    let finished = report.tally.games();
    let mut out = io::stdout();
    if args.json {
        let summary = Summary::new(&contenders, &report, &settings, began.elapsed());
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else if finished > 0 {
        out.write_all(table(&contenders, &report.tally, games, &settings).as_bytes())?;
        writeln!(out, "{:9}{:.1} s", "time", began.elapsed().as_secs_f64())?;
    }
    if stop.is_stopped() {
        complain(&format!("stopped after {finished} of {games} games"));
        return Ok(Answer::No);
    }
    let shown = settings.sprt.is_none() || report.decision == Decision::Accepted;
    Ok(if shown { Answer::Yes } else { Answer::No })
}

fn openings_of(args: &Args, pairs: usize) -> anyhow::Result<Vec<Game>> {
    let Some(path) = &args.openings else { return Ok(openings::balanced(pairs, args.seed)) };
    let input = read_file(path)?;
    openings::read(&input).with_context(|| path.display().to_string())
}
