//! The tables: how frequent ideas are, what is told, and what reviews come to.

use std::collections::BTreeMap;

use outflank_rules::Color;
use outflank_study::reasons::{Cause, Evidence, Explanation, Reason, present};
use outflank_study::{Label, Voice, win_chance};

use crate::case::{Case, Moved, Reviewed};
use crate::check::Checked;

/// So many key moments of a game are told at most.
const MOST: usize = 5;

pub(crate) fn run(games: &[Reviewed]) {
    println!("{} games\n", games.len());
    moments(games);
    sentences(games);
    rates(games);
    labels(games);
    chances(games);
}

/// The key mistakes that a review tells.
fn key(games: &[Reviewed]) -> impl Iterator<Item = (&str, &Case)> {
    let all = games.iter().flat_map(|game| game.cases.iter().map(|case| (game.name.as_str(), case)));
    all.filter(|(_, case)| case.rank.is_some_and(|rank| rank < MOST))
}

pub(crate) fn told(evidence: &Evidence) -> Option<Cause> {
    Explanation::new(evidence).reason.as_ref().map(Reason::cause)
}

fn moments(games: &[Reviewed]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut all, mut phases) = (0, [[0; 2]; 4]);
    for (_, case) in key(games) {
        let cause = told(&case.evidence);
        all += 1;
        *counts.entry(cause.map_or("none", Cause::name)).or_default() += 1;
        phases[case.part()][usize::from(cause.is_none())] += 1;
    }
    let share = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
    let without = counts.get("none").copied().unwrap_or(0);
    println!("{all} key moments, {:.1}% with a reason", share(all - without));
    println!("with and without, 41-54, 21-40, 11-20, 3-10 empty squares: {phases:?}");
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (name, count) in counts {
        println!("  {name:<14} {count:>5}  {:>4.1}%", share(count));
    }
}

/// Everything that is told about any move, read again.
fn sentences(games: &[Reviewed]) {
    let mut checked = Checked::default();
    for case in games.iter().flat_map(|game| &game.cases) {
        checked.read(&case.evidence);
    }
    let Checked { sentences, claims, wrong } = checked;
    println!("\n{sentences} sentences, {claims} claims played out, {} of them wrong", wrong.len());
    for sentence in wrong.iter().take(20) {
        println!("  {sentence}");
    }
}

fn rates(games: &[Reviewed]) {
    // By part of the game: mistakes, good moves.
    let mut cases = [[0_usize; 2]; 4];
    let mut found: BTreeMap<Cause, [[usize; 2]; 4]> = BTreeMap::new();
    let mut dropped = 0;
    for case in games.iter().flat_map(|game| &game.cases) {
        let column = match case {
            case if case.is_mistake() => 0,
            case if case.is_good() => 1,
            _ => continue,
        };
        cases[case.part()][column] += 1;
        for (reason, holds) in present(&case.evidence) {
            dropped += usize::from(!holds);
            found.entry(reason.cause()).or_default()[case.part()][column] += 1;
        }
    }
    println!(
        "\n{dropped} ideas dropped by their facts\n\n| idea | 41-54 | 21-40 | 11-20 | 3-10 | all | ratio |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for cause in Cause::ALL {
        let found = found.get(cause).copied().unwrap_or_default();
        let rate = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        let parts = found.iter().zip(&cases).map(|(found, cases)| {
            format!("| {:.0}/{:.0} ", rate(found[0], cases[0]), rate(found[1], cases[1]))
        });
        let row = format!("| {} {}", cause.name(), parts.collect::<String>());
        // As if good moves were spread over the parts of the game as mistakes are.
        let all: usize = cases.iter().map(|row| row[0]).sum();
        let mean = |at: usize| {
            let part = |part: usize| {
                rate(found[part][at], cases[part][at]) * cases[part][0] as f64 / all.max(1) as f64
            };
            (0..4).map(part).sum::<f64>()
        };
        let (bad, good) = (mean(0), mean(1));
        let ratio = if good < 0.05 { "-".to_owned() } else { format!("{:.1}", bad / good) };
        println!("{row}| {bad:.1}/{good:.1} | {ratio} |");
    }
    println!("cases (mistakes, good moves) {cases:?}\n");
}

/// Points lost by a move.
fn points(mv: &Moved) -> f64 {
    let chance = |value: f64| win_chance(value, mv.empties.saturating_sub(1));
    (chance(mv.best) - chance(mv.played)).max(0.0)
}

fn labels(games: &[Reviewed]) {
    let decided: Vec<&Reviewed> = games.iter().filter(|game| game.margin != 0).collect();
    let of = |game: &Reviewed, side: usize| {
        let winner = if game.margin > 0 { Color::Black } else { Color::White };
        if side == 0 { winner } else { !winner }
    };
    println!("per game: winner, loser");
    for label in Label::ALL {
        let count = |side: usize| {
            let count = |game: &&Reviewed| {
                let own = game.moves.iter().filter(|mv| mv.turn == of(game, side));
                own.filter(|mv| mv.label == label.name()).count()
            };
            decided.iter().map(count).sum::<usize>() as f64 / decided.len().max(1) as f64
        };
        println!("{:<12} {:>6.2} {:>6.2}", label.name(), count(0), count(1));
    }
    let accuracy = |game: &Reviewed, side: usize| {
        let choices = game.moves.iter().filter(|mv| mv.turn == of(game, side) && mv.label != "forced");
        let lost: Vec<f64> = choices.map(points).collect();
        100.0 * (-10.0 * lost.iter().sum::<f64>() / lost.len().max(1) as f64).exp()
    };
    for (name, side) in [("winner", 0), ("loser", 1)] {
        let moves =
            || decided.iter().flat_map(|game| game.moves.iter().filter(move |mv| mv.turn == of(game, side)));
        let lost: f64 = moves().map(|mv| (mv.best - mv.played).max(0.0)).sum();
        let choices = moves().filter(|mv| mv.label != "forced").count();
        let best =
            moves().filter(|mv| matches!(mv.label.as_str(), "best" | "only_move" | "sacrifice")).count();
        println!(
            "{name}: discs lost {:.1}, best moves {:.0}%",
            lost / decided.len().max(1) as f64,
            100.0 * best as f64 / choices.max(1) as f64
        );
    }
    let pairs: Vec<[f64; 2]> = decided.iter().map(|game| [accuracy(game, 0), accuracy(game, 1)]).collect();
    let mut all: Vec<f64> = pairs.concat();
    all.sort_by(f64::total_cmp);
    let at = |share: f64| all.get((share * all.len() as f64) as usize).copied().unwrap_or_default();
    let percentiles = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].map(|share| format!("{:.0}", at(share)));
    println!("accuracy, percentiles 5 10 25 50 75 90 95: {}", percentiles.join(" "));
    let higher = pairs.iter().filter(|[winner, loser]| winner > loser).count();
    println!("the winner's is higher in {:.1}%\n", 100.0 * higher as f64 / pairs.len().max(1) as f64);
}

/// How steep the win chance is, fitted by maximum likelihood, beside what is used.
fn chances(games: &[Reviewed]) {
    let samples: Vec<(usize, f64, f64)> = games
        .iter()
        .flat_map(|game| {
            game.moves.iter().filter(|mv| mv.label != "forced").map(|mv| {
                let margin = if mv.turn == Color::Black { game.margin } else { -game.margin };
                let points = 0.5 + 0.5 * f64::from(margin.signum());
                // The value of the best move is that of the position.
                (mv.empties, mv.best, points)
            })
        })
        .collect();
    let likelihood = |samples: &[&(usize, f64, f64)], k: &dyn Fn(usize) -> f64| {
        let each = samples.iter().map(|(empties, value, points)| {
            let chance = (1.0 / (1.0 + (-k(*empties) * value).exp())).clamp(1e-9, 1.0 - 1e-9);
            -(points * chance.ln() + (1.0 - points) * (1.0 - chance).ln())
        });
        each.sum::<f64>() / samples.len().max(1) as f64
    };
    let formula = |a: f64, b: f64| move |empties: usize| a + b / (empties * empties).max(1) as f64;
    println!("k(e) = a + b / e^2, the win chance's steepness: fitted and used, by empty squares");
    for (low, high) in
        [(2, 3), (4, 5), (6, 7), (8, 9), (10, 11), (12, 13), (14, 15), (16, 17), (18, 24), (25, 38), (39, 50)]
    {
        let bin: Vec<_> = samples.iter().filter(|sample| (low..=high).contains(&sample.0)).collect();
        let fitted = (1..400)
            .map(|k| f64::from(k) / 200.0)
            .min_by(|a, b| likelihood(&bin, &|_| *a).total_cmp(&likelihood(&bin, &|_| *b)));
        let used = formula(0.10, 12.0)(usize::midpoint(low, high));
        println!(
            "  {low:>2}-{high:<2} {:>6} positions  {:.3}  {used:.3}",
            bin.len(),
            fitted.unwrap_or_default()
        );
    }
    let all: Vec<_> = samples.iter().filter(|sample| (2..=50).contains(&sample.0)).collect();
    let grid = (4..20).flat_map(|a| (0..25).map(move |b| (f64::from(a) / 100.0, f64::from(b))));
    let best = grid
        .map(|(a, b)| (likelihood(&all, &formula(a, b)), a, b))
        .min_by(|one, two| one.0.total_cmp(&two.0))
        .unwrap_or_default();
    println!(
        "  all: a {:.2}, b {:.0}: log-loss {:.4}; used {:.4}",
        best.1,
        best.2,
        best.0,
        likelihood(&all, &formula(0.10, 12.0))
    );
}

/// Some moments with their boards, to be judged by eye.
pub(crate) fn show(games: &[Reviewed], every: usize, cause: Option<&str>) {
    let wanted = |(_, case): &(&str, &Case)| {
        cause.is_none_or(|name| told(&case.evidence).map_or("none", Cause::name) == name)
    };
    for (number, (name, case)) in key(games).filter(wanted).enumerate().step_by(every) {
        let evidence = &case.evidence;
        let explanation = Explanation::new(evidence);
        let scene = &explanation.scene;
        println!(
            "== {number}  {name}, move {}, {} to move, {} empties",
            case.ply + 1,
            evidence.mover,
            evidence.position.empties().len()
        );
        print!("{}", evidence.position);
        println!(
            "played {} {:+.1}, best {} {:+.1}, exact {}",
            scene.played, evidence.values[0], scene.best, evidence.values[1], evidence.solved
        );
        let names: Vec<&str> =
            explanation.told(Voice::default()).iter().map(|reason| reason.cause().name()).collect();
        println!("[{}] {}", names.join(" "), explanation.sentence(Voice::default()).unwrap_or_default());
        if let Some(plain) = &explanation.plain {
            println!("beginner: [{}] {}", plain.cause().name(), plain.sentence(scene, Voice::default()));
        }
        println!("  played {}", outflank_study::words::line(&scene.played_line));
        println!("  best   {}", outflank_study::words::line(&scene.best_line));
        println!("  replies {} | {}\n", replies(evidence, 0), replies(evidence, 1));
    }
}

fn replies(evidence: &Evidence, branch: usize) -> String {
    let each = evidence.replies[branch].iter().map(|(mv, value)| format!("{mv} {value:+.1}"));
    each.collect::<Vec<_>>().join(", ")
}

/// How often two collections of the same games tell the same reason for the same move, and why not where they differ.
pub(crate) fn compare(one: &[Reviewed], two: &[Reviewed], print: bool) {
    // All key moments of the second; those with the same best move in the first.
    let mut counts = [Agreement::default(); 2];
    let (mut all, mut unknown) = (0, 0);
    for (name, case) in key(two) {
        let Some(game) = one.iter().find(|game| game.name == name) else { continue };
        all += 1;
        let Some(other) = game.cases.iter().find(|other| other.ply == case.ply) else {
            unknown += 1;
            continue;
        };
        let same_best = case.evidence.scene().best == other.evidence.scene().best;
        counts[0].add(&other.evidence, &case.evidence);
        if same_best {
            counts[1].add(&other.evidence, &case.evidence);
        }
        if print && told(&case.evidence) != told(&other.evidence) {
            println!(
                "{name}, move {}, {} empty squares",
                case.ply + 1,
                case.evidence.position.empties().len()
            );
            for evidence in [&other.evidence, &case.evidence] {
                println!(
                    "  {} instead of {}, {:.1} discs, told {:?}, present {:?}",
                    evidence.scene().played,
                    evidence.scene().best,
                    evidence.loss,
                    told(evidence),
                    causes(evidence)
                );
            }
        }
    }
    println!("{all} key moments of the second, {unknown} of them no mistake worth a look in the first");
    for (which, counts) in ["mistakes in both", "with the same best move"].iter().zip(counts) {
        println!("{which}: {counts:?}");
    }
}

/// How often two explanations of a move agree.
#[derive(Clone, Copy, Debug, Default)]
#[allow(dead_code, reason = "printed")]
struct Agreement {
    moments: usize,
    /// The same reason first, or none in both.
    same: usize,
    /// What the first tells, the second finds too.
    among: usize,
    /// Of those that are not solved in both.
    unsolved: usize,
    unsolved_same: usize,
    /// One of the two has no reason.
    none: usize,
}

impl Agreement {
    fn add(&mut self, one: &Evidence, two: &Evidence) {
        let (first, second) = (told(one), told(two));
        let same = first == second;
        let solved = one.solved && two.solved;
        self.moments += 1;
        self.same += usize::from(same);
        self.among += usize::from(same || first.is_some_and(|first| causes(two).contains(&first)));
        self.unsolved += usize::from(!solved);
        self.unsolved_same += usize::from(!solved && same);
        self.none += usize::from(!same && (first.is_none() || second.is_none()));
    }
}

/// The ideas that apply.
fn causes(evidence: &Evidence) -> Vec<Cause> {
    present(evidence).into_iter().filter(|(_, holds)| *holds).map(|(reason, _)| reason.cause()).collect()
}

/// Positions that show each idea, drawn, the clearest first: for tests, which keep five.
pub(crate) fn fixtures(games: &[Reviewed], folder: &str) {
    for cause in Cause::ALL {
        let mut found: Vec<(f64, String)> = Vec::new();
        for case in games.iter().flat_map(|game| &game.cases).filter(|case| case.is_mistake()) {
            let evidence = &case.evidence;
            let scene = evidence.scene();
            let reason = present(evidence).into_iter().find(|(reason, _)| reason.cause() == *cause);
            let Some((reason, true)) = reason else { continue };
            let text = format!(
                "{}{} to move. Played {}, best {}.\n{}\n",
                evidence.position,
                evidence.mover,
                scene.played,
                scene.best,
                reason.sentence(&scene, Voice::default())
            );
            found.push((evidence.loss, text));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let texts: Vec<String> = found.into_iter().take(12).map(|(_, text)| text).collect();
        println!("{} {}", cause.name(), texts.len());
        if !texts.is_empty() {
            std::fs::write(format!("{folder}/{}.txt", cause.name()), texts.join("\n")).unwrap();
        }
    }
}
