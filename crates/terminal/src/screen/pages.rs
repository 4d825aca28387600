//! Pages of text over the whole screen: the keys, the rules with a picture, a result in words, links.

use outflank_play::{Greeting, rulebook};
use outflank_records::board::position;
use outflank_rules::{Color, Square};
use outflank_study::{Candidate, Label};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::{self, BoardView, Preview};
use super::game_view::GameView;
use super::glyphs::GlyphSet;
use super::keys::{Scene, When};
use super::layout::{BoardArea, Grid};
use super::model::{Model, Page, TextPage};
use super::text::{columns, wrap};
use super::{chart, openings, panel, week, words};

/// Lines are not longer than is comfortable to read.
const WIDTH_MOST: u16 = 76;

/// A line of a page.
enum PageLine {
    Text(String, Style),
    /// A row of a picture.
    Picture(Buffer, u16),
}

/// Draws a page from a line on.
pub(crate) fn draw(model: &Model, page: TextPage, at: u16, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let title = match page {
        TextPage::Help => "Help",
        TextPage::Rules => "The rules of Othello",
        TextPage::Summary => "The game is over",
        TextPage::Why => "What the review says",
        TextPage::Hint => "Hint",
        TextPage::Openings => "Openings",
        TextPage::Links => "Links to this game",
        TextPage::Statistics => "Your games and your practice",
        TextPage::Greet => "Say something to the other player",
    };
    let area = area(model);
    let lines = lines(model, page);
    let rows = rows(model);
    buffer.set_stringn(area.x, area.y, title, area.width as usize, theme.accent);
    let at = usize::from(at).min(lines.len().saturating_sub(rows));
    for (y, line) in (area.y + 2..).zip(lines.iter().skip(at).take(rows)) {
        match line {
            PageLine::Text(text, style) => {
                buffer.set_stringn(area.x, y, text, area.width as usize, *style);
            }
            PageLine::Picture(picture, row) => {
                for x in 0..picture.area.width.min(area.width) {
                    buffer[(area.x + x, y)] = picture[(x, *row)].clone();
                }
            }
        }
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
pub(crate) fn last_line(model: &Model, page: TextPage) -> u16 {
    lines(model, page).len().saturating_sub(rows(model)) as u16
}

fn area(model: &Model) -> Rect {
    let whole = model.area;
    let width = whole.width.saturating_sub(2).min(WIDTH_MOST);
    let x = whole.x + (whole.width - width) / 2;
    let top = u16::from(whole.height >= 20);
    Rect { x, y: whole.y + top, width, height: whole.height - 2 * top }
}

fn lines(model: &Model, page: TextPage) -> Vec<PageLine> {
    let width = area(model).width as usize;
    let mut writer = Writer { lines: Vec::new(), width, strong: model.look.theme.strong };
    let write = match page {
        TextPage::Help => help,
        TextPage::Rules => rules,
        TextPage::Summary => summary,
        TextPage::Why => why,
        TextPage::Hint => hint,
        TextPage::Openings => explorer,
        TextPage::Links => links,
        TextPage::Statistics => statistics,
        TextPage::Greet => greetings,
    };
    write(model, &mut writer);
    writer.lines
}

/// Writes the lines of a page.
struct Writer {
    lines: Vec<PageLine>,
    width: usize,
    strong: Style,
}

impl Writer {
    fn heading(&mut self, text: &str) {
        if !self.lines.is_empty() {
            self.gap();
        }
        let lines = wrap(text, self.width);
        self.lines.extend(lines.into_iter().map(|line| PageLine::Text(line, self.strong)));
    }

    fn gap(&mut self) {
        self.lines.push(PageLine::Text(String::new(), Style::new()));
    }

    fn paragraph(&mut self, text: &str) {
        self.item("", text);
    }

    /// A text with something before it, under which its further lines do not go.
    fn item(&mut self, before: &str, text: &str) {
        let indent = columns(before);
        for (n, line) in wrap(text, self.width.saturating_sub(indent)).into_iter().enumerate() {
            let before = if n == 0 { before.to_owned() } else { " ".repeat(indent) };
            self.lines.push(PageLine::Text(format!("{before}{line}"), Style::new()));
        }
    }

    fn key(&mut self, name: &str, text: &str) {
        let name = format!("  {name:<12}");
        self.item(&name, text);
    }

    fn picture(&mut self, picture: &Buffer) {
        let rows = picture.area.height;
        self.lines.extend((0..rows).map(|row| PageLine::Picture(picture.clone(), row)));
    }
}

fn rules(model: &Model, page: &mut Writer) {
    let settings = model.settings();
    let variant = settings.start.variant();
    page.paragraph(
        "Trap your opponent's discs between two of yours and they turn over. Most discs at the end wins.",
    );
    page.gap();
    page.picture(&example(model, page.width as u16));
    page.gap();
    page.paragraph(
        "Black plays f4. The marked discs lie between f4 and another black disc, in a row and in a column: all of \
         them turn over.",
    );
    if !variant.is_standard() {
        page.heading("The rules of this game");
        page.paragraph(&words::variant_sentence(variant));
    }
    for section in rulebook::sections(variant, settings.undo) {
        page.heading(section.title);
        for item in section.items {
            page.item("- ", &item);
        }
    }
}

/// The move that a study shows: what it cost, why, and what would follow both moves.
fn why(model: &Model, page: &mut Writer) {
    let Some((study, reviewed)) = model.study.as_ref().and_then(|study| Some((study, study.reviewed()?)))
    else {
        return;
    };
    page.heading(&panel::study_headline(study));
    let words = panel::moment_words(study);
    page.paragraph(if words.is_empty() { label_words(reviewed.label) } else { &words });
    let line = |candidate: &Candidate| {
        let moves = candidate.line.get(..LINE).unwrap_or(&candidate.line);
        format!("{}  ({})", outflank_study::words::line(moves), candidate.value)
    };
    if reviewed.best.mv != reviewed.played.mv {
        page.heading("Best play");
        page.paragraph(&line(&reviewed.best));
    }
    page.heading(&format!("After {}", reviewed.played.mv));
    page.paragraph(&line(&reviewed.played));
}

/// What is said of a move that nothing else is said of.
fn label_words(label: Label) -> &'static str {
    match label {
        Label::Forced => "There was no other move.",
        Label::Best => "No move was better.",
        Label::OnlyMove => "The only good move, and hard to see.",
        Label::Sacrifice => "The best move, though it gives a corner away.",
        Label::Good => "As good as the best move, or nearly.",
        Label::Fair => "Not the best move, but a fair one.",
        Label::Inaccuracy => "An inaccuracy.",
        Label::Mistake => "A mistake.",
        Label::Blunder => "A blunder.",
    }
}

/// The step of a hint that was told last.
fn hint(model: &Model, page: &mut Writer) {
    let told = match (model.page, &model.study, &model.game) {
        (Page::Study, Some(study), _) => study.analysis.told(study.position()),
        (_, _, Some(view)) => view.analysis.told(view.position()),
        _ => None,
    };
    page.paragraph(&told.unwrap_or_default());
}

fn explorer(model: &Model, page: &mut Writer) {
    let Some(study) = &model.study else { return };
    let lines = openings::lines(study, page.width, usize::MAX, model);
    page.lines.extend(lines.into_iter().map(|(text, style)| PageLine::Text(text, style)));
}

/// So many moves of a line are shown.
const LINE: usize = 10;

/// Black can outflank discs in a row and in a column with f4.
const BEFORE: &str = "-------- -------- -------- -XOOO--- -----O-- -----O-- -----X-- -------- X";

/// One move, before and after: the discs that it turns are marked.
fn example(model: &Model, width: u16) -> Buffer {
    let look = &model.look;
    let grid = match (look.glyphs.set, look.theme.painted()) {
        (GlyphSet::Pixels, true) if width >= 60 => Grid::Pixels(3),
        (GlyphSet::Pixels, false) if width >= 76 => Grid::Pixels(4),
        _ => Grid::Tiles,
    };
    // A test holds that it can be read.
    let before = position(BEFORE).unwrap_or_default();
    let square = Square::F4;
    let first = BoardArea::at(0, 0, grid);
    let second = BoardArea::at(first.whole.right() + 4, 0, grid);
    let both = second.whole.right() <= width;
    let columns = if both { second.whole.right() } else { first.whole.right() };
    let mut picture = Buffer::empty(Rect::new(0, 0, columns, first.whole.height));
    let view = BoardView {
        cursor: Some(square),
        preview: Some(Preview { by: Color::Black, square, flips: before.flips(square) }),
        ..BoardView::bare(&before)
    };
    board::draw(&view, &first, look, &mut picture);
    if let (true, Ok(after)) = (both, before.play(square.into())) {
        let arrow = if look.glyphs.set == GlyphSet::Pixels { "→" } else { ">" };
        picture.set_string(first.whole.right() + 1, first.whole.height / 2, arrow, look.theme.strong);
        let view = BoardView { last: Some(square), ..BoardView::bare(&after) };
        board::draw(&view, &second, look, &mut picture);
    }
    picture
}

fn help(model: &Model, page: &mut Writer) {
    let glyphs = model.look.glyphs;
    let scene = model.scene().unwrap_or(Scene::Game { over: false, computers: false, elsewhere: None });
    let study = matches!(scene, Scene::Study { .. } | Scene::Openings);
    page.heading(if study { "To try a move" } else { "To move" });
    page.key("d3", "type the letter of the column, then the digit of the row");
    if !study {
        page.key("Enter", &format!("go to a square with the {} keys and press Enter", glyphs.arrows));
    }
    page.key("mouse", "point at a square to see what it turns, click to play");
    page.heading(if study { "In the study" } else { "In the game" });
    for binding in scene.sometime().filter(|binding| binding.when != When::Over) {
        page.key(binding.name(glyphs), binding.help);
    }
    page.key("Ctrl-C", "leave at once; the game is kept");
    page.key("Ctrl-L", "paint the screen anew");
    if !study {
        page.heading("After the game");
        for binding in scene.sometime().filter(|binding| binding.when == When::Over) {
            page.key(binding.name(glyphs), binding.help);
        }
    }
    page.heading("On the board");
    for (mark, meaning) in marks(model) {
        page.key(mark, meaning);
    }
    page.heading("Files");
    let elsewhere = matches!(scene, Scene::Game { elsewhere: Some(_), .. });
    let files = if elsewhere {
        "The server keeps the game; leaving loses nothing. The link back to your seat is told when you leave."
    } else {
        "Finished games are added to othello-results.txt in the current folder. Unfinished ones are kept and \
         offered at the next start."
    };
    page.item("  ", files);
}

/// What the marks on the board look like here, and what they mean.
fn marks(model: &Model) -> Vec<(&'static str, &'static str)> {
    let painted = model.look.theme.painted();
    let pixels = model.look.glyphs.set == GlyphSet::Pixels;
    match (painted, pixels) {
        (true, _) => vec![
            ("light pip", "a legal move"),
            ("yellow ring", "the cursor, with the disc you would place"),
            ("core", "a disc that would turn to the colour of the core"),
            ("red core", "the disc placed last"),
            ("blue", "the best move"),
        ],
        (false, true) => vec![
            ("cross, ring", "Black's discs are crosses (X), White's are rings (O)"),
            ("small pip", "a legal move"),
            ("frame", "the cursor"),
            ("full, hollow", "a ring that is full or a cross that is hollow would turn"),
            ("four corners", "the disc placed last"),
        ],
        (false, false) => vec![
            ("X, O", "Black's discs are crosses (X), White's are rings (O)"),
            (".", "a legal move"),
            ("[ ]", "the cursor"),
            ("( )", "a disc that would turn"),
            ("*", "the disc placed last"),
        ],
    }
}

/// The result in words and the chart, for windows without a panel.
fn summary(model: &Model, page: &mut Writer) {
    let Some(view) = &model.game else { return };
    let settings = view.live.settings();
    if let Some(result) = view.live.result() {
        page.paragraph(&result.sentence(settings));
    }
    if let Some(chart) = view.analysis.chart().filter(|_| page.width >= 20) {
        page.gap();
        page.paragraph(&chart::title(&settings.name(Color::Black), &model.look));
        let area = Rect::new(0, 0, (page.width as u16).min(chart::WIDTH), 4);
        let mut picture = Buffer::empty(area);
        chart::draw(chart, None, area, &model.look, &mut picture);
        page.picture(&picture);
    }
    page.gap();
    for binding in view.scene().in_use().filter(|binding| binding.offered()) {
        page.item(&format!("{:<3}", binding.name), binding.help);
    }
}

/// What the player's games say, and what was done this week.
fn statistics(model: &Model, page: &mut Writer) {
    let (lines, week) = &model.statistics;
    for line in lines {
        // Rows of a table keep their columns.
        if line.starts_with("  ") {
            page.lines.push(PageLine::Text(line.clone(), Style::new()));
        } else {
            page.paragraph(line);
        }
    }
    page.heading("Tasks done this week");
    let area = Rect::new(0, 0, page.width.min(44) as u16, 7);
    let mut picture = Buffer::empty(area);
    week::draw(week, area, &model.look, &mut picture);
    page.picture(&picture);
}

/// The links to a game on a server.
fn links(model: &Model, page: &mut Writer) {
    let Some(remote) = model.game.as_ref().and_then(|view: &GameView| view.remote.as_ref()) else { return };
    page.heading("To watch this game");
    page.paragraph(&remote.links.watch);
    if let Some(back) = &remote.links.back {
        page.heading("Back to your seat, for you alone");
        page.paragraph(back);
    }
}

fn greetings(model: &Model, page: &mut Writer) {
    for (number, greeting) in (1..).zip(Greeting::ALL) {
        page.key(&format!("{number}"), greeting.text());
    }
    let muted = model.game.as_ref().and_then(|view| Some(view.remote.as_ref()?.muted)).unwrap_or(false);
    page.gap();
    page.key(
        "0",
        if muted { "hear the other player again" } else { "mute: hear nothing of the other player" },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_what_the_text_says() {
        let before = position(BEFORE).unwrap();
        assert_eq!(before.flips(Square::F4).to_string(), "c4 d4 e4 f5 f6");
    }
}
