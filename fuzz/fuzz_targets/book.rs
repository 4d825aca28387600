//! An opening book, or a table of what people play, is read or refused. A build for fuzzing does not look at the checksum,
//! which would stop nearly everything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_engine::book::{Book, Played};

fuzz_target!(|input: &[u8]| {
    if let Ok(book) = Book::from_bytes(input) {
        let again = Book::from_bytes(&book.to_bytes()).expect("what was written can be read");
        assert_eq!(again.len(), book.len());
    }
    let _ = Played::from_bytes(input);
});
