//! The serde types of the protocol and of the log, described in `PROTOCOL.md`.
//!
//! They mirror the core types instead of deriving serde there, so that a change of a core type cannot change
//! the protocol or make old games unreadable by accident.

mod admin;
mod archive;
mod coach;
mod event;
mod greeting;
mod key;
mod lobby;
mod log;
mod message;
mod people;
mod position;
mod practice;
mod puzzle;
mod refusal;
mod report;
mod request;
mod review;
mod state;
mod study;

#[cfg(test)]
mod typescript;

pub use admin::{AdminCommand, AdminGames, AdminPerson, AdminState};
pub use archive::{Archive, PastResult, PastRound, Players, Ranked, Statistics, Tally};
pub use coach::{OpeningProgress, OpeningState};
pub use event::{BadEvent, Beginning, EndReason, Event, Outcome, Rating, Seat, Settings, ToldEvent, Undo};
pub use greeting::{AboutGreeting, Greeting};
pub use key::{BadKey, DeviceKey, base64url};
pub use lobby::{
    ColourChoice, LobbyAction, LobbyCommand, LobbyHello, LobbyMessage, LobbyRequest, LobbyState,
    LobbyWelcome, Offer, OpeningChoice, Paired, Playing, Terms,
};
pub use log::{BadLine, LogLine};
pub use message::{ServerMessage, Update};
pub use people::{
    Feeds, KeyFound, Me, MeRequest, MyGame, MyGames, PlayerCard, Strength, Vacation, WordsRequest,
};
pub use position::{Pair, Placed, Position, Setup, Side, UnreadableSetup};
pub use practice::{
    Advice, CauseCost, DrillAsk, DrillChoice, DrillLine, DrillPly, DrillPrompt, DrillReply, KindLeft,
    LearnRequest, LessonState, Mention, Overview, PracticeMessage, PracticeRequest, PracticeStatistics,
};
pub use puzzle::Puzzle;
pub use refusal::{Code, Reason, Refusal};
pub use report::{Report, ReportReason, ReportRequest};
pub use request::{
    ClientMessage, Clock, Command, Hello, JoinRequest, NewGame, Player, RenewRequest, SeatRequest,
};
pub use review::{GlossaryEntry, Moment, Phases, Review, ReviewMessage, ReviewRequest, ReviewedMove};
pub use state::{
    Action, Awaits, ClockFace, Created, Joined, Paths, PlayerKind, Presence, RequestKind, RequestOpen,
    ResultState, SeatState, State, You,
};
pub use study::{
    About, AboutLevel, AboutLimits, AboutOpening, AboutRules, AnalyseRequest, Analysis, AnalysisMessage,
    BookRequest, Explorer, ExplorerMove, GraphMessage, GraphPoint, GraphRequest, MoveValue, Ply, QrRequest,
    RulesText, Section, Trust, View, ViewRequest,
};

/// Whether a text has the form of a game's id.
pub fn is_game_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
