//! A fresh folder to run the binary in, and what came of it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The binary under test.
pub(crate) const OUTFLANK: &str = env!("CARGO_BIN_EXE_outflank");

/// An empty folder of its own for each test.
pub(crate) struct Folder(PathBuf);

/// What a run printed and returned.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Folder {
    /// The name must be that of no other test.
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of the files in it.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn outflank(&self, args: &[&str]) -> Run {
        self.outflank_with(args, b"")
    }

    /// Runs with this on standard input.
    pub(crate) fn outflank_with(&self, args: &[&str], input: &[u8]) -> Run {
        let mut command = Command::new(OUTFLANK);
        command.args(args);
        self.run(command, input)
    }

    pub(crate) fn run(&self, mut command: Command, input: &[u8]) -> Run {
        let mut child = command
            .current_dir(&self.0)
            .env("HOME", &self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A program that does not read its input may be gone by now.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code().expect("no signal ends it"),
            out: output.stdout,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// What was printed by a run that worked and had nothing to complain about.
    pub(crate) fn text(&self) -> &str {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        std::str::from_utf8(&self.out).unwrap()
    }

    /// The sentence of a run that failed with exit code 2 and printed nothing else.
    pub(crate) fn complaint(&self) -> &str {
        assert_eq!(self.code, 2, "{self:?}");
        assert!(self.out.is_empty(), "{self:?}");
        let sentence = self.err.strip_prefix("outflank: ").and_then(|rest| rest.strip_suffix('\n'));
        let sentence = sentence.unwrap_or_else(|| panic!("{self:?}"));
        assert!(!sentence.contains('\n'), "one line: {sentence}");
        sentence
    }
}
