//! What keys and clicks do, and whole games through them.

use std::sync::mpsc::{Receiver, channel};

use outflank_engine::Options as EngineOptions;
use outflank_play::worker::Pace;
use outflank_play::{Awaited, Player};
use outflank_rules::Square;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::screen::game_view::Kind;
use crate::screen::keys::Scene;
use crate::screen::layout::layout;
use crate::screen::model::{Overlay, Page, Question};
use crate::screen::runner::LocalRunner;
use crate::screen::{App, Exit};
use crate::{Kit, Places, Preset, results, saves};

fn placed(by: Color, square: Square) -> Vec<Effect> {
    vec![Effect::Do(Command::Play { by, mv: square.into() })]
}

fn last_message(model: &Model) -> (&str, Kind) {
    let message = model.game.as_ref().unwrap().log.last().unwrap();
    (message.text.as_str(), message.kind)
}

#[test]
fn a_letter_picks_the_column_and_a_digit_the_row() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "");
    assert_eq!(type_keys(&mut model, "d"), []);
    assert_eq!(model.game.as_ref().unwrap().column, Some(3));
    assert_eq!(type_keys(&mut model, "3"), placed(Color::Black, Square::D3));
    assert_eq!(type_keys(&mut model, "aF5"), placed(Color::Black, Square::F5));
    // Without a letter the digit moves the cursor, which Enter then plays.
    assert_eq!(type_keys(&mut model, "6"), []);
    assert_eq!(press(&mut model, KeyCode::Enter), placed(Color::Black, Square::F6));
}

#[test]
fn columns_are_never_commands() {
    for over in [false, true] {
        let mut model = start(80, 24, Colors::None);
        play(&mut model, two_people(), if over { "e6 f4 e3 f6 g5 d6 e7 f5 c5" } else { "d3" });
        for column in 'a'..='h' {
            assert_eq!(type_keys(&mut model, &column.to_string()), []);
            assert_eq!((model.page, &model.overlay), (Page::Game, &None));
        }
    }
}

#[test]
fn arrows_go_to_a_square_and_enter_plays_it() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "");
    assert_eq!(press(&mut model, KeyCode::Enter), [], "there is no cursor to play at yet");
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Down] {
        press(&mut model, code);
    }
    assert_eq!(press(&mut model, KeyCode::Enter), placed(Color::Black, Square::C4));
    for _ in 0..10 {
        press(&mut model, KeyCode::Up);
    }
    assert_eq!(press(&mut model, KeyCode::Char(' ')), placed(Color::Black, Square::C1));
}

#[test]
fn a_click_plays_wherever_the_board_is() {
    for (width, height) in [(120, 40), (100, 32), (80, 24), (40, 20), (36, 14), (20, 11)] {
        let mut model = start(width, height, Colors::None);
        play(&mut model, two_people(), "");
        let inside = layout(model.area).unwrap().board.square(Square::C4);
        let click = ScreenEvent::Click(inside.right() - 1, inside.bottom() - 1);
        assert_eq!(update(&mut model, click, LATER), placed(Color::Black, Square::C4));
        assert_eq!(update(&mut model, ScreenEvent::Click(0, 0), LATER), []);
    }
}

#[test]
fn a_click_on_a_key_or_an_answer_works_too() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "d3");
    let keys = layout(model.area).unwrap().keys.unwrap();
    let quit = crate::screen::bar::keys(&model, keys).pop().unwrap().0;
    assert_eq!(update(&mut model, ScreenEvent::Click(quit.x, quit.y), LATER), []);
    assert_eq!(model.overlay, Some(Overlay::Ask(Question::Quit)));
    let answers = crate::screen::popup::answers(Question::Quit, &model);
    let (yes, no) = (answers[0].0, answers[1].0);
    let mut other = model.clone();
    assert_eq!(update(&mut other, ScreenEvent::Click(no.x, no.y), LATER), []);
    assert_eq!(other.overlay, None);
    assert_eq!(update(&mut model, ScreenEvent::Click(yes.x, yes.y), LATER), [Effect::Quit]);
}

#[test]
fn quitting_asks_and_control_c_does_not() {
    let mut model = start(80, 24, Colors::None);
    let control_c = || ScreenEvent::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(update(&mut model, control_c(), LATER), [Effect::Quit]);
    play(&mut model, two_people(), "d3");
    assert_eq!(update(&mut model, control_c(), LATER), [Effect::Quit]);
    assert_eq!(type_keys(&mut model, "qn"), []);
    assert_eq!(type_keys(&mut model, "qy"), [Effect::Quit]);
    press(&mut model, KeyCode::Char('s'));
    assert_eq!(update(&mut model, control_c(), LATER), [Effect::Quit], "from everywhere");
}

#[test]
fn a_forced_pass_waits_for_a_key_if_wanted_and_is_announced_otherwise() {
    let text = "XO----------------------------------------------------------";
    let start_position = outflank_records::board::position(&format!("{text}--OX O")).unwrap();
    let mut settings = Settings { start: start_position, confirm_pass: true, ..two_people() };
    let mut model = start(80, 24, Colors::None);
    play(&mut model, settings.clone(), "");
    let pass = [Effect::Do(Command::Play { by: Color::White, mv: Move::Pass })];
    assert_eq!(press(&mut model, KeyCode::Enter), pass);
    assert_eq!(type_keys(&mut model, "p"), pass);

    settings.confirm_pass = false;
    play(&mut model, settings, "");
    let log = &model.game.as_ref().unwrap().log;
    let announced = log.iter().find(|message| message.kind == Kind::Important).unwrap();
    assert_eq!(announced.text, "Bert (White) has no legal move and passes.");
}

#[test]
fn a_terminal_that_is_too_small_can_be_left() {
    let mut model = start(19, 9, Colors::None);
    play(&mut model, two_people(), "d3");
    assert_eq!(type_keys(&mut model, "q"), [Effect::Quit]);
}

#[test]
fn undo_is_for_whoever_placed_last() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "d3 c3");
    assert_eq!(type_keys(&mut model, "u"), [Effect::Do(Command::Undo { by: Color::White })]);
    play(&mut model, anna_against_easy(), "d3 c3");
    assert_eq!(type_keys(&mut model, "u"), [Effect::Do(Command::Undo { by: Color::Black })]);
}

#[test]
fn every_key_does_something_in_its_time() {
    for binding in (Scene { over: false, elsewhere: None }).sometime() {
        for over in [false, true] {
            let mut model = start(80, 24, Colors::None);
            play(&mut model, two_people(), if over { "e6 f4 e3 f6 g5 d6 e7 f5 c5" } else { "d3" });
            let before = format!("{model:?}");
            let effects = press(&mut model, binding.key);
            let idle = effects.is_empty() && format!("{model:?}").replace("1000000", "0") == before;
            let hurry = binding.word == "hurry";
            assert!(!idle || hurry, "{} when over is {over}", binding.name);
        }
    }
}

#[test]
fn a_refusal_is_shown_until_something_else_is_said() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "");
    update(&mut model, ScreenEvent::Refused("c2 flips nothing.".to_owned()), LATER);
    assert_eq!(last_message(&model), ("c2 flips nothing.", Kind::Refused));
    update(&mut model, ScreenEvent::Notice("The game is saved.".to_owned()), LATER);
    let log = &model.game.as_ref().unwrap().log;
    assert!(log.iter().all(|message| message.kind != Kind::Refused));
}

#[test]
fn a_stale_answer_of_the_engine_is_dropped() {
    let mut model = start(80, 24, Colors::None);
    let live = play(&mut model, two_people(), "");
    let Some(Effect::Analyse { id, .. }) = type_keys(&mut model, "i").pop() else {
        panic!("a hint is asked for")
    };
    tell(&mut model, &live, vec![Event::TookBack { by: Color::Black, square: Square::D3, ply: 0 }]);
    let before = model.game.as_ref().unwrap().log.len();
    let analysis = outflank_engine::Analysis::default();
    update(
        &mut model,
        ScreenEvent::Answer(1, outflank_play::worker::Answer::Analysis { id, analysis }),
        LATER,
    );
    assert_eq!(model.game.as_ref().unwrap().log.len(), before);
}

#[test]
fn the_worker_of_an_earlier_session_is_not_heard() {
    let mut model = start(80, 24, Colors::None);
    let live = play(&mut model, anna_against_easy(), "d3");
    let answer = || outflank_play::worker::Answer::Move {
        ticket: live.task().unwrap().ticket,
        choice: outflank_engine::Choice {
            mv: Square::C3.into(),
            analysis: outflank_engine::Analysis::default(),
        },
    };
    assert_eq!(update(&mut model, ScreenEvent::Answer(0, answer()), LATER), []);
    assert_eq!(update(&mut model, ScreenEvent::Answer(1, answer()), LATER), [Effect::Hear(answer())]);
}

/// An app with a session, its answers, and the folder it writes to.
fn app(name: &str, preset: &Preset) -> (App, Receiver<ScreenEvent>, std::path::PathBuf) {
    let folder = saves::tests::folder(name);
    let kit = Kit {
        places: Places::below(&folder),
        pace: Pace::INSTANT,
        engine: EngineOptions { threads: 1, table_mb: 1 },
    };
    let (sender, events) = channel();
    let runner = LocalRunner::new(kit, sender);
    let options = Options { colors: Colors::None, unicode: true, mouse: true, motion: false };
    let mut app = App::new(preset, runner, options.look());
    app.model.area = Rect::new(0, 0, 80, 24);
    (app, events, folder)
}

fn send(app: &mut App, code: KeyCode) -> Option<Exit> {
    app.handle(ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn live(app: &App) -> &LiveGame {
    &app.model.game.as_ref().unwrap().live
}

#[test]
fn games_against_the_computer_are_played_to_the_end_and_written_down() {
    for level in [Level::EASY, Level::MEDIUM] {
        let preset = Preset { players: [None, Some(Player::Computer(level))], ..Preset::default() };
        let (mut app, events, folder) = app(&format!("screen-game-{level}"), &preset);
        while !live(&app).is_over() {
            match live(&app).awaited() {
                Awaited::Move(_) => {
                    let square = live(&app).position().legal_moves().first().unwrap().to_string();
                    for c in square.chars() {
                        send(&mut app, KeyCode::Char(c));
                    }
                }
                _ => assert_eq!(app.handle(events.recv().unwrap()), None),
            }
        }
        let written = std::fs::read_to_string(folder.join(results::FILE_NAME)).unwrap();
        assert_eq!(written, results::block(live(&app)));
        // Another game with the colours swapped.
        send(&mut app, KeyCode::Char('m'));
        assert!(live(&app).task().is_some(), "the computer is Black now");
        assert_eq!(send(&mut app, KeyCode::Char('q')), Some(Exit::Quit));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn an_unfinished_game_is_offered_at_the_next_start() {
    let preset = Preset::default();
    let (mut first, _wakes, folder) = app("screen-resume", &preset);
    assert_eq!(first.model.page, Page::Start);
    send(&mut first, KeyCode::Enter);
    for c in "d3".chars() {
        send(&mut first, KeyCode::Char(c));
    }
    assert_eq!(live(&first).game().moves().len(), 1);
    let kit = Kit {
        places: Places::below(&folder),
        pace: Pace::INSTANT,
        engine: EngineOptions { threads: 1, table_mb: 1 },
    };
    drop(first);

    let look = Options { colors: Colors::None, unicode: true, mouse: true, motion: false }.look();
    let mut second = App::new(&preset, LocalRunner::new(kit, channel().0), look);
    assert_eq!(second.model.form.focus, crate::screen::form::Field::Resume);
    send(&mut second, KeyCode::Enter);
    assert!(!live(&second).game().moves().is_empty());
    drop(second);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_loop_draws_and_leaves() {
    let (mut app, _answers, folder) = app("screen-loop", &Preset::default());
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let (sender, events) = channel();
    sender.send(ScreenEvent::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE))).unwrap();
    assert_eq!(app.play(&mut terminal, &events).unwrap(), Exit::Quit);
    let top: String = (0..30).map(|x| terminal.backend().buffer()[(x, 0)].symbol().to_owned()).collect();
    assert!(top.contains("Outflank"), "{top}");
    std::fs::remove_dir_all(folder).unwrap();
}
