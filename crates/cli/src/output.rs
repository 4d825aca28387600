//! Files written by commands: whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Writes a file atomically: under another name first, then renamed.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let result = match fs::metadata(path) {
        // A device or a pipe cannot be replaced.
        Ok(there) if !there.is_file() => {
            fs::OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(content))
        }
        _ => replace(path, content),
    };
    result.with_context(|| format!("{}: cannot be written", path.display()))
}

/// Whether a file is called `-`, which stands for standard output wherever a command writes one.
pub(crate) fn is_stdout(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    fs::write(&part, content).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// A number with what is counted: `1 line`, `2 lines`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A text in lines of at most 80 characters.
pub(crate) fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > 80 {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines += word;
        length += width;
    }
    if lines.is_empty() { lines } else { lines + "\n" }
}
