//! How far searches overrun their time: `cargo bench -p outflank-engine --bench overrun`.
//!
//! A thousand moves of 5 to 40 ms from positions all over the game, on one thread and on two. Watch the worst overrun;
//! on an idle machine it is a few milliseconds.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use outflank_engine::{Engine, Limits, Options, Random, StopToken, bench};

fn main() {
    for threads in [1, 2] {
        let mut engine = Engine::new(Options { threads, ..Options::default() });
        let mut random = Random::new(1);
        let positions: Vec<_> = bench::searches().into_iter().map(|(position, _)| position).collect();
        let mut overruns: Vec<Duration> = (0..1000)
            .map(|n| {
                let limit = Duration::from_millis(5 + random.below(36) as u64);
                let position = &positions[n % positions.len()];
                let started = Instant::now();
                engine.search(position, &Limits::time(limit), &StopToken::new(), &mut |_| {});
                started.elapsed().saturating_sub(limit)
            })
            .collect();
        overruns.sort();
        println!(
            "{threads} thread(s): half below {:.2} ms, 99 of 100 below {:.2} ms, worst {:.2} ms",
            overruns[500].as_secs_f64() * 1e3,
            overruns[990].as_secs_f64() * 1e3,
            overruns[999].as_secs_f64() * 1e3,
        );
    }
}
