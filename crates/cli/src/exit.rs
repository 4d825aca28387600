//! Exit codes and error sentences, decided in one place.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

/// What a command that worked has to say to a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or yes: exit code 0.
    Yes,
    /// The question was understood and the answer is no: exit code 1.
    No,
}

/// Bad input or failure.
const FAILURE: u8 = 2;

/// The exit code of a command; a failure is reported on standard error in one line.
pub(crate) fn code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&sentence(&error)),
    }
}

/// Arguments that say nothing, or ask for help or the version.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            code(error.print().map(|()| Answer::Yes).map_err(Into::into))
        }
        _ => fail(&usage_sentence(error)),
    }
}

/// A processor that lacks what this binary was compiled for. Nothing is formatted or moved about here: that
/// would take the very instructions that are missing.
pub(crate) fn old_cpu() -> ExitCode {
    let sentence =
        b"outflank: this build needs a processor with AVX2 and BMI2; for an older one, build it with \
        RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release\n";
    let _ = io::stderr().write_all(sentence);
    ExitCode::from(FAILURE)
}

fn fail(sentence: &str) -> ExitCode {
    // Nobody is left to be told if standard error is closed too.
    let _ = writeln!(io::stderr(), "outflank: {sentence}");
    ExitCode::from(FAILURE)
}

/// The error and its causes, without those that the text before has said already.
fn sentence(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |said, cause| match said {
        said if said.is_empty() => cause,
        said if said.ends_with(&cause) => said,
        said => format!("{said}: {cause}"),
    })
}

/// Whoever read our output has had enough (`outflank … | head`): not a failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// What clap says in a paragraph, in one line with the way to more help.
fn usage_sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let command = match error.get(ContextKind::Usage) {
        Some(usage) => command_of(&usage.to_string()),
        None => "outflank".to_owned(),
    };
    let said = said.join(" ").replacen("error: ", "", 1).replace(" tip: ", "; ");
    format!("{said} (see `{command} --help`)")
}

/// The command words of a usage line: `Usage: outflank perft [OPTIONS] <DEPTH>` is about `outflank perft`.
fn command_of(usage: &str) -> String {
    let words: Vec<&str> = usage
        .split_whitespace()
        .skip_while(|word| *word != "outflank")
        .take_while(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
        .take_while(|word| !word.starts_with('-'))
        .collect();
    if words.is_empty() { "outflank".to_owned() } else { words.join(" ") }
}
