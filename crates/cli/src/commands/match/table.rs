//! The table of a match: redrawn after every pair on a terminal, and printed at the end.

use outflank_arena::{Contender, Decision, Elo, Settings, Tally};

pub(super) fn table(contenders: &[Contender; 2], tally: &Tally, games: usize, settings: &Settings) -> String {
    let [a, b] = contenders.each_ref().map(|contender| contender.name().chars().take(30).collect::<String>());
    let percent = tally.score() * 100.0;
    let mut lines = vec![
        ("players", format!("{a} against {b}")),
        ("games", format!("{} of {games}", tally.games())),
        (
            "result",
            format!("{} won, {} drawn, {} lost: {percent:.1}%", tally.wins, tally.draws, tally.losses),
        ),
    ];
    if let Some(elo) = Elo::estimate(tally) {
        let range = format!("{:+.0} to {:+.0}", elo.low, elo.high);
        let superior = elo.superiority * 100.0;
        lines.push(("Elo", format!("{:+.0}, 95% from {range}; {superior:.1}% that A is stronger", elo.elo)));
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
