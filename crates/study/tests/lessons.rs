//! The lessons: every claim about every position is proved with the rules and the engine.
#![allow(clippy::unwrap_used)]

use outflank_engine::{Engine, Goal, Limits, Options, StopToken};
use outflank_rules::{Bitboard, Color, Move, Position, Square};
use outflank_study::drill::{Ask, Drill, Reply};
use outflank_study::glossary;
use outflank_study::lessons::{self, Course, Lessons, Step, plain};
use outflank_study::practice::Event;
use outflank_study::reasons::{Cause, Merit, merit};

fn after(position: &Position, square: Square) -> Position {
    position.play(Move::Place(square)).unwrap()
}

/// The legal moves with the least of something.
fn least(position: &Position, of: impl Fn(Square) -> usize) -> Bitboard {
    let legal = position.legal_moves();
    let least = legal.iter().map(&of).min().unwrap();
    legal.iter().filter(|square| of(*square) == least).collect()
}

/// Whether a square on an edge lies between two discs of the other side along it.
fn is_wedge(position: &Position, square: Square) -> bool {
    let disc = |column: Option<usize>, row: Option<usize>| {
        Square::from_column_row(column?, row?).and_then(|square| position.disc_at(square))
    };
    let (column, row) = (square.column(), square.row());
    let beside = if row == 0 || row == 7 {
        [disc(column.checked_sub(1), Some(row)), disc(Some(column + 1), Some(row))]
    } else if column == 0 || column == 7 {
        [disc(Some(column), row.checked_sub(1)), disc(Some(column), Some(row + 1))]
    } else {
        return false;
    };
    beside == [Some(Color::White); 2]
}

/// The moves of which a claim is true.
fn claimed(position: &Position, claim: &str) -> Option<Bitboard> {
    let legal = position.legal_moves();
    let such = |is: &dyn Fn(Square) -> bool| Some(legal.iter().filter(|square| is(*square)).collect());
    let (word, number) =
        claim.split_once(' ').map_or((claim, None), |(word, n)| (word, n.parse::<usize>().ok()));
    match word {
        "legal" => Some(legal),
        "turns" => such(&|square| Some(position.flips(square).len()) == number),
        "most" => Some(least(position, |square| 64 - position.flips(square).len())),
        "corner" => Some(legal & Bitboard::CORNERS),
        "safe" => such(&|square| (after(position, square).legal_moves() & Bitboard::CORNERS).is_empty()),
        "fewest" => Some(least(position, |square| after(position, square).legal_moves().len())),
        "quiet" => such(&|square| matches!(merit(position, &[Move::Place(square)]), Merit::Quiet(_))),
        "waits" => such(&|square| matches!(merit(position, &[Move::Place(square)]), Merit::Waits)),
        "pass" => such(&|square| after(position, square).must_pass()),
        "wedge" => such(&|square| is_wedge(position, square)),
        _ => None,
    }
}

fn check(step: &Step, engine: &mut Engine) {
    let position = step.position().unwrap();
    assert!(step.board.iter().all(|row| row.len() == 8 && row.chars().all(|c| "XO-".contains(c))));
    let drawn = format!("{}\n{position}", step.text);
    if step.task.is_empty() {
        assert!(step.answers.is_empty() && step.claim.is_empty());
        return;
    }
    let answers = step.answers();
    assert_eq!(answers.len(), step.answers.split_whitespace().count(), "{drawn}");
    assert!(!answers.is_empty() && !step.right.is_empty() && !step.wrong.is_empty(), "{drawn}");
    if let Some(claimed) = claimed(&position, &step.claim) {
        assert_eq!(answers, claimed, "{}: {drawn}", step.claim);
    } else {
        assert!(["best", "wins"].contains(&step.claim.as_str()), "{}", step.claim);
    }
    let value = step.claim.split(' ').find(|word| ["best", "wins"].contains(word));
    let Some(value) = value else { return };
    let exact = position.empties().len() <= 16;
    let goal = if exact { Goal::Exact } else { Goal::Depth(14) };
    let limits = Limits { goal, lines: 2, ..Limits::default() };
    let lines = engine.search(&position, &limits, &StopToken::new(), &mut |_| {}).lines;
    assert_eq!(answers, lines[0].mv().square().unwrap().bitboard(), "{drawn}");
    let (best, next) = (lines[0].score.discs(), lines[1].score.discs());
    if value == "wins" {
        assert!(exact && best > 0.0 && next <= 0.0, "{best} {next} {drawn}");
        let told = step.right.split("wins by ").nth(1).map(|rest| rest.split([':', '.']).next().unwrap());
        assert_eq!(told, Some(format!("{best:.0}").as_str()), "{drawn}");
    } else {
        assert!(best - next >= 2.0, "clearly best: {best} {next} {drawn}");
    }
}

#[test]
fn every_claim_is_true() {
    let mut engine = Engine::new(Options { threads: 1, table_mb: 32 });
    let course = Course::embedded();
    assert_eq!(course.lessons.len(), 8);
    for lesson in &course.lessons {
        assert!((4..=6).contains(&lesson.steps.len()), "{}", lesson.id);
        for step in &lesson.steps {
            check(step, &mut engine);
        }
    }
}

#[test]
fn linked_words_are_in_the_glossary_and_every_lesson_has_one() {
    for lesson in &Course::embedded().lessons {
        let words: Vec<&str> = lesson.steps.iter().flat_map(Step::words).collect();
        assert!(!words.is_empty(), "{}", lesson.id);
        for word in words {
            assert!(glossary::entry(word).is_some(), "{word}");
        }
        // A page links words that it finds in the plain text: it finds all of those that are marked.
        for text in lesson.steps.iter().flat_map(|step| [&step.text, &step.task, &step.right, &step.wrong]) {
            let plain = lessons::plain(text);
            let found: Vec<&str> = glossary::mentions(&plain).iter().map(|(_, word)| *word).collect();
            assert!(lessons::linked(text).iter().all(|word| found.contains(word)), "{plain}");
        }
        for name in &lesson.causes {
            assert!(Cause::ALL.iter().any(|cause| cause.name() == name), "{name}");
        }
    }
    for cause in Cause::ALL {
        assert!(outflank_study::lessons::for_cause(*cause).is_some(), "{}", cause.name());
    }
}

/// What a wrong answer is told about the move is so, for every wrong answer there is.
#[test]
fn a_wrong_answer_is_told_what_the_move_does() {
    let mut told = 0;
    for (number, lesson) in (1..).zip(&Course::embedded().lessons) {
        for (at, step) in lesson.steps.iter().enumerate() {
            let position = step.position().unwrap();
            for square in position.legal_moves() & !step.answers() {
                let mut drill = Lessons::new(number).unwrap().after(at);
                drill.reply(Reply::Square(square), 0);
                let told_now = drill.prompt().text;
                let text = told_now.iter().find(|text| text.starts_with("Not ")).unwrap();
                assert!(!text.contains('{') && !text.contains("  "), "{text}");
                let replies = after(&position, square).legal_moves();
                let number = |word: &str| {
                    text.split(word).nth(1).map(|rest| rest.split([' ', ',', '.']).next().unwrap())
                };
                if let Some(turns) = number("That one turns ").and_then(|n| n.parse::<usize>().ok()) {
                    assert_eq!(turns, position.flips(square).len(), "{text}");
                    told += 1;
                }
                if let Some(moves) = number("leaves White ") {
                    assert_eq!(moves.parse(), Ok(replies.len()), "{text}");
                    assert_ne!(moves, "1", "{text}");
                    told += 1;
                }
                if let Some(corner) = number("White can take ") {
                    assert!((replies & Bitboard::CORNERS).contains(corner.parse().unwrap()), "{text}");
                    told += 1;
                }
                if let Some(reply) = number("White can still play ") {
                    assert!(replies.contains(reply.parse().unwrap()), "{text}");
                    told += 1;
                }
            }
        }
    }
    assert!(told >= 50, "{told}");
}

/// A beginner: one wrong answer, then the right one, everywhere.
#[test]
fn all_lessons_can_be_walked_through() {
    for (number, lesson) in (1..).zip(&Course::embedded().lessons) {
        let mut drill = Lessons::new(number).unwrap();
        let mut events = Vec::new();
        for step in &lesson.steps {
            let prompt = drill.prompt();
            assert_eq!(prompt.text.last(), Some(&plain(&step.task)));
            let Ask::Square(legal) = prompt.ask else { panic!("a square is asked for") };
            if let Some(wrong) = (legal & !step.answers()).first() {
                events.extend(drill.reply(Reply::Square(wrong), 0));
                assert!(drill.prompt().text.iter().any(|text| text.starts_with(&format!("Not {wrong}."))));
            }
            events.extend(drill.reply(Reply::Square(step.answers().first().unwrap()), 0));
            assert_eq!(drill.prompt().ask, Ask::Next);
            events.extend(drill.reply(Reply::Next, 0));
        }
        assert_eq!(drill.prompt().ask, Ask::Done);
        assert_eq!(events, [Event::Lesson { lesson: lesson.id.clone() }]);
    }
    assert!(Lessons::new(0).is_none() && Lessons::new(9).is_none());
}
