//! Boxes over the board: questions, the name of a file, how the game went.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::chart;
use super::hits::Target;
use super::model::{Model, Overlay, Question};
use super::text::{columns, fit, wrap};

pub(crate) fn draw(overlay: &Overlay, model: &Model, buffer: &mut Buffer) {
    match overlay {
        Overlay::Ask(question) => draw_question(*question, model, buffer),
        Overlay::Save(field) => draw_save(field.text(), model, buffer),
        Overlay::Summary => draw_summary(model, buffer),
        Overlay::Links => draw_links(model, buffer),
        Overlay::Help(_) | Overlay::Rules(_) => {}
    }
}

const YES: &str = "y yes";
const NO: &str = "n no";

fn question_text(question: Question, model: &Model) -> String {
    let elsewhere = model.game.as_ref().is_some_and(|view| view.remote.is_some());
    match question {
        Question::Quit if elsewhere => "Leave the game? Your link brings you back to your seat.".to_owned(),
        Question::Quit => "Leave the game? It is kept and offered at the next start.".to_owned(),
        Question::Restart => "Start this game again from the beginning?".to_owned(),
        Question::Resign => {
            let who = model.game.as_ref().map_or(String::new(), |view| {
                let by = view.speaker();
                view.live.settings().name(by)
            });
            format!("Does {who} give the game up?")
        }
    }
}

/// Where yes and no are.
pub(crate) fn answers(question: Question, model: &Model) -> Vec<(Rect, Target)> {
    let inside = question_area(question, model);
    let y = inside.bottom() - 1;
    let yes = Rect::new(inside.x, y, columns(YES) as u16, 1);
    let no = Rect::new(yes.right() + 3, y, columns(NO) as u16, 1);
    vec![(yes, Target::Answer(true)), (no, Target::Answer(false))]
}

fn question_area(question: Question, model: &Model) -> Rect {
    let width = text_width(model);
    let rows = wrap(&question_text(question, model), width).len() as u16;
    centred(model, width as u16, rows + 2)
}

fn draw_question(question: Question, model: &Model, buffer: &mut Buffer) {
    let inside = question_area(question, model);
    draw_box(inside, model, buffer);
    for (y, line) in (inside.y..).zip(wrap(&question_text(question, model), inside.width as usize)) {
        buffer.set_string(inside.x, y, line, model.look.theme.strong);
    }
    for ((area, _), text) in answers(question, model).into_iter().zip([YES, NO]) {
        buffer.set_string(area.x, area.y, text, Style::new());
        buffer[(area.x, area.y)].set_style(model.look.theme.strong);
    }
}

fn draw_save(name: &str, model: &Model, buffer: &mut Buffer) {
    let inside = centred(model, text_width(model) as u16, 4);
    draw_box(inside, model, buffer);
    let width = inside.width as usize;
    buffer.set_stringn(inside.x, inside.y, "Save the game as", width, model.look.theme.strong);
    // The end of a long name is where it is typed.
    let skipped = columns(name).saturating_sub(width - 1);
    let seen: String = name.chars().skip(skipped).collect();
    let (x, y) = buffer.set_stringn(inside.x, inside.y + 1, seen, width, Style::new());
    buffer[(x, y)].set_symbol(" ").set_style(model.look.theme.focus);
    let foot = fit("Enter saves, Esc does not", width, model.look.glyphs.ellipsis);
    buffer.set_string(inside.x, inside.bottom() - 1, foot, model.look.theme.faint);
}

/// Result, chart and what can be done next.
fn draw_summary(model: &Model, buffer: &mut Buffer) {
    let Some(view) = &model.game else { return };
    let theme = model.look.theme;
    let width = text_width(model);
    let sentence = view.live.result().map_or(String::new(), |result| result.sentence(view.live.settings()));
    let told = wrap(&sentence, width);
    let offers: Vec<String> = view
        .scene()
        .in_use()
        .filter(|binding| binding.rank.is_some())
        .map(|binding| format!("{} {}", binding.name, binding.word))
        .collect();
    let offers = flow(&offers, width);
    let taken = (told.len() + offers.len() + 2) as u16;
    let room = model.area.height.saturating_sub(taken + 4);
    let chart_rows = if room >= 5 { (room.min(9) - 1) | 1 } else { 0 };
    let inside = centred(model, width as u16, taken + chart_rows);
    draw_box(inside, model, buffer);
    let mut y = inside.y;
    let text = |lines: &[String], style: Style, y: &mut u16, buffer: &mut Buffer| {
        for line in lines {
            if *y < inside.bottom() {
                buffer.set_stringn(inside.x, *y, line, width, style);
            }
            *y += 1;
        }
    };
    text(&told, theme.accent, &mut y, buffer);
    y += 1;
    if chart_rows > 0 {
        chart::draw(view, Rect { y, height: chart_rows, ..inside }, model, buffer);
        y += chart_rows + 1;
    }
    text(&offers, theme.faint, &mut y, buffer);
}

/// The links to a game that is kept elsewhere, in one line each where they fit.
fn draw_links(model: &Model, buffer: &mut Buffer) {
    let Some(remote) = model.game.as_ref().and_then(|view| view.remote.as_ref()) else { return };
    let theme = model.look.theme;
    let links = [Some(("To watch this game:", &remote.links.watch))].into_iter().chain([remote
        .links
        .back
        .as_ref()
        .map(|link| ("Back to your seat, for you alone:", link))]);
    let longest = links.clone().flatten().map(|(_, link)| columns(link)).max().unwrap_or_default();
    let width = longest.max(text_width(model)).min(model.area.width.saturating_sub(4) as usize);
    let mut lines = Vec::new();
    for (title, link) in links.flatten() {
        lines.push((title.to_owned(), theme.strong));
        lines.extend(wrap(link, width).into_iter().map(|line| (line, Style::new())));
        lines.push((String::new(), Style::new()));
    }
    lines.push(("Esc back".to_owned(), theme.faint));
    let inside = centred(model, width as u16, lines.len() as u16);
    draw_box(inside, model, buffer);
    for (y, (line, style)) in (inside.y..inside.bottom()).zip(lines) {
        buffer.set_stringn(inside.x, y, line, width, style);
    }
}

fn text_width(model: &Model) -> usize {
    model.area.width.saturating_sub(4).min(46) as usize
}

/// The inside of a box in the middle of the screen.
fn centred(model: &Model, width: u16, height: u16) -> Rect {
    let area = model.area;
    let (width, height) = (width.min(area.width - 4), height.min(area.height - 2));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// A frame around an area, with a column of space inside it.
fn draw_box(inside: Rect, model: &Model, buffer: &mut Buffer) {
    let lines = &model.look.glyphs.lines;
    let frame = Rect::new(inside.x - 2, inside.y - 1, inside.width + 4, inside.height + 2);
    for position in frame.positions() {
        let cell = &mut buffer[position];
        cell.reset();
        let third = |n: u16, end: u16| if n == 0 { 0 } else { 1 + usize::from(n == end) };
        let (x, y) =
            (third(position.x - frame.x, frame.width - 1), third(position.y - frame.y, frame.height - 1));
        cell.set_symbol(match (x, y) {
            (1, 1) => " ",
            (1, _) => lines.horizontal,
            (_, 1) => lines.vertical,
            _ => lines.joints[y][x],
        });
    }
}

/// Items side by side in lines of at most `width` columns.
fn flow(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if columns(line) + 2 + columns(item) <= width => {
                line.push_str("  ");
                line.push_str(item);
            }
            _ => lines.push(item.clone()),
        }
    }
    lines
}
