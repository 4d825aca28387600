//! The openings beside the board of a study: what the book and people play in the position shown.

use outflank_study::{Explorer, ExplorerMove, Trust};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::model::Model;
use super::study_view::StudyView;
use super::text::{fit, wrap};

/// From this width on there are columns for games and lines to know.
const WIDE: u16 = 44;

/// Draws the panel.
pub(crate) fn draw(study: &StudyView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let explorer = Explorer::of(study.position(), (model.book)());
    let wide = area.width >= WIDE;
    let mut lines: Vec<(String, Style)> = Vec::new();
    let game = study.tree.game_to(study.at);
    let unnamed = if game.moves().is_empty() { "The start of the game" } else { "No name" };
    let name = outflank_records::openings::of_game(&game).map_or(unnamed, |opening| opening.name);
    let turn = study.position().turn();
    lines.push((name.to_owned(), theme.accent));
    lines.push((format!("{turn} to move, {} games", explorer.games), theme.faint));
    lines.push((String::new(), Style::new()));
    if explorer.moves.is_empty() {
        lines.push(("This position is not in the book.".to_owned(), Style::new()));
    } else {
        let head = if wide {
            "Move   Value     Games  Share  Lines    Leads to"
        } else {
            "Move   Value   Share  Leads to"
        };
        lines.push((head.to_owned(), theme.faint));
        let below = if explorer.trust.is_some() { 4 } else { 1 };
        let room = usize::from(area.height).saturating_sub(lines.len() + below).max(1);
        for (n, mv) in explorer.moves.iter().take(room).enumerate() {
            let style = if n == 0 && mv.value.is_some() { theme.strong } else { Style::new() };
            lines.push((row(&explorer, mv, wide), style));
        }
        if explorer.moves.len() > room {
            lines.push((format!("and {} more", explorer.moves.len() - room), theme.faint));
        }
    }
    if let Some(trust) = &explorer.trust {
        lines.push((String::new(), Style::new()));
        let text = sentences(trust).into_iter().flat_map(|text| wrap(&text, area.width.into()));
        lines.extend(text.map(|line| (line, theme.faint)));
    }
    for (y, (text, style)) in (area.top()..area.bottom()).zip(lines) {
        let text = fit(&text, area.width.into(), model.look.glyphs.ellipsis);
        buffer.set_string(area.x, y, text, style);
    }
}

/// A move in a row: its value with the grade, how many play it, and what it leads to.
fn row(explorer: &Explorer, mv: &ExplorerMove, wide: bool) -> String {
    let value = mv.value.map_or(String::new(), |value| value.to_string());
    let grade = mv.trust.map_or(String::new(), |trust| trust.grade.to_string());
    let share = if mv.games == 0 { String::new() } else { format!("{:.0} %", 100.0 * explorer.share(mv)) };
    let (square, opening) = (mv.square.to_string(), mv.opening.unwrap_or_default());
    if wide {
        let games = if mv.games == 0 { String::new() } else { mv.games.to_string() };
        let lines = mv.trust.map_or(String::new(), |trust| format!("{}:{}", trust.lines[0], trust.lines[1]));
        format!("{square:<4}{value:>7} {grade:1}  {games:>7}  {share:>5}  {lines:<7}  {opening}")
    } else {
        format!("{square:<4}{value:>7} {grade:1}  {share:>5}  {opening}")
    }
}

/// How far the value of the position can be trusted, and what must be known to hold it.
fn sentences(trust: &Trust) -> [String; 2] {
    let Trust { bounds, grade, lines: [black, white] } = trust;
    let (least, most) = (bounds.at_least.discs(), bounds.at_most.discs());
    [
        format!("Between {least:+.1} and {most:+.1}, grade {grade}."),
        format!("Lines to know: Black {black}, White {white}."),
    ]
}
