//! What is read from GGF is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_records::{Format, ReadError, Reader, Record, write};

fuzz_target!(|input: &[u8]| {
    let Ok(records) = read(input) else { return };
    let written = write(&records, Format::Ggf).expect("every game can be written");
    assert_eq!(read(&written).expect("what was written can be read"), records);
});

fn read(input: &[u8]) -> Result<Vec<Record>, ReadError> {
    Reader::with_format(input, Format::Ggf).collect()
}
