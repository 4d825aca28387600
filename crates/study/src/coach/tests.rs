#![allow(clippy::unwrap_used)]
use outflank_engine::{Engine, Limits, Options, StopToken};
use outflank_records::transcript;
use outflank_rules::Bitboard;

use super::*;
use crate::drill::{Ask, Drill, Need, Reply};
use crate::practice::Log;

const DAY: Seconds = 86_400;
const NOW: Seconds = 20_000 * DAY;

fn tiger() -> Game {
    transcript::game(Position::default(), "f5d6c3d3c4").unwrap()
}

fn coach(log: &[Line]) -> Coach<'static> {
    Coach::new(Book::embedded(), tiger(), Color::Black, log)
}

/// Plays a line, rightly or with a wrong answer to every question, and returns what was answered.
fn train(coach: &mut Coach<'_>, now: Seconds, random: &mut Random, right: bool) -> Vec<Line> {
    let mut answers = Vec::new();
    let Some(mut game) = coach.lesson(now, random) else { return answers };
    loop {
        let best = coach.judge(&game, game.position().legal_moves().first().unwrap()).unwrap().right;
        let wrong = game.position().legal_moves().iter().find(|square| !best.contains(square));
        let answer = if right { best[0] } else { wrong.unwrap_or(best[0]) };
        let verdict = coach.judge(&game, answer).unwrap();
        let told = OpeningEntry { line: transcript::text(&game), mv: answer, right: verdict.wrong.is_none() };
        coach.hear(now, &told);
        answers.push(Line::new(now, Event::Opening(told)));
        game.play(best[0].into()).unwrap();
        if !coach.go_on(&mut game, now, random) {
            return answers;
        }
    }
}

#[test]
fn ten_lines_with_a_restart_in_between_are_remembered() {
    let mut random = Random::new(1);
    let mut first = coach(&[]);
    let mut log = String::new();
    for _ in 0..5 {
        for answer in train(&mut first, NOW, &mut random, true) {
            log.push_str(&answer.encode());
            log.push('\n');
        }
    }
    // Another run of the program reads what the first one wrote.
    let read = |log: &str| Log::parse(log).lines;
    let mut second = coach(&read(&log));
    assert_eq!(second.progress(NOW), first.progress(NOW));
    for _ in 0..5 {
        for answer in train(&mut second, NOW, &mut random, true) {
            log.push_str(&answer.encode());
            log.push('\n');
        }
    }
    let progress = coach(&read(&log)).progress(NOW);
    assert_eq!(progress.answers, log.lines().count());
    assert_eq!((progress.right, progress.due), (progress.answers, 0));
    assert!(progress.known >= 10 && progress.known <= progress.answers, "{progress:?}");
    // Weeks later they are to come again, and come.
    let later = NOW + 60 * DAY;
    let again = coach(&read(&log));
    assert_eq!(again.progress(later).due, progress.known);
    let lesson = again.lesson(later, &mut random).unwrap();
    assert_eq!(again.ledger.due(later), Some(lesson));
}

#[test]
fn what_was_wrong_comes_again_at_once_and_is_shown_with_its_punishment() {
    let mut coach = coach(&[]);
    let mut random = Random::new(2);
    let answers = train(&mut coach, NOW, &mut random, false);
    let wrong =
        answers.iter().filter(|line| matches!(&line.event, Event::Opening(answer) if !answer.right)).count();
    assert!(wrong > 0);
    assert_eq!(coach.progress(NOW).due, wrong);
    let lesson = coach.lesson(NOW, &mut random).unwrap();
    assert_eq!(lesson.position().turn(), Color::Black);
    // f6 is the most common move here; g5 loses.
    let game = transcript::game(Position::default(), "f5d6c3d3c4f4").unwrap();
    let right = coach.judge(&game, Square::F6).unwrap();
    assert!(right.right.contains(&Square::F6) == right.wrong.is_none());
    assert!(right.sentence(Square::F6).starts_with("Right: f6 holds 0.0."), "{}", right.sentence(Square::F6));
    let bad = game.position().legal_moves().iter().filter_map(|square| coach.judge(&game, square)?.wrong);
    let punished = bad.filter(|wrong| !wrong.punishment.is_empty()).count();
    assert!(punished > 0, "the book knows how some errors are punished");
    assert_eq!(coach.judge(&game, Square::A1), None, "a1 is not legal");
    // However many moves a sentence names, the share is that of the answer.
    let said = coach.judge(&game, Square::E3).unwrap().sentence(Square::E3);
    assert!(said.ends_with("% of people play e3."), "{said}");
}

#[test]
fn every_opening_with_a_name_can_be_trained_with_both_colours() {
    for Trained { opening, share, progress } in trained(&[], NOW) {
        assert!((0.0..=1.0).contains(&share), "{} {share}", opening.name);
        assert_eq!(progress, [Progress::default(); 2]);
        let game = super::opening(opening.line).unwrap();
        for side in Color::ALL {
            let coach = Coach::new(Book::embedded(), game.clone(), side, &[]);
            assert!(coach.lesson(NOW, &mut Random::new(7)).is_some(), "{}, {side}", opening.name);
        }
    }
}

#[test]
fn an_answer_counts_for_every_opening_that_its_line_comes_through() {
    let mut coach = coach(&[]);
    let log = train(&mut coach, NOW, &mut Random::new(8), true);
    let found = trained(&log, NOW);
    let of = |name: &str| found.iter().find(|trained| trained.opening.name == name).unwrap();
    for name in ["The first moves", "Perpendicular Opening", "Tiger"] {
        assert_eq!(of(name).progress, [coach.progress(NOW), Progress::default()], "{name}");
    }
    assert_eq!(overall(&log, NOW), [coach.progress(NOW), Progress::default()]);
    assert_eq!(of("Diagonal Opening").progress, [Progress::default(); 2]);
    assert!(of("Perpendicular Opening").share > of("Tiger").share && of("Tiger").share > 0.1);
}

#[test]
fn an_opening_is_a_name_or_moves() {
    let moves = |text: &str| super::opening(text).map(|game| transcript::text(&game));
    assert_eq!(moves("Tiger"), Ok("f5d6c3d3c4".to_owned()));
    assert_eq!(moves("f5d6c3"), Ok("f5d6c3".to_owned()));
    assert_eq!(moves(""), Ok(String::new()));
    assert!(moves("nonsense").is_err() && moves("f5f5").is_err() && moves("  ").is_err());
}

#[test]
fn the_other_side_plays_what_people_play() {
    let coach = Coach::new(Book::embedded(), tiger(), Color::Black, &[]);
    let mut random = Random::new(3);
    let mut f4 = 0;
    for _ in 0..200 {
        let lesson = coach.lesson(NOW, &mut random).unwrap();
        f4 += u32::from(lesson.moves().get(5) == Some(&Square::F4.into()));
    }
    assert!(f4 > 120, "people play f4 most of the time, and the coach {f4} times of 200");
}

#[test]
fn answers_elsewhere_say_nothing_about_this_opening() {
    let line = |line: &str, mv: Square| {
        let answer = OpeningEntry { line: line.to_owned(), mv, right: true };
        Line::new(1_700_000_000, Event::Opening(answer))
    };
    let other = line("f5f6", Square::E6);
    let white = line("f5d6c3d3c4", Square::F4);
    let mine = line("f5d6c3d3c4f4", Square::F6);
    // The same opening by another order of moves, and turned.
    let turned = line("d3c5f6f5e6e3", Square::C3);
    assert_eq!(coach(&[other, white]).progress(NOW).answers, 0);
    assert_eq!(coach(&[mine, turned]).progress(NOW).answers, 2);
    // Somebody has edited the file: a line that no game has says nothing.
    assert_eq!(coach(&[line("a1", Square::D6), line("nonsense", Square::D6)]).progress(NOW).answers, 0);
}

/// The squares that are asked for.
fn open(training: &Training) -> Bitboard {
    match training.prompt().ask {
        Ask::Square(squares) => squares,
        other => panic!("a square is asked, not {other:?}"),
    }
}

#[test]
fn a_drill_goes_on_after_right_answers_and_stops_to_show_the_punishment_of_wrong_ones() {
    let mut training = Training::new(coach(&[]), None, 5, NOW);
    let first = training.prompt();
    assert!(first.text[0].contains("You play Black. Nothing trained yet."), "{first:?}");
    let right = training.right();
    let kept = training.reply(Reply::Square(right[0]), NOW);
    assert!(matches!(&kept[..], [Event::Opening(answer)] if answer.right));
    let next = training.prompt();
    assert!(next.text[0].starts_with(&format!("Right: {} holds", right[0])), "{next:?}");
    let wrong = open(&training).iter().find(|square| !training.right().contains(square)).unwrap();
    let before = training.prompt().position;
    let kept = training.reply(Reply::Square(wrong), NOW);
    assert!(matches!(&kept[..], [Event::Opening(answer)] if !answer.right));
    let told = training.prompt();
    assert_eq!((told.ask, told.position), (Ask::Next, before), "the lines begin where it was asked");
    assert!(told.text[0].starts_with("Wrong: "), "{:?}", told.text);
    assert_eq!(told.lines[0].1[0], wrong.into());
    // What is told about is where it was asked, how it came there, and where the lines lead.
    let shown = training.shown();
    for position in [Position::default(), before, before.play(wrong.into()).unwrap()] {
        assert!(shown.contains(&position), "{position:?}");
    }
    let best = training.right()[0];
    training.reply(Reply::Next, NOW);
    assert_eq!(training.prompt().text[0], format!("The line goes on with {best}."));
    assert!(open(&training) != Bitboard::EMPTY || training.prompt().ask == Ask::Next);
    assert_eq!(training.prompt().done, [true, false]);
}

#[test]
fn what_the_book_does_not_know_is_punished_by_a_search() {
    let coach = Coach::new(Book::embedded(), tiger(), Color::White, &[]);
    let mut training = Training::new(coach, None, 5, NOW);
    let unknown = Square::G6;
    assert_eq!(
        Book::embedded().moves(training.prompt().position.board()).iter().find(|mv| mv.square == unknown),
        None
    );
    training.reply(Reply::Square(unknown), NOW);
    let Some(Need::Search(question)) = training.need() else { panic!("the engine is asked") };
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    let analysis = engine.search(&question.position, &Limits::depth(8), &StopToken::new(), &mut |_| {});
    training.hear(question.id, &analysis);
    assert_eq!(training.need(), None);
    let told = training.prompt();
    assert!(
        told.text[0].starts_with("Wrong: g6 loses") && told.text[0].contains("It goes on g6 "),
        "{told:?}"
    );
    assert!(told.lines[0].1.len() > 1);
}

#[test]
fn lines_can_be_counted_shown_and_left_out() {
    let mut training = Training::new(coach(&[]), Some(1), 6, NOW);
    assert!(training.clue().unwrap().starts_with("Look at column"));
    let kept = training.reply(Reply::Show, NOW);
    assert!(matches!(&kept[..], [Event::Opening(answer)] if !answer.right), "what is shown was not known");
    assert_eq!(training.prompt().ask, Ask::Next);
    assert_eq!(training.reply(Reply::Skip, NOW), [], "the rest of the line is left out");
    let end = training.prompt();
    assert_eq!(end.ask, Ask::Done);
    assert!(end.text.last().unwrap().contains("1 due"), "{end:?}");
}
