//! Counts the openings of a file of games in any format, with Black's score in each.
//!
//! `cargo run --release -p outflank-records --example openings -- FILE`
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::collections::BTreeMap;

use outflank_records::{Reader, openings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let input = std::fs::read(path)?;
    // Games and Black's points, by opening.
    let mut table: BTreeMap<&str, (u32, f64)> = BTreeMap::new();
    for record in Reader::new(&input)? {
        // Skip damaged games and count the others.
        let Ok(record) = record else { continue };
        let Some(result) = record.result() else { continue };
        let name = openings::of_game(&record.game).map_or("no name", |opening| opening.name);
        let (games, points) = table.entry(name).or_default();
        *games += 1;
        *points += match result.margin {
            margin if margin > 0.0 => 1.0,
            margin if margin < 0.0 => 0.0,
            _ => 0.5,
        };
    }
    let mut rows: Vec<_> = table.into_iter().collect();
    rows.sort_by_key(|(_, (games, _))| std::cmp::Reverse(*games));
    for (name, (games, points)) in rows {
        println!("{games:6} {:5.1} % {name}", 100.0 * points / f64::from(games));
    }
    Ok(())
}
