//! Plays the conversations in `tests/gtp/`: lines that begin with `> ` are sent, the others must come back. After an
//! intended change, `UPDATE_CONVERSATIONS=1 cargo test -p outflank-protocols` rewrites them; read them before you
//! commit.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use outflank_engine::{Engine, Level, Options, Strength};
use outflank_protocols::gtp;

#[test]
fn gtp_conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let written = fs::read_to_string(&file).unwrap();
        let sent: Vec<&str> =
            written.lines().filter_map(|line| Some(line.strip_prefix('>')?.trim_start())).collect();
        let mut server = new_server();
        let mut spoken = String::new();
        for line in &sent {
            spoken += format!("> {line}").trim_end();
            spoken += "\n";
            spoken += &server.answer(line).unwrap_or_default();
        }
        if std::env::var_os("UPDATE_CONVERSATIONS").is_some() {
            fs::write(&file, &spoken).unwrap();
            continue;
        }
        assert_eq!(spoken, written, "{}", file.display());

        let mut output = Vec::new();
        gtp::serve(&mut new_server(), Cursor::new(sent.join("\n")), &mut output).unwrap();
        let answers: Vec<&str> = written.lines().filter(|line| !line.starts_with('>')).collect();
        assert_eq!(String::from_utf8(output).unwrap().trim_end(), answers.join("\n").trim_end());
    }
}

fn new_server() -> gtp::Server {
    gtp::Server::new(Engine::new(Options { threads: 1, table_mb: 1 }), Strength::Level(Level::EASY))
}
