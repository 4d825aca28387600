//! The start screen: what is to be agreed before a game, as a list of choices.

use std::time::Duration;

use outflank_engine::{Level, adapt};
use outflank_play::{ClockSetting, Consent, Name, Player, Seat, Settings, UndoAllowance};
use outflank_records::board;
use outflank_rules::{Color, DISCS_EACH, Position, Variant};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::text::TextField;

/// The choices made so far.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Who plays Black and White.
    players: [Player; 2],
    names: [TextField; 2],
    variant: Variant,
    undo: UndoAllowance,
    confirm_pass: bool,
    clock: Option<ClockSetting>,
    /// Moves or a board to start from; nothing for the usual start.
    start: TextField,
    /// What is known of games that can be gone on with.
    saved: Vec<String>,
    saved_chosen: usize,
    /// The level *auto* would play at.
    pub(crate) auto: Level,
    pub(crate) focus: Field,
    /// Whether a game waits behind this screen.
    pub(crate) game_waits: bool,
}

/// The lines of the form, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Play,
    Resume,
    Player(Color),
    Name(Color),
    Lines,
    Discs,
    Undo,
    Passes,
    Clock,
    Start,
    Rules,
    Help,
    Quit,
}

/// What a key on the form leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Stay,
    Play(Box<Settings>),
    Resume(usize),
    /// Back to the game that waits.
    Back,
    Rules,
    Help,
    Quit,
    /// It cannot be played so, and why.
    Wrong(String),
}

const fn minutes(main: u64, increment: u64) -> ClockSetting {
    ClockSetting { main: Duration::from_mins(main), increment: Duration::from_secs(increment) }
}

/// Times to think that can be chosen.
const CLOCKS: [Option<ClockSetting>; 7] = [
    None,
    Some(minutes(1, 0)),
    Some(minutes(3, 2)),
    Some(minutes(5, 0)),
    Some(minutes(10, 0)),
    Some(minutes(15, 10)),
    Some(minutes(30, 0)),
];

impl Form {
    /// A form filled in with settings.
    pub(crate) fn new(settings: &Settings, saved: Vec<String>) -> Form {
        let name = |color: Color| TextField::new(settings.seat(color).name.as_ref().map_or("", Name::as_str));
        let variant = settings.start.variant();
        let usual = settings.start == Position::start(variant);
        Form {
            players: Color::ALL.map(|color| settings.seat(color).player),
            names: Color::ALL.map(name),
            variant,
            undo: settings.undo,
            confirm_pass: settings.confirm_pass,
            clock: settings.clock,
            start: TextField::new(if usual { String::new() } else { board::text(&settings.start) }),
            focus: if saved.is_empty() { Field::Play } else { Field::Resume },
            saved,
            saved_chosen: 0,
            auto: adapt(&[]),
            game_waits: false,
        }
    }

    /// Puts unfinished games on the form.
    pub(crate) fn offer(&mut self, saved: Vec<String>) {
        self.saved_chosen = self.saved_chosen.min(saved.len().saturating_sub(1));
        if saved.is_empty() && self.focus == Field::Resume {
            self.focus = Field::Play;
        }
        self.saved = saved;
    }

    /// The lines there are.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Play];
        if !self.saved.is_empty() {
            fields.insert(0, Field::Resume);
        }
        for color in Color::ALL {
            fields.extend([Field::Player(color), Field::Name(color)]);
        }
        fields.extend([
            Field::Lines,
            Field::Discs,
            Field::Undo,
            Field::Passes,
            Field::Clock,
            Field::Start,
            Field::Rules,
            Field::Help,
            Field::Quit,
        ]);
        fields
    }

    /// What has been agreed, or what is wrong with it.
    pub(crate) fn settings(&self) -> Result<Settings, String> {
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
            consent: Consent::Implied,
        })
    }

    /// The position to start from, or what is wrong with the text that should tell it.
    pub(crate) fn position(&self) -> Result<Position, String> {
        let text = self.start.text().trim();
        if text.is_empty() {
            return Ok(Position::start(self.variant));
        }
        let records = outflank_records::read(text.as_bytes()).map_err(|error| error.to_string())?;
        let record = records.first().ok_or("there is no position in the text")?;
        let mut setup = record.position().setup();
        setup.variant = self.variant;
        setup.discs_left = [DISCS_EACH; 2];
        setup.position().map_err(|error| error.to_string())
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Outcome {
        if let Some(text) = self.text_mut()
            && text.key(key)
        {
            return Outcome::Stay;
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
            KeyCode::Char('r' | 'R') => return Outcome::Rules,
            KeyCode::Char('?') | KeyCode::F(1) => return Outcome::Help,
            _ => {}
        }
        Outcome::Stay
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
            Field::Resume => Outcome::Resume(self.saved_chosen),
            Field::Rules => Outcome::Rules,
            Field::Help => Outcome::Help,
            Field::Quit => Outcome::Quit,
            Field::Name(_) | Field::Start => {
                self.step(1);
                Outcome::Stay
            }
            _ => {
                self.change(1);
                Outcome::Stay
            }
        }
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(field) = self.text_mut() {
            field.paste(text);
        }
    }

    pub(crate) fn step(&mut self, by: i16) {
        let fields = self.fields();
        let at = fields.iter().position(|field| *field == self.focus).unwrap_or(0);
        let next = (at as i16 + by).rem_euclid(fields.len() as i16);
        self.focus = fields[next as usize];
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
            Field::Resume => self.saved_chosen = turn(self.saved_chosen, self.saved.len(), by),
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
            Field::Lines => self.variant.orthogonal ^= true,
            Field::Discs => self.variant.thirty ^= true,
            Field::Undo => {
                let all = [UndoAllowance::Once, UndoAllowance::None, UndoAllowance::Unlimited];
                let at = all.iter().position(|undo| *undo == self.undo).unwrap_or(0);
                self.undo = all[turn(at, all.len(), by)];
            }
            Field::Passes => self.confirm_pass ^= true,
            Field::Clock => {
                let at = CLOCKS.iter().position(|clock| *clock == self.clock).unwrap_or(0);
                self.clock = CLOCKS[turn(at, CLOCKS.len(), by)];
            }
            Field::Play | Field::Name(_) | Field::Start | Field::Rules | Field::Help | Field::Quit => {}
        }
    }

    /// What the line with the focus is for.
    pub(crate) fn explanation(&self) -> String {
        let player = match self.focus {
            Field::Player(color) => self.players[color.index()],
            _ => Player::Human,
        };
        match (self.focus, player) {
            (_, Player::Computer(level)) => format!("Level {level} of 10: {}.", level.name()),
            (_, Player::Adaptive(_)) => {
                let level = self.auto;
                format!(
                    "Gets stronger when you win and weaker when you lose: now level {level}, {}.",
                    level.name()
                )
            }
            (Field::Resume, Player::Human) => match self.saved.get(self.saved_chosen) {
                Some(saved) => format!("{saved}."),
                None => String::new(),
            },
            (_, Player::Human) => self.focus.explanation().to_owned(),
        }
    }

    /// What a line says on the right.
    pub(crate) fn value(&self, field: Field) -> Value {
        let choice = |text: &str| Value::Choice(text.to_owned());
        match field {
            Field::Play | Field::Rules | Field::Help | Field::Quit => Value::Button,
            Field::Resume => Value::Choice(self.saved.get(self.saved_chosen).cloned().unwrap_or_default()),
            Field::Player(color) => match self.players[color.index()] {
                Player::Human => choice("a person"),
                Player::Computer(level) => Value::Choice(format!("computer, {}", level_word(level))),
                Player::Adaptive(_) => choice("computer, auto"),
            },
            Field::Name(color) => {
                let usual = match self.players[color.index()] {
                    Player::Human => Seat::human(None),
                    Player::Computer(level) | Player::Adaptive(level) => computer(level),
                };
                Value::Text {
                    text: self.names[color.index()].text().to_owned(),
                    empty: usual.shown_name(color),
                }
            }
            Field::Lines if self.variant.orthogonal => choice("without diagonals"),
            Field::Lines => choice("with diagonals"),
            Field::Discs if self.variant.thirty => choice("thirty each"),
            Field::Discs => choice("as many as needed"),
            Field::Undo => choice(match self.undo {
                UndoAllowance::None => "none",
                UndoAllowance::Once => "once each",
                UndoAllowance::Unlimited => "unlimited",
            }),
            Field::Passes if self.confirm_pass => choice("with a key"),
            Field::Passes => choice("by themselves"),
            Field::Clock => Value::Choice(self.clock.map_or("none".to_owned(), clock_name)),
            Field::Start => {
                Value::Text { text: self.start.text().to_owned(), empty: "the usual position".to_owned() }
            }
        }
    }
}

impl Field {
    /// What a line says on the left.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Field::Play => "Play",
            Field::Resume => "Resume",
            Field::Player(Color::Black) => "Black",
            Field::Player(Color::White) => "White",
            Field::Name(_) => "name",
            Field::Lines => "Lines",
            Field::Discs => "Discs",
            Field::Undo => "Undo",
            Field::Passes => "Passes",
            Field::Clock => "Clock",
            Field::Start => "Start",
            Field::Rules => "Rules",
            Field::Help => "Help",
            Field::Quit => "Quit",
        }
    }

    /// Whether a line is there to type in.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Field::Name(_) | Field::Start)
    }

    /// What a line is for.
    fn explanation(self) -> &'static str {
        match self {
            Field::Play => "Start the game as it is set up here.",
            Field::Resume => "A game that was left unfinished.",
            Field::Player(_) => "A person, or the computer at one of ten levels or the one that suits you.",
            Field::Name(_) => "Type a name, or leave it as it is.",
            Field::Lines => "Whether discs are outflanked along diagonals too, as in Othello they are.",
            Field::Discs => "With thirty discs each, the game ends when one has to move and has none.",
            Field::Undo => "How often each player may take back their last move.",
            Field::Passes => "Whether a player who cannot move is asked to press p.",
            Field::Clock => "Time to think for each player, and what every move adds to it.",
            Field::Start => "Type or paste moves (f5d6c3) or a board of 64 squares to start from.",
            Field::Rules => "How Othello is played.",
            Field::Help => "What the keys do.",
            Field::Quit => "Leave.",
        }
    }
}

/// The right side of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing: the line does something.
    Button,
    /// One of several.
    Choice(String),
    /// A text, and what stands there while it is empty.
    Text { text: String, empty: String },
}

fn turn(at: usize, count: usize, by: i16) -> usize {
    (at as i16 + by).rem_euclid(count as i16) as usize
}

fn computer(level: Level) -> Seat {
    Seat::computer(None, level)
}

/// What a level is called where it is chosen.
fn level_word(level: Level) -> String {
    match level {
        Level::EASY => "easy".to_owned(),
        Level::MEDIUM => "medium".to_owned(),
        Level::HARD => "hard".to_owned(),
        _ => format!("level {level}"),
    }
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
            clock: CLOCKS[3],
            ..Settings::default()
        };
        assert_eq!(Form::new(&settings, Vec::new()).settings(), Ok(settings.clone()));
        settings.start = outflank_records::read(b"f5d6").unwrap()[0].position().to_owned();
        assert_eq!(Form::new(&settings, Vec::new()).settings(), Ok(settings));
    }

    #[test]
    fn enter_plays_at_once() {
        let mut form = Form::new(&Settings::default(), Vec::new());
        assert_eq!(press(&mut form, KeyCode::Enter), Outcome::Play(Box::default()));
    }

    #[test]
    fn everything_can_be_chosen_with_the_arrow_keys() {
        let mut form = Form::new(&Settings::default(), Vec::new());
        for field in form.fields() {
            form.focus = field;
            press(&mut form, KeyCode::Right);
        }
        let settings = form.settings().unwrap();
        assert_eq!(settings.seats.map(|seat| seat.level().unwrap().number()), [1, 1]);
        assert_eq!(settings.start.variant(), Variant { orthogonal: true, thirty: true });
        assert_eq!(settings.undo, UndoAllowance::None);
        assert!(settings.confirm_pass);
        assert_eq!(settings.clock, CLOCKS[1]);
    }

    #[test]
    fn auto_is_one_step_left_of_a_person_and_says_its_level() {
        let mut form = Form::new(&Settings::default(), Vec::new());
        form.auto = Level::HARD;
        form.focus = Field::Player(Color::White);
        press(&mut form, KeyCode::Left);
        assert_eq!(form.value(form.focus), Value::Choice("computer, auto".to_owned()));
        assert!(form.explanation().ends_with("now level 8, Master."));
        let settings = form.settings().unwrap();
        assert_eq!(settings.seats[1], Seat::adaptive(None, Level::HARD));
        let again = Form::new(&settings, Vec::new()).settings().unwrap();
        assert!(again.seats[1].is_adaptive());
    }

    #[test]
    fn letters_are_text_in_a_text_and_keys_elsewhere() {
        let mut form = Form::new(&Settings::default(), Vec::new());
        form.focus = Field::Name(Color::White);
        type_text(&mut form, "Quirin?");
        assert_eq!(form.settings().unwrap().seats[1].name, Name::new("Quirin?"));
        form.focus = Field::Undo;
        assert_eq!(press(&mut form, KeyCode::Char('q')), Outcome::Quit);
        assert_eq!(press(&mut form, KeyCode::Char('r')), Outcome::Rules);
    }

    #[test]
    fn a_start_that_cannot_be_read_is_not_played() {
        let mut form = Form::new(&Settings::default(), Vec::new());
        form.focus = Field::Start;
        type_text(&mut form, "f5f5");
        form.focus = Field::Play;
        let Outcome::Wrong(reason) = press(&mut form, KeyCode::Enter) else { panic!("it is wrong") };
        assert!(reason.starts_with("The start position cannot be read: "), "{reason}");
        assert_eq!(form.focus, Field::Start);
    }
}
