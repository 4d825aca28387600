//! Every line gets no answer or one that ends with an empty line and has no other, whatever came before it. Commands that
//! search are left out: they would only make it slow.
#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use outflank_engine::{Engine, Options, Strength};
use outflank_protocols::gtp::Server;

static SERVER: LazyLock<Mutex<Server>> = LazyLock::new(|| {
    let engine = Engine::new(Options { threads: 1, table_mb: 1 });
    Mutex::new(Server::new(engine, Strength::default()))
});

fuzz_target!(|input: &[u8]| {
    let mut server = SERVER.lock().expect("a target runs on one thread");
    assert_eq!(server.answer("clear_board").as_deref(), Some("=\n\n"));
    for line in String::from_utf8_lossy(input).lines() {
        if ["genmove", "auto_play", "loadsgf"].iter().any(|command| line.contains(command)) {
            continue;
        }
        if let Some(answer) = server.answer(line) {
            assert!(answer.starts_with(['=', '?']), "{answer:?}");
            assert_eq!(answer.find("\n\n"), Some(answer.len() - 2), "{answer:?}");
        }
    }
});
