//! The user's own book: a log in the data folder, used beside the book in the program.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Context;
use etcetera::BaseStrategy as _;
use outflank_book::{LogError, own};
use outflank_engine::book::Book;

/// Where it is: `outflank/book.log` in the XDG data folder, which is `~/.local/share` unless `XDG_DATA_HOME` says
/// otherwise.
pub(crate) fn path() -> anyhow::Result<PathBuf> {
    let folders = etcetera::base_strategy::choose_base_strategy().context("there is no home folder")?;
    Ok(folders.data_dir().join("outflank").join("book.log"))
}

/// The same with its folder made, to be written.
pub(crate) fn writable_path() -> anyhow::Result<PathBuf> {
    let path = path()?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(path)
}

/// The book to play from and to look into, or what is wrong with the user's own.
pub(crate) fn checked() -> anyhow::Result<&'static Book> {
    if BOOK.get().is_none() {
        let own = load()?;
        return Ok(BOOK.get_or_init(|| own).as_ref().unwrap_or(Book::embedded()));
    }
    Ok(book())
}

/// Whether there is something wrong with the user's own book. Costs nothing where there is none.
pub(crate) fn check() -> anyhow::Result<()> {
    if path().is_ok_and(|path| path.exists()) {
        checked()?;
    }
    Ok(())
}

/// The same when it is first needed; without the user's own if that cannot be read.
pub(crate) fn book() -> &'static Book {
    BOOK.get_or_init(|| load().unwrap_or_default()).as_ref().unwrap_or(Book::embedded())
}

static BOOK: OnceLock<Option<Book>> = OnceLock::new();

fn load() -> Result<Option<Book>, LogError> {
    // Without a home folder there is no book of one's own.
    path().map_or(Ok(None), |path| own::book(&path))
}
