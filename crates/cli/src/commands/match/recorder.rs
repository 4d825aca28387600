//! The record of all games of a match.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use outflank_arena::{Contender, Pair};
use outflank_records::{Format, Writer};
use outflank_rules::Color;

/// Writes games as they are finished, so that a match that is broken off leaves a record.
pub(super) struct Recorder {
    file: File,
    path: PathBuf,
    writer: Writer,
    date: String,
}

impl Recorder {
    pub(super) fn create(path: &PathBuf) -> anyhow::Result<Recorder> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let format = Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(ending));
        let Some(format) = format.filter(|format| format.holds_moves()) else {
            bail!(
                "{}: the ending says no format of games; .ggf, .sgf, .txt or .json is expected",
                path.display()
            );
        };
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Recorder {
            file,
            path: path.clone(),
            writer: Writer::new(format),
            date: outflank_terminal::now().utc(),
        })
    }

    pub(super) fn write(&mut self, pair: &Pair, contenders: &[Contender; 2]) -> anyhow::Result<()> {
        for (game, first_has) in pair.games.iter().zip(Color::ALL) {
            let name = |color| contenders[usize::from(color != first_has)].name();
            let record = game.record(name(Color::Black), name(Color::White), &self.date);
            let text = self.writer.write(&record).with_context(|| self.path.display().to_string())?;
            self.file.write_all(&text).with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.file.write_all(&self.writer.finish()).with_context(|| self.path.display().to_string())
    }
}
