//! Measures how often every idea applies to mistakes and to good moves, and what reviews come to.
//!
//! `cargo run --release -p outflank-study --example reasons -- [--games N] [--every N] [--show N] [--no-rates] [--fixtures FOLDER] FILE…`
//!
//! Files are read in any format; of WTHOR files, games of programs (names with brackets) are left out. With `--show`
//! the first N key moments are printed with their boards, to be judged by eye.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this is a program")]

use std::collections::BTreeMap;
use std::time::Instant;

use outflank_engine::{Engine, Options, StopToken};
use outflank_records::{Format, Reader, Record, wthor::Names};
use outflank_study::reasons::{Cause, Explainer, present};
use outflank_study::{Effort, Label, MomentKind, Review, ReviewedMove, Reviewer, words};

struct Args {
    games: usize,
    every: usize,
    show: usize,
    rates: bool,
    fixtures: Option<String>,
    files: Vec<String>,
}

fn main() {
    let mut args = Args { games: 100, every: 1, show: 0, rates: true, fixtures: None, files: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--fixtures" {
            args.fixtures = words.next();
            continue;
        }
        let mut number = || words.next().unwrap().parse().unwrap();
        match word.as_str() {
            "--games" => args.games = number(),
            "--every" => args.every = number(),
            "--show" => args.show = number(),
            "--no-rates" => args.rates = false,
            _ => args.files.push(word),
        }
    }
    let mut engine = Engine::new(Options { threads: 1, table_mb: 64 });
    let mut totals = Totals::default();
    let mut left = args.games;
    for file in &args.files {
        for record in records(file).into_iter().step_by(args.every) {
            if left == 0 {
                break;
            }
            left -= 1;
            measure(&mut engine, &record, &args, &mut totals);
            if totals.games % 20 == 0 && left > 0 {
                totals.print();
            }
        }
    }
    totals.print();
    if let Some(folder) = &args.fixtures {
        for (cause, texts) in &totals.fixtures {
            std::fs::write(format!("{folder}/{}.txt", cause.name()), texts.join("\n")).unwrap();
        }
    }
}

fn records(file: &str) -> Vec<Record> {
    let bytes = std::fs::read(file).unwrap();
    let names = if Format::detect(&bytes) == Some(Format::Wthor) {
        let folder = std::path::Path::new(file).parent().unwrap();
        let list = |ending: &str| {
            let lower = std::fs::read(folder.join(format!("WTHOR.{ending}")));
            lower
                .or_else(|_| std::fs::read(folder.join(format!("wthor.{}", ending.to_lowercase()))))
                .unwrap_or(vec![0; 16])
        };
        Names::read(&list("JOU"), &list("TRN")).unwrap_or_default()
    } else {
        Names::default()
    };
    let reader = if Format::detect(&bytes) == Some(Format::Wthor) {
        Reader::wthor(&bytes, &names)
    } else {
        Reader::new(&bytes).unwrap()
    };
    let human = |record: &Record| !record.black.name.contains('(') && !record.white.name.contains('(');
    reader.filter_map(Result::ok).filter(human).filter(|record| record.game.moves().len() > 40).collect()
}

#[derive(Default)]
struct Totals {
    games: usize,
    seconds: f64,
    /// By part of the game: mistakes, good moves.
    cases: [[usize; 2]; 4],
    found: BTreeMap<Cause, [[usize; 2]; 4]>,
    told: BTreeMap<&'static str, usize>,
    moments: usize,
    explained: usize,
    dropped: usize,
    labels: BTreeMap<&'static str, [usize; 2]>,
    accuracies: [Vec<f64>; 2],
    lost: [f64; 2],
    best: [usize; 2],
    choices: [usize; 2],
    shown: usize,
    fixtures: BTreeMap<Cause, Vec<String>>,
}

fn part(mv: &ReviewedMove) -> usize {
    match mv.empties {
        41.. => 0,
        21..=40 => 1,
        11..=20 => 2,
        _ => 3,
    }
}

fn measure(engine: &mut Engine, record: &Record, args: &Args, totals: &mut Totals) {
    let Ok(mut reviewer) = Reviewer::new(record, Effort::Usual, None) else { return };
    let started = Instant::now();
    while let Some(question) = reviewer.next() {
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        reviewer.answer(question.id, &analysis);
    }
    let review = reviewer.review();
    totals.games += 1;
    totals.seconds += started.elapsed().as_secs_f64();
    let winner = record.position().outcome().and_then(outflank_rules::Outcome::winner);
    for mv in &review.moves {
        let loser = usize::from(winner.is_some_and(|winner| winner != mv.turn));
        totals.labels.entry(mv.label.name()).or_default()[loser] += 1;
    }
    if let Some(winner) = winner {
        for (at, color) in [winner, !winner].into_iter().enumerate() {
            let side = &review.players[color.index()];
            totals.accuracies[at].extend(side.accuracy);
            totals.lost[at] += side.lost;
            totals.best[at] += side.best;
            totals.choices[at] += side.choices;
        }
    }
    for moment in review.moments.iter().filter(|moment| moment.kind == MomentKind::Mistake) {
        totals.moments += 1;
        let reason = moment.explanation.as_ref().and_then(|found| found.reason.as_ref());
        totals.explained += usize::from(reason.is_some());
        *totals.told.entry(reason.map_or("none", |reason| reason.cause().name())).or_default() += 1;
        if let (Some(_), Some(reason), Some(found)) = (&args.fixtures, reason, &moment.explanation) {
            let texts = totals.fixtures.entry(reason.cause()).or_default();
            if texts.len() < 5 {
                texts.push(fixture(
                    &review,
                    moment.ply,
                    &reason.sentence(&found.scene, words::Voice::default()),
                ));
            }
            if let Some(second) = &found.second {
                let texts = totals.fixtures.entry(second.cause()).or_default();
                if texts.len() < 5 {
                    texts.push(fixture(
                        &review,
                        moment.ply,
                        &second.sentence(&found.scene, words::Voice::default()),
                    ));
                }
            }
        }
        if totals.shown < args.show {
            totals.shown += 1;
            show(&review, moment, totals.shown);
        }
    }
    if !args.rates {
        return;
    }
    for mv in &review.moves {
        let mistake = mv.loss >= 6.0;
        let exact = mv.best.value.is_exact() && mv.played.value.is_exact();
        let good = mv.played.mv != mv.best.mv && mv.loss <= if exact { 0.0 } else { 1.0 };
        if !mv.had_choice() || mv.label == Label::Forced || !(mistake || good) {
            continue;
        }
        let position = review.game.positions()[mv.ply];
        let Some(mut explainer) = Explainer::new(position, &mv.played, &mv.best) else { continue };
        while let Some((position, limits)) = explainer.next() {
            explainer.answer(&engine.search(&position, &limits, &StopToken::new(), &mut |_| {}));
        }
        let column = usize::from(!mistake);
        totals.cases[part(mv)][column] += 1;
        for (reason, holds) in present(explainer.evidence()) {
            let cause = reason.cause();
            totals.dropped += usize::from(!holds);
            totals.found.entry(cause).or_default()[part(mv)][column] += 1;
        }
    }
}

/// A position with the move played, the best one and what is said.
fn fixture(review: &Review, ply: usize, sentence: &str) -> String {
    let mv = review.moves.iter().find(|mv| mv.ply == ply).unwrap();
    let board = review.game.positions()[ply];
    format!("{board}{} to move. Played {}, best {}.\n{sentence}\n", mv.turn, mv.played.mv, mv.best.mv)
}

fn show(review: &Review, moment: &outflank_study::Moment, number: usize) {
    let mv = review.moves.iter().find(|mv| mv.ply == moment.ply).unwrap();
    let explanation = moment.explanation.as_ref().unwrap();
    println!("== {number}  {} to move, {} empties", mv.turn, mv.empties);
    print!("{}", review.game.positions()[moment.ply]);
    println!("{}", words::headline(review, moment));
    println!(
        "[{}] {}",
        explanation.reason.as_ref().map_or("none", |reason| reason.cause().name()),
        words::sentence(review, moment, words::Voice::default())
    );
    println!("  played {:>6} {}", mv.played.value.to_string(), words::line(&explanation.scene.played_line));
    println!("  best   {:>6} {}\n", mv.best.value.to_string(), words::line(&explanation.scene.best_line));
}

impl Totals {
    fn print(&mut self) {
        println!(
            "{} games, {:.2} s per game on one thread",
            self.games,
            self.seconds / self.games.max(1) as f64
        );
        println!(
            "{} key moments, {:.0}% with a reason; {} sentences dropped by their facts",
            self.moments,
            100.0 * self.explained as f64 / self.moments.max(1) as f64,
            self.dropped
        );
        let mut told: Vec<_> = self.told.iter().collect();
        told.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (name, count) in told {
            println!("  {name:<14} {count:>5}  {:>4.1}%", 100.0 * *count as f64 / self.moments.max(1) as f64);
        }
        println!("\n| idea | 41-54 | 21-40 | 11-20 | 3-10 | all | ratio |");
        println!("|---|--:|--:|--:|--:|--:|--:|");
        for cause in Cause::ALL {
            let found = self.found.get(cause).copied().unwrap_or_default();
            let rate = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
            let parts = found.iter().zip(&self.cases).map(|(found, cases)| {
                format!("| {:.0}/{:.0} ", rate(found[0], cases[0]), rate(found[1], cases[1]))
            });
            let row = format!("| {} {}", cause.name(), parts.collect::<String>());
            // As if good moves were spread over the parts of the game as mistakes are.
            let all: usize = self.cases.iter().map(|row| row[0]).sum();
            let mean = |at: usize| {
                let weighted = (0..4).map(|part| {
                    rate(found[part][at], self.cases[part][at]) * self.cases[part][0] as f64
                        / all.max(1) as f64
                });
                weighted.sum::<f64>()
            };
            let (bad, good) = (mean(0), mean(1));
            let ratio = if good < 0.05 { "-".to_owned() } else { format!("{:.1}", bad / good) };
            println!("{row}| {bad:.1}/{good:.1} | {ratio} |");
        }
        println!("cases (mistakes, good moves) {:?}\n", self.cases);
        let games = self.games.max(1) as f64;
        for label in Label::ALL {
            let [winner, loser] = self.labels.get(label.name()).copied().unwrap_or_default();
            println!("{:<12} {:>6.2} {:>6.2}", label.name(), winner as f64 / games, loser as f64 / games);
        }
        for (name, at) in [("winner", 0), ("loser", 1)] {
            let lost = self.lost[at] / self.accuracies[at].len().max(1) as f64;
            println!(
                "{name}: discs lost {lost:.1}, best moves {:.0}%",
                100.0 * self.best[at] as f64 / self.choices[at].max(1) as f64
            );
        }
        let mut all: Vec<f64> = self.accuracies.concat();
        all.sort_by(f64::total_cmp);
        let at = |share: f64| all.get((share * all.len() as f64) as usize).copied().unwrap_or_default();
        println!(
            "accuracy, percentiles 5 10 25 50 75 90 95: {}",
            [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].map(|p| format!("{:.0}", at(p))).join(" ")
        );
        let higher = self.accuracies[0].iter().zip(&self.accuracies[1]).filter(|(a, b)| a > b).count();
        println!(
            "the winner has the higher accuracy in {:.1}%",
            100.0 * higher as f64 / self.accuracies[0].len().max(1) as f64
        );
    }
}
