//! A review of a game: one shape for the page, for bots, for what is kept with a game, and for `outflank review --json`.

use outflank_records::board;
use outflank_rules::{Color, Move};
use outflank_study::words::{self, Voice};
use outflank_study::{self as study, MomentKind, glossary};
use serde::{Deserialize, Serialize};

use crate::position::names;
use crate::{MoveValue, Pair, Setup, Side};

/// A game to be reviewed: a record, or moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct ReviewRequest {
    /// Any record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Which of its games, counting from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Without a text: where the moves start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Setup>,
    /// Without a text: the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// How long to think about each position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Without seconds: whether to search deeper than usual.
    pub deep: bool,
}

/// One line of the answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReviewMessage {
    /// Others come first.
    Waiting,
    /// What has become known since the last line.
    Part {
        /// Steps that are done.
        done: usize,
        /// Steps in all, as far as that is known.
        of: usize,
        /// Moves that are new; the end of the game comes first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<ReviewedMove>,
        /// All moments that can be told so far.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moments: Vec<Moment>,
    },
    /// The whole review.
    Done(Box<Review>),
    /// The server has stopped before it was done.
    Stopped {
        /// Why, for people.
        sentence: String,
    },
}

/// What a review says of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Review {
    /// The deepest named opening.
    pub opening: Option<String>,
    /// After how many moves it stood.
    pub theory: Option<usize>,
    /// The ply of the first move that neither the book nor people know.
    pub left_book: Option<usize>,
    /// The opening and where the game left the book, in words.
    pub about_opening: Option<String>,
    /// Whether it was searched deeper than usual.
    pub deep: bool,
    /// Whether the values come from trained weights. Under other rules than the standard ones they do not, and no reasons are given.
    pub trained: bool,
    /// From 0 to 100; nothing for a side that had no choice.
    pub accuracy: Pair<Option<f64>>,
    /// The same for the parts of the game.
    pub phases: Pair<Phases>,
    /// Discs given away.
    pub lost: Pair<f64>,
    /// How many of the moves with a choice were the best ones.
    pub best: Pair<usize>,
    /// Moves with a choice.
    pub choices: Pair<usize>,
    /// The ply of the move after which the loser was behind for good.
    pub turning_point: Option<usize>,
    /// What each position is worth to Black, from the start to the end.
    pub values: Vec<f64>,
    /// All moves.
    pub moves: Vec<ReviewedMove>,
    /// What is worth a look, in the order of the game: at most five.
    pub moments: Vec<Moment>,
}

/// Accuracy in the parts of a game; nothing where there was no choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Phases {
    /// The first twenty moves.
    pub opening: Option<f64>,
    /// What lies between.
    pub midgame: Option<f64>,
    /// The last twenty squares.
    pub end: Option<f64>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewedMove {
    /// How many moves came before it, passes counted.
    pub ply: usize,
    /// Its number as players count: discs placed, this one included.
    pub number: usize,
    /// Whose move it is.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Discs ahead at the end for the side that moves.
    pub value: f64,
    /// How far that can be trusted.
    #[cfg_attr(test, ts(type = "\"estimate\" | \"wld\" | \"exact\" | `${number}%`"))]
    pub certainty: String,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// The best move there, searched to the same depth.
    pub best: MoveValue,
    /// Discs given away.
    pub loss: f64,
    /// The mover's win chance before the move, from 0 to 1.
    pub chance_before: f64,
    /// The mover's win chance after it.
    pub chance_after: f64,
    /// What it is called.
    #[cfg_attr(
        test,
        ts(
            type = "\"forced\" | \"best\" | \"only_move\" | \"sacrifice\" | \"good\" | \"fair\" | \"inaccuracy\" | \
                   \"mistake\" | \"blunder\""
        )
    )]
    pub label: String,
    /// The mark that is written behind it; mostly empty.
    #[cfg_attr(test, ts(type = "\"\" | \"!\" | \"!!\" | \"?!\" | \"?\" | \"??\""))]
    pub mark: String,
    /// Whether the other side had erred just before, and this move gave it back.
    pub missed_chance: bool,
}

/// Something in a game that is worth a look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// The ply of the move.
    pub ply: usize,
    /// The number of the move.
    pub number: usize,
    /// Whose move it was.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is.
    #[cfg_attr(test, ts(type = "\"mistake\" | \"found\""))]
    pub kind: String,
    /// Whether the loser was behind for good from here on.
    pub turning_point: bool,
    /// The moves that would have been fine, best first.
    pub accepted: Vec<String>,
    /// The name of the idea; nothing if there is no simple reason.
    pub reason: Option<String>,
    /// The idea in a few words.
    pub title: Option<String>,
    /// The word of the glossary that explains it.
    pub word: Option<String>,
    /// The squares that the sentence names.
    pub squares: Vec<String>,
    /// What it is called, what it cost and what was better.
    pub headline: String,
    /// What it is called and what it cost; of a good move, what makes it one.
    pub summary: String,
    /// What was better, at most two moves with a word about them; empty for a good move.
    pub better: String,
    /// The reason in words.
    pub sentence: String,
    /// The same, addressed to each player as "you".
    pub told: Pair<String>,
    /// The moves that show it, from the position before the move.
    pub line: Vec<String>,
}

impl Review {
    /// A review in one voice, with the sentences for each player in addition.
    pub fn new(review: &study::Review, voice: Voice) -> Review {
        let side = |color: Color| &review.players[color.index()];
        Review {
            opening: review.opening.map(|theory| theory.name.to_owned()),
            theory: review.opening.map(|theory| theory.moves),
            left_book: review.left_book.as_ref().map(|left| left.ply),
            about_opening: words::opening(review, voice),
            deep: review.deep,
            trained: review.trained,
            accuracy: Pair::of(|color| side(color).accuracy.map(tenths)),
            phases: Pair::of(|color| {
                let [opening, midgame, end] = side(color).phases.map(|accuracy| accuracy.map(tenths));
                Phases { opening, midgame, end }
            }),
            lost: Pair::of(|color| side(color).lost),
            best: Pair::of(|color| side(color).best),
            choices: Pair::of(|color| side(color).choices),
            turning_point: review.turning_point,
            values: review.values.iter().flatten().map(|value| value.discs()).collect(),
            moves: review.moves.iter().map(ReviewedMove::from).collect(),
            moments: Moment::all(review, voice),
        }
    }
}

impl From<&study::ReviewedMove> for ReviewedMove {
    fn from(mv: &study::ReviewedMove) -> ReviewedMove {
        let MoveValue { mv: name, value, certainty, line, .. } = MoveValue::from(&mv.played);
        ReviewedMove {
            ply: mv.ply,
            number: mv.number,
            side: mv.turn.into(),
            mv: name,
            value,
            certainty,
            line,
            best: MoveValue::from(&mv.best),
            loss: mv.loss,
            chance_before: thousandths(mv.chance_before),
            chance_after: thousandths(mv.chance_after),
            label: mv.label.name().to_owned(),
            mark: mv.label.mark().to_owned(),
            missed_chance: mv.missed_chance,
        }
    }
}

impl Moment {
    /// The moments that can be told. Before the review is complete, mistakes whose reason is still looked for are left out.
    pub fn all(review: &study::Review, voice: Voice) -> Vec<Moment> {
        let told = |moment: &&study::Moment| {
            review.complete || moment.kind == MomentKind::Found || moment.explanation.is_some()
        };
        review.moments.iter().filter(told).filter_map(|moment| Moment::new(review, moment, voice)).collect()
    }

    fn new(review: &study::Review, moment: &study::Moment, voice: Voice) -> Option<Moment> {
        let mv = review.move_of(moment)?;
        let found = moment.explanation.as_ref();
        let reason = found.and_then(|found| {
            let told = found.told(voice.for_player(review, mv.turn));
            told.first().map(|reason| reason.cause())
        });
        let to = |color: Color| Voice { you: Some(color), ..voice };
        Some(Moment {
            ply: moment.ply,
            number: mv.number,
            side: mv.turn.into(),
            mv: mv.played.mv.to_string(),
            kind: moment.kind.name().to_owned(),
            turning_point: moment.turning_point,
            accepted: moves(&moment.accepted),
            reason: reason.map(|cause| cause.name().to_owned()),
            title: reason.map(|cause| cause.title().to_owned()),
            word: reason.map(|cause| cause.word().to_owned()),
            squares: found.map_or_else(Vec::new, |found| names(found.squares())),
            headline: words::headline(review, moment),
            summary: words::summary(review, moment),
            better: words::better(review, moment),
            sentence: words::sentence(review, moment, voice),
            told: Pair::of(|color| words::sentence(review, moment, to(color))),
            line: found.map_or_else(|| moves(&mv.best.line), |found| moves(&found.line())),
        })
    }
}

/// A word of reviews and hints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GlossaryEntry {
    /// The word.
    pub word: String,
    /// What it means.
    pub meaning: String,
    /// What the board shows.
    pub caption: String,
    /// 64 characters `X`, `O` and `-` from a1 to h8.
    pub board: String,
    /// The squares that the caption is about.
    pub marked: Vec<String>,
}

impl GlossaryEntry {
    /// All words.
    pub fn all() -> Vec<GlossaryEntry> {
        glossary::ENTRIES.iter().filter_map(GlossaryEntry::new).collect()
    }

    fn new(entry: &glossary::Entry) -> Option<GlossaryEntry> {
        let (position, marked) = entry.board()?;
        Some(GlossaryEntry {
            word: entry.word.to_owned(),
            meaning: entry.meaning.to_owned(),
            caption: entry.caption.to_owned(),
            board: board::squares(&position),
            marked: names(marked),
        })
    }
}

fn moves(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Engine, Options, StopToken};
    use outflank_study::{Effort, Reviewer};

    use super::*;

    #[test]
    fn a_review_tells_each_player_and_can_be_read_back() {
        let record = outflank_records::read(b"f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3")
            .unwrap()
            .remove(0);
        let mut reviewer = Reviewer::new(&record, Effort::Depth(6), None).unwrap();
        let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
        let mut early = 0;
        while let Some(question) = reviewer.next() {
            let analysis =
                engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
            reviewer.answer(question.id, &analysis);
            let review = reviewer.review();
            let told = Moment::all(&review, Voice::default());
            assert!(told.len() <= review.moments.len());
            early += usize::from(!review.complete && told.len() < review.moments.len());
        }
        assert!(early > 0, "what is not explained yet is not told");
        let review = Review::new(&reviewer.review(), Voice::default());
        assert_eq!(review.values.len(), review.moves.len() + 1);
        for moment in &review.moments {
            let mv = &review.moves[moment.ply];
            assert_eq!((&mv.mv, mv.side), (&moment.mv, moment.side));
            assert!(!moment.sentence.is_empty() && !moment.line.is_empty(), "{moment:?}");
            if moment.kind == "mistake" {
                assert_eq!(moment.accepted[0], mv.best.mv);
                assert!(!moment.accepted.contains(&moment.mv), "{moment:?}");
            }
        }
        let text = serde_json::to_string(&review).unwrap();
        assert_eq!(serde_json::from_str::<Review>(&text).unwrap(), review);
    }

    #[test]
    fn the_glossary_has_a_board_for_every_word() {
        let entries = GlossaryEntry::all();
        assert_eq!(entries.len(), glossary::ENTRIES.len());
        assert!(entries.iter().all(|entry| entry.board.len() == 64));
    }
}
