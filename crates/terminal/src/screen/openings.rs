//! The openings beside the board of a study: what the book and people play in the position shown.

use outflank_study::{Explorer, ExplorerMove, Trust};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::model::Model;
use super::study_view::StudyView;
use super::text::{columns, fit, grouped, wrap};

/// From these widths on there are columns for lines to know and for games.
const LINES_FROM: usize = 44;
const GAMES_FROM: usize = 54;

/// Draws the panel.
pub(crate) fn draw(study: &StudyView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let lines = lines(study, area.width.into(), area.height.into(), model);
    for (y, (text, style)) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_string(area.x, y, text, style);
    }
}

/// What is known of the position; moves for which there is no room are counted.
pub(crate) fn lines(study: &StudyView, width: usize, height: usize, model: &Model) -> Vec<(String, Style)> {
    let theme = model.look.theme;
    let explorer = Explorer::of(study.position(), (model.book)());
    let mut lines: Vec<(String, Style)> = Vec::new();
    let game = study.tree.game_to(study.at);
    let unnamed = if game.moves().is_empty() { "The start of the game" } else { "No name" };
    let name = outflank_records::openings::of_game(&game).map_or(unnamed, |opening| opening.name);
    let turn = study.position().turn();
    lines.push((name.to_owned(), theme.accent));
    let games = match explorer.games {
        0 => "no games".to_owned(),
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games)),
    };
    lines.push((format!("{turn} to move, {games}"), theme.faint));
    lines.push((String::new(), Style::new()));
    let trust = explorer.trust.as_ref().map_or(Vec::new(), |trust| sentences(trust, width));
    if explorer.moves.is_empty() {
        let sentence = wrap("This position is not in the book.", width);
        lines.extend(sentence.into_iter().map(|line| (line, Style::new())));
    } else {
        lines.push((row(["", "Value", "", "Share", "Lines", "Games", "Leads to"], width), theme.faint));
        let below = if trust.is_empty() { 1 } else { trust.len() + 2 };
        let room = height.saturating_sub(lines.len() + below).max(1);
        for (n, mv) in explorer.moves.iter().take(room).enumerate() {
            let style = match n {
                _ if study.pointer.shown() == Some(mv.square) => theme.selected,
                0 if mv.value.is_some() => theme.strong,
                _ => Style::new(),
            };
            lines.push((move_row(&explorer, mv, width), style));
        }
        if explorer.moves.len() > room {
            lines.push((format!("and {} more", explorer.moves.len() - room), theme.faint));
        }
    }
    if !trust.is_empty() {
        lines.push((String::new(), Style::new()));
        lines.extend(trust.into_iter().map(|line| (line, theme.faint)));
    }
    let fitted = |(text, style): (String, Style)| (fit(&text, width, model.look.glyphs.ellipsis), style);
    lines.into_iter().map(fitted).collect()
}

/// One line, where there is no panel: the move that is chosen, or the best.
pub(crate) fn line(study: &StudyView, model: &Model) -> String {
    let explorer = Explorer::of(study.position(), (model.book)());
    let chosen = explorer.moves.iter().find(|mv| Some(mv.square) == study.pointer.shown());
    let Some(mv) = chosen.or(explorer.moves.first()) else { return "Not in the book".to_owned() };
    let best = if chosen.is_none() && mv.value.is_some() { "Best: " } else { "" };
    let value = mv.value.map_or(String::new(), |value| format!(" {value}"));
    format!("{best}{}{value}, {}", mv.square, share(&explorer, mv))
}

/// A move in a row: its value with the grade, how many play it, and what it leads to.
fn move_row(explorer: &Explorer, mv: &ExplorerMove, width: usize) -> String {
    let value = mv.value.map_or(String::new(), |value| value.to_string());
    let grade = mv.trust.map_or(String::new(), |trust| trust.grade.to_string());
    let share = if mv.games == 0 { String::new() } else { share(explorer, mv) };
    let games = if mv.games == 0 { String::new() } else { grouped(mv.games) };
    let lines = mv.trust.map_or(String::new(), |trust| format!("{}:{}", trust.lines[0], trust.lines[1]));
    let opening = mv.opening.unwrap_or_default();
    // Where there is little room, that it is an opening goes without saying.
    let opening = opening.strip_suffix(" Opening").filter(|_| width < GAMES_FROM).unwrap_or(opening);
    row([&mv.square.to_string(), &value, &grade, &share, &lines, &games, opening], width)
}

fn share(explorer: &Explorer, mv: &ExplorerMove) -> String {
    format!("{:.0}%", 100.0 * explorer.share(mv))
}

fn row([square, value, grade, share, lines, games, opening]: [&str; 7], width: usize) -> String {
    let games = if width >= GAMES_FROM { format!("{games:>9}") } else { String::new() };
    let lines = if width >= LINES_FROM { format!("  {lines:<6}") } else { String::new() };
    format!("{square:<2}{value:>6} {grade:1}{share:>6}{games}{lines}  {opening}").trim_end().to_owned()
}

/// How far the value of the position can be trusted, and what must be known to hold it. A sentence that is too long is
/// broken where it reads well.
fn sentences(trust: &Trust, width: usize) -> Vec<String> {
    let Trust { bounds, grade, lines: [black, white] } = trust;
    let (least, most) = (bounds.at_least.discs(), bounds.at_most.discs());
    let (know, lines) = ("Lines to know:", format!("Black {black}, White {white}."));
    let mut sentences = vec![format!("Between {least:+.1} and {most:+.1}, grade {grade}.")];
    if columns(know) + 1 + columns(&lines) <= width {
        sentences.push(format!("{know} {lines}"));
    } else {
        sentences.extend([know.to_owned(), lines]);
    }
    sentences
}
