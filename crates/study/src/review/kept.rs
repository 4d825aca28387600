//! A review as text to store with its game: the search results, from which the review is rebuilt at once.

use std::fmt::Write;

use outflank_engine::{Analysis, Certainty, Line, Score};
use outflank_records::{Record, board};
use outflank_rules::Move;

use super::{REVIEW_VERSION, Reviewer};
use crate::{Effort, Question};

impl Reviewer {
    /// A complete review as text. One that thinks for a time is not kept: it would come out otherwise every time.
    pub fn to_text(&self) -> Option<String> {
        let header = header(self.chart().effort())?;
        self.next().is_none().then(|| header + "\n" + &self.answers)
    }

    /// The review of a game from its text; `None` if that is of another game or version, or cannot be read.
    pub fn from_text(record: &Record, text: &str) -> Option<Reviewer> {
        let (first, answers) = text.split_once('\n')?;
        let effort = [Effort::Usual, Effort::Deep]
            .into_iter()
            .find(|effort| header(*effort).is_some_and(|header| header == first))?;
        let mut reviewer = Reviewer::new(record, effort, None).ok()?;
        for line in answers.lines() {
            let question = reviewer.next()?;
            let (asked, found) = line.split_once('\t')?;
            if asked != name(&question) {
                return None;
            }
            let lines = found.split('\t').map(line_of).collect::<Option<Vec<Line>>>()?;
            reviewer.answer(question.id, &Analysis { lines, ..Analysis::default() });
        }
        reviewer.next().is_none().then_some(reviewer)
    }

    /// Remembers an answer.
    pub(super) fn remember(&mut self, question: &Question, analysis: &Analysis) {
        self.answers += &name(question);
        for line in &analysis.lines {
            // Writing to a String cannot fail.
            let _ = write!(self.answers, "\t{} {} {}", line.score.raw(), line.certainty, line.depth);
            for mv in &line.moves {
                let _ = write!(self.answers, " {mv}");
            }
        }
        self.answers.push('\n');
    }
}

fn header(effort: Effort) -> Option<String> {
    let effort = match effort {
        Effort::Usual => "usual",
        Effort::Deep => "deep",
        Effort::Depth(_) | Effort::Time(_) => return None,
    };
    Some(format!("outflank review {} {REVIEW_VERSION} {effort}", env!("CARGO_PKG_VERSION")))
}

/// What a question asks, in a word.
fn name(question: &Question) -> String {
    format!("{} {:?} {}", board::text(&question.position), question.limits.goal, question.limits.lines)
}

fn line_of(text: &str) -> Option<Line> {
    let mut words = text.split(' ');
    let score = Score::from_raw(words.next()?.parse().ok()?);
    let certainty = match words.next()? {
        "estimate" => Certainty::Estimate,
        "wld" => Certainty::WinLossDraw,
        "exact" => Certainty::Exact,
        percent => Certainty::Selective(percent.strip_suffix('%')?.parse().ok()?),
    };
    let depth = words.next()?.parse().ok()?;
    let moves = words.map(|mv| mv.parse().ok()).collect::<Option<Vec<Move>>>()?;
    (!moves.is_empty()).then_some(Line { score, certainty, depth, moves })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_engine::{Engine, Options, StopToken};

    use super::*;

    fn record(moves: &[u8]) -> Record {
        outflank_records::read(moves).unwrap().remove(0)
    }

    #[test]
    fn a_kept_review_is_the_same_without_a_search() {
        let record = record(b"f5d6c3g5f6d3");
        let mut reviewer = Reviewer::new(&record, Effort::Usual, None).unwrap();
        assert_eq!(reviewer.to_text(), None, "it is not complete");
        let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
        while let Some(question) = reviewer.next() {
            let analysis =
                engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
            reviewer.answer(question.id, &analysis);
        }
        let text = reviewer.to_text().unwrap();
        let again = Reviewer::from_text(&record, &text).unwrap();
        assert_eq!(again.review().moves, reviewer.review().moves);
        assert_eq!(again.review().moments, reviewer.review().moments);
        assert_eq!(again.to_text().unwrap(), text);
        // Another game, another version, and what is damaged are made anew.
        assert!(Reviewer::from_text(&self::record(b"f5d6c3d3"), &text).is_none());
        assert!(Reviewer::from_text(&record, &text.replacen("review ", "review 0", 1)).is_none());
        assert!(Reviewer::from_text(&record, &text[..text.len() / 2]).is_none());
        assert!(Reviewer::from_text(&record, "").is_none());
    }
}
