//! A match as JSON.

use std::time::Duration;

use outflank_arena::{Contender, Decision, Elo, Ending, Pair, Report, Settings};
use outflank_rules::Color;
use serde::Serialize;

/// A game that a player threw away.
#[derive(Serialize)]
pub(super) struct FaultLine {
    pub(super) game: usize,
    pub(super) player: String,
    pub(super) color: String,
    pub(super) reason: String,
}

pub(super) fn faults(pair: &Pair, number: usize, contenders: &[Contender; 2]) -> Vec<FaultLine> {
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
pub(super) struct Summary {
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
    pub(super) fn new(
        contenders: &[Contender; 2],
        report: &Report,
        settings: &Settings,
        time: Duration,
    ) -> Summary {
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
