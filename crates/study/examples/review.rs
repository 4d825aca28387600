//! Reviews a game: the accuracy of both sides, and the moments that mattered with the reason in words.
//!
//! `cargo run --release -p outflank-study --example review -- f5d6c3g5…`
#![allow(clippy::print_stdout, reason = "this is a program")]

use outflank_engine::{Engine, Options, StopToken};
use outflank_study::{Effort, Reviewer, Voice, words};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("which game?")?;
    let record = outflank_records::read(text.as_bytes())?.remove(0);
    let mut engine = Engine::new(Options::default());
    let mut reviewer = Reviewer::new(&record, Effort::Usual, None)?;
    while let Some(question) = reviewer.next() {
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        reviewer.answer(question.id, &analysis);
    }
    let review = reviewer.review();
    for (color, player) in ["Black", "White"].into_iter().zip(&review.players) {
        println!("{color}: accuracy {:.0}", player.accuracy.unwrap_or(100.0));
    }
    for moment in &review.moments {
        println!(
            "\n{}\n{}",
            words::headline(&review, moment),
            words::sentence(&review, moment, Voice::default())
        );
    }
    Ok(())
}
