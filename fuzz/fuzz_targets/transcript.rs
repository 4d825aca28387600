//! What is read from a transcript is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::read;
use outflank_records::{Format, Record, write};
use outflank_rules::Game;

fuzz_target!(|input: &[u8]| {
    let Ok(records) = read(input, Format::Transcript) else { return };
    // A game without moves cannot be written.
    let Ok(written) = write(&records, Format::Transcript) else { return };
    // Tags are left out.
    assert_eq!(games(read(&written, Format::Transcript).expect("what was written can be read")), games(records));
});

fn games(records: Vec<Record>) -> Vec<Game> {
    records.into_iter().map(|record| record.game).collect()
}
