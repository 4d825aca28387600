//! Measures how often every idea applies to mistakes and to good moves, and what reviews come to.
//!
//! `cargo run --release -p outflank-study --example reasons -- collect OUT [--games N] [--depth N] [--no-rates] FILE…` searches
//! games of any format and keeps what was found. Stopped and started again it goes on where it was. Of WTHOR files, games of
//! programs (names with brackets) are left out.
//!
//! `… measure OUT [--skip N]` prints the tables, without the first games if those were used to set thresholds.
//! `… deeper OUT OTHER [--games N]` looks deeper into the key mistakes of a file, and keeps what was found in another.
//! `… compare OUT OTHER [--print]` tells how often both have the same reason for the same move, and prints where they differ.
//! `… fixtures OUT FOLDER` draws positions for every idea.
//! `… show OUT [--every N] [--cause NAME]` prints key moments with their boards.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "this is a program")]

mod case;
mod check;
mod collect;
mod measure;

use outflank_study::Effort;

fn main() {
    let mut words = std::env::args().skip(1);
    let (Some(mode), Some(out)) = (words.next(), words.next()) else {
        println!("collect, measure, deeper, compare, fixtures or show, and a file");
        return;
    };
    let (mut games, mut effort, mut rates, mut files) = (1000, Effort::Usual, true, Vec::new());
    let (mut skip, mut every, mut cause, mut print) = (0, 1, None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--games" => games = words.next().unwrap().parse().unwrap(),
            "--depth" => effort = Effort::Depth(words.next().unwrap().parse().unwrap()),
            "--no-rates" => rates = false,
            "--skip" => skip = words.next().unwrap().parse().unwrap(),
            "--every" => every = words.next().unwrap().parse().unwrap(),
            "--print" => print = true,
            "--cause" => cause = words.next(),
            _ => files.push(word),
        }
    }
    if mode == "collect" {
        return collect::run(&out, games, effort, rates, &files);
    }
    let mut known = case::read(&std::fs::read_to_string(&out).unwrap());
    known.drain(..skip.min(known.len()));
    match mode.as_str() {
        "measure" => measure::run(&known),
        "deeper" => {
            known.truncate(games);
            collect::deeper(&files[0], &known);
        }
        "fixtures" => measure::fixtures(&known, &files[0]),
        "compare" => {
            measure::compare(&known, &case::read(&std::fs::read_to_string(&files[0]).unwrap()), print);
        }
        _ => measure::show(&known, every, cause.as_deref()),
    }
}
