//! Whatever a viewer says, what it hears are whole lines. The `quit` at the end breaks searches off.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use outflank_engine::{Engine, Options};
use outflank_protocols::nboard;

fuzz_target!(|input: &[u8]| {
    let engine = Engine::new(Options { threads: 1, table_mb: 1 });
    let commands = Cursor::new([input, b"\nquit\n"].concat());
    let mut heard = Vec::new();
    nboard::serve(engine, commands, &mut heard, &mut |_, _| String::new()).expect("a list can be written to");
    let heard = String::from_utf8(heard).expect("text");
    assert!(heard.is_empty() || heard.ends_with('\n'), "{heard:?}");
});
