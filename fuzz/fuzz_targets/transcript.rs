//! What is read from a transcript is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_records::{Format, ReadError, Reader, Record, write};
use outflank_rules::Game;

fuzz_target!(|input: &[u8]| {
    let Ok(records) = read(input) else { return };
    // A game without moves cannot be written.
    let Ok(written) = write(&records, Format::Transcript) else { return };
    // Tags are left out.
    assert_eq!(games(read(&written).expect("what was written can be read")), games(records));
});

fn games(records: Vec<Record>) -> Vec<Game> {
    records.into_iter().map(|record| record.game).collect()
}

fn read(input: &[u8]) -> Result<Vec<Record>, ReadError> {
    Reader::with_format(input, Format::Transcript).collect()
}
