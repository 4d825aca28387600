//! Games that are kept elsewhere: what is shown of them and what keys ask for.

use std::time::Duration;

use outflank_play::remote::{News, Presence, Report};
use outflank_play::{ClockSetting, Consent, Greeting};
use outflank_rules::Square;

use super::*;
use crate::screen::game_view::{GameView, Kind};
use crate::screen::model::{Overlay, Page, TextPage};
use crate::screen::remote_view::{Links, RemoteView};

/// A game between Anna and Bert, far from each other, on the screen of those who play `sides`.
struct Far {
    model: Model,
    live: LiveGame,
    sides: Vec<Color>,
    joined: [bool; 2],
}

/// The time where the game is kept is quite another.
const THERE: Time = Time(5_000_000);

impl Far {
    fn new(sides: &[Color], clock: Option<ClockSetting>) -> Far {
        let settings = Settings { consent: Consent::Asked, clock, ..two_people() };
        let (live, events) = LiveGame::new(settings, THERE);
        let mut model = start(80, 24, Colors::None);
        let mut view = GameView::new(live.clone());
        let back = (!sides.is_empty()).then(|| "http://far/g/c0ffeec0ffee#s=secret".to_owned());
        view.remote = Some(RemoteView::new(Links { watch: "http://far/g/c0ffeec0ffee".to_owned(), back }));
        model.game = Some(view);
        model.page = Page::Game;
        let mut far = Far { model, live, sides: sides.to_vec(), joined: [true; 2] };
        far.tell(events);
        far
    }

    fn tell(&mut self, events: Vec<Event>) {
        let report = Report {
            game: self.live.clone(),
            events,
            sides: self.sides.clone(),
            joined: self.joined,
            now: THERE,
        };
        self.news(News::Game(Box::new(report)));
    }

    fn news(&mut self, news: News) {
        update(&mut self.model, ScreenEvent::News(news), LATER);
    }

    fn apply(&mut self, command: Command) {
        let events = self.live.apply(command, THERE).unwrap();
        self.tell(events);
    }

    fn place(&mut self, square: Square) {
        let by = self.live.turn().unwrap();
        self.apply(Command::Play { by, mv: square.into() });
    }

    fn screen(&self) -> String {
        screen(&self.model)
    }

    #[track_caller]
    fn assert_shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is not in\n{screen}");
    }
}

#[test]
fn commands_go_out_for_ones_own_side_only() {
    let mut far = Far::new(&[Color::White], None);
    far.assert_shows("Anna to move");
    assert_eq!(far.model.game.as_ref().unwrap().mover(), None, "the moves of others are not offered");
    // Whoever keeps the game says that it is not the time.
    let play = |square: Square| vec![Effect::Do(Command::Play { by: Color::White, mv: square.into() })];
    assert_eq!(type_keys(&mut far.model, "d3"), play(Square::D3));
    far.news(News::Refused("It is the turn of Anna.".to_owned()));
    far.assert_shows("It is the turn of Anna.");
    far.place(Square::D3);
    far.assert_shows("your move");
    assert_eq!(type_keys(&mut far.model, "c3"), play(Square::C3));
    type_keys(&mut far.model, "x");
    far.assert_shows("Does Bert give the game up?");
    assert_eq!(type_keys(&mut far.model, "y"), [Effect::Do(Command::Resign { by: Color::White })]);
}

#[test]
fn requests_are_answered_with_yes_and_no() {
    let mut far = Far::new(&[Color::White], None);
    far.place(Square::D3);
    assert_eq!(type_keys(&mut far.model, "y"), [], "nobody has asked");
    type_keys(&mut far.model, "?");
    far.apply(Command::Undo { by: Color::Black });
    assert!(far.model.overlay.is_none(), "the question is not hidden by a page of help");
    far.assert_shows("Anna asks to take back");
    far.assert_shows("y agrees, n declines");
    far.assert_shows("y agree  n decline");
    assert_eq!(type_keys(&mut far.model, "n"), [Effect::Do(Command::Decline { by: Color::White })]);
    assert_eq!(type_keys(&mut far.model, "y"), [Effect::Do(Command::Accept { by: Color::White })]);
    far.apply(Command::Accept { by: Color::White });
    far.assert_shows("Anna (Black) takes back d3");

    far.apply(Command::Resign { by: Color::Black });
    assert_eq!(
        type_keys(&mut far.model, "m"),
        [Effect::Do(Command::Rematch { by: Color::White, swap: false })]
    );
    far.apply(Command::Rematch { by: Color::White, swap: true });
    far.assert_shows("Waiting for Anna to answer");
}

#[test]
fn a_lost_connection_is_shown_and_nothing_is_sent_into_the_void() {
    let mut far = Far::new(&[Color::Black], None);
    far.news(News::Lost);
    far.news(News::Lost);
    far.assert_shows("No connection");
    far.assert_shows("trying again");
    assert_eq!(type_keys(&mut far.model, "d3"), []);
    far.assert_shows("There is no connection");
    far.tell(vec![]);
    far.assert_shows("Connected again.");
    assert_eq!(type_keys(&mut far.model, "d3").len(), 1);
    let said = |text: &str| {
        far.model
            .game
            .as_ref()
            .unwrap()
            .log
            .messages()
            .iter()
            .filter(|message| message.text.contains(text))
            .count()
    };
    assert_eq!(said("connection is lost"), 1);

    far.news(News::Ended("There is no such game any more.".to_owned()));
    assert_eq!(type_keys(&mut far.model, "d3"), []);
    assert_eq!(far.model.game.as_ref().unwrap().log.last().unwrap().kind, Kind::Refused);
}

#[test]
fn clocks_go_by_the_time_where_the_game_is_kept() {
    let clock = ClockSetting::new(Duration::from_mins(5), Duration::ZERO);
    let mut far = Far::new(&[Color::Black], Some(clock));
    far.place(Square::D3);
    update(&mut far.model, ScreenEvent::Tick, LATER.after(Duration::from_secs(10)));
    far.assert_shows("5:00");
    far.assert_shows("4:50");
    // The flag is none of our business.
    assert_eq!(update(&mut far.model, ScreenEvent::Tick, LATER.after(Duration::from_secs(400))), []);
}

#[test]
fn a_game_with_a_clock_waits_for_the_other_player() {
    let clock = ClockSetting::new(Duration::from_mins(5), Duration::ZERO);
    let mut far = Far::new(&[Color::Black], Some(clock));
    far.joined = [true, false];
    far.tell(vec![]);
    far.assert_shows("Waiting for Bert to come");
    far.assert_shows("not here yet");
    assert_eq!(far.model.game.as_ref().unwrap().mover(), None);
}

#[test]
fn the_engine_helps_nobody_against_a_person_elsewhere() {
    let mut far = Far::new(&[Color::Black], None);
    for key in ["i", "v"] {
        assert_eq!(type_keys(&mut far.model, key), [], "{key}");
    }
    assert!(!far.screen().contains("hint"));
    assert!(far.model.game.as_ref().unwrap().analysis.chart().is_none());
    far.place(Square::D3);
    far.apply(Command::Resign { by: Color::Black });
    // Then everything is open: the chart, and values in the review.
    assert!(far.model.game.as_ref().unwrap().analysis.chart().is_some());
    type_keys(&mut far.model, "l");
    assert!(matches!(type_keys(&mut far.model, "v")[..], [Effect::Analyse { .. }]));
    press(&mut far.model, KeyCode::Esc);
    // Whatever was on after the game is off in the next one.
    far.apply(Command::Rematch { by: Color::Black, swap: true });
    far.sides = vec![Color::White];
    far.apply(Command::Accept { by: Color::White });
    assert!(!far.model.game.as_ref().unwrap().analysis.on);
}

#[test]
fn whoever_watches_may_look_and_leave() {
    let mut far = Far::new(&[], None);
    far.news(News::Presence(Presence { players: [true, true], watching: 3 }));
    far.news(News::Presence(Presence { players: [true, false], watching: 3 }));
    far.assert_shows("2 watching");
    far.assert_shows("Bert has left.");
    far.assert_shows("away");
    assert_eq!(type_keys(&mut far.model, "d3"), []);
    far.assert_shows("You watch this game.");
    assert!(matches!(type_keys(&mut far.model, "i")[..], [Effect::Analyse { .. }]));
    far.place(Square::D3);
    assert_eq!(type_keys(&mut far.model, "q"), [Effect::Quit]);
}

#[test]
fn the_links_are_shown_on_request() {
    let mut far = Far::new(&[Color::Black], None);
    type_keys(&mut far.model, "k");
    assert!(matches!(far.model.overlay, Some(Overlay::Text(TextPage::Links, _))));
    far.assert_shows(" http://far/g/c0ffeec0ffee\n");
    far.assert_shows("http://far/g/c0ffeec0ffee#s=secret");
    press(&mut far.model, KeyCode::Esc);
    assert!(far.model.overlay.is_none());
}

#[test]
fn players_say_something_to_each_other_and_mute_it() {
    let mut far = Far::new(&[Color::Black], None);
    type_keys(&mut far.model, "j");
    far.assert_shows("2           Good luck.");
    let greet = Command::Greet { by: Color::Black, greeting: Greeting::GoodLuck };
    assert_eq!(type_keys(&mut far.model, "2"), [Effect::Do(greet)]);
    assert!(far.model.overlay.is_none());
    let said = |greeting| Command::Greet { by: Color::White, greeting };
    far.apply(said(Greeting::Hello));
    far.assert_shows("Bert (White): Hello.");
    type_keys(&mut far.model, "j0");
    far.assert_shows("Greetings are no longer shown.");
    far.apply(said(Greeting::Oops));
    assert!(!far.screen().contains("Oops"));
    // Those who watch have nothing to say.
    let mut watcher = Far::new(&[], None);
    type_keys(&mut watcher.model, "j");
    assert!(watcher.model.overlay.is_none());
}

#[test]
fn whoever_comes_later_reads_what_was_said() {
    let mut far = Far::new(&[Color::Black], None);
    let (live, mut events) = LiveGame::new(far.live.settings().clone(), THERE);
    far.live = live;
    let greet = Command::Greet { by: Color::White, greeting: Greeting::GoodLuck };
    events.extend(far.live.apply(greet, THERE).unwrap());
    far.model.game.as_mut().unwrap().log = crate::screen::game_view::Log::default();
    far.tell(events);
    let last = far.model.game.as_ref().unwrap().log.last().map(|message| message.text.clone());
    assert_eq!(last.as_deref(), Some("Bert (White): Good luck."));
    far.assert_shows("Bert (White): Good luck.");
}

#[test]
fn whoever_comes_to_a_game_under_other_rules_is_told() {
    let mut far = Far::new(&[Color::White], None);
    let start = outflank_rules::Position::start(outflank_rules::Variant { orthogonal: true, thirty: false });
    far.live = LiveGame::new(Settings { consent: Consent::Asked, start, ..two_people() }, THERE).0;
    far.model.game.as_mut().unwrap().log = crate::screen::game_view::Log::default();
    // The game began before the guest came: there is no event that tells of it.
    far.tell(vec![]);
    far.assert_shows("Only rows and columns outflank; diagonals do not count.");
    far.place(Square::D3);
    let log = far.model.game.as_ref().unwrap().log.messages();
    assert_eq!(log.iter().filter(|message| message.text.starts_with("Only rows")).count(), 1);
}
