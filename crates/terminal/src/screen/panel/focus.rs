//! What has the attention in a game: the square under the cursor, whose turn it is, or what the other player asks.

use outflank_play::{Awaited, RequestKind};
use outflank_rules::{Position, Square};
use ratatui::style::Style;

use crate::screen::analysis::{AnalysisState, value_words};
use crate::screen::board::Preview;
use crate::screen::game_view::GameView;
use crate::screen::model::Model;
use crate::screen::remote_view::Connection;
use crate::screen::text::count;
use crate::screen::words;

/// What has the attention: the square under the cursor, or whose turn it is.
pub(crate) struct Focus {
    pub(crate) badge: Option<String>,
    pub(crate) text: String,
    pub(crate) style: Style,
    /// A second line.
    pub(crate) more: String,
}

impl Focus {
    fn new(text: impl Into<String>, style: Style, more: impl Into<String>) -> Focus {
        Focus { badge: None, text: text.into(), style, more: more.into() }
    }
}

pub(crate) fn game_focus(view: &GameView, model: &Model) -> Focus {
    let theme = model.look.theme;
    let settings = view.live.settings();
    if let Some(notice) = remote_notice(view, model) {
        return notice;
    }
    if let Some(result) = view.live.result() {
        let line = words::result_line(*result, |color| settings.name(color));
        return Focus::new(line, theme.accent, "");
    }
    let legal = view.position().legal_moves();
    match view.live.awaited() {
        Awaited::Engine(task) => {
            let name = settings.name(task.position.turn());
            Focus::new(format!("{} {name} is thinking", model.spinner()), theme.faint, "Space: move at once")
        }
        Awaited::Pass(color) if view.plays(color) => {
            Focus::new(format!("{} cannot move", settings.name(color)), theme.strong, "p passes")
        }
        Awaited::Move(color) if view.plays(color) => {
            if let Some(column) = view.pointer.column {
                let letter = char::from(b'a' + column as u8).to_string();
                return Focus { badge: Some(letter), ..Focus::new("which row?", theme.strong, "") };
            }
            if view.analysis.seeking_hint() {
                return Focus::new(format!("{} Looking for good moves", model.spinner()), theme.faint, "");
            }
            let Some(square) = view.pointer.shown() else {
                let text = format!("{} to move", settings.name(color));
                return Focus::new(text, theme.strong, count(legal.len(), "legal square"));
            };
            square_focus(square, view.preview(), view.position(), &view.analysis)
        }
        Awaited::Move(color) | Awaited::Pass(color) => {
            Focus::new(format!("{} to move", settings.name(color)), theme.faint, "")
        }
        Awaited::Continue => Focus::new("The game is paused", theme.strong, "p continues"),
        Awaited::Nothing => Focus::new("", Style::new(), ""),
    }
}

/// What stands in the only line of words where there is no panel: the hint, until the player turns to a square.
pub(crate) fn game_line(view: &GameView, model: &Model) -> Focus {
    let pointing = view.pointer.shown().is_some() || view.pointer.column.is_some();
    let busy = pointing || view.mover().is_none() || view.analysis.seeking_hint();
    match view.analysis.told(view.position()) {
        Some(hint) if !busy && remote_notice(view, model).is_none() => Focus::new(hint, Style::new(), ""),
        _ => game_focus(view, model),
    }
}

/// What a square under the cursor would do.
pub(super) fn square_focus(
    square: Square,
    preview: Option<Preview>,
    position: &Position,
    analysis: &AnalysisState,
) -> Focus {
    let badge = Some(square.to_string());
    let Some(preview) = preview else {
        let why = if position.disc_at(square).is_some() { "is taken" } else { "turns nothing" };
        return Focus { badge, ..Focus::new(why, Style::new(), "") };
    };
    let flips: Vec<String> = preview.flips.iter().map(|square| square.to_string()).collect();
    let known = analysis.moves(position).iter().find(|candidate| candidate.mv.square() == Some(square));
    let more = if let Some(candidate) = known {
        format!("worth {}", value_words(candidate.value))
    } else {
        let legal = position.legal_moves().len();
        if legal == 1 { "the only legal square".to_owned() } else { format!("one of {legal} legal squares") }
    };
    let text = format!("turns {}: {}", flips.len(), flips.join(" "));
    Focus { badge, ..Focus::new(text, Style::new(), more) }
}

/// What comes before everything else in a game on a server.
pub(super) fn remote_notice(view: &GameView, model: &Model) -> Option<Focus> {
    let theme = model.look.theme;
    let remote = view.remote.as_ref()?;
    let name = |color| view.live.settings().name(color);
    match &remote.connection {
        Connection::Lost => {
            return Some(Focus::new(
                format!("{} No connection", model.spinner()),
                theme.error,
                "trying again",
            ));
        }
        Connection::Ended(why) => return Some(Focus::new(why.clone(), theme.error, "")),
        Connection::Up => {}
    }
    if let Some(request) = view.asked() {
        let text = match request.kind {
            RequestKind::Undo => format!("{} asks to take back", name(request.by)),
            RequestKind::Rematch { swap: false } => format!("{} offers another game", name(request.by)),
            RequestKind::Rematch { swap: true } => {
                format!("{} offers a game, colours swapped", name(request.by))
            }
        };
        return Some(Focus::new(text, theme.accent, "y agrees, n declines"));
    }
    if let Some(request) = view.live.request().filter(|_| remote.plays()) {
        return Some(Focus::new(format!("Waiting for {} to answer", name(!request.by)), theme.faint, ""));
    }
    if let Some(color) = remote.awaited(&view.live) {
        return Some(Focus::new(format!("Waiting for {} to come", name(color)), theme.faint, ""));
    }
    None
}
