//! The whole screen from the model.

use outflank_rules::Bitboard;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board::{self, BoardView, Verdict};
use super::game_view::{GameView, Log};
use super::layout::{LEAST, Layout, layout};
use super::model::{Model, Overlay, Page};
use super::remote_view::RemoteView;
use super::study_view::StudyView;
use super::text::{columns, fit, wrap};
use super::{bar, cards, form_view, openings, pages, panel, prompt, saved_view, words};

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, model: &Model) {
    if let Some(cursor) = draw_into(frame.buffer_mut(), model) {
        frame.set_cursor_position(cursor);
    }
}

/// Draws everything and says where the terminal's own cursor belongs: screen magnifiers follow it.
pub(super) fn draw_into(buffer: &mut Buffer, model: &Model) -> Option<Position> {
    let Some(layout) = layout(model.area, &model.look) else {
        draw_too_small(buffer, model);
        return None;
    };
    if let Some(Overlay::Text(page, at)) = model.overlay {
        pages::draw(model, page, at, buffer);
        return None;
    }
    if prompt::covers_screen(model, &layout) {
        return prompt::draw(model, &layout, buffer);
    }
    let cursor = match (model.page, &model.game, &model.study) {
        (Page::Game, Some(view), _) => draw_game(view, &layout, model, buffer),
        (Page::Study, _, Some(study)) => draw_study(study, &layout, model, buffer),
        (Page::Saved, _, _) => {
            saved_view::draw(model, &layout, buffer);
            None
        }
        _ => form_view::draw(model, &layout, buffer),
    };
    if prompt::is_open(model) { prompt::draw(model, &layout, buffer) } else { cursor }
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

fn draw_game(view: &GameView, layout: &Layout, model: &Model, buffer: &mut Buffer) -> Option<Position> {
    let variant = view.position().variant();
    let mut left = Vec::new();
    if !variant.is_standard() {
        left.push(words::variant_name(variant).to_owned());
    }
    let watching = view.remote.as_ref().map_or(0, RemoteView::watching);
    if watching > 0 {
        left.push(format!("{watching} watching"));
    }
    let number = view.placed();
    let right = match (view.live.is_over(), number) {
        (true, _) => super::text::count(number, "move"),
        (false, _) => format!("move {}", number + 1),
    };
    let panel = draw_title(&left, &right, layout, model, buffer);
    let turning = view.turning(model.now);
    let position = view.position();
    // A hint is for whoever plays on.
    let values = if view.live.is_over() { Vec::new() } else { view.analysis.squares(position) };
    let mover = view.mover();
    let board_view = BoardView {
        position,
        legal: if mover.is_some() { position.legal_moves() } else { Bitboard::EMPTY },
        cursor: view.pointer.shown().filter(|_| !view.live.is_over()),
        column: view.pointer.column,
        last: view.live.last_placed().map(|(square, _)| square),
        preview: view.preview(),
        turning: &turning,
        values: &values,
        verdict: None,
        share: share(&view.analysis, position, view.analysis.on),
    };
    board::draw(&board_view, &layout.board, &model.look, buffer);
    if let Some(panel) = panel {
        panel::draw_game(view, panel, model, buffer);
        draw_message(&view.log, layout.message, model, buffer);
    } else {
        let focus = panel::game_line(view, model);
        draw_lines(&panel::game_cards(view, model), &view.log, &focus, layout, model, buffer);
    }
    if let Some(keys) = layout.keys {
        bar::draw(model, keys, buffer);
    }
    board_view.cursor.map(|square| layout.board.middle(square))
}

fn draw_study(study: &StudyView, layout: &Layout, model: &Model, buffer: &mut Buffer) -> Option<Position> {
    let title = if study.openings { "openings" } else { "study" };
    let panel = draw_title(&[], title, layout, model, buffer);
    let position = study.position();
    let values = study.analysis.squares(position);
    let board_view = BoardView {
        legal: position.legal_moves(),
        cursor: study.pointer.shown(),
        column: study.pointer.column,
        last: study.last(),
        preview: study.preview(),
        values: &values,
        verdict: verdict(study),
        share: share(&study.analysis, position, true),
        ..BoardView::bare(position)
    };
    board::draw(&board_view, &layout.board, &model.look, buffer);
    if let Some(panel) = panel {
        if study.openings {
            openings::draw(study, panel, model, buffer);
        } else {
            panel::draw_study(study, panel, model, buffer);
        }
        draw_message(&study.log, layout.message, model, buffer);
    } else {
        let hint = study.analysis.told(position).filter(|_| study.pointer.shown().is_none());
        let focus = panel::Focus {
            badge: None,
            text: match hint {
                _ if study.analysis.seeking_hint() => format!("{} Looking for good moves", model.spinner()),
                Some(hint) => hint,
                None if study.openings => format!("{}  w all", openings::line(study, model)),
                None => panel::study_line(study, layout.message.width.into()),
            },
            style: model.look.theme.strong,
            more: String::new(),
        };
        draw_lines(&panel::study_cards(study), &study.log, &focus, layout, model, buffer);
    }
    if let Some(keys) = layout.keys {
        bar::draw(model, keys, buffer);
    }
    board_view.cursor.map(|square| layout.board.middle(square))
}

/// Whether the hint that was told last can be read without a page of its own.
pub(super) fn shows_hint(model: &Model) -> bool {
    let Some(layout) = layout(model.area, &model.look) else { return true };
    let (position, analysis) = match (model.page, &model.study, &model.game) {
        (Page::Study, Some(study), _) => (study.position(), &study.analysis),
        (_, _, Some(view)) => (view.position(), &view.analysis),
        _ => return true,
    };
    let Some(hint) = analysis.told(position) else { return true };
    if columns(&hint) <= usize::from(layout.message.width) {
        return true;
    }
    // Only drawing the panel tells how much of it is left.
    let mut buffer = Buffer::empty(model.area);
    let Some(panel) = draw_title(&[], "", &layout, model, &mut buffer) else { return false };
    match (model.page, &model.study, &model.game) {
        (Page::Study, Some(study), _) => {
            !study.openings && panel::draw_study(study, panel, model, &mut buffer)
        }
        (_, _, Some(view)) => panel::draw_game(view, panel, model, &mut buffer),
        _ => true,
    }
}

/// What the review says about the move that is shown, if that was a bad one.
fn verdict(study: &StudyView) -> Option<Verdict> {
    let reviewed = study.reviewed().filter(|reviewed| reviewed.label.is_error())?;
    let played = reviewed.played.mv.square()?;
    let better = reviewed.best.mv.square().filter(|better| *better != played);
    Some(Verdict { by: reviewed.turn, played, label: reviewed.label, better })
}

/// Black's share of the bar beside the board.
fn share(
    analysis: &super::analysis::AnalysisState,
    position: &outflank_rules::Position,
    wanted: bool,
) -> Option<f64> {
    let value = analysis.value(position).filter(|_| wanted)?;
    Some((0.5 + value.score.discs() / 80.0).clamp(0.02, 0.98))
}

/// The name of the game and where it stands: above a large board, or else on top of the panel, of which the rest is
/// returned.
pub(super) fn draw_title(
    left: &[String],
    right: &str,
    layout: &Layout,
    model: &Model,
    buffer: &mut Buffer,
) -> Option<Rect> {
    let theme = model.look.theme;
    let (line, rest) = match (layout.header, layout.panel) {
        (Some(header), panel) => (header, panel),
        (None, Some(panel)) if panel.height >= 20 && panel.width >= 22 => {
            let rest = Rect { y: panel.y + 2, height: panel.height - 2, ..panel };
            (Rect { height: 1, ..panel }, Some(rest))
        }
        (None, panel) => return panel,
    };
    let mut spans = vec![Span::styled("Outflank", theme.accent)];
    spans.extend(left.iter().map(|text| Span::styled(format!("  {text}"), theme.faint)));
    let room = line.width.saturating_sub(columns(right) as u16 + 2);
    buffer.set_line(line.x, line.y, &Line::from(spans), room);
    buffer.set_string(line.right() - columns(right) as u16, line.y, right, theme.faint);
    rest
}

fn draw_message(log: &Log, line: Rect, model: &Model, buffer: &mut Buffer) {
    if let Some(message) = log.last() {
        let text = fit(&message.text, line.width.into(), model.look.glyphs.ellipsis);
        buffer.set_string(line.x, line.y, text, panel::message_style(message.kind, true, model));
    }
}

/// Players and one line of words, where there is no panel.
fn draw_lines(
    players: &[cards::Card; 2],
    log: &Log,
    focus: &panel::Focus,
    layout: &Layout,
    model: &Model,
    buffer: &mut Buffer,
) {
    let theme = model.look.theme;
    if let Some(score) = layout.score {
        cards::draw_line(players, score, &model.look, buffer);
    }
    let line = layout.message;
    // What could not be done is said in the place of everything else.
    if log.last().is_some_and(|last| last.kind == super::game_view::Kind::Refused) {
        return draw_message(log, line, model, buffer);
    }
    let mut x = line.x;
    if let Some(badge) = &focus.badge {
        let badge = format!(" {badge} ");
        buffer.set_string(x, line.y, &badge, theme.badge(theme.cursor));
        x += columns(&badge) as u16 + 1;
    }
    let text = fit(&focus.text, usize::from(line.right().saturating_sub(x)), model.look.glyphs.ellipsis);
    let (end, _) = buffer.set_stringn(x, line.y, text, line.width.into(), focus.style);
    if layout.keys.is_none() && line.right().saturating_sub(end) > 7 {
        buffer.set_string(line.right() - 6, line.y, "? help", theme.faint);
    } else if layout.keys.is_none() && line.right() > end + 1 {
        buffer.set_string(line.right() - 1, line.y, "?", Style::new().patch(theme.faint));
    }
}
