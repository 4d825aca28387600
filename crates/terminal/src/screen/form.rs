//! The start screen: what is to be agreed before a game. The names come first.

use outflank_engine::{Level, adapt};
use outflank_play::setup::{self, StartError};
use outflank_play::{ClockSetting, Name, Player, Seat, Settings, UndoAllowance};
use outflank_records::board;
use outflank_rules::{Color, Position, Variant};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::text::{TextField, Typed, count};
use super::words;
use crate::exercises::{Exercise, Waiting};

/// The choices made so far.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Who plays Black and White.
    players: [Player; 2],
    pub(crate) names: [TextField; 2],
    variant: Variant,
    undo: UndoAllowance,
    confirm_pass: bool,
    clock: Option<ClockSetting>,
    book: bool,
    /// Moves or a board to start from; nothing for the usual start.
    pub(crate) start: TextField,
    /// How many unfinished games there are.
    saved: usize,
    /// The level *auto* would play at.
    pub(crate) auto: Level,
    /// What waits in practice.
    pub(crate) waiting: Waiting,
    pub(crate) focus: Field,
    /// Whether a game waits behind this screen.
    pub(crate) game_waits: bool,
}

/// What can be chosen, in the order of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Name(Color),
    Player(Color),
    Play,
    Saved,
    Clock,
    Undo,
    Variant,
    Passes,
    Book,
    Start,
    Exercise(Exercise),
    /// The opening explorer.
    Openings,
    Statistics,
    Rules,
    Help,
    Quit,
}

/// What a key on the form leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Stay,
    Play(Box<Settings>),
    /// The list of unfinished games.
    Saved,
    /// Back to the game that waits.
    Back,
    Exercise(Exercise),
    Openings,
    Statistics,
    Rules,
    Help,
    Quit,
    /// It cannot be so, and why.
    Wrong(String),
}

/// A whole game and a board both fit.
const START_MOST: usize = 400;

impl Form {
    /// A form filled in with settings.
    pub(crate) fn new(settings: &Settings, saved: usize) -> Form {
        let name = |color: Color| {
            let name = settings.seat(color).name.as_ref();
            TextField::new(name.map_or("", Name::as_str), Name::MAX_CHARS)
        };
        let variant = settings.start.variant();
        let usual = settings.start == Position::start(variant);
        let mut form = Form {
            players: Color::ALL.map(|color| settings.seat(color).player),
            names: Color::ALL.map(name),
            variant,
            undo: settings.undo,
            confirm_pass: settings.confirm_pass,
            clock: settings.clock,
            book: settings.book,
            start: TextField::new(
                if usual { String::new() } else { board::text(&settings.start) },
                START_MOST,
            ),
            saved,
            auto: adapt(&[]),
            waiting: Waiting::default(),
            focus: Field::Play,
            game_waits: false,
        };
        form.focus = form.first_focus();
        form
    }

    /// Whoever has no name yet is asked first; then an unfinished game waits, or the next one.
    fn first_focus(&self) -> Field {
        let unnamed =
            |color: &Color| self.is_person(*color) && self.names[color.index()].text().trim().is_empty();
        if self.saved > 0 {
            return Field::Saved;
        }
        Color::ALL.into_iter().find(unnamed).map_or(Field::Play, Field::Name)
    }

    /// Fills in names that were used before where none was said.
    pub(crate) fn remember(&mut self, names: &[Option<Name>; 2]) {
        for (field, name) in self.names.iter_mut().zip(names) {
            if let Some(name) = name.as_ref().filter(|_| field.text().is_empty()) {
                *field = TextField::new(name.as_str(), Name::MAX_CHARS);
            }
        }
        self.focus = self.first_focus();
    }

    /// A form for going on from a position: the person plays the side to move.
    pub(crate) fn go_on_from(&mut self, position: &Position, seats: Option<&[Seat; 2]>) {
        let level = seats.and_then(|seats| seats.iter().find_map(Seat::level));
        let level = level.or(self.players.iter().find_map(|player| match player {
            Player::Computer(level) => Some(*level),
            _ => None,
        }));
        let turn = position.turn();
        self.players[turn.index()] = Player::Human;
        self.players[(!turn).index()] = Player::Computer(level.unwrap_or(Level::EASY));
        self.variant = position.variant();
        self.start = TextField::new(board::text(position), START_MOST);
        self.focus = Field::Play;
    }

    /// Says how many unfinished games there are.
    pub(crate) fn offer(&mut self, saved: usize) {
        self.saved = saved;
        if saved == 0 && self.focus == Field::Saved {
            self.focus = Field::Play;
        }
    }

    fn is_person(&self, color: Color) -> bool {
        self.players[color.index()] == Player::Human
    }

    /// The fields there are.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let [black, white] = Color::ALL.map(|color| [Field::Name(color), Field::Player(color)]);
        let mut fields = [black, white].concat();
        fields.push(Field::Play);
        if self.saved > 0 {
            fields.push(Field::Saved);
        }
        fields.extend([Field::Clock, Field::Undo, Field::Variant, Field::Passes, Field::Book, Field::Start]);
        fields.extend(Field::PLACES);
        fields.extend([Field::Rules, Field::Help, Field::Quit]);
        fields
    }

    /// What has been agreed, or what is wrong with it.
    pub(crate) fn settings(&self) -> Result<Settings, StartError> {
        let seat = |color: Color| {
            let name = Name::new(self.names[color.index()].text());
            match self.players[color.index()] {
                Player::Human => Seat::human(name),
                Player::Computer(level) => Seat::computer(name, level),
                Player::Adaptive(_) => Seat::adaptive(name, self.auto),
            }
        };
        Ok(Settings {
            seats: Color::ALL.map(seat),
            start: self.position()?,
            undo: self.undo,
            confirm_pass: self.confirm_pass,
            clock: self.clock,
            book: self.book,
            ..Settings::default()
        })
    }

    /// The names that people have chosen.
    pub(crate) fn chosen_names(&self) -> [Option<Name>; 2] {
        Color::ALL.map(|color| Name::new(self.names[color.index()].text()).filter(|_| self.is_person(color)))
    }

    /// The position to start from, or what is wrong with the text that should tell it.
    pub(crate) fn position(&self) -> Result<Position, StartError> {
        let text = self.start.text().trim();
        if text.is_empty() {
            return Ok(Position::start(self.variant));
        }
        setup::start(text.as_bytes(), Some(self.variant))
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Outcome {
        if let Some(text) = self.text_mut() {
            match text.key(key) {
                Typed::Taken => return Outcome::Stay,
                Typed::Full => return self.too_long(),
                Typed::Ignored => {}
            }
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Home => self.focus = self.fields()[0],
            KeyCode::End => self.focus = Field::Quit,
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Enter => return self.activate(),
            KeyCode::Esc if self.game_waits => return Outcome::Back,
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => return Outcome::Quit,
            KeyCode::Char('l' | 'L') if self.saved > 0 => return Outcome::Saved,
            KeyCode::Char('r' | 'R') => return Outcome::Rules,
            KeyCode::Char('?') | KeyCode::F(1) => return Outcome::Help,
            KeyCode::Char(c) => {
                let key = c.to_ascii_lowercase().to_string();
                return Field::PLACES
                    .into_iter()
                    .find(|place| place.key() == key)
                    .map_or(Outcome::Stay, Field::leads_to);
            }
            _ => {}
        }
        Outcome::Stay
    }

    fn too_long(&self) -> Outcome {
        match self.focus {
            Field::Name(_) => Outcome::Wrong(format!("A name has at most {} characters.", Name::MAX_CHARS)),
            _ => Outcome::Wrong("The text is too long to be a game.".to_owned()),
        }
    }

    /// What Enter or a click does.
    pub(crate) fn activate(&mut self) -> Outcome {
        match self.focus {
            Field::Play => match self.settings() {
                Ok(settings) => Outcome::Play(Box::new(settings)),
                Err(reason) => {
                    self.focus = Field::Start;
                    Outcome::Wrong(format!("The start position cannot be read: {reason}."))
                }
            },
            Field::Saved
            | Field::Exercise(_)
            | Field::Openings
            | Field::Statistics
            | Field::Rules
            | Field::Help
            | Field::Quit => self.focus.leads_to(),
            Field::Name(color) => {
                // The other person is asked too; then the game can begin.
                let other = color == Color::Black && self.is_person(Color::White);
                self.focus = if other { Field::Name(Color::White) } else { Field::Play };
                Outcome::Stay
            }
            Field::Start => {
                self.focus = Field::Play;
                Outcome::Stay
            }
            _ => {
                self.change(1);
                Outcome::Stay
            }
        }
    }

    pub(crate) fn paste(&mut self, text: &str) -> Outcome {
        match self.text_mut().map(|field| field.paste(text)) {
            Some(Typed::Full) => self.too_long(),
            _ => Outcome::Stay,
        }
    }

    pub(crate) fn step(&mut self, by: i16) {
        let fields = self.fields();
        let at = fields.iter().position(|field| *field == self.focus).unwrap_or(0);
        self.focus = fields[turn(at, fields.len(), by)];
    }

    /// The text that the focus is on.
    fn text_mut(&mut self) -> Option<&mut TextField> {
        match self.focus {
            Field::Name(color) => Some(&mut self.names[color.index()]),
            Field::Start => Some(&mut self.start),
            _ => None,
        }
    }

    fn change(&mut self, by: i16) {
        match self.focus {
            Field::Player(color) => {
                // A person, the levels, auto.
                let at = match self.players[color.index()] {
                    Player::Human => 0,
                    Player::Computer(level) => usize::from(level.number()),
                    Player::Adaptive(_) => 11,
                };
                self.players[color.index()] = match turn(at, 12, by) {
                    0 => Player::Human,
                    next => Level::new(next as u8).map_or(Player::Adaptive(self.auto), Player::Computer),
                };
            }
            Field::Variant => {
                let at = Variant::ALL.iter().position(|variant| *variant == self.variant).unwrap_or(0);
                self.variant = Variant::ALL[turn(at, Variant::ALL.len(), by)];
            }
            Field::Undo => {
                let all = [UndoAllowance::Once, UndoAllowance::None, UndoAllowance::Unlimited];
                let at = all.iter().position(|undo| *undo == self.undo).unwrap_or(0);
                self.undo = all[turn(at, all.len(), by)];
            }
            Field::Passes => self.confirm_pass ^= true,
            Field::Book => self.book ^= true,
            Field::Clock => {
                // No clock comes before the first.
                let at =
                    setup::CLOCKS.iter().position(|clock| Some(*clock) == self.clock).map_or(0, |n| n + 1);
                let chosen = turn(at, setup::CLOCKS.len() + 1, by);
                self.clock = chosen.checked_sub(1).map(|n| setup::CLOCKS[n]);
            }
            Field::Play
            | Field::Saved
            | Field::Name(_)
            | Field::Start
            | Field::Exercise(_)
            | Field::Openings
            | Field::Statistics
            | Field::Rules
            | Field::Help
            | Field::Quit => {}
        }
    }

    /// What the field with the focus is for.
    pub(crate) fn explanation(&self) -> String {
        let text = match self.focus {
            Field::Name(color) if !self.is_person(color) => "What the computer is called; you may leave it.",
            Field::Name(color) => {
                return format!("What is {color} called? The name stands beside the discs.");
            }
            Field::Player(color) => match self.players[color.index()] {
                Player::Human => "A person. The arrow keys choose a computer instead.",
                Player::Computer(level) => {
                    return format!("Level {level} of 10, {}. {}", level.name(), level.description());
                }
                Player::Adaptive(_) => {
                    let level = self.auto;
                    return format!(
                        "Gets stronger when you win and weaker when you lose: now level {level}, {}.",
                        level.name()
                    );
                }
            },
            Field::Play => "Start the game as it is set up here.",
            Field::Saved => "Go on with a game that was left unfinished, or remove it.",
            Field::Clock => "Time to think for each player, and what every move adds to it.",
            Field::Undo => "How often each player may take back their own last move.",
            Field::Variant => return words::variant_sentence(self.variant),
            Field::Passes => "Whether a player who cannot move is asked to press p.",
            Field::Book => "Whether the computer plays from the opening book. Levels 1 and 2 never do.",
            Field::Start => "Type an opening (tiger), or type or paste moves or a board to start from.",
            Field::Exercise(Exercise::Practice) => "Your own mistakes, again until you know better.",
            Field::Exercise(Exercise::Puzzle) => {
                "The puzzle of the day, the same for everybody; then others."
            }
            Field::Exercise(Exercise::Lessons) => "Eight short lessons with positions to solve.",
            Field::Exercise(Exercise::Gym) => "Even endings, played out against best play.",
            Field::Exercise(Exercise::Coach) => "An opening, trained against what people play.",
            Field::Openings => "What the opening book and people play, move by move.",
            Field::Statistics => "What costs you most, and how your games went.",
            Field::Rules => "How Othello is played.",
            Field::Help => "What the keys do.",
            Field::Quit => "Leave.",
        };
        text.to_owned()
    }

    /// What a field shows.
    pub(crate) fn value(&self, field: Field) -> Value {
        let choice = |text: &str| Value::Choice(text.to_owned());
        match field {
            Field::Exercise(Exercise::Practice) if self.waiting.due > 0 => {
                Value::Button(format!("{} due", self.waiting.due))
            }
            Field::Exercise(Exercise::Puzzle) if !self.waiting.puzzle_done => {
                Value::Button("today".to_owned())
            }
            Field::Exercise(Exercise::Lessons) => Value::Button(format!("{} of 8", self.waiting.lessons)),
            Field::Play
            | Field::Exercise(_)
            | Field::Openings
            | Field::Statistics
            | Field::Rules
            | Field::Help
            | Field::Quit => Value::Button(String::new()),
            Field::Saved => Value::Button(count(self.saved, "game")),
            Field::Player(color) => match self.players[color.index()] {
                Player::Human => choice("a person"),
                Player::Computer(level) => Value::Choice(format!("{}, level {level}", level.group())),
                Player::Adaptive(_) => choice("computer, auto"),
            },
            Field::Name(color) => {
                let usual = match self.players[color.index()] {
                    Player::Human => format!("{color}'s name"),
                    Player::Computer(_) | Player::Adaptive(_) => "Computer".to_owned(),
                };
                Value::Text { text: self.names[color.index()].clone(), empty: usual }
            }
            Field::Variant => choice(words::variant_name(self.variant)),
            Field::Undo => choice(match self.undo {
                UndoAllowance::None => "never",
                UndoAllowance::Once => "once each",
                UndoAllowance::Unlimited => "any number",
            }),
            Field::Passes if self.confirm_pass => choice("with a key"),
            Field::Passes => choice("automatic"),
            Field::Book => choice(if self.book { "on" } else { "off" }),
            Field::Clock => Value::Choice(self.clock.map_or("none".to_owned(), clock_name)),
            Field::Start => Value::Text { text: self.start.clone(), empty: "the usual position".to_owned() },
        }
    }
}

impl Field {
    /// Where one can go besides a game.
    pub(crate) const PLACES: [Field; 7] = [
        Field::Exercise(Exercise::Practice),
        Field::Exercise(Exercise::Puzzle),
        Field::Exercise(Exercise::Lessons),
        Field::Exercise(Exercise::Gym),
        Field::Openings,
        Field::Exercise(Exercise::Coach),
        Field::Statistics,
    ];

    /// Where it leads, if it leads somewhere else.
    fn leads_to(self) -> Outcome {
        match self {
            Field::Saved => Outcome::Saved,
            Field::Exercise(exercise) => Outcome::Exercise(exercise),
            Field::Openings => Outcome::Openings,
            Field::Statistics => Outcome::Statistics,
            Field::Rules => Outcome::Rules,
            Field::Help => Outcome::Help,
            Field::Quit => Outcome::Quit,
            _ => Outcome::Stay,
        }
    }

    /// What a field is called.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Field::Name(Color::Black) => "Black",
            Field::Name(Color::White) => "White",
            Field::Player(_) => "",
            Field::Play => "Play",
            Field::Saved => "Unfinished",
            Field::Clock => "Clock",
            Field::Undo => "Take back",
            Field::Variant => "Rules",
            Field::Passes => "Passes",
            Field::Book => "Book",
            Field::Start => "Start",
            Field::Exercise(Exercise::Practice) => "Practise",
            Field::Exercise(Exercise::Puzzle) => "Puzzle",
            Field::Exercise(Exercise::Lessons) => "Lessons",
            Field::Exercise(Exercise::Gym) => "Endgames",
            Field::Exercise(Exercise::Coach) => "Coach",
            Field::Openings => "Openings",
            Field::Statistics => "Statistics",
            Field::Rules => "How to play",
            Field::Help => "Keys",
            Field::Quit => "Quit",
        }
    }

    /// The key that does the same from any field but a text.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Field::Saved => "l",
            Field::Exercise(Exercise::Practice) => "p",
            Field::Exercise(Exercise::Puzzle) => "z",
            Field::Exercise(Exercise::Lessons) => "t",
            Field::Exercise(Exercise::Gym) => "g",
            Field::Exercise(Exercise::Coach) => "c",
            Field::Openings => "o",
            Field::Statistics => "s",
            Field::Rules => "r",
            Field::Help => "?",
            Field::Quit => "q",
            _ => "",
        }
    }

    /// Whether text is typed there.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Field::Name(_) | Field::Start)
    }
}

/// What a field shows.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// The field does something; this is said about it.
    Button(String),
    /// One of several.
    Choice(String),
    /// A text, and what stands there while it is empty.
    Text { text: TextField, empty: String },
}

fn turn(at: usize, count: usize, by: i16) -> usize {
    (at as i16 + by).rem_euclid(count as i16) as usize
}

fn clock_name(clock: ClockSetting) -> String {
    let minutes = clock.main.as_secs() / 60;
    match clock.increment.as_secs() {
        0 => format!("{minutes} min"),
        increment => format!("{minutes} min + {increment} s a move"),
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(form.focus, Field::Name(Color::Black));
        type_text(&mut form, "Anna");
        press(&mut form, KeyCode::Enter);
        assert_eq!(form.focus, Field::Name(Color::White));
        type_text(&mut form, "Bert");
        press(&mut form, KeyCode::Enter);
        let Outcome::Play(settings) = press(&mut form, KeyCode::Enter) else { panic!("Play has the focus") };
        assert_eq!(Color::ALL.map(|color| settings.name(color)), ["Anna", "Bert"]);
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
    fn a_start_that_cannot_be_played_is_not_played() {
        for (text, expected) in [("f5f5", "taken"), ("e6f4e3f6g5d6e7f5c5", "the game is over")] {
            let mut form = Form::new(&Settings::default(), 0);
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
}
