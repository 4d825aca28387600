//! The whole screen from the model.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::game_view::{GameView, Kind};
use super::layout::{LEAST, Layout, Panel, layout};
use super::model::{Model, Overlay, Page};
use super::remote_view::RemoteView;
use super::text::{columns, fit, wrap};
use super::{bar, board, form_view, pages, panel, popup};

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, model: &Model) {
    draw_into(frame.buffer_mut(), model);
}

pub(super) fn draw_into(buffer: &mut Buffer, model: &Model) {
    let Some(layout) = layout(model.area) else {
        return draw_too_small(buffer, model);
    };
    match (&model.overlay, &model.game, model.page) {
        (Some(Overlay::Help(_) | Overlay::Rules(_)), _, _) => return pages::draw(model, buffer),
        (_, Some(view), Page::Game) => draw_game(view, &layout, model, buffer),
        _ => form_view::draw(model, buffer),
    }
    if let Some(overlay) = &model.overlay {
        popup::draw(overlay, model, buffer);
    }
}

/// Says what is missing, as well as it can.
fn draw_too_small(buffer: &mut Buffer, model: &Model) {
    let area = model.area;
    let (width, height) = LEAST;
    let text = format!(
        "Outflank needs {width} columns and {height} rows; here are {} and {}. q quits.",
        area.width, area.height
    );
    for (y, line) in (area.top()..area.bottom()).zip(wrap(&text, area.width as usize)) {
        buffer.set_stringn(area.x, y, line, area.width as usize, model.look.theme.strong);
    }
}

fn draw_game(view: &GameView, layout: &Layout, model: &Model, buffer: &mut Buffer) {
    if let Some(header) = layout.header {
        draw_header(view, header, model, buffer);
    }
    draw_board(view, layout, model, buffer);
    match layout.panel {
        Panel::Side(area) => panel::draw_side(view, area, model, buffer),
        Panel::Lines { players, turn } => {
            panel::draw_players_line(view, players, model, buffer);
            // Where there is no room for messages a refusal takes the place of the turn.
            let refusal = view.log.last().filter(|last| last.kind == Kind::Refused && layout.log.height == 0);
            match refusal {
                Some(refusal) => {
                    let text = fit(&refusal.text, turn.width as usize, model.look.glyphs.ellipsis);
                    buffer.set_string(turn.x, turn.y, text, model.look.theme.error);
                }
                None => panel::draw_turn_line(view, turn, model, buffer),
            }
        }
    }
    draw_log(view, layout.log, model, buffer);
    if let Some(keys) = layout.keys {
        bar::draw_keys(model, keys, buffer);
    }
}

fn draw_header(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let mut spans = vec![Span::styled("Outflank", theme.accent)];
    let variant = view.live.position().variant();
    if !variant.is_standard() {
        let rules = variant.to_string().replace(',', ", ");
        spans.push(Span::styled(format!("  {} rules: {rules}", glyphs.dot), theme.faint));
    }
    let watching = view.remote.as_ref().map_or(0, RemoteView::watching);
    if watching > 0 {
        spans.push(Span::styled(format!("  {} {watching} watching", glyphs.dot), theme.faint));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
    let opening = outflank_records::openings::at_ply(view.game(), view.ply());
    if let Some(opening) = opening {
        let width = columns(opening.name) as u16;
        if width + 30 < area.width {
            buffer.set_string(area.right() - width, area.y, opening.name, theme.faint);
        }
    }
}

fn draw_board(view: &GameView, layout: &Layout, model: &Model, buffer: &mut Buffer) {
    let last = view.last_placed();
    let mover = view.mover();
    let turning = view.turning(model.now);
    let position = view.shown();
    let values = view.analysis.moves(view.ply());
    let board_view = board::BoardView {
        position,
        legal: if mover.is_some() { position.legal_moves() } else { outflank_rules::Bitboard::EMPTY },
        cursor: view.cursor_shown.then_some(view.cursor).filter(|_| !view.live.is_over()),
        column: view.column,
        last: last.map(|(square, _)| square),
        flipped: last.map(|(_, flips)| flips).unwrap_or_default(),
        turning: &turning,
        values: &values,
    };
    board::draw(&board_view, &layout.board, &model.look, buffer);
    if let (true, Some(area), Some(score)) = (view.analysis.on, layout.bar, view.analysis.score(view.ply())) {
        bar::draw_value(score, area, model, buffer);
    }
}

/// The newest messages that fit, the newest at the bottom and brighter than the others.
fn draw_log(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let mut lines = Vec::new();
    for (age, message) in view.log.iter().rev().enumerate() {
        let style = match (message.kind, age) {
            (Kind::Refused, _) => theme.error,
            (Kind::Important, _) => theme.strong,
            (Kind::Told, 0) => ratatui::style::Style::new(),
            (Kind::Told, _) => theme.faint,
        };
        let mut wrapped = wrap(&message.text, area.width as usize);
        let room = area.height as usize - lines.len();
        if wrapped.len() > room {
            // The newest message is shown from its beginning, older ones wholly or not at all.
            if age > 0 {
                break;
            }
            wrapped.truncate(room);
        }
        lines.extend(wrapped.into_iter().rev().map(|line| (line, style)));
        if lines.len() >= area.height as usize {
            break;
        }
    }
    for (y, (line, style)) in (area.top()..).zip(lines.into_iter().rev()) {
        buffer.set_string(area.x, y, line, style);
    }
}
