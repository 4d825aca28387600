//! Draws the screen of a drill: the board, and beside it the task, what came of it and what can be done.

use outflank_records::Record;
use outflank_rules::{Color, Move};
use outflank_study::drill::Ask;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::DrillModel;
use crate::screen::board::{self, BoardView, Preview};
use crate::screen::layout::{LEAST, Layout, layout};
use crate::screen::text::{columns, fit, wrap};
use crate::screen::theme::Look;
use crate::screen::week;

/// Draws everything and says where the terminal's own cursor belongs.
pub(super) fn draw(buffer: &mut Buffer, model: &DrillModel) -> Option<Position> {
    let Some(layout) = layout(model.area, &model.look) else {
        let (width, height) = LEAST;
        let text = format!("Outflank needs {width} columns and {height} rows. q quits.");
        for (y, line) in (model.area.top()..model.area.bottom()).zip(wrap(&text, model.area.width.into())) {
            buffer.set_stringn(model.area.x, y, line, model.area.width.into(), model.look.theme.strong);
        }
        return None;
    };
    if model.help {
        draw_help(buffer, model);
        return None;
    }
    if let Some(top) = model.read.filter(|_| wide_panel(&layout).is_none()) {
        draw_text(top, buffer, model);
        return None;
    }
    let (position, last) = model.board();
    let open = match &model.prompt.ask {
        Ask::Square(squares) => *squares,
        _ => model.prompt.marks,
    };
    let cursor = model.pointer.shown().filter(|_| matches!(model.prompt.ask, Ask::Square(_)));
    let preview = cursor.filter(|square| open.contains(*square)).map(|square| Preview {
        by: position.turn(),
        square,
        flips: position.flips(square),
    });
    let view = BoardView {
        legal: open & position.empties(),
        cursor,
        column: model.pointer.column,
        last,
        preview,
        ..BoardView::bare(&position)
    };
    board::draw(&view, &layout.board, &model.look, buffer);
    match wide_panel(&layout) {
        Some(panel) => draw_panel(panel, &layout, model, buffer),
        None => draw_lines(&layout, model, buffer),
    }
    if let Some(keys) = layout.keys {
        draw_keys(keys, model, buffer);
    }
    cursor.map(|square| layout.board.middle(square))
}

/// Whether text and board take turns, because there is no room for both.
pub(super) fn takes_turns(model: &DrillModel) -> bool {
    layout(model.area, &model.look).is_some_and(|layout| wide_panel(&layout).is_none())
}

/// The panel, if a text can be read there.
fn wide_panel(layout: &Layout) -> Option<Rect> {
    layout.panel.filter(|panel| panel.width >= 20)
}

/// Where the text has the screen for itself.
fn page(model: &DrillModel) -> Rect {
    let area = model.area;
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), height: area.height.saturating_sub(1), ..area }
}

/// The rows of the text where it has the screen for itself.
fn page_rows(model: &DrillModel) -> Vec<Row> {
    let width = usize::from(page(model).width);
    let mut rows = rows(model, width);
    if let Some(message) = &model.message {
        rows.push(Row::Text(String::new(), model.look.theme.faint));
        rows.extend(wrap(message, width).into_iter().map(|line| Row::Text(line, model.look.theme.accent)));
    }
    while matches!(rows.last(), Some(Row::Text(text, _)) if text.is_empty()) {
        rows.pop();
    }
    rows
}

/// Where the next page of the text begins, if there is one.
pub(super) fn next_page(model: &DrillModel, top: usize) -> Option<usize> {
    let next = top + usize::from(page(model).height).max(1);
    (next < page_rows(model).len()).then_some(next)
}

fn draw_text(top: usize, buffer: &mut Buffer, model: &DrillModel) {
    let page = page(model);
    draw_rows(page_rows(model).into_iter().skip(top), page, model, buffer);
    let more = next_page(model, top).is_some();
    let enter = match &model.prompt.ask {
        _ if more => "more",
        Ask::Choice(_) => "choose",
        Ask::Next => "next",
        Ask::Done => "leave",
        Ask::Square(_) | Ask::Wait => "board",
    };
    let keys = [("Enter", enter), ("Space", "board"), ("?", "help")];
    let last = Rect { y: page.bottom(), height: 1, ..page };
    let keys = if enter == "board" { vec![keys[0], keys[2]] } else { keys.to_vec() };
    draw_key_line(&keys, last, last.x, model, buffer);
}

fn draw_rows(rows: impl Iterator<Item = Row>, body: Rect, model: &DrillModel, buffer: &mut Buffer) {
    let theme = model.look.theme;
    for (y, row) in (body.top()..body.bottom()).zip(rows) {
        match row {
            Row::Text(text, style) => {
                buffer.set_stringn(body.x, y, text, body.width.into(), style);
            }
            Row::Choice(number, text) => {
                let style = if number == model.choice { theme.selected } else { Style::new() };
                let text = format!("{text:<width$}", width = usize::from(body.width));
                buffer.set_stringn(body.x, y, text, body.width.into(), style);
            }
            Row::Pips => draw_pips(Rect { y, height: 1, ..body }, model, buffer),
        }
    }
}

/// What a line of the panel is.
enum Row {
    Text(String, Style),
    /// A sentence to choose, with its number.
    Choice(usize, String),
    Pips,
}

fn rows(model: &DrillModel, width: usize) -> Vec<Row> {
    let theme = model.look.theme;
    let prompt = &model.prompt;
    let mut rows = vec![Row::Pips, Row::Text(String::new(), theme.faint)];
    for (n, text) in prompt.text.iter().enumerate() {
        let is_task = n + 1 == prompt.text.len() && matches!(prompt.ask, Ask::Square(_) | Ask::Choice(_));
        let style = if is_task { theme.strong } else { Style::new() };
        rows.extend(wrap(text, width).into_iter().map(|line| Row::Text(line, style)));
        rows.push(Row::Text(String::new(), theme.faint));
    }
    if let Some(clue) = &model.clue {
        rows.extend(wrap(clue, width).into_iter().map(|line| Row::Text(line, theme.accent)));
        rows.push(Row::Text(String::new(), theme.faint));
    }
    if let Ask::Choice(sentences) = &prompt.ask {
        for (number, sentence) in sentences.iter().enumerate() {
            for (n, line) in wrap(sentence, width.saturating_sub(3)).into_iter().enumerate() {
                let line = if n == 0 { format!("{} {line}", number + 1) } else { format!("  {line}") };
                rows.push(Row::Choice(number, line));
            }
        }
    }
    for (n, (name, moves)) in prompt.lines.iter().enumerate() {
        let plies = model.line.filter(|(line, _)| *line == n).map_or(0, |(_, plies)| plies);
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let (done, left) = moves.split_at(plies.min(moves.len()));
        let shown = model.line.is_some_and(|(line, _)| line == n);
        let text = if shown {
            let line: Vec<&str> =
                done.iter().map(String::as_str).chain(["|"]).chain(left.iter().map(String::as_str)).collect();
            format!("{name}: {}", line.join(" "))
        } else {
            format!("{name}: {}", moves.join(" "))
        };
        let style = if shown { theme.strong } else { theme.faint };
        rows.extend(wrap(&text, width).into_iter().map(|line| Row::Text(line, style)));
    }
    if prompt.ask == Ask::Wait {
        rows.push(Row::Text(format!("Thinking{}", model.look.glyphs.ellipsis), theme.faint));
    }
    if let (Ask::Square(open), Some(square)) = (&prompt.ask, model.pointer.shown())
        && open.contains(square)
    {
        let flips: Vec<String> = prompt.position.flips(square).iter().map(|s| s.to_string()).collect();
        let text = format!("{square} turns {}: {}", flips.len(), flips.join(" "));
        rows.extend(wrap(&text, width).into_iter().map(|line| Row::Text(line, theme.accent)));
    }
    rows
}

/// The panel below its title, and its title.
fn panel_of(panel: Rect, layout: &Layout) -> (Rect, Rect) {
    if let Some(header) = layout.header {
        return (header, panel);
    }
    let title = Rect { height: 1, ..panel };
    (title, Rect { y: panel.y + 2, height: panel.height.saturating_sub(2), ..panel })
}

fn draw_panel(panel: Rect, layout: &Layout, model: &DrillModel, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let (title, body) = panel_of(panel, layout);
    buffer.set_stringn(title.x, title.y, "Outflank", title.width.into(), theme.accent);
    let name = model.title();
    buffer.set_string(title.right().saturating_sub(columns(name) as u16), title.y, name, theme.faint);
    draw_rows(rows(model, body.width.into()).into_iter(), body, model, buffer);
    // Where there is room below, what was done this week.
    if body.height >= 30 && model.week.0.iter().any(|count| *count > 0) {
        let area = Rect { y: body.bottom() - 9, height: 9, ..body };
        buffer.set_string(area.x, area.y, "This week", theme.faint);
        week::draw(&model.week, Rect { y: area.y + 1, height: 7, ..area }, &model.look, buffer);
    }
    if let Some(message) = &model.message {
        let text = fit(message, layout.message.width.into(), model.look.glyphs.ellipsis);
        buffer.set_string(layout.message.x, layout.message.y, text, theme.strong);
    }
}

/// The game that is being reviewed, and how far that is.
pub(super) fn draw_progress(buffer: &mut Buffer, record: &Record, percent: usize, look: &Look) {
    let area = buffer.area;
    let name = |color| record.player(color).name.replace(char::is_control, " ");
    let text = format!(
        "Reviewing {} against {}: {percent}%. Any key leaves the rest for the next time.",
        name(Color::Black),
        name(Color::White)
    );
    for (y, line) in (area.top() + 1..area.bottom()).zip(wrap(&text, area.width.saturating_sub(2).into())) {
        buffer.set_stringn(area.x + 1, y, line, area.width.into(), look.theme.strong);
    }
}

/// Where in the drill this is, and how each task so far went.
fn draw_pips(line: Rect, model: &DrillModel, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let (x, _) = buffer.set_stringn(line.x, line.y, &model.prompt.place, line.width.into(), theme.faint);
    let pips: Vec<(&str, Style)> = model
        .prompt
        .done
        .iter()
        .map(|right| if *right { ("+", theme.accent) } else { ("x", theme.error) })
        .chain((0..model.prompt.left.min(12)).map(|_| (".", theme.faint)))
        .collect();
    let room = usize::from(line.right().saturating_sub(x + 2));
    let pips = &pips[pips.len().saturating_sub(room)..];
    let start = line.right().saturating_sub(pips.len() as u16);
    for (at, (pip, style)) in (start..).zip(pips) {
        buffer.set_string(at, line.y, pip, *style);
    }
}

/// One line of words, where there is no panel: what was said last, or the task.
fn draw_lines(layout: &Layout, model: &DrillModel, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let line = layout.message;
    let said = model.message.clone().or_else(|| model.clue.clone()).or_else(|| match &model.prompt.ask {
        Ask::Choice(sentences) => {
            sentences.get(model.choice).map(|text| format!("{} {text}", model.choice + 1))
        }
        Ask::Next => model.prompt.text.first().cloned(),
        _ => model.prompt.text.last().cloned(),
    });
    // The way back to the text stands at the right.
    let key = [("Space", "text")];
    let room = usize::from(line.width).saturating_sub(11);
    let text = fit(&said.unwrap_or_default(), room, model.look.glyphs.ellipsis);
    buffer.set_string(line.x, line.y, text, theme.strong);
    draw_key_line(&key, line, line.right().saturating_sub(10), model, buffer);
    if let Some(score) = layout.score {
        let place = fit(&model.prompt.place, score.width.into(), model.look.glyphs.ellipsis);
        buffer.set_string(score.x, score.y, place, theme.faint);
    }
}

/// The keys that are of use now.
fn keys(model: &DrillModel) -> Vec<(&'static str, &'static str)> {
    let mut keys = match &model.prompt.ask {
        Ask::Square(_) => vec![("Enter", "answer"), ("i", "clue"), ("y", "show"), ("k", "skip")],
        Ask::Choice(sentences) if sentences.len() > 3 => {
            vec![(model.look.glyphs.up_down, "choose"), ("Enter", "begin")]
        }
        Ask::Choice(_) => vec![("1-3", "choose"), ("y", "show"), ("k", "skip")],
        Ask::Next if model.prompt.lines.is_empty() => vec![("Enter", "next")],
        Ask::Next if model.prompt.lines.len() == 1 => {
            vec![("Enter", "next"), (model.look.glyphs.left_right, "line")]
        }
        Ask::Next => vec![("Enter", "next"), (model.look.glyphs.left_right, "line"), ("Tab", "other line")],
        Ask::Wait => vec![],
        Ask::Done => vec![("Enter", "leave")],
    };
    if !model.drill.has_answer() {
        keys.retain(|(key, _)| *key != "y");
    }
    keys
}

/// Keys and what they do, from a column on.
fn draw_key_line(keys: &[(&str, &str)], line: Rect, mut x: u16, model: &DrillModel, buffer: &mut Buffer) {
    let theme = model.look.theme;
    for (key, word) in keys {
        let room = |x: u16| usize::from(line.right().saturating_sub(x));
        (x, _) = buffer.set_stringn(x, line.y, key, room(x), theme.accent);
        (x, _) = buffer.set_stringn(x + 1, line.y, word, room(x + 1), theme.faint);
        x += 2;
    }
}

fn draw_keys(line: Rect, model: &DrillModel, buffer: &mut Buffer) {
    let right = [("?", "help"), ("Esc", "done")];
    let width: u16 = right.iter().map(|(key, word)| (columns(key) + columns(word) + 3) as u16).sum();
    let right_at = line.right().saturating_sub(width - 2).max(line.x);
    let mut left = keys(model);
    let wide = |keys: &[(&str, &str)]| {
        keys.iter().map(|(key, word)| columns(key) + columns(word) + 3).sum::<usize>()
            > usize::from(right_at - line.x)
    };
    while wide(&left) {
        left.pop();
    }
    draw_key_line(&left, line, line.x, model, buffer);
    draw_key_line(&right, line, right_at, model, buffer);
}

const HELP: [(&str, &str); 10] = [
    ("d3, or arrows and Enter", "answer with a square; a click does the same"),
    ("1 2 3, or up, down and Enter", "answer with a sentence"),
    ("i", "a clue; the answer then counts a little less"),
    ("y", "show the answer"),
    ("k", "leave this one out"),
    ("Enter", "go on"),
    ("Space", "the text or the board, in a small window"),
    ("left, right, Tab", "go along a line; another line"),
    ("Esc, q", "leave; everything is kept"),
    ("Ctrl+Z", "back to the shell, until fg"),
];

fn draw_help(buffer: &mut Buffer, model: &DrillModel) {
    let theme = model.look.theme;
    let area = model.area;
    let mut y = area.top();
    let mut say = |text: &str, style: Style| {
        for line in wrap(text, area.width.saturating_sub(2).into()) {
            if y < area.bottom() {
                buffer.set_stringn(area.x + 1, y, line, area.width.saturating_sub(2).into(), style);
            }
            y += 1;
        }
    };
    say("Keys", theme.accent);
    for (key, what) in HELP {
        say(&format!("{key:<30} {what}"), Style::new());
    }
    say("Any key goes back.", theme.faint);
}

/// The rows of the sentences to choose from, for the mouse.
pub(super) fn places(model: &DrillModel, layout: &Layout) -> Vec<(Rect, usize)> {
    let (body, rows) = match (wide_panel(layout), model.read) {
        (Some(panel), _) => {
            let (_, body) = panel_of(panel, layout);
            (body, rows(model, body.width.into()))
        }
        (None, Some(top)) => (page(model), page_rows(model).into_iter().skip(top).collect()),
        (None, None) => return Vec::new(),
    };
    let rows = (body.top()..body.bottom()).zip(rows);
    let choice = |(y, row)| match row {
        Row::Choice(number, _) => Some((Rect { y, height: 1, ..body }, number)),
        _ => None,
    };
    rows.filter_map(choice).collect()
}
