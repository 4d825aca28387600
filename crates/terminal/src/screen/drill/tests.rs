//! Screens of drills, drawn and played through the keys.

use outflank_engine::book::Book;
use outflank_records::transcript;
use outflank_rules::Color;
use outflank_study::coach::{Coach, Training};
use outflank_study::lessons::{Course, Lessons};
use outflank_study::practice::{Deck, Event, Practice};
use outflank_study::puzzles::{Pack, Puzzles};
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::*;
use crate::Places;
use crate::screen::theme::Colors;

fn model(drill: Box<dyn Drill>, width: u16, height: u16, colors: Colors) -> DrillModel {
    let options = Options { colors, unicode: true, mouse: true, motion: true };
    let mut model = DrillModel::new(drill, options.look(false));
    model.area = Rect::new(0, 0, width, height);
    model
}

fn press(model: &mut DrillModel, code: KeyCode) -> Vec<Effect> {
    update::update(model, &ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)), 1_000_000)
}

fn type_square(model: &mut DrillModel, square: Square) -> Vec<Effect> {
    let name = square.to_string();
    name.chars().flat_map(|key| press(model, KeyCode::Char(key))).collect()
}

fn screen(model: &DrillModel) -> String {
    let mut buffer = Buffer::empty(model.area);
    view::draw(&mut buffer, model);
    let lines = buffer.content().chunks(usize::from(model.area.width));
    lines.map(|cells| cells.iter().map(Cell::symbol).collect::<String>() + "\n").collect()
}

#[test]
fn a_lesson_is_walked_through_with_keys() {
    let mut model = model(Box::new(Lessons::new(2).unwrap()), 80, 24, Colors::None);
    let mut kept = Vec::new();
    for step in &Course::embedded().lessons[1].steps {
        let shown = screen(&model);
        assert!(shown.contains("Enter answer") && shown.contains("Corners"), "{shown}");
        kept.extend(type_square(&mut model, step.answers().first().unwrap()));
        assert!(screen(&model).contains("Enter next"));
        kept.extend(press(&mut model, KeyCode::Enter));
    }
    assert_eq!(kept, [Effect::Keep(vec![Event::Lesson { lesson: "corners".to_owned() }])]);
    assert!(screen(&model).contains("is done"));
    assert_eq!(press(&mut model, KeyCode::Enter), [Effect::Quit]);
}

#[test]
fn a_clue_stays_until_the_task_is_answered() {
    for (width, height) in [(80, 24), (40, 20)] {
        let mut model = model(Box::new(Lessons::new(1).unwrap()), width, height, Colors::None);
        // From the text, where there is one, to the board.
        press(&mut model, KeyCode::Enter);
        press(&mut model, KeyCode::Char('i'));
        press(&mut model, KeyCode::Right);
        press(&mut model, KeyCode::Char('j'));
        press(&mut model, KeyCode::Left);
        assert!(screen(&model).contains("Look at column"), "{}", screen(&model));
        type_square(&mut model, Square::D3);
        assert!(!screen(&model).contains("Look at column"), "{}", screen(&model));
    }
}

#[test]
fn a_puzzle_takes_one_answer_and_says_what_came_of_it() {
    let mut model = model(Box::new(Puzzles::daily(Deck::default(), 3)), 120, 40, Colors::True);
    let puzzle = Pack::embedded().daily(3).unwrap();
    let taken = puzzle.position.discs(outflank_rules::Color::Black).first().unwrap();
    let effects = if puzzle.why.is_some() {
        press(&mut model, KeyCode::Char('1'))
    } else {
        assert_eq!(type_square(&mut model, taken), []);
        assert!(model.message.clone().unwrap().contains("is taken"), "{:?}", model.message);
        type_square(&mut model, puzzle.answer)
    };
    assert!(matches!(effects.as_slice(), [Effect::Keep(events)] if matches!(events[0], Event::Puzzle(_))));
    assert!(screen(&model).contains("Your rating"));
    press(&mut model, KeyCode::Enter);
    assert!(screen(&model).contains("Enter leave"));
}

fn tiger(side: Color) -> Box<dyn Drill> {
    let game = transcript::game(Position::default(), "f5d6c3d3c4").unwrap();
    Box::new(Training::new(Coach::new(Book::embedded(), game, side, &[]), None, 7, 1_000_000))
}

#[test]
fn an_opening_is_trained_with_keys_and_its_punishment_is_played_through() {
    let mut model = model(tiger(Color::White), 80, 24, Colors::None);
    let shown = screen(&model);
    assert!(shown.contains("coach") && shown.contains("Tiger, line 1"), "{shown}");
    let kept = type_square(&mut model, Square::F4);
    assert!(
        matches!(&kept[..], [Effect::Keep(events)] if matches!(&events[0], Event::Opening(entry) if entry.right))
    );
    assert!(screen(&model).contains("Right: f4 holds"), "{}", screen(&model));
    press(&mut model, KeyCode::Char('y'));
    let shown = screen(&model);
    assert!(shown.contains("The book plays") && shown.contains("Enter next"), "{shown}");
    let before = model.board().0;
    // There is only one line, and where it is looked at from its start nothing stands before the mark.
    assert!(!shown.contains("other line"), "{shown}");
    press(&mut model, KeyCode::Right);
    press(&mut model, KeyCode::Left);
    assert!(screen(&model).contains("best: | "), "{}", screen(&model));
    press(&mut model, KeyCode::Right);
    assert_ne!(model.board().0, before, "the line is played");
    press(&mut model, KeyCode::Enter);
    assert!(screen(&model).contains("Enter answer"));
    assert_eq!(press(&mut model, KeyCode::Esc), [Effect::Quit]);
}

#[test]
fn a_drill_is_chosen_with_arrows_or_its_number() {
    let file = PracticeFile::of(&Places::below(&crate::saves::tests::folder("choose"))).unwrap();
    for keys in [&[KeyCode::Down, KeyCode::Enter][..], &[KeyCode::Char('2')]] {
        let drill = Exercise::Lessons.open(&file, Book::embedded(), 1_000_000).unwrap();
        let mut model = model(drill, 80, 24, Colors::None);
        assert!(screen(&model).contains("Which lesson?"));
        for key in keys {
            press(&mut model, *key);
        }
        assert!(screen(&model).contains("Corners"), "{}", screen(&model));
    }
}

#[test]
fn what_was_done_this_week_is_beside_a_large_board() {
    for (height, seen) in [(24, false), (40, true)] {
        let mut model = model(tiger(Color::White), 120, height, Colors::None);
        model.week = ([5, 7, 4, 0, 0, 0, 0], 2);
        let shown = screen(&model);
        assert_eq!(shown.contains("This week") && shown.contains("Tue  ="), seen, "{shown}");
    }
}

#[test]
fn the_coach_in_every_size_looks_as_it_did() {
    for (width, height) in [(120, 40), (80, 24), (40, 20)] {
        for (colors, word) in [(Colors::Palette, "palette"), (Colors::None, "none")] {
            let mut model = model(tiger(Color::White), width, height, colors);
            model.week = ([5, 7, 4, 0, 0, 0, 0], 2);
            let mut buffer = Buffer::empty(model.area);
            view::draw(&mut buffer, &model);
            crate::screen::tests::snapshots::compare(&format!("coach-{width}x{height}-{word}"), &buffer);
        }
    }
}

#[test]
fn without_cards_practice_says_where_they_come_from() {
    let mut model = model(Box::new(Practice::new(Deck::default(), 1_000_000)), 80, 24, Colors::None);
    assert!(screen(&model).contains("no cards yet"), "{}", screen(&model));
    model.begin();
    assert!(!screen(&model).contains("a typed square"), "{}", screen(&model));
}

#[test]
fn every_size_can_be_drawn_and_help_too() {
    for (width, height) in [(1, 1), (20, 11), (36, 14), (52, 16), (80, 24), (120, 40), (200, 60)] {
        for colors in [Colors::None, Colors::True] {
            let mut model = model(Box::new(Lessons::new(1).unwrap()), width, height, colors);
            screen(&model);
            press(&mut model, KeyCode::Char('?'));
            let help = screen(&model);
            assert!(height < 24 || help.contains("show the answer"));
            press(&mut model, KeyCode::Char('?'));
            assert!(!model.help);
        }
    }
}

/// Words on the pages of the text, from the first to the last.
fn read_through(model: &mut DrillModel) -> String {
    let mut shown = screen(model);
    let mut pages = shown.clone();
    while shown.contains("Enter more") {
        press(model, KeyCode::Enter);
        shown = screen(model);
        pages += &shown;
    }
    pages
}

#[test]
fn in_a_small_window_every_word_of_a_lesson_can_be_read() {
    for (width, height) in [(40, 20), (24, 12)] {
        let mut model = model(Box::new(Lessons::new(3).unwrap()), width, height, Colors::None);
        for step in &Course::embedded().lessons[2].steps {
            for text in model.prompt.text.clone() {
                let pages = read_through(&mut model);
                for word in text.split_whitespace() {
                    assert!(pages.contains(word), "{word} of {text:?} at {width}x{height}:\n{pages}");
                }
                press(&mut model, KeyCode::PageUp);
            }
            // Enter leads from the text to the board, Space back to it, a typed square answers from both.
            read_through(&mut model);
            press(&mut model, KeyCode::Enter);
            assert!(screen(&model).contains("Space text"), "{}", screen(&model));
            press(&mut model, KeyCode::Char(' '));
            assert!(!screen(&model).contains("Space text"));
            type_square(&mut model, step.answers().first().unwrap());
            let told = read_through(&mut model);
            assert!(told.contains("Enter next"), "{told}");
            press(&mut model, KeyCode::Enter);
        }
        assert!(read_through(&mut model).contains("done"));
        assert_eq!(press(&mut model, KeyCode::Enter), [Effect::Quit]);
    }
}

#[test]
fn beside_the_board_every_word_of_a_lesson_can_be_read() {
    for (width, height) in [(200, 60), (80, 24), (60, 20), (52, 16), (36, 14)] {
        for number in 1..=8 {
            let mut model = model(Box::new(Lessons::new(number).unwrap()), width, height, Colors::None);
            for step in &Course::embedded().lessons[number - 1].steps {
                for _ in 0..2 {
                    let pages = read_through(&mut model);
                    assert!(!pages.contains("? help") || pages.contains("  ? help"), "{pages}");
                    for word in model.prompt.text.iter().flat_map(|text| text.split_whitespace()) {
                        assert!(
                            pages.contains(word),
                            "{word} of lesson {number} at {width}x{height}:\n{pages}"
                        );
                    }
                    if model.prompt.ask == Ask::Next {
                        press(&mut model, KeyCode::Enter);
                    } else {
                        type_square(&mut model, step.answers().first().unwrap());
                    }
                }
            }
        }
    }
}
