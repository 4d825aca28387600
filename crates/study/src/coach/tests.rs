#![allow(clippy::unwrap_used)]
use outflank_records::transcript;

use super::*;

const DAY: Seconds = 86_400;
const NOW: Seconds = 20_000 * DAY;

fn tiger() -> Game {
    transcript::game(Position::default(), "f5d6c3d3c4").unwrap()
}

fn coach(answered: &[Answered]) -> Coach<'static> {
    Coach::new(Book::embedded(), tiger(), Color::Black, answered)
}

/// Plays a line, rightly or with a wrong answer to every question, and returns what was answered.
fn train(coach: &mut Coach<'_>, now: Seconds, random: &mut Random, right: bool) -> Vec<Answered> {
    let mut answers = Vec::new();
    let Some(mut game) = coach.lesson(now, random) else { return answers };
    loop {
        let best = coach.judge(&game, game.position().legal_moves().first().unwrap()).unwrap().right;
        let wrong = game.position().legal_moves().iter().find(|square| !best.contains(square));
        let answer = if right { best[0] } else { wrong.unwrap_or(best[0]) };
        let verdict = coach.judge(&game, answer).unwrap();
        let told = Answered::new(now, &game, answer, verdict.wrong.is_none());
        coach.hear(&told);
        answers.push(told);
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
            log.push_str(&answer.to_string());
            log.push('\n');
        }
    }
    // Another run of the program reads what the first one wrote.
    let read = |log: &str| log.lines().map(|line| line.parse().unwrap()).collect::<Vec<Answered>>();
    let mut second = coach(&read(&log));
    assert_eq!(second.progress(NOW), first.progress(NOW));
    for _ in 0..5 {
        for answer in train(&mut second, NOW, &mut random, true) {
            log.push_str(&answer.to_string());
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
    assert!(again.cards.contains_key(&lesson.position().board().canonical()));
}

#[test]
fn what_was_wrong_comes_again_at_once_and_is_shown_with_its_punishment() {
    let mut coach = coach(&[]);
    let mut random = Random::new(2);
    let answers = train(&mut coach, NOW, &mut random, false);
    let wrong = answers.iter().filter(|answer| !answer.right).count();
    assert!(wrong > 0);
    assert_eq!(coach.progress(NOW).due, wrong);
    let lesson = coach.lesson(NOW, &mut random).unwrap();
    assert_eq!(lesson.position().turn(), Color::Black);
    // f6 is the most common move here; g5 loses.
    let game = transcript::game(Position::default(), "f5d6c3d3c4f4").unwrap();
    let right = coach.judge(&game, Square::F6).unwrap();
    assert!(right.right.contains(&Square::F6) == right.wrong.is_none());
    let bad = game.position().legal_moves().iter().filter_map(|square| coach.judge(&game, square)?.wrong);
    let punished = bad.filter(|wrong| !wrong.punishment.is_empty()).count();
    assert!(punished > 0, "the book knows how some errors are punished");
    assert_eq!(coach.judge(&game, Square::A1), None, "a1 is not legal");
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
    let line = |text: &str| text.parse::<Answered>().unwrap();
    let other = line("1700000000 f5f6 e6 right");
    let white = line("1700000000 f5d6c3d3c4 f4 right");
    let mine = line("1700000000 f5d6c3d3c4f4 f6 right");
    // The same opening by another order of moves, and turned.
    let turned = line("1700000000 d3c5f6f5e6e3 c3 right");
    assert_eq!(coach(&[other, white]).progress(NOW).answers, 0);
    assert_eq!(coach(&[mine, turned]).progress(NOW).answers, 2);
    for bad in ["", "x f5 d6 right", "1 f5 d6 maybe", "1 a1 d6 right", "1 f5 z9 wrong", "1 f5 d6"] {
        assert_eq!(bad.parse::<Answered>(), Err(BadAnswer), "{bad:?}");
    }
}
