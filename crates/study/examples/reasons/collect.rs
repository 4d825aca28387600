//! Searches games and keeps what was found in a file.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use outflank_engine::{Analysis, Engine, Limits, Options, StopToken};
use outflank_records::{Format, Reader, Record, wthor::Names};
use outflank_rules::{Color, Game, Position};
use outflank_study::reasons::{Evidence, Explainer};
use outflank_study::{Chart, Effort, Point, Reviewer};

use crate::case::{self, Case, Reviewed};

/// Good moves that are looked into, of every part of a game.
const GOOD: usize = 2;

/// Reviews one game of every file in turn until there are so many, and goes on where an earlier run ended.
pub(crate) fn run(out: &str, games: usize, effort: Effort, rates: bool, files: &[String]) {
    let (mut file, done) = resume(out);
    let mut engine = Engine::new(Options { threads: 1, table_mb: 64 });
    let all: Vec<(String, Vec<Record>)> = files.iter().map(|file| (stem(file), records(file))).collect();
    let longest = all.iter().map(|(_, records)| records.len()).max().unwrap_or(0);
    // A step that has no factor in common with the number of games of most years visits tournaments far apart.
    let at = |round: usize, len: usize| (round * 379 + 17) % len;
    let order = (0..longest).flat_map(|round| {
        let some = all.iter().filter(move |(_, records)| round < records.len());
        some.map(move |(name, records)| (name, at(round, records.len()), records))
    });
    for (name, number, records) in order.skip(done).take(games.saturating_sub(done)) {
        let text = game(&mut engine, &format!("{name} {number}"), &records[number], effort, rates);
        file.write_all(text.as_bytes()).unwrap();
    }
}

/// Looks deeper into the key mistakes of games that were collected, and goes on where an earlier run ended.
pub(crate) fn deeper(out: &str, games: &[Reviewed]) {
    let (mut file, done) = resume(out);
    let mut engine = Engine::new(Options { threads: 1, table_mb: 64 });
    let mut search = |position: &Position, limits: &Limits| {
        engine.search(position, limits, &StopToken::new(), &mut |_| {})
    };
    for game in games.iter().skip(done) {
        let mut text = case::header(&game.name, game.margin);
        for Case { rank, ply, evidence } in game.cases.iter().filter(|case| case.rank.is_some()) {
            let moved = Game::from_moves(evidence.position, [evidence.scene().played.into()]).unwrap();
            let mut chart = Chart::with_second(moved, Effort::Deep);
            while let Some(question) = chart.next() {
                chart.answer(question.id, &search(&question.position, &question.limits));
            }
            let Some(Point { played: Some(played), best: Some(best), .. }) = chart.point(0) else { continue };
            if played.mv == best.mv {
                continue;
            }
            let evidence = explained(&mut search, Explainer::new(evidence.position, played, best).unwrap());
            text += &case::text(&Case { rank: *rank, ply: *ply, evidence });
        }
        file.write_all((text + "end\n").as_bytes()).unwrap();
    }
}

/// A file to be added to, without a game that was cut off, and how many games it has.
fn resume(out: &str) -> (File, usize) {
    let known = std::fs::read_to_string(out).unwrap_or_default();
    let complete = known.rfind("end\n").map_or(0, |at| at + 4);
    std::fs::write(out, &known[..complete]).unwrap();
    let done = known[..complete].lines().filter(|line| line.starts_with("game\t")).count();
    (OpenOptions::new().append(true).open(out).unwrap(), done)
}

/// What there is to know about a mistake.
fn explained(search: &mut impl FnMut(&Position, &Limits) -> Analysis, mut explainer: Explainer) -> Evidence {
    while let Some((position, limits)) = explainer.next() {
        explainer.answer(&search(&position, &limits));
    }
    explainer.evidence().clone()
}

fn game(engine: &mut Engine, name: &str, record: &Record, effort: Effort, rates: bool) -> String {
    let mut search = |position: &Position, limits: &Limits| {
        engine.search(position, limits, &StopToken::new(), &mut |_| {})
    };
    let margin = record.result().map_or(0, |verdict| verdict.margin as i32);
    let mut text = case::header(name, margin);
    let Ok(mut reviewer) = Reviewer::new(record, effort, None) else { return text + "end\n" };
    while let Some(question) = reviewer.next() {
        let analysis = search(&question.position, &question.limits);
        reviewer.answer(question.id, &analysis);
    }
    let review = reviewer.review();
    text += &case::moves(&review);
    let key: Vec<_> = reviewer.explained().map(|(ply, evidence)| (ply, evidence.clone())).collect();
    for (rank, (ply, evidence)) in key.iter().enumerate() {
        text += &case::text(&Case { rank: Some(rank), ply: *ply, evidence: evidence.clone() });
    }
    let mut good = [0; 4];
    for mv in review.moves.iter().filter(|mv| rates && mv.had_choice()) {
        if key.iter().any(|(ply, _)| *ply == mv.ply) || mv.played.mv == mv.best.mv {
            continue;
        }
        let position = review.game.positions()[mv.ply];
        let Some(explainer) = Explainer::new(position, &mv.played, &mv.best) else { continue };
        let probe = Case { rank: None, ply: mv.ply, evidence: explainer.evidence().clone() };
        if !(probe.is_mistake() || probe.is_good() && good[probe.part()] < GOOD) {
            continue;
        }
        good[probe.part()] += usize::from(probe.is_good());
        text += &case::text(&Case { evidence: explained(&mut search, explainer), ..probe });
    }
    text + "end\n"
}

fn stem(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Games between people that were played to the end.
pub(crate) fn records(file: &str) -> Vec<Record> {
    let bytes = std::fs::read(file).unwrap();
    let is_wthor = Format::detect(&bytes) == Some(Format::Wthor);
    let names = if is_wthor { names(Path::new(file).parent().unwrap()) } else { Names::default() };
    let reader = if is_wthor { Reader::wthor(&bytes, &names) } else { Reader::new(&bytes).unwrap() };
    let human =
        |record: &Record| Color::ALL.into_iter().all(|color| !record.player(color).name.contains('('));
    reader.filter_map(Result::ok).filter(human).filter(|record| record.game.moves().len() > 40).collect()
}

/// The names of players and tournaments beside WTHOR files.
fn names(folder: &Path) -> Names {
    let list = |ending: &str| {
        let upper = std::fs::read(folder.join(format!("WTHOR.{ending}")));
        upper
            .or_else(|_| std::fs::read(folder.join(format!("wthor.{}", ending.to_lowercase()))))
            .unwrap_or(vec![0; 16])
    };
    Names::read(&list("JOU"), &list("TRN")).unwrap_or_default()
}
