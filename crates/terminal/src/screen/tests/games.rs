//! What keys and clicks do, and whole games through them.

use std::sync::mpsc::{Receiver, channel};

use outflank_engine::Options as EngineOptions;
use outflank_play::setup::Pace;
use outflank_play::{Awaited, Player, UndoAllowance};
use outflank_rules::Square;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::screen::form::Field;
use crate::screen::game_view::Kind;
use crate::screen::keys::Scene;
use crate::screen::layout::layout;
use crate::screen::model::{Overlay, Page, Question};
use crate::screen::runner::LocalRunner;
use crate::screen::{App, Exit, prompt};
use crate::{Places, Preset, SessionConfig, results, saves};

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
    assert_eq!(model.game.as_ref().unwrap().pointer.column, Some(3));
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
        play(&mut model, two_people(), if over { SHORTEST } else { "d3" });
        for column in 'a'..='h' {
            assert_eq!(type_keys(&mut model, &column.to_string()), []);
            assert_eq!(model.page, Page::Game);
            assert!(model.overlay.is_none());
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
        let inside = layout(model.area, &model.look).unwrap().board.square(Square::C4);
        let click = ScreenEvent::Click(inside.right() - 1, inside.bottom() - 1);
        assert_eq!(update(&mut model, click, LATER), placed(Color::Black, Square::C4));
        assert_eq!(update(&mut model, ScreenEvent::Click(0, 0), LATER), []);
    }
}

#[test]
fn a_click_on_a_key_or_an_answer_works_too() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "d3");
    let keys = layout(model.area, &model.look).unwrap().keys.unwrap();
    let quit = crate::screen::bar::keys(&model, keys).pop().unwrap().0;
    assert_eq!(update(&mut model, ScreenEvent::Click(quit.x, quit.y), LATER), []);
    assert!(matches!(model.overlay, Some(Overlay::Ask(Question::Quit))));
    let places = layout(model.area, &model.look).unwrap();
    let answers = crate::screen::prompt::answers(&Question::Quit, &model, &places);
    let (yes, no) = (answers[0].0, answers[1].0);
    let mut other = model.clone();
    assert_eq!(update(&mut other, ScreenEvent::Click(no.x, no.y), LATER), []);
    assert!(other.overlay.is_none());
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
    let log = model.game.as_ref().unwrap().log.messages();
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
fn undo_belongs_to_a_player_and_is_chosen_by_name() {
    let undo = |by| vec![Effect::Do(Command::Undo { by })];
    let asked = |model: &Model| prompt::text(&Question::Undo, model);
    // Both could take back: the moves are named, and nothing happens before one is chosen.
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), "d3 c3");
    assert_eq!(type_keys(&mut model, "u"), []);
    assert_eq!(asked(&model), "Take back Bert's c3, or Anna's d3 with the reply c3?");
    assert_eq!(press(&mut model, KeyCode::Enter), [], "there is no default");
    assert_eq!(type_keys(&mut model, "b"), undo(Color::Black));
    assert!(model.overlay.is_none());
    assert_eq!(type_keys(&mut model, "uw"), undo(Color::White));
    assert_eq!(type_keys(&mut model, "un"), []);
    // Only one could: it is the last allowance, so it is asked for.
    play(&mut model, anna_against_easy(), "d3 c3");
    assert_eq!(type_keys(&mut model, "u"), []);
    assert_eq!(asked(&model), "Take back Anna's d3 with the reply c3? There is only one in a game.");
    assert_eq!(type_keys(&mut model, "y"), undo(Color::Black));
    // With any number of them the only possible one happens at once.
    let settings = Settings { undo: UndoAllowance::Unlimited, ..anna_against_easy() };
    play(&mut model, settings, "d3 c3");
    assert_eq!(type_keys(&mut model, "u"), undo(Color::Black));
}

#[test]
fn each_name_has_its_own_number_of_undos() {
    let mut model = start(80, 24, Colors::None);
    let mut live = play(&mut model, two_people(), "d3 c3");
    assert_eq!(screen(&model).matches("1 undo").count(), 2, "{}", screen(&model));
    let events = live.apply(Command::Undo { by: Color::White }, LATER).unwrap();
    update(&mut model, ScreenEvent::Game(Box::new(live), events), LATER);
    assert_eq!(screen(&model).matches("1 undo").count(), 1);
    assert_eq!(screen(&model).matches("0 undo").count(), 1);
}

#[test]
fn after_the_end_one_plays_again_with_the_same_colours_or_swapped() {
    let mut model = start(80, 24, Colors::None);
    play(&mut model, two_people(), SHORTEST);
    let again = |by, swap| vec![Effect::Do(Command::Rematch { by, swap })];
    let by = model.game.as_ref().unwrap().speaker();
    assert_eq!(type_keys(&mut model, "m"), again(by, false));
    assert_eq!(type_keys(&mut model, "w"), again(by, true));
    let shown = screen(&model);
    assert!(shown.contains("play again, the same colours"), "{shown}");
    assert!(shown.contains("play again, colours swapped"), "{shown}");
}

#[test]
fn whoever_resigned_is_told_so_and_not_a_number_of_discs() {
    let mut model = start(80, 24, Colors::None);
    let mut live = play(&mut model, anna_against_easy(), "d3 c3");
    let events = live.apply(Command::Resign { by: Color::Black }, LATER).unwrap();
    update(&mut model, ScreenEvent::Game(Box::new(live), events), LATER);
    let shown = screen(&model);
    assert!(shown.contains("Computer wins: Anna resigned"), "{shown}");
    assert!(!shown.contains("to 3"), "{shown}");
}

#[test]
fn the_chart_of_a_finished_game_shows_values_without_being_asked() {
    let mut model = start(80, 24, Colors::True);
    let (mut live, events) = LiveGame::new(two_people(), Time(0));
    update(&mut model, ScreenEvent::Begun(1, Box::new(live.clone())), Time(0));
    tell(&mut model, &live, events);
    let mut asked = Vec::new();
    for mv in SHORTEST.split(' ') {
        let by = live.turn().unwrap();
        let events = live.apply(Command::Play { by, mv: mv.parse().unwrap() }, Time(0)).unwrap();
        asked = update(&mut model, ScreenEvent::Game(Box::new(live.clone()), events), Time(0));
    }
    // The values come from the engine, one position after the other.
    let mut engine = outflank_engine::Engine::new(EngineOptions { threads: 1, table_mb: 1 });
    let mut searched = 0;
    while let Some(Effect::Analyse { id, position, limits }) = asked.pop() {
        let limits = outflank_engine::Limits { goal: outflank_engine::Goal::Depth(2), ..limits };
        let analysis = engine.search(&position, &limits, &outflank_engine::StopToken::new(), &mut |_| {});
        let answer = outflank_play::worker::Answer::Analysis { id, analysis };
        asked = update(&mut model, ScreenEvent::Answer(1, answer), LATER);
        searched += 1;
    }
    assert!(searched >= 5, "{searched}");
    let chart = model.game.as_ref().unwrap().analysis.chart().unwrap();
    assert_eq!(chart.left(), 0);
    let shown = screen(&model);
    assert!(shown.contains("More black is better for Anna"), "{shown}");
}

#[test]
fn values_are_off_in_the_next_game() {
    let mut model = start(80, 24, Colors::None);
    let mut live = play(&mut model, two_people(), "d3");
    assert!(matches!(type_keys(&mut model, "v")[..], [Effect::Analyse { .. }]));
    assert!(model.game.as_ref().unwrap().analysis.on);
    let events = live.apply(Command::Restart, LATER).unwrap();
    let effects = update(&mut model, ScreenEvent::Game(Box::new(live), events), LATER);
    assert!(!model.game.as_ref().unwrap().analysis.on);
    assert_eq!(effects, []);
}

#[test]
fn the_cursor_shows_what_a_move_would_turn_and_the_panel_says_it() {
    let mut model = start(80, 24, Colors::True);
    play(&mut model, two_people(), "d3 c3 c4 e3 f4");
    for code in [KeyCode::Up, KeyCode::Down, KeyCode::Down, KeyCode::Down] {
        press(&mut model, code);
    }
    let view = model.game.as_ref().unwrap();
    let preview = view.preview().unwrap();
    assert_eq!((preview.square, preview.flips.len()), (Square::D6, 2));
    let shown = screen(&model);
    assert!(shown.contains(" d6  turns 2: d4 d5"), "{shown}");
    assert!(shown.contains("one of 6 legal squares"), "{shown}");
    // The mouse does the same.
    let c5 = layout(model.area, &model.look).unwrap().board.middle(Square::C5);
    update(&mut model, ScreenEvent::Hover(c5.x, c5.y), LATER);
    assert!(screen(&model).contains(" c5  turns 3: c4 d4 d5"), "{}", screen(&model));
}

#[test]
fn the_rules_in_force_are_shown_and_the_discs_in_hand() {
    let mut settings = two_people();
    settings.start =
        outflank_rules::Position::start(outflank_rules::Variant { orthogonal: true, thirty: true });
    for (width, height) in [(80, 24), (120, 40)] {
        let mut model = start(width, height, Colors::None);
        play(&mut model, settings.clone(), "");
        let shown = screen(&model);
        assert!(shown.contains("no diagonals, thirty discs each"), "{shown}");
        assert!(shown.contains("Only rows and columns outflank"), "{shown}");
        assert_eq!(shown.matches("30 left").count(), 2, "{shown}");
    }
}

#[test]
fn every_key_does_something_in_its_time() {
    for binding in (Scene::Game { over: false, computers: false, elsewhere: None }).sometime() {
        for over in [false, true] {
            let mut model = start(80, 24, Colors::None);
            play(&mut model, two_people(), if over { SHORTEST } else { "d3" });
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
    let log = model.game.as_ref().unwrap().log.messages();
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
    let before = model.game.as_ref().unwrap().log.messages().len();
    let analysis = outflank_engine::Analysis::default();
    update(
        &mut model,
        ScreenEvent::Answer(1, outflank_play::worker::Answer::Analysis { id, analysis }),
        LATER,
    );
    assert_eq!(model.game.as_ref().unwrap().log.messages().len(), before);
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
    let (sender, events) = channel();
    let runner = LocalRunner::new(config(&folder), sender);
    let options = Options { colors: Colors::None, unicode: true, mouse: true, motion: false };
    let mut app = App::new(preset, runner, options.look(false));
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
        send(&mut app, KeyCode::Char('w'));
        assert!(live(&app).task().is_some(), "the computer is Black now");
        assert_eq!(send(&mut app, KeyCode::Char('q')), Some(Exit::Quit));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn computers_that_play_each_other_can_be_paused() {
    let players = [Some(Player::Computer(Level::EASY)); 2];
    let (mut app, events, folder) = app("screen-pause", &Preset { players, ..Preset::default() });
    let keys = screen(&app.model);
    assert!(keys.contains("p pause") && !keys.contains("undo") && !keys.contains("resign"), "{keys}");
    send(&mut app, KeyCode::Char('p'));
    assert_eq!(live(&app).awaited(), Awaited::Continue);
    let shown = screen(&app.model);
    assert!(shown.contains("The game is paused") && shown.contains("p continues"), "{shown}");
    send(&mut app, KeyCode::Char('p'));
    while !live(&app).is_over() {
        app.handle(events.recv().unwrap());
    }
    drop(app);
    std::fs::remove_dir_all(folder).unwrap();
}

fn config(folder: &std::path::Path) -> SessionConfig {
    let engine = EngineOptions { threads: 1, table_mb: 1 };
    let book = outflank_engine::book::Book::embedded;
    SessionConfig { places: Places::below(folder), pace: Pace::INSTANT, engine, book }
}

fn type_text(app: &mut App, text: &str) {
    for c in text.chars() {
        send(app, KeyCode::Char(c));
    }
}

#[test]
fn an_unfinished_game_is_offered_at_the_next_start_and_can_be_removed() {
    let preset = Preset { players: [Some(Player::Human); 2], ..Preset::default() };
    let (mut first, _events, folder) = app("screen-resume", &preset);
    type_text(&mut first, "d3");
    assert_eq!(live(&first).game().moves().len(), 1);
    drop(first);
    // A game whose only move was taken back is not worth keeping.
    let (mut empty, _) =
        crate::Session::start(Settings::default(), config(&folder), std::sync::Arc::new(|_| {}));
    empty.apply(Command::Play { by: Color::Black, mv: Square::D3.into() }).unwrap();
    empty.apply(Command::Undo { by: Color::Black }).unwrap();
    drop(empty);

    let look = Options { colors: Colors::None, unicode: true, mouse: true, motion: false }.look(false);
    let again = || {
        let mut app = App::new(&Preset::default(), LocalRunner::new(config(&folder), channel().0), look);
        app.model.area = Rect::new(0, 0, 80, 24);
        app
    };
    let mut second = again();
    assert_eq!(second.model.form.focus, Field::Saved);
    send(&mut second, KeyCode::Enter);
    assert_eq!(second.model.page, Page::Saved);
    assert_eq!(second.model.saved.games.len(), 1);
    let shown = screen(&second.model);
    assert!(shown.contains("Black - White") && shown.contains("1 move, 4 to 1"), "{shown}");
    send(&mut second, KeyCode::Enter);
    assert_eq!(live(&second).game().moves().len(), 1);
    drop(second);

    let mut third = again();
    send(&mut third, KeyCode::Char('l'));
    send(&mut third, KeyCode::Delete);
    assert!(screen(&third.model).contains("Remove this game for good?"));
    send(&mut third, KeyCode::Char('n'));
    assert_eq!(third.model.saved.games.len(), 1);
    type_text(&mut third, "xy");
    assert_eq!((third.model.saved.games.len(), third.model.page), (0, Page::Start));
    drop(third);
    assert!(again().model.saved.games.is_empty());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn names_are_asked_for_before_the_first_game_and_remembered() {
    let (mut first, _events, folder) = app("screen-names", &Preset::default());
    assert_eq!(first.model.form.focus, Field::Play);
    send(&mut first, KeyCode::Enter);
    assert_eq!(first.model.form.focus, Field::Name(Color::Black));
    type_text(&mut first, "Anna");
    send(&mut first, KeyCode::Enter);
    assert_eq!(live(&first).settings().name(Color::Black), "Anna");
    drop(first);
    let look = Options { colors: Colors::None, unicode: true, mouse: true, motion: false }.look(false);
    let second = App::new(&Preset::default(), LocalRunner::new(config(&folder), channel().0), look);
    assert_eq!(second.model.form.names[0].text(), "Anna");
    assert_eq!(second.model.form.focus, Field::Play);
    drop(second);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_loop_draws_and_leaves() {
    let (mut app, _answers, folder) = app("screen-loop", &Preset::default());
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let (sender, events) = channel();
    sender.send(ScreenEvent::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE))).unwrap();
    assert_eq!(app.play(&mut terminal, &events).unwrap(), Exit::Quit);
    let cells = terminal.backend().buffer().content().iter();
    let shown: String = cells.map(ratatui::buffer::Cell::symbol).collect();
    assert!(shown.contains("it asks for names first"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_hint_can_be_read_in_windows_of_every_size() {
    // Line after line, and beside the board.
    let read = |model: &Model| {
        let beside = layout(model.area, &model.look).unwrap().panel.map_or(0, |panel| usize::from(panel.x));
        let panel: String =
            screen(model).lines().map(|line| line.chars().skip(beside).collect::<String>() + " ").collect();
        [screen(model), panel].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).join(" ")
    };
    for (width, height) in [(20, 11), (36, 14), (40, 20), (52, 16), (60, 20), (80, 24), (120, 40)] {
        let mut model = start(width, height, Colors::None);
        play(&mut model, anna_against_easy(), "f5 d6 c3 d3");
        // Who goes by arrow keys sees the hint as well.
        press(&mut model, KeyCode::Up);
        for step in 0..3 {
            let asked = press(&mut model, KeyCode::Char('i'));
            answer_all(&mut model, asked);
            let view = model.game.as_ref().unwrap();
            let told = view.analysis.told(view.position()).unwrap();
            assert!(
                read(&model).contains(&told),
                "{width}x{height}, step {step}: {told} in\n{}",
                screen(&model)
            );
        }
        // A page that it needs is in nobody's way.
        type_keys(&mut model, "c");
        assert!(model.overlay.is_none());
        assert_eq!(type_keys(&mut model, "4"), placed(Color::Black, Square::C4));
    }
}
