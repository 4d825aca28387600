//! A match between weights: the test whether a generation is better than the last.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_arena::players::EnginePlayer;
use outflank_arena::{Contender, Elo, Match, Settings, Sprt, openings};
use outflank_engine::{Engine, Options, Strength};

use crate::{Failure, say, searcher};

/// Who plays whom and how long.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// A weights file, `engine` for the weights of the engine, or a player such as classic:depth=6
    first: String,
    /// The opponent, likewise
    second: String,
    /// How weights play
    #[arg(long, default_value = "depth:6")]
    strength: Strength,
    /// Most pairs of games to play
    #[arg(long, default_value_t = 500)]
    pairs: usize,
    /// Stop as soon as it is decided whether the first is stronger by the second rather than the first Elo
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays the match and shows the result.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let first = contender(&plan.first, plan.strength)?;
    let second = contender(&plan.second, plan.strength)?;
    let openings = openings::balanced(plan.pairs, plan.seed);
    let settings = Settings { pairs: plan.pairs, threads, sprt: plan.sprt, ..Settings::default() };
    let report = Match::new(&first, &second, &openings, settings).run(&mut |progress| {
        if progress.tally.games() % 100 == 0 {
            eprintln!("{} games: {:.1} %", progress.tally.games(), 100.0 * progress.tally.score());
        }
    })?;
    let tally = report.tally;
    let elo = Elo::estimate(&tally).map_or_else(String::new, |elo| {
        format!(", Elo {:+.0} ({:+.0} to {:+.0})", elo.elo, elo.low, elo.high)
    });
    say!(
        "{} against {} at {}: {:.1} % of {} games, {:+.2} discs a game{elo}, {:?}",
        first.name(),
        second.name(),
        plan.strength,
        100.0 * tally.score(),
        tally.games(),
        tally.mean_discs(),
        report.decision
    );
    Ok(())
}

fn contender(text: &str, strength: Strength) -> Result<Contender, Failure> {
    if text.contains(':') {
        return Ok(text.parse()?);
    }
    let path = (text != "engine").then(|| PathBuf::from(text));
    let weights = searcher::weights(path.as_deref().map(Path::new))?;
    Ok(Contender::new(text, move || {
        let engine = Engine::with_weights(Options { threads: 1, table_mb: 16 }, Arc::clone(&weights));
        Ok(Box::new(EnginePlayer::new(engine, strength)))
    }))
}
