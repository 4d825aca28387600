//! Studying: records, values of moves, and the small things the page asks for.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use outflank_engine::{Analysis, Goal, Level, Limits, StopToken};
use outflank_play::{Name, rulebook};
use outflank_records::Format;
use outflank_rules::{Position, Variant};
use outflank_study::{Chart, Effort, Question, VALUES_TIME};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use super::{read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::{ANALYSIS_SECONDS, GRAPH_SECONDS, RECORD_BYTES};
use crate::connection::Caller;
use crate::engine_pool::{Busy, Job, Owner, Priority};
use crate::limits::{Permit, Resource};
use crate::study;
use crate::wire::{
    self, About, AboutLevel, AboutLimits, AboutRules, AnalyseRequest, AnalysisMessage, Code, GraphMessage,
    GraphRequest, Pair, QrRequest, RulesText, Section, Undo, View, ViewRequest,
};

type Body = Result<Bytes, BytesRejection>;

pub(super) async fn view(body: Body) -> Result<Json<View>, ApiError> {
    let request: ViewRequest = read(body)?;
    if request.text.as_ref().is_some_and(|text| text.len() > RECORD_BYTES) {
        return Err(ApiError::new(Code::TooLarge, "The record is too large."));
    }
    // A large text takes its time, and other people's games must not wait for it.
    let view = tokio::task::spawn_blocking(move || study::view(&request)).await;
    view.map_err(|_| ApiError::new(Code::Unavailable, "Something went wrong with this record."))?.map(Json)
}

pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, ApiError> {
    let request: AnalyseRequest = read(body)?;
    let position = Position::try_from(&request.position)
        .map_err(|error| ApiError::new(Code::Unprocessable, error.to_string()))?;
    let time = seconds(request.seconds, ANALYSIS_SECONDS)?.unwrap_or(VALUES_TIME);
    let lines = request.moves.unwrap_or(64).clamp(1, 64);
    let hold = app.limiter.hold(caller.visitor, Resource::Analysis);
    let hold = hold.ok_or_else(|| too_many(&app, "You have asked for many analyses; wait a little."))?;

    let (sender, lines_out) = mpsc::channel(64);
    if app.engines.waiting() > 0 {
        tell(&sender, &AnalysisMessage::Waiting);
    }
    let stop = StopToken::new();
    let work = move |engine: &mut outflank_engine::Engine, _: &mut _, stop: &StopToken| {
        let limits = Limits { goal: Goal::Strongest, time: Some(time), lines, ..Limits::default() };
        let analysis = engine.search(&position, &limits, stop, &mut |analysis| {
            // The last place is for the last line.
            if sender.capacity() > 1 {
                let analysis = wire::Analysis::new(analysis, position.turn());
                tell(&sender, &AnalysisMessage::Progress(analysis));
            }
        });
        tell(&sender, &AnalysisMessage::Done(wire::Analysis::new(&analysis, position.turn())));
    };
    let job = Job { stop: stop.clone(), work: Box::new(work) };
    app.engines
        .submit(Priority::Background, Owner::of(Some(caller.visitor), "study"), job)
        .map_err(|Busy| busy())?;
    app.metrics.analyses.add();
    Ok(json_lines(lines_out, Some(stop), hold))
}

pub(super) async fn graph(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, ApiError> {
    let request: GraphRequest = read(body)?;
    let game = study::game(request.start.as_ref(), &request.moves)?;
    let effort = seconds(request.seconds, GRAPH_SECONDS)?.map_or(Effort::Usual, Effort::Time);
    let hold = app.limiter.hold(caller.visitor, Resource::Analysis);
    let hold = hold.ok_or_else(|| too_many(&app, "You have asked for many analyses; wait a little."))?;
    let (sender, lines_out) = mpsc::channel(64);
    tokio::spawn(async move {
        if app.engines.waiting() > 0 {
            tell(&sender, &GraphMessage::Waiting);
        }
        // Whoever asked may be gone: then nobody is told, and the work ends.
        let owner = Owner::of(Some(caller.visitor), "study");
        let _ = draw(&app, &owner, Chart::new(game, effort), &sender).await;
    });
    Ok(json_lines(lines_out, None, hold))
}

/// Draws the chart, each position a question of its own, so that others get their turn.
async fn draw(app: &App, owner: &Owner, mut chart: Chart, sender: &mpsc::Sender<String>) -> Result<(), Gone> {
    let plies = chart.game().positions().len();
    let mut told = plies;
    loop {
        // What has become known since the last question, from the end backwards.
        for point in (chart.left()..told).rev().filter_map(|ply| chart.point(ply)) {
            sender.send(line_of(&GraphMessage::Ply(point.into()))).await.map_err(|_| Gone)?;
        }
        told = chart.left();
        let Some(question) = chart.next() else { break };
        let analysis = answer(app, owner, &question, sender).await?;
        chart.answer(question.id, &analysis);
    }
    let done = GraphMessage::Done { plies, loss: Pair::of(|color| chart.lost(color)) };
    sender.send(line_of(&done)).await.map_err(|_| Gone)
}

/// Nobody listens any more, or the server stops.
struct Gone;

/// What the engine says to a question.
async fn answer(
    app: &App,
    owner: &Owner,
    question: &Question,
    sender: &mpsc::Sender<String>,
) -> Result<Analysis, Gone> {
    let (stop, Question { position, limits, .. }) = (StopToken::new(), *question);
    let (reply, answer) = oneshot::channel();
    let work = move |engine: &mut outflank_engine::Engine, _: &mut _, stop: &StopToken| {
        let _ = reply.send(engine.search(&position, &limits, stop, &mut |_| {}));
    };
    let job = Job { stop: stop.clone(), work: Box::new(work) };
    app.engines.submit(Priority::Background, owner.clone(), job).map_err(|Busy| Gone)?;
    app.metrics.analyses.add();
    let analysis = tokio::select! {
        analysis = answer => analysis.map_err(|_| Gone)?,
        () = sender.closed() => {
            stop.stop();
            return Err(Gone);
        }
    };
    if analysis.lines.is_empty() { Err(Gone) } else { Ok(analysis) }
}

/// Whoever holds it keeps a search going.
struct StopOnDrop(Option<StopToken>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.stop();
        }
    }
}

/// An answer that comes line by line. When the client goes away, the work stops.
fn json_lines(lines: mpsc::Receiver<String>, stop: Option<StopToken>, hold: Permit) -> Response {
    let state = (lines, StopOnDrop(stop), hold);
    let lines = stream::unfold(state, |(mut lines, stop, hold)| async {
        let line = lines.recv().await?;
        Some((Ok::<String, std::convert::Infallible>(line), (lines, stop, hold)))
    });
    let body = ResponseBody::from_stream(lines);
    (
        [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (HeaderName::from_static("x-accel-buffering"), "no"),
        ],
        body,
    )
        .into_response()
}

/// Says a line if there is room for it.
fn tell(sender: &mpsc::Sender<String>, line: &impl Serialize) {
    let _ = sender.try_send(line_of(line));
}

fn line_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

fn busy() -> ApiError {
    ApiError::new(Code::Unavailable, "The computer has too much to think about; try again.")
}

fn seconds(asked: Option<f64>, most: f64) -> Result<Option<Duration>, ApiError> {
    let Some(seconds) = asked else { return Ok(None) };
    if (0.01..=most).contains(&seconds) {
        Ok(Some(Duration::from_secs_f64(seconds)))
    } else {
        Err(ApiError::new(Code::BadRequest, format!("The seconds have to be from 0.01 to {most}.")))
    }
}

/// The most bytes in a QR code: longer texts make codes that phones read badly.
const MOST_QR: usize = 300;

pub(super) async fn qr(body: Body) -> Result<Response, ApiError> {
    let request: QrRequest = read(body)?;
    let too_long = || ApiError::new(Code::TooLarge, format!("A QR code holds at most {MOST_QR} bytes here."));
    if request.text.len() > MOST_QR {
        return Err(too_long());
    }
    let code = QrCode::encode_text(&request.text, QrCodeEcc::Medium).map_err(|_| too_long())?;
    // The standard wants four light squares around the code.
    let (size, border) = (code.size(), 4);
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            // Writing to a String cannot fail.
            let _ = write!(path, "M{},{}h1v1h-1z", x + border, y + border);
        }
    }
    let side = size + 2 * border;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    );
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

pub(super) async fn about() -> Json<About> {
    let group = |level: Level| match level.number() {
        1..=3 => "easy",
        4..=6 => "medium",
        _ => "hard",
    };
    let levels = Level::all().map(|level| AboutLevel {
        number: level.number(),
        name: level.name().to_owned(),
        group: group(level).to_owned(),
        about: level.description().to_owned(),
    });
    Json(About {
        name: "Outflank".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: levels.collect(),
        easy: Level::EASY.number(),
        medium: Level::MEDIUM.number(),
        hard: Level::HARD.number(),
        rules: Variant::ALL.map(about_rules).into(),
        undo: vec![Undo::Once, Undo::None, Undo::Unlimited],
        formats: Format::ALL.map(|format| format.name().to_owned()).into(),
        limits: AboutLimits {
            analysis_s: ANALYSIS_SECONDS,
            graph_s: GRAPH_SECONDS,
            record_bytes: RECORD_BYTES,
            name_chars: Name::MAX_CHARS,
        },
    })
}

/// The title of a variant and what is different in it.
fn about_rules(variant: Variant) -> AboutRules {
    let (title, about) = match (variant.orthogonal, variant.thirty) {
        (false, false) => ("Standard", "The rules of tournaments."),
        (true, false) => ("Orthogonal", "Only rows and columns outflank; diagonals do not."),
        (false, true) => {
            ("Thirty", "Each player has 30 discs. Whoever could move but has none left ends the game.")
        }
        (true, true) => {
            ("Orthogonal, thirty", "Only rows and columns outflank, and each player has 30 discs.")
        }
    };
    AboutRules { name: variant.to_string(), title: title.to_owned(), about: about.to_owned() }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(super) struct RulesQuery {
    rules: Option<String>,
    undo: Option<String>,
}

pub(super) async fn rules(
    query: Result<Query<RulesQuery>, QueryRejection>,
) -> Result<Json<RulesText>, ApiError> {
    let bad = |sentence: String| ApiError::new(Code::BadRequest, sentence);
    let Query(query) = query.map_err(|rejection| bad(rejection.body_text()))?;
    let variant: Variant =
        query.rules.unwrap_or_default().parse().map_err(|error| bad(format!("{error}.")))?;
    let undo = query.undo.as_deref().unwrap_or("once").parse().map_err(|error| bad(format!("{error}.")))?;
    let sections = rulebook::sections(variant, undo)
        .into_iter()
        .map(|section| Section { heading: section.title.to_owned(), paragraphs: section.items });
    Ok(Json(RulesText { title: "The rules of Othello".to_owned(), sections: sections.collect() }))
}
