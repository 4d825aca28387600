//! The start screen: what is to be agreed before a game. The names come first, and whoever has none is asked for it
//! before the game begins. Until then no text has the focus, so that every key does what is written beside it.

#[cfg(test)]
mod tests;

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
    /// Who has been asked for a name; nobody is asked twice.
    asked: [bool; 2],
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
    /// What Esc goes back to.
    pub(crate) behind: Behind,
}

/// What waits behind the start screen.
#[derive(Clone, Debug)]
pub(crate) enum Behind {
    /// Nothing: whoever leaves it leaves the program.
    Nothing,
    Game,
    /// A study, and the form as it was before the study filled it in.
    Study(Box<Form>),
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
    /// Back to what waits.
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

/// Whether a text is a board and no moves, which have digits.
fn is_board(text: &str) -> bool {
    text.len() >= 64 && !text.contains(|c: char| c.is_ascii_digit())
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
        Form {
            players: Color::ALL.map(|color| settings.seat(color).player),
            names: Color::ALL.map(name),
            asked: [false; 2],
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
            focus: if saved > 0 { Field::Saved } else { Field::Play },
            behind: Behind::Nothing,
        }
    }

    /// The next person who has no name and was not asked for it.
    fn unnamed(&self) -> Option<Color> {
        let has_none = |color: &Color| self.names[color.index()].text().trim().is_empty();
        let may_be_asked = |color: &Color| self.is_person(*color) && !self.asked[color.index()];
        Color::ALL.into_iter().find(|color| may_be_asked(color) && has_none(color))
    }

    /// Fills in names that were used before where none was said.
    pub(crate) fn remember(&mut self, names: &[Option<Name>; 2]) {
        for (field, name) in self.names.iter_mut().zip(names) {
            if let Some(name) = name.as_ref().filter(|_| field.text().is_empty()) {
                *field = TextField::new(name.as_str(), Name::MAX_CHARS);
            }
        }
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
        // A name begun one field too low must not lead anywhere else.
        if let (Field::Player(color), KeyCode::Char(letter)) = (self.focus, key.code)
            && letter.is_alphabetic()
        {
            self.focus = Field::Name(color);
        }
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
            KeyCode::Esc if self.focus.is_text() => self.focus = Field::Play,
            KeyCode::Esc if !matches!(self.behind, Behind::Nothing) => return Outcome::Back,
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
            Field::Play => self.play(),
            Field::Saved
            | Field::Exercise(_)
            | Field::Openings
            | Field::Statistics
            | Field::Rules
            | Field::Help
            | Field::Quit => self.focus.leads_to(),
            Field::Name(_) if self.is_asking() => self.play(),
            Field::Name(color) => {
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

    /// Whether a name is being asked for because the game is to begin.
    fn is_asking(&self) -> bool {
        matches!(self.focus, Field::Name(color) if self.asked[color.index()])
    }

    /// Whether Enter is for playing: on the button, and in the last name that is asked for.
    pub(crate) fn enter_plays(&self) -> bool {
        self.focus == Field::Play || self.is_asking() && self.unnamed().is_none()
    }

    /// Begins the game, or asks for a name that is missing.
    fn play(&mut self) -> Outcome {
        if let Some(color) = self.unnamed() {
            self.asked[color.index()] = true;
            self.focus = Field::Name(color);
            return Outcome::Stay;
        }
        match self.settings() {
            Ok(settings) => Outcome::Play(Box::new(settings)),
            Err(reason) => {
                self.focus = Field::Start;
                Outcome::Wrong(format!("The start position cannot be read: {reason}."))
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
                return format!("What is {color} called? Without a name it is just {color}.");
            }
            Field::Player(color) => match self.players[color.index()] {
                Player::Human => "A person. Letters are the name; the arrow keys choose a computer instead.",
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
            Field::Play if self.unnamed().is_some() => "Start the game; it asks for names first.",
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
            // A board in letters says nothing to anybody; it is painted beside the form.
            Field::Start if self.focus != Field::Start && is_board(self.start.text()) => {
                Value::Text { text: TextField::new("", 0), empty: "another position".to_owned() }
            }
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

    /// The key that does the same from any field that takes no letters.
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

    /// Whether letters typed there are text: on a seat they are its name.
    pub(crate) fn takes_letters(self) -> bool {
        self.is_text() || matches!(self, Field::Player(_))
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
