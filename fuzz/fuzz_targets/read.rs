//! Any bytes are read, or refused in one short sentence; JSON holds whatever was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::is_one_sentence;
use outflank_records::{Format, read, write};

fuzz_target!(|input: &[u8]| match read(input) {
    Ok(records) => {
        let json = write(&records, Format::Json).expect("JSON holds everything");
        assert_eq!(read(&json).expect("JSON reads back"), records);
    }
    Err(error) => is_one_sentence(error),
});
