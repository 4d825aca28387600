//! Exit codes and error sentences, decided in one place.

use std::io::{self, Write};
use std::process::ExitCode;

use outflank_records::printable;

use crate::usage::UsageError;

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
pub(crate) fn usage(error: &UsageError) -> ExitCode {
    match error.page() {
        Some(page) => code(page.print().map(|()| Answer::Yes).map_err(Into::into)),
        None => fail(&error.sentence()),
    }
}

/// Something that went wrong with a part of what was asked, while the rest goes on.
pub(crate) fn complain(sentence: &str) {
    // Nobody is left to be told if standard error is closed too. What a file says must not reach the terminal as it is.
    let _ = writeln!(io::stderr(), "outflank: {}", printable(sentence));
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
    complain(sentence);
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
