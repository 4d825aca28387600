use outflank_records::{Ending as RecordedEnding, Note, Player as RecordedPlayer, Record, Verdict};

use crate::{Ending, Fault, Played};

impl Played {
    /// The game as a record, with the names of the players, the time of each move and, for a forfeited game, the reason
    /// as a comment on the last move.
    pub fn record(&self, black: &str, white: &str, date: &str) -> Record {
        let player = |name: &str| RecordedPlayer { name: name.to_owned(), ..RecordedPlayer::default() };
        let mut record = Record {
            black: player(black),
            white: player(white),
            place: "Outflank".to_owned(),
            date: date.to_owned(),
            ..Record::from(self.game.clone())
        };
        for (ply, time) in self.times.iter().enumerate().skip(self.opening) {
            let seconds = Some((time.as_secs_f64() * 1000.0).round() / 1000.0);
            record.notes.insert(ply + 1, Note { seconds, ..Note::default() });
        }
        if let Ending::Forfeited { fault, .. } = &self.ending {
            let ending = match fault {
                Fault::OutOfTime(_) => RecordedEnding::TimedOut,
                Fault::Resigned => RecordedEnding::Resigned,
                Fault::Illegal(_) | Fault::Crashed(_) | Fault::Protocol(_) | Fault::NoMove => {
                    RecordedEnding::Forfeited
                }
            };
            record.verdict = Some(Verdict { margin: self.margin().into(), ending });
            record.notes.entry(self.game.moves().len()).or_default().comment = fault.to_string();
        }
        record
    }
}
