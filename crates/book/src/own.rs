//! A user's own book: a log beside the book that comes with the engine. Where both have a position, the deeper search
//! counts.

use std::path::Path;

use outflank_engine::book::Book;

use crate::{LogError, Tree, log};

/// The engine's book with what the log adds to it.
pub fn tree(path: &Path) -> Result<Tree, LogError> {
    let mut tree = Tree::of_book(Book::embedded());
    tree.extend(log::read(path)?);
    Ok(tree)
}

/// The book to play from; `None` if the log adds nothing.
pub fn book(path: &Path) -> Result<Option<Book>, LogError> {
    let entries = log::read(path)?;
    if entries.is_empty() {
        return Ok(None);
    }
    let mut tree = Tree::of_book(Book::embedded());
    tree.extend(entries);
    Ok(Some(tree.book(Book::embedded().bias())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_engine::StopToken;
    use outflank_records::read;
    use outflank_rules::Board;

    use super::*;
    use crate::{Search, learn};

    #[test]
    fn learned_games_are_added_to_the_book_of_the_engine() {
        let path = std::env::temp_dir().join(format!("outflank-own-book-{}", std::process::id()));
        assert!(book(&path).unwrap().is_none());
        // Nobody plays these, so no book has them.
        let games = ["f5f4g3g6", "f5f4g3c6"].map(|moves| read(moves.as_bytes()).unwrap().remove(0).game);
        for game in games {
            let found = Search { depth: 4, threads: 1, stop: StopToken::new() }.run(&learn::jobs(
                &tree(&path).unwrap(),
                &game,
                40,
            ));
            log::Writer::open(&path).unwrap().append(&found).unwrap();
            let own = book(&path).unwrap().unwrap();
            assert!(own.value(game.position().board()).is_some());
            assert!(own.len() > Book::embedded().len());
            assert_eq!(own.moves(Board::default()).len(), 4);
        }
        std::fs::remove_file(&path).unwrap();
    }
}
