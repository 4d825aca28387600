//! The start screen, played through the keys.

use ratatui::crossterm::event::KeyModifiers;

use super::*;

fn press(form: &mut Form, code: KeyCode) -> Outcome {
    form.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_text(form: &mut Form, text: &str) {
    text.chars().for_each(|c| drop(press(form, KeyCode::Char(c))));
}

#[test]
fn the_form_gives_back_what_it_was_filled_in_with() {
    let mut settings = Settings {
        seats: [Seat::human(Name::new("Anna")), Seat::computer(None, Level::new(3).unwrap())],
        undo: UndoAllowance::Unlimited,
        confirm_pass: true,
        clock: Some(setup::CLOCKS[2]),
        book: false,
        ..Settings::default()
    };
    assert_eq!(Form::new(&settings, 0).settings(), Ok(settings.clone()));
    settings.start = outflank_records::read(b"f5d6").unwrap()[0].position().to_owned();
    assert_eq!(Form::new(&settings, 0).settings(), Ok(settings));
}

#[test]
fn both_people_are_asked_for_their_names_and_then_the_game_begins() {
    let mut form = Form::new(&Settings::default(), 0);
    press(&mut form, KeyCode::Enter);
    assert_eq!(form.focus, Field::Name(Color::Black));
    assert!(!form.enter_plays());
    type_text(&mut form, "Anna");
    press(&mut form, KeyCode::Enter);
    assert_eq!(form.focus, Field::Name(Color::White));
    assert!(form.enter_plays());
    type_text(&mut form, "Bert");
    let Outcome::Play(settings) = press(&mut form, KeyCode::Enter) else { panic!("both were asked") };
    assert_eq!(Color::ALL.map(|color| settings.name(color)), ["Anna", "Bert"]);
}

#[test]
fn whoever_wants_no_name_is_asked_once() {
    let mut form = Form::new(&Settings::default(), 0);
    press(&mut form, KeyCode::Enter);
    press(&mut form, KeyCode::Esc);
    assert_eq!(form.focus, Field::Play, "Esc leaves the name and not the program");
    press(&mut form, KeyCode::Enter);
    assert_eq!(form.focus, Field::Name(Color::White));
    let Outcome::Play(settings) = press(&mut form, KeyCode::Enter) else { panic!("both were asked") };
    assert_eq!(Color::ALL.map(|color| settings.name(color)), ["Black", "White"]);
}

#[test]
fn on_the_first_start_every_key_does_what_is_written_beside_it() {
    for field in Form::new(&Settings::default(), 0).fields() {
        let mut form = Form::new(&Settings::default(), 0);
        if let Some(key) = field.key().chars().next() {
            assert_eq!(press(&mut form, KeyCode::Char(key)), field.leads_to(), "{key}");
        }
    }
}

#[test]
fn names_that_are_known_are_filled_in_and_play_has_the_focus() {
    let mut form = Form::new(&Settings::default(), 0);
    form.remember(&[Name::new("Anna"), Name::new("Bert")]);
    assert!(matches!(press(&mut form, KeyCode::Enter), Outcome::Play(settings)
        if settings.name(Color::Black) == "Anna" && settings.name(Color::White) == "Bert"));
    // What was said on the command line goes before what is remembered.
    let mut settings = Settings::default();
    settings.seats[0] = Seat::human(Name::new("Zoë"));
    let mut form = Form::new(&settings, 0);
    form.remember(&[Name::new("Anna"), None]);
    assert_eq!(form.names[0].text(), "Zoë");
}

#[test]
fn a_name_that_is_too_long_is_not_cut_without_a_word() {
    let mut form = Form::new(&Settings::default(), 0);
    press(&mut form, KeyCode::Enter);
    type_text(&mut form, &"x".repeat(Name::MAX_CHARS));
    let said = press(&mut form, KeyCode::Char('y'));
    assert_eq!(said, Outcome::Wrong("A name has at most 24 characters.".to_owned()));
}

#[test]
fn everything_can_be_chosen_with_the_arrow_keys() {
    let mut form = Form::new(&Settings::default(), 0);
    for field in form.fields() {
        form.focus = field;
        press(&mut form, KeyCode::Right);
    }
    let settings = form.settings().unwrap();
    assert_eq!(settings.seats.map(|seat| seat.level().unwrap().number()), [1, 1]);
    assert_eq!(settings.start.variant(), Variant { orthogonal: true, thirty: false });
    assert_eq!(settings.undo, UndoAllowance::None);
    assert!(settings.confirm_pass);
    assert!(!settings.book);
    assert_eq!(settings.clock, Some(setup::CLOCKS[0]));
}

#[test]
fn auto_is_one_step_left_of_a_person_and_says_its_level() {
    let mut form = Form::new(&Settings::default(), 0);
    form.auto = Level::HARD;
    form.focus = Field::Player(Color::White);
    press(&mut form, KeyCode::Left);
    assert!(matches!(form.value(form.focus), Value::Choice(text) if text == "computer, auto"));
    assert!(form.explanation().ends_with("now level 8, Master."));
    let settings = form.settings().unwrap();
    assert_eq!(settings.seats[1], Seat::adaptive(None, Level::HARD));
    let again = Form::new(&settings, 0).settings().unwrap();
    assert!(again.seats[1].is_adaptive());
}

#[test]
fn letters_are_text_in_a_text_and_keys_elsewhere() {
    let mut form = Form::new(&Settings::default(), 2);
    form.focus = Field::Name(Color::White);
    type_text(&mut form, "Quirin?");
    assert_eq!(form.names[1].text(), "Quirin?");
    form.focus = Field::Undo;
    assert_eq!(press(&mut form, KeyCode::Char('q')), Outcome::Quit);
    assert_eq!(press(&mut form, KeyCode::Char('r')), Outcome::Rules);
    assert_eq!(press(&mut form, KeyCode::Char('l')), Outcome::Saved);
    assert_eq!(press(&mut form, KeyCode::Char('P')), Outcome::Exercise(Exercise::Practice));
    assert_eq!(press(&mut form, KeyCode::Char('c')), Outcome::Exercise(Exercise::Coach));
    assert_eq!(press(&mut form, KeyCode::Char('o')), Outcome::Openings);
}

#[test]
fn whoever_types_on_a_seat_types_its_name() {
    let mut form = Form::new(&Settings::default(), 2);
    for color in Color::ALL {
        form.focus = Field::Player(color);
        type_text(&mut form, "Peter Q");
        assert_eq!((form.focus, form.names[color.index()].text()), (Field::Name(color), "Peter Q"));
        assert!(form.is_person(color), "what was typed changed who plays");
    }
    form.focus = Field::Player(Color::White);
    press(&mut form, KeyCode::Char(' '));
    assert!(!form.is_person(Color::White), "the space bar still chooses");
    assert_eq!(press(&mut form, KeyCode::Char('?')), Outcome::Help);
}

#[test]
fn a_start_that_cannot_be_played_is_not_played() {
    for (text, expected) in [("f5f5", "taken"), ("e6f4e3f6g5d6e7f5c5", "the game is over")] {
        let mut form = Form::new(&Settings::default(), 0);
        form.remember(&[Name::new("Anna"), Name::new("Bert")]);
        form.focus = Field::Start;
        type_text(&mut form, text);
        form.focus = Field::Play;
        let Outcome::Wrong(reason) = press(&mut form, KeyCode::Enter) else { panic!("it is wrong") };
        assert!(reason.starts_with("The start position cannot be read: "), "{reason}");
        assert!(reason.contains(expected), "{reason}");
        assert_eq!(form.focus, Field::Start);
    }
}

#[test]
fn a_game_may_start_from_an_opening_by_its_name() {
    let mut form = Form::new(&Settings::default(), 0);
    form.focus = Field::Start;
    type_text(&mut form, "comp'oth");
    let start = form.settings().unwrap().start;
    assert_eq!(start, *outflank_records::read(b"f5d6c3d3c4f4f6f3").unwrap()[0].position());
}

#[test]
fn a_position_is_gone_on_with_by_whoever_is_to_move() {
    let position = *outflank_records::read(b"f5").unwrap()[0].position();
    let mut form = Form::new(&Settings::default(), 0);
    let seats = [Seat::human(None), Seat::computer(None, Level::HARD)];
    form.go_on_from(&position, Some(&seats));
    let settings = form.settings().unwrap();
    assert_eq!(settings.start, position);
    assert!(settings.seats[1].is_human(), "White is to move");
    assert_eq!(settings.seats[0].level(), Some(Level::HARD));
}
