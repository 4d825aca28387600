//! Properties that several targets share.

use outflank_records::{Format, ReadError, Reader, Record, write};

/// The games of an input in a format.
pub fn read(input: &[u8], format: Format) -> Result<Vec<Record>, ReadError> {
    Reader::with_format(input, format).collect()
}

/// What is read from a format is written so that it reads back the same.
pub fn reads_back(input: &[u8], format: Format) {
    let Ok(records) = read(input, format) else { return };
    let written = write(&records, format).expect("what was read can be written");
    assert_eq!(read(&written, format).expect("what was written can be read"), records);
}

/// An error is told in one short sentence.
pub fn is_one_sentence(error: impl std::fmt::Display) {
    let sentence = error.to_string();
    assert!(sentence.chars().count() <= 400 && !sentence.contains('\n'), "{sentence}");
}
