//! A review as a page of text, as a row of a table, and as JSON.

use std::fmt::Write;

use outflank_records::Ending;
use outflank_rules::Color;
use outflank_study::words::{self, Voice};
use outflank_study::{Label, Moment, Phase, Review, ReviewedMove, Summary};
use outflank_wire as wire;
use serde::Serialize;

use super::Reviewed;
use crate::diagram;
use crate::output::wrapped;

/// Everything about one game.
pub(super) fn whole(reviewed: &Reviewed, voice: Voice) -> String {
    let review = &reviewed.review;
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", title(reviewed));
    if let Some(opening) = words::opening(review, voice) {
        text += &wrapped(&format!("Opening: {opening}"));
    }
    if !review.trained {
        text += &wrapped(
            "These rules have no trained values: the numbers are rough, win chances are those of standard \
             games, and no reasons are given.",
        );
    }
    let _ = writeln!(text, "\n  no  move     value  best   value   loss  win chance");
    for mv in &review.moves {
        let _ = writeln!(text, "{}", row_of_move(mv, Some(mv.ply) == review.turning_point).trim_end());
    }
    text += "\n";
    text += &summary(review);
    for moment in &review.moments {
        let _ = write!(text, "\n{}", moment_text(review, moment, voice));
    }
    text
}

fn row_of_move(mv: &ReviewedMove, turning_point: bool) -> String {
    let played = format!("{} {}", mv.played.mv, mv.label.mark());
    let value = mv.played.value.to_string();
    let mut notes: Vec<String> = Vec::new();
    if mv.label.is_error() || matches!(mv.label, Label::OnlyMove | Label::Sacrifice | Label::Forced) {
        notes.push(mv.label.to_string());
    }
    if turning_point {
        notes.push("turning point".to_owned());
    }
    if mv.missed_chance {
        notes.push("missed chance".to_owned());
    }
    let side = mv.turn.letter();
    if mv.label == Label::Forced {
        return format!("{:>4}{side} {played:<8} {value:>5}  {:<35}{}", mv.number, "", notes.join(", "));
    }
    let (best, best_value) =
        if mv.loss > 0.0 { (mv.best.mv.to_string(), mv.best.value.to_string()) } else { Default::default() };
    let loss = if mv.loss > 0.0 { format!("{:.1}", mv.loss) } else { String::new() };
    let chances = format!("{} to {}", words::percent(mv.chance_before), words::percent(mv.chance_after));
    let chances = if mv.loss > 0.0 { chances } else { words::percent(mv.chance_after) };
    format!(
        "{:>4}{side} {played:<8} {value:>5}  {best:<5} {best_value:>6} {loss:>6}  {chances:<12}  {}",
        mv.number,
        notes.join(", ")
    )
}

fn summary(review: &Review) -> String {
    let mut text = format!("{:<18}{:>8}{:>8}\n", "", "Black", "White");
    let percent = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
    let mut row = |name: &str, cell: &dyn Fn(&Summary) -> String| {
        let [black, white] = &review.players;
        let _ = writeln!(text, "{name:<18}{:>8}{:>8}", cell(black), cell(white));
    };
    row("accuracy", &|side| percent(side.accuracy));
    for (at, phase) in Phase::ALL.into_iter().enumerate() {
        let name = match phase {
            Phase::Opening => "  opening",
            Phase::Midgame => "  midgame",
            Phase::End => "  last 20",
        };
        row(name, &|side| percent(side.phases[at]));
    }
    row("discs lost", &|side| format!("{:.1}", side.lost));
    row("best moves", &|side| format!("{}/{}", side.best, side.choices));
    text
}

fn moment_text(review: &Review, moment: &Moment, voice: Voice) -> String {
    let text = wrapped(&words::headline(review, moment)) + &wrapped(&words::sentence(review, moment, voice));
    let position = &review.game.positions()[moment.ply];
    let mv = review.move_of(moment);
    let squares = mv.map(|mv| (mv.played.mv.square(), mv.best.mv.square()));
    let (played, better) = squares.unwrap_or_default();
    text + &diagram::compared(position, played, better)
}

/// Who played, and how it ended.
fn title(reviewed: &Reviewed) -> String {
    let record = &reviewed.record;
    let name = |color: Color| {
        let name = &record.player(color).name;
        if name.is_empty() { color.to_string() } else { name.clone() }
    };
    let mut text = format!("{} - {}", name(Color::Black), name(Color::White));
    for part in [&record.event, &record.date] {
        if !part.is_empty() {
            let _ = write!(text, ", {part}");
        }
    }
    format!("{text}: {}.", outcome(reviewed))
}

/// How it ended, in a clause.
fn outcome(reviewed: &Reviewed) -> String {
    let record = &reviewed.record;
    if let Some(outcome) = record.position().outcome() {
        return outcome.to_string();
    }
    let Some(verdict) = record.result() else { return "not finished".to_owned() };
    let winner = if verdict.margin > 0.0 { Color::Black } else { Color::White };
    match verdict.ending {
        Ending::Resigned => format!("{winner} wins by resignation"),
        Ending::TimedOut => format!("{winner} wins on time"),
        _ => format!("not finished; the record gives the difference as {:+}", verdict.margin),
    }
}

pub(super) const HEADING: &str =
    "  no  Black               White                 score   accuracy     discs lost   best moves";

/// One of several games.
pub(super) fn row(reviewed: &Reviewed) -> String {
    let record = &reviewed.record;
    let name = |color: Color| {
        let name: String = record.player(color).name.chars().take(18).collect();
        if name.is_empty() { "-".to_owned() } else { name }
    };
    let score = record.position().score();
    let [black, white] = &reviewed.review.players;
    format!(
        "{:>4}  {:<18}  {:<18}  {:>2}:{:<2}  {} {}  {:>6.1} {:>6.1}  {:>6} {:>6}",
        reviewed.number,
        name(Color::Black),
        name(Color::White),
        score.black,
        score.white,
        accuracy(black),
        accuracy(white),
        black.lost,
        white.lost,
        share(black.best, black.choices),
        share(white.best, white.choices),
    )
}

fn accuracy(side: &Summary) -> String {
    side.accuracy.map_or_else(|| format!("{:>6}", "-"), |accuracy| format!("{accuracy:>6.1}"))
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0}%", 100.0 * part as f64 / whole as f64) }
}

/// What several games come to.
#[derive(Default, Serialize)]
pub(super) struct Totals {
    pub(super) games: usize,
    accuracy: Sides<f64>,
    lost: Sides<f64>,
    best: Sides<usize>,
    choices: Sides<usize>,
    labels: std::collections::BTreeMap<&'static str, Sides<usize>>,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

impl<T> Sides<T> {
    fn of(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

impl Totals {
    pub(super) fn add(&mut self, reviewed: &Reviewed) {
        self.games += 1;
        for color in Color::ALL {
            let side = &reviewed.review.players[color.index()];
            *self.accuracy.of(color) += side.accuracy.unwrap_or(100.0);
            *self.lost.of(color) += side.lost;
            *self.best.of(color) += side.best;
            *self.choices.of(color) += side.choices;
        }
        for mv in &reviewed.review.moves {
            *self.labels.entry(mv.label.name()).or_default().of(mv.turn) += 1;
        }
    }

    fn means(&self) -> Sides<(f64, f64)> {
        let games = self.games.max(1) as f64;
        Sides {
            black: (self.accuracy.black / games, self.lost.black / games),
            white: (self.accuracy.white / games, self.lost.white / games),
        }
    }

    pub(super) fn text(&self) -> String {
        let Sides { black, white } = self.means();
        let games = if self.games == 1 { "game" } else { "games" };
        let name = format!("{} {games}, means", self.games);
        let mut text = format!(
            "      {name:<38}         {:>6.1} {:>6.1}  {:>6.1} {:>6.1}  {:>6} {:>6}",
            black.0,
            white.0,
            black.1,
            white.1,
            share(self.best.black, self.choices.black),
            share(self.best.white, self.choices.white),
        );
        for label in [Label::Inaccuracy, Label::Mistake, Label::Blunder] {
            let counts = self.labels.get(label.name()).copied().unwrap_or_default();
            let name = format!("{label}");
            let _ = write!(text, "\n      {name:<38}         {:>6} {:>6}", counts.black, counts.white);
        }
        text
    }

    pub(super) fn json(&self) -> serde_json::Result<String> {
        #[derive(Serialize)]
        struct Last<'a> {
            total: &'a Totals,
        }
        let games = self.games.max(1) as f64;
        let accuracy = Sides { black: self.accuracy.black / games, white: self.accuracy.white / games };
        let total = Totals {
            accuracy,
            games: self.games,
            lost: self.lost,
            best: self.best,
            choices: self.choices,
            labels: self.labels.clone(),
        };
        serde_json::to_string(&Last { total: &total })
    }
}

/// The review with what is only known here.
#[derive(Serialize)]
struct Game<'a> {
    number: usize,
    black: &'a str,
    white: &'a str,
    result: String,
    #[serde(flatten)]
    review: wire::Review,
}

/// One game as a JSON object.
pub(super) fn json(reviewed: &Reviewed, voice: Voice) -> serde_json::Result<String> {
    let Reviewed { number, record, review } = reviewed;
    serde_json::to_string(&Game {
        number: *number,
        black: &record.black.name,
        white: &record.white.name,
        result: outcome(reviewed),
        review: wire::Review::new(review, voice),
    })
}
