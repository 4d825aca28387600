//! What stands beside the board: the players, what the cursor would do, the moves, the chart, what happened.

mod focus;

use std::time::Duration;

use outflank_play::Awaited;
use outflank_rules::{Color, Move};
use outflank_study::{HINT_MOVES, Label, NodeId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::analysis::AnalysisState;
use super::cards::{self, Card};
use super::game_view::{GameView, Kind, Log};
use super::layout::PANEL_LARGE;
use super::model::Model;
use super::sheet::{self, SheetMove};
use super::study_view::StudyView;
use super::text::{columns, count, fit, wrap};
use super::{chart, words};

pub(crate) use focus::{Focus, game_focus, game_line};
use focus::{remote_notice, square_focus};

/// So many rows below the players leave room for the log.
const LOG_FROM: u16 = 24;

/// Draws the panel of a game; says whether there was room for the hint, if one was told.
pub(crate) fn draw_game(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) -> bool {
    let look = &model.look;
    let mut pen = Pen { area, buffer };
    let cards = game_cards(view, model);
    pen.cards(&cards, model);
    let variant = view.position().variant();
    let roomy = area.height >= 20;
    if roomy && !variant.is_standard() && pen.area.height < 24 {
        pen.text(
            &fit(words::variant_name(variant), area.width.into(), look.glyphs.ellipsis),
            look.theme.faint,
        );
    } else {
        pen.skip(1);
    }
    let mut whole = true;
    if let Some(result) = view.live.result() {
        let name = |color| view.live.settings().name(color);
        pen.text(&words::result_line(*result, name), look.theme.accent);
        let why = result.sentence(view.live.settings());
        let why = why.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned();
        match remote_notice(view, model) {
            Some(notice) => pen.focus(&notice, model),
            // In small panels the message line has to do.
            None if pen.area.height >= 16 => pen.text(&why, look.theme.faint),
            None => {}
        }
        pen.skip(1);
        pen.chart(&view.analysis, None, &name(Color::Black), model);
        pen.counts(&view.analysis, &[name(Color::Black), name(Color::White)], model);
        pen.offers(view, model);
    } else {
        pen.focus(&game_focus(view, model), model);
        whole = pen.hint(view.analysis.told(view.position()), model);
    }
    pen.rest(&game_sheet(view), &view.log, &about_game(view), model);
    whole
}

/// Draws the panel of a study; says whether there was room for the hint, if one was told.
pub(crate) fn draw_study(study: &StudyView, area: Rect, model: &Model, buffer: &mut Buffer) -> bool {
    let theme = model.look.theme;
    let mut pen = Pen { area, buffer };
    pen.cards(&study_cards(study), model);
    pen.skip(1);
    for (text, strong) in study_lines(study, usize::from(area.width), model) {
        pen.text(&text, if strong { theme.strong } else { theme.faint });
    }
    let candidates = study.analysis.moves(study.position());
    if candidates.is_empty() {
        for line in moment_lines(study, pen.area, model) {
            pen.text(&line, Style::new());
        }
    } else {
        for candidate in candidates.iter().take(HINT_MOVES) {
            let line: Vec<String> = candidate.line.iter().take(8).map(ToString::to_string).collect();
            let text = format!("{:>6}  {}", candidate.value.to_string(), line.join(" "));
            pen.text(&fit(&text, area.width.into(), model.look.glyphs.ellipsis), Style::new());
        }
    }
    let whole = pen.hint(study.analysis.told(study.position()), model);
    if area.height >= 20 {
        pen.skip(1);
        pen.chart(&study.analysis, study.game_ply(), &study.names[0], model);
    }
    let mut about = Vec::new();
    if !study.about.is_empty() {
        about.push(("Game", study.about.clone()));
    }
    pen.rest(&study_sheet(study), &study.log, &about, model);
    whole
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

    fn cards(&mut self, cards: &[Card; 2], model: &Model) {
        cards::draw(cards, self.area, &model.look, self.buffer);
        self.skip(cards::rows(self.area));
    }

    fn heading(&mut self, text: &str, model: &Model) {
        let (theme, glyphs) = (model.look.theme, model.look.glyphs);
        let rule = glyphs.rule.repeat(usize::from(self.area.width).saturating_sub(columns(text) + 1));
        self.text(&format!("{text} {rule}"), theme.faint);
    }

    fn focus(&mut self, focus: &Focus, model: &Model) {
        let theme = model.look.theme;
        let width = usize::from(self.area.width);
        let badge = focus.badge.as_ref().map(|badge| format!(" {badge} "));
        let indent = badge.as_ref().map_or(0, |badge| columns(badge) + 1);
        let mut spans = Vec::new();
        if let Some(badge) = badge {
            spans.push(Span::styled(badge, theme.badge(theme.cursor)));
            spans.push(Span::raw(" "));
        }
        let text = fit(&focus.text, width.saturating_sub(indent), model.look.glyphs.ellipsis);
        spans.push(Span::styled(text, focus.style));
        self.line(&Line::from(spans));
        let more = fit(&focus.more, width.saturating_sub(indent), model.look.glyphs.ellipsis);
        self.text(&format!("{}{more}", " ".repeat(indent)), theme.faint);
    }

    /// The hint that was told last, where neither the log nor the message line has room for a long sentence. Says
    /// whether all of it can be read.
    fn hint(&mut self, hint: Option<String>, model: &Model) -> bool {
        let rows = self.area.height;
        let Some(hint) = hint else { return true };
        if !(6..LOG_FROM).contains(&rows) {
            return rows >= LOG_FROM;
        }
        self.heading("Hint", model);
        let (lines, room) = (wrap(&hint, self.area.width.into()), usize::from(rows - 2));
        for line in lines.iter().take(room) {
            self.text(line, Style::new());
        }
        lines.len() <= room
    }

    /// The chart with its title, as high as there is room for.
    fn chart(&mut self, analysis: &AnalysisState, shown: Option<usize>, black: &str, model: &Model) {
        let theme = model.look.theme;
        let rows = if self.area.height >= 20 { 8 } else { 4 };
        let Some(chart) = analysis.chart().filter(|_| self.area.height >= rows + 2) else { return };
        let left = chart.left();
        let width = usize::from(self.area.width);
        let title = chart::title(black, &model.look);
        // A long name would hide what the chart shows.
        let title = if columns(&title) <= width { title } else { chart::title("Black", &model.look) };
        let busy = [format!("  {} {left}", model.spinner()), format!(" {}", model.spinner())];
        let fits = |busy: &&String| left > 0 && columns(&title) + columns(busy) <= width;
        let busy = busy.iter().find(fits).map_or("", String::as_str);
        self.text(&fit(&format!("{title}{busy}"), width, model.look.glyphs.ellipsis), theme.faint);
        let area = Rect { height: rows, ..self.area };
        chart::draw(chart, shown, area, &model.look, self.buffer);
        self.skip(rows);
        let marked =
            analysis.review().is_some_and(|review| review.moves.iter().any(|mv| mv.label.is_error()));
        if let Some(review) = analysis.review().filter(|_| marked) {
            chart::draw_labels(review, self.area, &model.look, self.buffer);
            self.skip(1);
            return;
        }
        let moves = chart.game().moves().iter().filter(|mv| **mv != Move::Pass).count();
        let end = chart.game().positions().len().div_ceil(2).min(self.area.width.into());
        let axis = format!("1{:>width$}", moves, width = end.saturating_sub(1));
        self.text(&axis, theme.faint);
    }

    /// How many bad moves each side made, and how accurate it was.
    fn counts(&mut self, analysis: &AnalysisState, names: &[String; 2], model: &Model) {
        let theme = model.look.theme;
        let Some(review) = analysis.review().filter(|_| self.area.height >= 5) else { return };
        let width = usize::from(self.area.width).min(40);
        let each = (width - 14) / 2;
        let last = width - 14 - each;
        // The first name has the room above the words.
        let (first, mark) = (14 + each, model.look.glyphs.ellipsis);
        let (black, white) = (fit(&names[0], first - 1, mark), fit(&names[1], last - 1, mark));
        self.text(&format!("{black:>first$}{white:>last$}"), theme.faint);
        for label in [Label::Blunder, Label::Mistake, Label::Inaccuracy] {
            let count =
                |color| review.moves.iter().filter(|mv| mv.label == label && mv.turn == color).count();
            let [black, white] = Color::ALL.map(count);
            let badge = theme.badge(theme.label(label).unwrap_or(theme.best));
            let spans = vec![
                Span::styled(format!(" {:<2}", label.mark()), badge),
                Span::raw(format!(" {:<10}{black:>each$}{white:>last$}", label.to_string())),
            ];
            self.line(&Line::from(spans));
        }
        let accuracy = review
            .players
            .each_ref()
            .map(|player| player.accuracy.map_or(String::new(), |accuracy| format!("{accuracy:.0}%")));
        if self.area.height > 0 {
            self.text(
                &format!("    {:<10}{:>each$}{:>last$}", "accuracy", accuracy[0], accuracy[1]),
                Style::new(),
            );
        }
    }

    /// What can be done when the game is over.
    fn offers(&mut self, view: &GameView, model: &Model) {
        let theme = model.look.theme;
        if self.area.height < 4 {
            return;
        }
        if self.area.height > 5 {
            self.skip(1);
        }
        for binding in view.scene().in_use().filter(|binding| binding.offered()) {
            if self.area.height == 0 {
                return;
            }
            let spans =
                vec![Span::styled(format!("{:<3}", binding.name), theme.accent), Span::raw(binding.help)];
            self.line(&Line::from(spans));
        }
    }

    /// The moves, and below them what happened and what is agreed, as far as there is room.
    fn rest(&mut self, moves: &[SheetMove], log: &Log, about: &[(&'static str, String)], model: &Model) {
        let theme = model.look.theme;
        if self.area.height >= 12 {
            self.skip(self.area.height.saturating_sub(11).min(1));
        }
        // A few rows of the sheet would be torn out of it.
        if self.area.height < if self.area.width >= PANEL_LARGE { 6 } else { 3 } {
            self.skip(self.area.height.saturating_sub(2));
            if self.area.height > 0 {
                sheet::draw_strip(moves, self.area, &model.look, self.buffer);
            }
            return;
        }
        if self.area.height >= 6 {
            self.heading("Moves", model);
        }
        let rows = self.area.height.min(10);
        sheet::draw(moves, Rect { height: rows, ..self.area }, &model.look, self.buffer);
        self.skip(rows);
        let about_rows = if about.is_empty() { 0 } else { about.len() as u16 + 2 };
        if self.area.height >= about_rows + 4 {
            self.skip(1);
            let rows = self.area.height - 1 - about_rows;
            self.heading("What happened", model);
            draw_log(log, Rect { height: rows, ..self.area }, model, self.buffer);
            self.skip(rows);
        }
        if about_rows > 0 && self.area.height >= about_rows {
            self.skip(1);
            self.heading("This game", model);
            for (label, text) in about {
                let text =
                    fit(text, usize::from(self.area.width).saturating_sub(10), model.look.glyphs.ellipsis);
                let spans = vec![Span::styled(format!("{label:<10}"), theme.faint), Span::raw(text)];
                self.line(&Line::from(spans));
            }
        }
    }
}

/// The newest messages that fit, the newest at the bottom and brighter than the others.
fn draw_log(log: &Log, area: Rect, model: &Model, buffer: &mut Buffer) {
    let mut lines = Vec::new();
    for (age, message) in log.messages().iter().rev().enumerate() {
        let style = message_style(message.kind, age == 0, model);
        let wrapped = wrap(&message.text, area.width.into());
        if lines.len() + wrapped.len() > usize::from(area.height) {
            break;
        }
        lines.extend(wrapped.into_iter().rev().map(|line| (line, style)));
    }
    for (y, (line, style)) in (area.top()..).zip(lines.into_iter().rev()) {
        buffer.set_string(area.x, y, line, style);
    }
}

pub(crate) fn message_style(kind: Kind, newest: bool, model: &Model) -> Style {
    let theme = model.look.theme;
    match (kind, newest) {
        (Kind::Refused, _) => theme.error,
        (Kind::Important, _) => theme.strong,
        (Kind::Told, true) => Style::new(),
        (Kind::Told, false) => theme.faint,
    }
}

/// What the players see of each other.
pub(crate) fn game_cards(view: &GameView, model: &Model) -> [Card; 2] {
    let settings = view.live.settings();
    Color::ALL.map(|color| {
        let seat = view.live.seat(color);
        let result = view.live.result();
        let winner = result.and_then(outflank_play::GameResult::winner);
        let mut left = Vec::new();
        left.extend(view.live.time_left(color, view.clock_time(model.now)).map(clock));
        left.extend(view.position().discs_left(color).map(|discs| format!("{discs} left")));
        if seat.is_human() && result.is_none() {
            let undos = view.live.undos_left(color);
            left.extend(
                undos
                    .filter(|_| settings.undo != outflank_play::UndoAllowance::None)
                    .map(|n| format!("{n} undo")),
            );
        }
        Card {
            name: settings.name(color),
            discs: view.discs(color, model.now),
            status: result.map_or_else(
                || status(view, color, model),
                |result| {
                    let verdict = words::verdict(*result, color);
                    if verdict.is_empty() { level(view, color) } else { verdict }
                },
            ),
            left,
            to_move: view.live.turn() == Some(color),
            won: winner == Some(color),
            lost: winner == Some(!color),
        }
    })
}

/// What a player does now, or who they are.
fn status(view: &GameView, color: Color, model: &Model) -> String {
    if let Some(word) = view.remote.as_ref().and_then(|remote| remote.word(color)) {
        let to_move = word == "you" && view.live.turn() == Some(color);
        return if to_move { "your move".to_owned() } else { word.to_owned() };
    }
    match view.live.awaited() {
        Awaited::Engine(task) if task.position.turn() == color => format!("{} thinking", model.spinner()),
        Awaited::Pass(turn) if turn == color => "cannot move".to_owned(),
        Awaited::Move(turn) if turn == color && view.plays(color) => "your move".to_owned(),
        Awaited::Move(turn) if turn == color => "to move".to_owned(),
        _ => level(view, color),
    }
}

fn level(view: &GameView, color: Color) -> String {
    let seat = view.live.seat(color);
    match seat.level() {
        Some(level) if seat.is_adaptive() => format!("auto: level {level}"),
        Some(level) => format!("level {level}, {}", level.group()),
        None => String::new(),
    }
}

/// Time left: minutes and seconds.
fn clock(time: Duration) -> String {
    // A second that has begun counts, so that 0:00 means what it says.
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

pub(crate) fn study_cards(study: &StudyView) -> [Card; 2] {
    let position = study.position();
    Color::ALL.map(|color| {
        let outcome = position.outcome();
        let winner = outcome.and_then(outflank_rules::Outcome::winner);
        let to_move = outcome.is_none() && position.turn() == color;
        let status = match (outcome, winner) {
            (Some(_), None) => "a draw".to_owned(),
            (Some(outcome), Some(winner)) if winner == color => {
                format!("wins by {}", outcome.margin().unsigned_abs())
            }
            _ if to_move && position.must_pass() => "must pass".to_owned(),
            _ if to_move => "to move".to_owned(),
            _ => String::new(),
        };
        Card {
            name: study.names[color.index()].clone(),
            discs: position.count(color),
            status,
            left: position.discs_left(color).map(|discs| format!("{discs} left")).into_iter().collect(),
            to_move,
            won: winner == Some(color),
            lost: winner == Some(!color),
        }
    })
}

/// Where a study stands: the move, its value and the opening.
fn study_lines(study: &StudyView, width: usize, model: &Model) -> Vec<(String, bool)> {
    let mut lines = vec![(study_headline(study), true)];
    let mark = model.look.glyphs.ellipsis;
    if let Some(focus) = study.pointer.shown() {
        let focus = square_focus(focus, study.preview(), study.position(), &study.analysis);
        lines.push((fit(&format!("{} {}", focus.badge.unwrap_or_default(), focus.text), width, mark), false));
    } else {
        let value = study.analysis.value(study.position()).map(|value| {
            let ahead = if value.score.raw() >= 0 { Color::Black } else { Color::White };
            let name = &study.names[ahead.index()];
            if value.score.round() == 0 {
                "Even".to_owned()
            } else {
                format!("{name} {}", value.seen_by(ahead))
            }
        });
        let opening = outflank_records::openings::of_game(&study.tree.game_to(study.at));
        let with = |opening: Option<&str>| {
            value.iter().map(String::as_str).chain(opening).collect::<Vec<_>>().join(", ")
        };
        let name = opening.map(|opening| opening.name);
        // Where there is little room, that it is an opening goes without saying.
        let short = name.map(|name| name.strip_suffix(" Opening").unwrap_or(name));
        let text = if columns(&with(name)) <= width { with(name) } else { with(short) };
        lines.push((fit(&text, width, mark), false));
    }
    lines
}

/// What the review says about the move that is shown, as far as there is room.
fn moment_lines(study: &StudyView, area: Rect, model: &Model) -> Vec<String> {
    let mut lines = wrap(&moment_words(study), area.width.into());
    let rows = MOMENT_ROWS.min(area.height.into());
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(format!("{} w: all of it", model.look.glyphs.ellipsis));
    }
    lines
}

/// Where a study stands in one line, in fewer words if there is little room: the move counts most.
pub(crate) fn study_line(study: &StudyView, width: usize) -> String {
    let whole = study_headline(study);
    let why = if study.moment().is_some() { "  w why" } else { "" };
    let short = || {
        let mv = study.tree.mv(study.at)?;
        let mark = study.reviewed().map_or("", |reviewed| reviewed.label.mark());
        let tried = if study.has_game() && !study.tree.is_game(study.at) { "Tried " } else { "" };
        Some(format!("{tried}{}. {mv} {mark}", study.tree.number(study.at)).trim_end().to_owned())
    };
    if columns(&whole) + columns(why) <= width {
        return whole + why;
    }
    short().unwrap_or(whole) + why
}

/// So many rows beside the board are for what the review says.
const MOMENT_ROWS: usize = 8;

/// What the review says about the move that is shown.
pub(crate) fn moment_words(study: &StudyView) -> String {
    match (study.moment(), study.reviewed()) {
        (Some((review, moment)), _) => {
            let headline = outflank_study::words::headline(review, moment);
            // The move stands in the line above.
            let headline = headline.split_once("  ").map_or(headline.as_str(), |(_, rest)| rest).to_owned();
            let voice = outflank_study::words::Voice::default();
            format!("{headline}\n{}", outflank_study::words::sentence(review, moment, voice))
        }
        (None, Some(reviewed)) if reviewed.label.is_error() => {
            format!(
                "{} was better: {}, not {}.",
                reviewed.best.mv, reviewed.best.value, reviewed.played.value
            )
        }
        _ => opening_words(study),
    }
}

/// The opening and where the game left the book, at the start and where that was.
fn opening_words(study: &StudyView) -> String {
    let voice = outflank_study::words::Voice::default();
    let (Some(review), Some(ply)) = (study.analysis.review(), study.game_ply()) else { return String::new() };
    let left = review.left_book.as_ref().filter(|left| left.ply + 1 == ply);
    let words = match left {
        Some(left) => Some(outflank_study::words::left_book(left, voice)),
        None if ply == 0 => outflank_study::words::opening(review, voice),
        None => None,
    };
    words.unwrap_or_default()
}

/// The move that is shown, counted as people count: passes have no number.
pub(crate) fn study_headline(study: &StudyView) -> String {
    let tree = &study.tree;
    let total = tree.number(tree.game_end());
    let Some(by) = tree.mover(study.at) else {
        return if total == 0 {
            "A position".to_owned()
        } else {
            format!("The start, {}", count(total, "move"))
        };
    };
    let mv = tree.mv(study.at).map_or(String::new(), |mv| mv.to_string());
    let number = tree.number(study.at);
    if tree.is_game(study.at) {
        let mark = study.reviewed().map_or("", |reviewed| reviewed.label.mark());
        format!("Move {number} of {total}: {by} {mv} {mark}").trim_end().to_owned()
    } else if !study.has_game() {
        format!("Move {number}: {by} {mv}")
    } else {
        format!("Tried at move {number}: {by} {mv}")
    }
}

fn about_game(view: &GameView) -> Vec<(&'static str, String)> {
    let settings = view.live.settings();
    let opening = outflank_records::openings::of_game(view.game());
    let undo = match settings.undo {
        outflank_play::UndoAllowance::None => "no take-backs",
        outflank_play::UndoAllowance::Once => "one take-back each",
        outflank_play::UndoAllowance::Unlimited => "any take-backs",
    };
    let rules = format!("{}, {undo}", words::variant_name(settings.start.variant()));
    let mut about =
        vec![("Opening", opening.map_or("none yet", |opening| opening.name).to_owned()), ("Rules", rules)];
    let clock = settings.clock.map(|clock| {
        let minutes = clock.main.as_secs_f64() / 60.0;
        format!("{minutes} min, {} s a move", clock.increment.as_secs())
    });
    about.push(("Clock", clock.unwrap_or("none".to_owned())));
    about
}

fn game_sheet(view: &GameView) -> Vec<SheetMove> {
    let game = view.game();
    let last = game.moves().len();
    let moves = game.moves().iter().zip(game.positions()).enumerate();
    moves
        .map(|(n, (mv, position))| SheetMove {
            by: position.turn(),
            mv: *mv,
            shown: n + 1 == last,
            label: None,
            variation: false,
            has_others: false,
        })
        .collect()
}

fn study_sheet(study: &StudyView) -> Vec<SheetMove> {
    let tree = &study.tree;
    let label = |node: NodeId| {
        let ply = tree.is_game(node).then(|| tree.ply(node))?;
        Some(study.analysis.reviewed(ply)?.label)
    };
    let moves = study.line().into_iter().filter_map(|node| {
        Some(SheetMove {
            by: tree.mover(node)?,
            mv: tree.mv(node)?,
            shown: node == study.at,
            label: label(node),
            variation: !tree.is_game(node),
            has_others: tree.parent(node).is_some_and(|parent| tree.children(parent).len() > 1),
        })
    });
    moves.collect()
}
