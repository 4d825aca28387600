//! Measures the average error of searches, along lines that are known to be draws.

use std::path::PathBuf;

use outflank_engine::{Engine, Limits, Options, StopToken};
use outflank_records::{ReadError, read};
use outflank_rules::{Color, Position};

use super::LogError;
use crate::{Failure, say};

/// What is to be measured.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// A file of drawn lines, one transcript a line; `#` begins a comment
    pub lines: PathBuf,
    /// Plies each search looks ahead
    #[arg(long, default_value_t = 18)]
    pub depth: u8,
    /// First position of a line to be searched, in moves from the start
    #[arg(long, default_value_t = 8)]
    pub first: usize,
    /// Last one
    #[arg(long, default_value_t = 28)]
    pub last: usize,
}

/// Searches all positions and prints what to subtract.
pub(crate) fn run(plan: &Plan) -> Result<(), Failure> {
    let positions = positions(plan)?;
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    let mut values: [Vec<f64>; 2] = Default::default();
    for position in &positions {
        engine.reset();
        let analysis = engine.search(position, &Limits::depth(plan.depth), &StopToken::new(), &mut |_| {});
        values[position.turn().index()].extend(analysis.lines.first().map(|line| line.score.discs()));
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let [black, white] = [mean(&values[0]), mean(&values[1])];
    let (mover, for_black) = (f64::midpoint(black, white), (black - white) / 2.0);
    let off = |value: f64, color: Color| {
        (value - mover - if color == Color::Black { for_black } else { -for_black }).abs()
    };
    let rest = Color::ALL
        .map(|color| values[color.index()].iter().map(|&value| off(value, color)).collect::<Vec<_>>());
    say!(
        "depth {}, {} positions: {mover:+.2} for the side to move, {for_black:+.2} for Black; {:.2} discs remain",
        plan.depth,
        positions.len(),
        mean(&rest.concat())
    );
    Ok(())
}

fn positions(plan: &Plan) -> Result<Vec<Position>, Failure> {
    let name = || plan.lines.display().to_string();
    let text = std::fs::read_to_string(&plan.lines).map_err(|error| LogError::Io(name(), error))?;
    let mut positions: Vec<Position> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fault = |error: ReadError| LogError::Record(name(), error);
        for record in read(line.as_bytes()).map_err(fault)? {
            for position in record.game.positions().iter().take(plan.last + 1).skip(plan.first) {
                if !positions.contains(position) && !position.must_pass() {
                    positions.push(*position);
                }
            }
        }
    }
    Ok(positions)
}
