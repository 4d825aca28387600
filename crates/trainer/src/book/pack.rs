//! Packing: turns the log into the file that comes with the engine, and back.

use std::path::PathBuf;

use crate::{Failure, say};
use outflank_book::{LogError, Tree, log};
use outflank_engine::Score;
use outflank_engine::book::{Bias, Book};

/// What is to be packed.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// The log
    pub log: PathBuf,
    /// The file to write
    pub book: PathBuf,
    #[command(flatten)]
    pub biases: Biases,
}

/// What is subtracted from the values of searches.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Biases {
    /// What searches are off on average in favour of the side to move, in discs (see `book bias`)
    #[arg(long, default_value_t = -0.32, allow_hyphen_values = true)]
    pub mover_bias: f64,
    /// What searches are off on average in favour of Black, in discs
    #[arg(long, default_value_t = 0.58, allow_hyphen_values = true)]
    pub black_bias: f64,
}

impl Biases {
    pub(super) fn bias(self) -> Bias {
        let raw = |discs: f64| (discs * f64::from(Score::PER_DISC)).round() as i16;
        Bias { mover: raw(self.mover_bias), black: raw(self.black_bias) }
    }
}

/// What is to be unpacked.
#[derive(clap::Args)]
pub(crate) struct UnpackPlan {
    /// The file
    pub book: PathBuf,
    /// The log to add to
    pub log: PathBuf,
}

/// Writes the file of a log.
pub(crate) fn run(plan: &Plan) -> Result<(), Failure> {
    let mut tree = Tree::default();
    tree.extend(log::read(&plan.log)?);
    let book = tree.book(plan.biases.bias());
    let bytes = book.to_bytes();
    std::fs::write(&plan.book, &bytes)
        .map_err(|error| LogError::Io(plan.book.display().to_string(), error))?;
    let start = book.value(outflank_rules::Board::default()).unwrap_or_default();
    let each = bytes.len() as f64 / book.len().max(1) as f64;
    say!("{} positions in {} bytes, {each:.2} each; the start is worth {start}", book.len(), bytes.len());
    Ok(())
}

/// Appends the content of a file to a log, so that growing can continue from it.
pub(crate) fn unpack(plan: &UnpackPlan) -> Result<(), Failure> {
    let io = |error| LogError::Io(plan.book.display().to_string(), error);
    let bytes = std::fs::read(&plan.book).map_err(io)?;
    let book =
        Book::from_bytes(&bytes).map_err(|error| LogError::Book(plan.book.display().to_string(), error))?;
    let entries = Tree::entries_of(&book);
    log::Writer::open(&plan.log)?.append(&entries)?;
    say!("{} positions added to {}", entries.len(), plan.log.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use outflank_engine::book::{After, Leaf, after};

    use super::*;
    use crate::book::{Bounds, Work, grow};

    #[test]
    fn a_book_survives_packing_and_unpacking() {
        let path = |name: &str| {
            std::env::temp_dir().join(format!("outflank-book-pack-{name}-{}", std::process::id()))
        };
        let bounds = Bounds { plies: 28, loss: 6.0, value: 10.0 };
        let work = Work { log: path("log"), depth: 2, positions: 800, minutes: None, bounds };
        grow::run(&grow::Plan { work: work.clone() }, 2).unwrap();
        let plan = |log, book| Plan { log, book, biases: Biases { mover_bias: 0.1, black_bias: 0.65 } };
        run(&plan(path("log"), path("bin"))).unwrap();
        unpack(&UnpackPlan { book: path("bin"), log: path("log2") }).unwrap();
        run(&plan(path("log2"), path("bin2"))).unwrap();
        let bytes = std::fs::read(path("bin")).unwrap();
        assert_eq!(bytes, std::fs::read(path("bin2")).unwrap());
        let book = Book::from_bytes(&bytes).unwrap();
        assert!(book.len() >= 800);
        for (board, leaf) in book.leaves() {
            let outside = |leaf: Leaf| match after(board, leaf.mv) {
                After::Position(child, _) => book.value(child).is_none(),
                After::Over => true,
            };
            assert!(leaf.is_none_or(outside));
        }
        for name in ["log", "bin", "log2", "bin2"] {
            std::fs::remove_file(path(name)).unwrap();
        }
    }
}
