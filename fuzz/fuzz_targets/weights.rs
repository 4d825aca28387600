//! Weights are read or refused. A build for fuzzing does not look at the checksum, which would stop nearly everything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_engine::training::Packed;

fuzz_target!(|input: &[u8]| {
    if let Ok(packed) = Packed::from_bytes(input, 7, 2) {
        let again = Packed::from_bytes(&packed.to_bytes(), 7, 2);
        assert_eq!(again.expect("what was written can be read"), packed);
    }
});
