//! Pages of text over the whole screen: the keys and the rules.

use outflank_play::rulebook;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::game_view::GameView;
use super::keys::{Scene, When};
use super::model::{Model, Overlay};
use super::text::{columns, wrap};

/// Lines are not longer than is comfortable to read.
const WIDTH_MOST: u16 = 76;

/// A line of a page.
struct PageLine {
    text: String,
    heading: bool,
}

/// Draws the page that the overlay names.
pub(crate) fn draw(model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let (title, at) = match &model.overlay {
        Some(Overlay::Help(at)) => ("Help", *at),
        Some(Overlay::Rules(at)) => ("The rules of Othello", *at),
        _ => return,
    };
    let area = area(model);
    let lines = lines(model);
    let rows = rows(model);
    buffer.set_stringn(area.x, area.y, title, area.width as usize, theme.accent);
    let at = at.min(last_line(model)) as usize;
    for (y, line) in (area.y + 2..).zip(lines.iter().skip(at).take(rows)) {
        let style = if line.heading { theme.strong } else { Style::new() };
        buffer.set_stringn(area.x, y, &line.text, area.width as usize, style);
    }
    let foot = if lines.len() > rows {
        let shown = (at + rows).min(lines.len());
        format!("{} scroll ({shown} of {})   Esc back", model.look.glyphs.up_down, lines.len())
    } else {
        "Esc back".to_owned()
    };
    buffer.set_stringn(area.x, area.bottom() - 1, foot, area.width as usize, theme.faint);
}

/// How many lines of text are seen at once.
pub(crate) fn rows(model: &Model) -> usize {
    area(model).height.saturating_sub(4).max(1) as usize
}

/// The first line when scrolled to the end.
pub(crate) fn last_line(model: &Model) -> u16 {
    lines(model).len().saturating_sub(rows(model)) as u16
}

fn area(model: &Model) -> Rect {
    let whole = model.area;
    let width = whole.width.saturating_sub(2).min(WIDTH_MOST);
    let x = whole.x + (whole.width - width) / 2;
    let top = u16::from(whole.height >= 20);
    Rect { x, y: whole.y + top, width, height: whole.height - 2 * top }
}

fn lines(model: &Model) -> Vec<PageLine> {
    let width = area(model).width as usize;
    match &model.overlay {
        Some(Overlay::Rules(_)) => rules(model, width),
        _ => help(model, width),
    }
}

fn rules(model: &Model, width: usize) -> Vec<PageLine> {
    let settings = model.settings();
    let mut lines = Vec::new();
    for section in rulebook::sections(settings.start.variant(), settings.undo) {
        if !lines.is_empty() {
            lines.push(PageLine { text: String::new(), heading: false });
        }
        lines.push(PageLine { text: section.title.to_owned(), heading: true });
        for item in section.items {
            item_lines("- ", &item, width, &mut lines);
        }
    }
    lines
}

fn help(model: &Model, width: usize) -> Vec<PageLine> {
    let glyphs = model.look.glyphs;
    let mut lines = Vec::new();
    let key = |name: &str| format!("  {name:<12}");
    heading("To move", &mut lines);
    item_lines(&key("d3"), "type the letter of the column, then the digit of the row", width, &mut lines);
    let arrows = format!("go to a square with the {} keys and press Enter", glyphs.arrows);
    item_lines(&key("Enter"), &arrows, width, &mut lines);
    item_lines(&key("mouse"), "click on the square", width, &mut lines);
    heading("In the game", &mut lines);
    let scene = model.game.as_ref().map_or(Scene { over: false, elsewhere: None }, GameView::scene);
    for binding in scene.sometime() {
        if binding.when != When::Over {
            item_lines(&key(binding.name), binding.help, width, &mut lines);
        }
    }
    item_lines(&key("Ctrl-C"), "leave at once; the game is kept", width, &mut lines);
    item_lines(&key("Ctrl-L"), "paint the screen anew", width, &mut lines);
    heading("After the game", &mut lines);
    for binding in scene.sometime().filter(|binding| binding.when == When::Over) {
        item_lines(&key(binding.name), binding.help, width, &mut lines);
    }
    item_lines(&key(glyphs.left_right), "go through the moves", width, &mut lines);
    heading("On the board", &mut lines);
    let [black, white] = glyphs.discs;
    item_lines(&key(&format!("{black} {white}")), "Black's discs and White's discs", width, &mut lines);
    let legal = if model.look.theme.marks { glyphs.legal } else { glyphs.legal_painted };
    item_lines(&key(legal), "a legal move", width, &mut lines);
    item_lines(&key(model.look.theme.last_word), "the disc placed last", width, &mut lines);
    item_lines(&key(model.look.theme.flipped_word), "the discs it flipped", width, &mut lines);
    item_lines(&key("[ ]"), "the cursor", width, &mut lines);
    heading("Files", &mut lines);
    let files = if scene.elsewhere.is_some() {
        "The server keeps the game; leaving loses nothing. The link back to your seat is told when you leave."
    } else {
        "Finished games are added to othello-results.txt in the current folder. Unfinished ones are kept and \
         offered at the next start."
    };
    item_lines("  ", files, width, &mut lines);
    lines
}

fn heading(text: &str, lines: &mut Vec<PageLine>) {
    if !lines.is_empty() {
        lines.push(PageLine { text: String::new(), heading: false });
    }
    lines.push(PageLine { text: text.to_owned(), heading: true });
}

/// A text with something before it, under which its further lines do not go.
fn item_lines(before: &str, text: &str, width: usize, lines: &mut Vec<PageLine>) {
    let indent = columns(before);
    for (n, line) in wrap(text, width.saturating_sub(indent)).into_iter().enumerate() {
        let before = if n == 0 { before.to_owned() } else { " ".repeat(indent) };
        lines.push(PageLine { text: format!("{before}{line}"), heading: false });
    }
}
