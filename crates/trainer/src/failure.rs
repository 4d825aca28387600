//! Why a command failed.

use std::io;
use std::path::{Path, PathBuf};

use outflank_arena::{ParseContenderError, StartError};
use outflank_engine::WeightsError;

use crate::games::GamesError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The file system reported an error.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Book(#[from] crate::book::LogError),
    #[error("{}: {error}", path.display())]
    Weights { path: PathBuf, error: WeightsError },
    #[error("{}: {fault}", path.display())]
    Content { path: PathBuf, fault: &'static str },
    #[error("{}, line {line}: a board and its value are expected", path.display())]
    Line { path: PathBuf, line: usize },
    #[error("openings of {0} to {1} moves cannot be drawn: 0 to 58 are possible, shortest first")]
    Openings(usize, usize),
    #[error("depths go from 1 to 60 plies")]
    Depth,
    #[error("a batch has at least one position")]
    Batch,
    #[error("there are too few positions to fit the {0} model")]
    TooFew(&'static str),
    #[error(transparent)]
    Contender(#[from] ParseContenderError),
    #[error(transparent)]
    Match(#[from] StartError),
    #[error(transparent)]
    Template(#[from] indicatif::style::TemplateError),
}

impl Failure {
    /// Turns an error of the file system into one that names the file.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Failure {
        move |error| Failure::File { path: path.to_owned(), error }
    }

    /// The same for a file of weights.
    pub(crate) fn weights(path: &Path) -> impl Fn(WeightsError) -> Failure {
        move |error| Failure::Weights { path: path.to_owned(), error }
    }

    /// A file does not contain what it should.
    pub(crate) fn content(path: &Path, fault: &'static str) -> Failure {
        Failure::Content { path: path.to_owned(), fault }
    }
}
