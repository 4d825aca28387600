//! How long the weights take to load when a program starts: `cargo bench -p outflank-engine --bench start`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use outflank_engine::Weights;

fn main() {
    let bytes = include_bytes!("../data/weights.bin");
    for run in ["first", "second", "third"] {
        let started = Instant::now();
        let weights = Weights::from_bytes(bytes).expect("the weights of the engine are sound");
        let value = weights.evaluate(outflank_rules::Board::default());
        println!("{run} time: {:.1} ms (the start is worth {value})", started.elapsed().as_secs_f64() * 1e3);
    }
}
