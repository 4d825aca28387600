//! Everything that can happen to the screen, and everything it can ask for.

use outflank_engine::{Level, Limits};
use outflank_play::remote::News;
use outflank_play::worker::Answer;
use outflank_play::{Command, Event, LiveGame, Name, Settings};
use outflank_records::Record;
use outflank_rules::{Game, Position};
use ratatui::crossterm::event::KeyEvent;

use super::model::SavedEntry;
use crate::exercises::{Exercise, Waiting};

/// Something that happened.
#[derive(Debug)]
pub(crate) enum ScreenEvent {
    Key(KeyEvent),
    /// The left button was pressed on this cell.
    Click(u16, u16),
    /// The mouse is over this cell.
    Hover(u16, u16),
    /// The wheel was turned by a number of lines, down being positive.
    Scroll(i16),
    Paste(String),
    Resize,
    /// Time has passed.
    Tick,
    /// A session with this number began.
    Begun(u64, Box<LiveGame>),
    /// Something happened in the game.
    Game(Box<LiveGame>, Vec<Event>),
    /// Something is to be told of a game on a server.
    News(News),
    /// The unfinished games, and the level of *auto*.
    Saved(Vec<SavedEntry>, Level),
    /// What waits in practice.
    Waiting(Waiting),
    /// What the player's games say, and the days of this week.
    Statistics(Vec<String>, ([usize; 7], usize)),
    /// The review of a game that was kept.
    Recalled(Box<Game>, String),
    /// Something could not be done, or is to be told.
    Refused(String),
    Notice(String),
    /// The worker of the session with this number has found something out.
    Answer(u64, Answer),
    /// Another thread of the program has panicked.
    Failed,
    /// The program was asked to end.
    Terminated,
}

/// Something to be done outside the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    Do(Command),
    /// Plays what the worker has found.
    Hear(Answer),
    Start(Box<Settings>),
    /// Remembers what the players are called.
    RememberNames([Option<Name>; 2]),
    /// Finds out which unfinished games there are, and what waits in practice.
    ListSaved,
    /// Finds out what the player's games say.
    Statistics,
    /// Leaves the game for something else, and comes back.
    Exercise(Exercise),
    /// Goes on with the unfinished game of this number in the list.
    Resume(usize),
    /// Removes the unfinished game of this number in the list.
    Remove(usize),
    Analyse {
        id: u64,
        position: Position,
        limits: Limits,
    },
    StopAnalysis,
    /// Looks for the review of a game that was kept.
    RecallReview(Box<Game>),
    /// Keeps the review of a game.
    KeepReview(Box<Game>, String),
    Hurry,
    /// Saves the game under a name.
    Save(String),
    /// Saves what is studied under a name.
    SaveRecord(Box<Record>, String),
    /// Paint everything anew.
    Repaint,
    /// Stop and give the shell the terminal back until resumed.
    Suspend,
    Quit,
    /// Leave because of a fault.
    Fail,
}
