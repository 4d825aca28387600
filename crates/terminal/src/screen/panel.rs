//! Players, turn, result and moves, in a column beside the board or in single lines.

use std::time::Duration;

use outflank_play::{Awaited, RequestKind};
use outflank_rules::{Color, Move};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::chart;
use super::game_view::GameView;
use super::model::Model;
use super::remote_view::Connection;
use super::text::{columns, fit, wrap};

/// Draws the column beside the board.
pub(crate) fn draw_side(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let roomy = area.height >= 14;
    let mut pen = Pen { area, buffer };
    for color in Color::ALL {
        let line = player_line(view, color, area.width as usize, model);
        pen.line(&line);
        let details = details(view, color, roomy && area.width >= 20, model);
        if !details.is_empty() {
            let indent = if area.width >= 20 { "      " } else { "  " };
            let between =
                if area.width >= 20 { format!(" {} ", model.look.glyphs.dot) } else { " ".to_owned() };
            pen.text(&format!("{indent}{}", details.join(&between)), model.look.theme.faint);
        }
        if roomy {
            pen.skip(1);
        }
    }
    if !roomy {
        pen.skip(1);
    }
    let (text, style) = turn_text(view, model);
    for line in wrap(&text, area.width as usize) {
        pen.text(&line, style);
    }
    if let Some(result) = view.live.result().filter(|_| roomy && view.review.is_none()) {
        let sentence = result.sentence(view.live.settings());
        let why = sentence.split_inclusive(". ").next().unwrap_or_default();
        pen.text(why.trim_end(), model.look.theme.faint);
    }
    if view.analysis.on {
        let value = value_text(view);
        pen.text(if area.width >= 20 { &value } else { value.trim_start_matches("Value: ") }, Style::new());
    }
    if roomy && view.live.is_over() {
        pen.skip(1);
        let rows = (pen.area.height / 2).min(11) | 1;
        pen.text(chart_title(view), model.look.theme.faint);
        if pen.area.height >= rows {
            let chart = Rect { height: rows, ..pen.area };
            chart::draw(view, chart, model, pen.buffer);
            pen.skip(rows);
        }
    }
    pen.skip(1);
    draw_moves(view, pen.area, model, pen.buffer);
}

/// The part of an area that is still empty.
struct Pen<'a> {
    area: Rect,
    buffer: &'a mut Buffer,
}

impl Pen<'_> {
    fn line(&mut self, line: &Line) {
        if self.area.height > 0 {
            self.buffer.set_line(self.area.x, self.area.y, line, self.area.width);
        }
        self.skip(1);
    }

    fn text(&mut self, text: &str, style: Style) {
        self.line(&Line::styled(text.to_owned(), style));
    }

    fn skip(&mut self, rows: u16) {
        let rows = rows.min(self.area.height);
        self.area.y += rows;
        self.area.height -= rows;
    }
}

/// Whose turn, disc, name and number of discs, the number at the right edge.
fn player_line(view: &GameView, color: Color, width: usize, model: &Model) -> Line<'static> {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let mark = if view.live.turn() == Some(color) { glyphs.turn } else { " " };
    let count = view.shown().count(color).to_string();
    let roomy = width >= 20;
    let (space, chip) =
        if roomy { (" ", model.look.chip(color)) } else { ("", model.look.narrow_chip(color)) };
    let room = width.saturating_sub(3 + space.len() + chip.width() + count.len());
    let name = fit(&view.live.seat(color).shown_name(color), room, glyphs.ellipsis);
    let fill = " ".repeat(room - columns(&name).min(room) + 1);
    Line::from(vec![
        Span::styled(format!("{mark}{space}"), theme.accent),
        chip,
        Span::raw(" "),
        Span::styled(name, theme.strong),
        Span::raw(fill),
        Span::styled(count, theme.strong),
    ])
}

/// What else there is to say of a player.
fn details(view: &GameView, color: Color, level: bool, model: &Model) -> Vec<String> {
    let mut details = Vec::new();
    details.extend(view.remote.as_ref().and_then(|remote| remote.word(color)).map(str::to_owned));
    let seat = view.live.seat(color);
    if let Some(level) = seat.level().filter(|_| level) {
        details.push(if seat.is_adaptive() {
            format!("auto: level {level}, {}", level.name())
        } else {
            format!("level {level}, {}", level.name())
        });
    }
    if let Some(time) = view.live.time_left(color, view.clock_time(model.now)) {
        details.push(clock(time));
    }
    if let Some(left) = view.shown().discs_left(color) {
        details.push(format!("{left} left"));
    }
    details
}

/// Time left: minutes and seconds.
fn clock(time: Duration) -> String {
    // A second that has begun counts, so that 0:00 means what it says.
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What the game waits for.
pub(crate) fn turn_text(view: &GameView, model: &Model) -> (String, Style) {
    let theme = model.look.theme;
    let settings = view.live.settings();
    if let Some(told) = guest_notice(view, model) {
        return told;
    }
    if let Some(ply) = view.review {
        return (review_text(view, ply), theme.strong);
    }
    if let Some(result) = view.live.result() {
        let text = match result.winner() {
            Some(winner) => {
                let (own, other) = (result.discs.count(winner), result.discs.count(!winner));
                format!("{} wins, {own} to {other}", settings.name(winner))
            }
            None => format!("A draw, {} all", result.discs.black),
        };
        return (text, theme.accent);
    }
    if let Some(told) = guest_text(view, model) {
        return told;
    }
    match view.live.awaited() {
        Awaited::Engine(task) => {
            let name = settings.name(task.position.turn());
            (format!("{} {name} is thinking", model.spinner()), theme.faint)
        }
        Awaited::Pass(color) => (format!("{} cannot move: p passes", settings.name(color)), theme.strong),
        Awaited::Move(color) => {
            let typed = match view.column {
                Some(column) => format!(": {}_", char::from(b'a' + column as u8)),
                None if view.analysis.seeking_hint() => format!(" {}", model.spinner()),
                None => String::new(),
            };
            (format!("{} to move{typed}", settings.name(color)), theme.strong)
        }
        Awaited::Nothing => (String::new(), Style::new()),
    }
}

/// What comes before everything else in a game that is kept elsewhere.
fn guest_notice(view: &GameView, model: &Model) -> Option<(String, Style)> {
    let theme = model.look.theme;
    let remote = view.remote.as_ref()?;
    let name = |color| view.live.settings().name(color);
    match &remote.connection {
        Connection::Lost => {
            return Some((format!("{} No connection, trying again", model.spinner()), theme.error));
        }
        Connection::Ended(why) => return Some((why.clone(), theme.error)),
        Connection::Up => {}
    }
    if let Some(request) = view.asked() {
        let text = match request.kind {
            RequestKind::Undo => format!("{} asks to take back: y or n", name(request.by)),
            RequestKind::Rematch { swap: true } => {
                format!("{} offers a game with colours swapped: y or n", name(request.by))
            }
            RequestKind::Rematch { swap: false } => {
                format!("{} offers another game: y or n", name(request.by))
            }
        };
        return Some((text, theme.accent));
    }
    if let Some(request) = view.live.request().filter(|_| remote.plays()) {
        return Some((format!("Waiting for {} to answer", name(!request.by)), theme.faint));
    }
    None
}

/// What a game that is kept elsewhere waits for, where that is not said as in a game here.
fn guest_text(view: &GameView, model: &Model) -> Option<(String, Style)> {
    let theme = model.look.theme;
    let remote = view.remote.as_ref()?;
    let name = |color| view.live.settings().name(color);
    if let Some(color) = remote.awaited(&view.live) {
        return Some((format!("Waiting for {} to come", name(color)), theme.faint));
    }
    match view.live.awaited() {
        Awaited::Move(color) | Awaited::Pass(color) if !view.plays(color) => {
            Some((format!("{} to move", name(color)), theme.faint))
        }
        Awaited::Move(_)
            if view.column.is_none() && !view.analysis.seeking_hint() && remote.sides.len() == 1 =>
        {
            Some(("Your move".to_owned(), theme.strong))
        }
        Awaited::Pass(_) if remote.sides.len() == 1 => {
            Some(("You cannot move: p passes".to_owned(), theme.strong))
        }
        _ => None,
    }
}

fn review_text(view: &GameView, ply: usize) -> String {
    let moves = view.game().moves();
    let Some(last) = ply.checked_sub(1) else {
        return format!("The start, {} moves to come", moves.len());
    };
    let by = view.game().positions()[last].turn();
    format!("Move {ply} of {}: {by} {}", moves.len(), moves[last])
}

/// The value of the position shown, in words.
fn value_text(view: &GameView) -> String {
    match view.analysis.score(view.ply()) {
        None => "Value: not known yet".to_owned(),
        Some(score) => {
            let discs = score.discs();
            let ahead = if discs >= 0.0 { Color::Black } else { Color::White };
            format!("Value: {ahead} +{:.1}", discs.abs())
        }
    }
}

fn chart_title(view: &GameView) -> &'static str {
    match chart::measure(view) {
        chart::Measure::Discs => "Discs ahead (up: Black, down: White)",
        chart::Measure::Values => "Value (up: Black, down: White)",
    }
}

/// The score sheet: a number, Black's move and White's, in as many columns as fit, the last moves if not all.
fn draw_moves(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    const COLUMN: u16 = 12;
    let theme = model.look.theme;
    let rows = sheet(view);
    if rows.is_empty() || area.height < 2 || area.width < 9 {
        return;
    }
    let (height, columns) = (area.height as usize, ((area.width + 3) / COLUMN).max(1) as usize);
    // Whole columns go, so that what is left stays where it is while the game goes on.
    let shown = view.ply().saturating_sub(1);
    let current = rows.iter().rposition(|row| row.plies().any(|ply| ply <= shown)).unwrap_or(0);
    let last = (current + 1).div_ceil(height).max(columns);
    let first = (last - columns) * height;
    for (n, row) in rows.iter().enumerate().skip(first).take(columns * height) {
        let at = n - first;
        let x = area.x + (at / height) as u16 * COLUMN;
        let y = area.y + (at % height) as u16;
        buffer.set_string(x, y, format!("{:>2}", n + 1), theme.faint);
        for (column, cell) in row.cells.iter().enumerate() {
            let Some((ply, text)) = cell else { continue };
            let style = if *ply + 1 == view.ply() { theme.focus } else { Style::new() };
            buffer.set_string(x + 3 + 3 * column as u16, y, text, style);
        }
    }
}

/// One line of the score sheet: the ply and the text of Black's and of White's move.
struct SheetRow {
    cells: [Option<(usize, String)>; 2],
}

impl SheetRow {
    fn plies(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().flatten().map(|(ply, _)| *ply)
    }
}

fn sheet(view: &GameView) -> Vec<SheetRow> {
    let mut rows: Vec<SheetRow> = Vec::new();
    for (ply, (mv, position)) in view.game().moves().iter().zip(view.game().positions()).enumerate() {
        let by = position.turn();
        let text = match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "--".to_owned(),
        };
        if by == Color::Black || rows.is_empty() {
            rows.push(SheetRow { cells: [None, None] });
        }
        if let Some(row) = rows.last_mut() {
            row.cells[by.index()] = Some((ply, text));
        }
    }
    rows
}

/// Both players in one line.
pub(crate) fn draw_players_line(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let half = (area.width.saturating_sub(2)) / 2;
    for (n, color) in Color::ALL.into_iter().enumerate() {
        let x = area.x + n as u16 * (half + 2);
        let mut line = player_line(view, color, half as usize, model);
        let details = details(view, color, false, model);
        if !details.is_empty() && half >= 24 {
            let text = format!(" {}", details.join(" "));
            let room = (half as usize).saturating_sub(columns(&text));
            line = player_line(view, color, room, model);
            line.push_span(Span::styled(text, model.look.theme.faint));
        }
        buffer.set_line(x, area.y, &line, half);
    }
}

/// Whose turn it is, with what the players have left on the right.
pub(crate) fn draw_turn_line(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let (text, style) = turn_text(view, model);
    let text = fit(&text, area.width as usize, model.look.glyphs.ellipsis);
    let (x, _) = buffer.set_stringn(area.x, area.y, &text, area.width as usize, style);
    let room = area.right().saturating_sub(x + 2) as usize;
    let each = Color::ALL.map(|color| details(view, color, false, model).join(" "));
    let limits = if each[0].is_empty() { String::new() } else { each.join(" / ") };
    // The first that fits: what runs out comes before the value, and the value before the help.
    let mut candidates = vec![limits.clone(), limits.replace(" left", "")];
    candidates.extend(view.analysis.on.then(|| value_text(view).replace("Value: ", "")));
    candidates.push("? help".to_owned());
    if let Some(rest) = candidates.iter().find(|text| !text.is_empty() && columns(text) <= room) {
        buffer.set_string(area.right() - columns(rest) as u16, area.y, rest, theme.faint);
    }
}
