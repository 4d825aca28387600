//! What is read from GGF is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::reads_back;
use outflank_records::Format;

fuzz_target!(|input: &[u8]| reads_back(input, Format::Ggf));
