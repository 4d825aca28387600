//! Studying: records, values of moves, and the small things the page asks for.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Extension, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use outflank_engine::{Analysis, Goal, Level, Limits, StopToken};
use outflank_play::{Name, rulebook, setup};
use outflank_records::{Format, openings};
use outflank_rules::{Position, Variant};
use outflank_study::{Adviser, Chart, Effort, Explorer, Question, VALUES_TIME};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;

use super::json_lines::{self, Gone, Lines};
use super::{read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::{ANALYSIS_SECONDS, GRAPH_SECONDS, RECORD_BYTES};
use crate::connection::Caller;
use crate::engine_pool::{Owner, Priority};
use crate::engines::{Search, Unanswered};
use crate::limits::Resource;
use crate::study;
use crate::wire::{
    self, About, AboutGreeting, AboutLevel, AboutLimits, AboutOpening, AboutRules, AnalyseRequest,
    AnalysisMessage, BookRequest, Clock, GraphMessage, GraphRequest, Pair, QrRequest, Reason, RulesText,
    Section, Undo, View, ViewRequest,
};
use crate::work::{Answer, Ask, Task};

type Body = Result<Bytes, BytesRejection>;

pub(super) async fn view(body: Body) -> Result<Json<View>, ApiError> {
    let request: ViewRequest = read(body)?;
    if request.text.as_ref().is_some_and(|text| text.len() > RECORD_BYTES) {
        return Err(Reason::RecordTooLarge.into());
    }
    // A large text takes its time, and other people's games must not wait for it.
    let view = tokio::task::spawn_blocking(move || study::view(&request)).await;
    view.map_err(|_| ApiError::from(Reason::Broken))?.map(Json)
}

pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, ApiError> {
    let request: AnalyseRequest = read(body)?;
    let position = Position::try_from(&request.position)
        .map_err(|error| ApiError::from(Reason::BadPosition { detail: error.to_string() }))?;
    let time = seconds(request.seconds, ANALYSIS_SECONDS)?.unwrap_or(VALUES_TIME);
    let lines = request.moves.unwrap_or(64).clamp(1, 64);
    app.refuse_live(&[position]).await?;
    let hold = app.limiter.hold(caller.visitor, Resource::Analysis);
    let hold = hold.ok_or_else(|| too_many(&app, Reason::TooManyAnalyses))?;

    let (sender, lines_out) = json_lines::channel();
    if app.engines.waiting() > 0 {
        sender.offer(&AnalysisMessage::Waiting);
    }
    let stop = StopToken::new();
    let limits = Limits { goal: Goal::Strongest, time: Some(time), lines, ..Limits::default() };
    let (turn, progress) = (position.turn(), sender.clone());
    let owner = Owner::of(Some(caller.visitor), "study");
    let search = app.search(Search {
        task: Task { position, ask: Ask::Search { limits, fresh: false } },
        priority: Priority::Background,
        owner: owner.clone(),
        stop: stop.clone(),
        observer: Some(Arc::new(move |analysis| {
            progress.offer(&AnalysisMessage::Progress(wire::Analysis::new(analysis, turn)));
        })),
    });
    if search.is_refused() {
        return Err(busy());
    }
    app.metrics.analyses.add();
    tokio::spawn(async move {
        // What was stopped is not all that there is to know, and says so by not being finished.
        if let Ok(Answer::Search(analysis)) = search.await {
            let mut done = wire::Analysis::new(&analysis, turn);
            if request.steps {
                match steps(&app, &owner, &position, &analysis, &sender).await {
                    Ok(steps) => done.steps = steps,
                    Err(Gone) => return,
                }
            }
            sender.finish(&AnalysisMessage::Done(done));
        }
    });
    Ok(lines_out.into_response(Some(stop), hold))
}

/// A hint in words about a position whose best moves are known.
async fn steps(
    app: &App,
    owner: &Owner,
    position: &Position,
    best: &Analysis,
    sender: &Lines,
) -> Result<Vec<String>, Gone> {
    let mut adviser = Adviser::knowing(*position, outflank_study::candidates(best, position.turn()));
    while let Some(question) = adviser.next().filter(|_| !best.lines.is_empty()) {
        let analysis = answer(app, owner, &question, sender).await?;
        adviser.answer(question.id, &analysis);
    }
    Ok(adviser.advice().map_or_else(Vec::new, |advice| advice.steps().to_vec()))
}

pub(super) async fn graph(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, ApiError> {
    let request: GraphRequest = read(body)?;
    let game = study::game(request.start.as_ref(), &request.moves)?;
    app.refuse_live(game.positions()).await?;
    let effort = seconds(request.seconds, GRAPH_SECONDS)?.map_or(Effort::Usual, Effort::Time);
    let hold = app.limiter.hold(caller.visitor, Resource::Analysis);
    let hold = hold.ok_or_else(|| too_many(&app, Reason::TooManyAnalyses))?;
    let (sender, lines_out) = json_lines::channel();
    tokio::spawn(async move {
        if app.engines.waiting() > 0 {
            sender.offer(&GraphMessage::Waiting);
        }
        // Whoever asked may be gone: then nobody is told, and the work ends.
        let owner = Owner::of(Some(caller.visitor), "study");
        let _ = draw(&app, &owner, Chart::new(game, effort), &sender).await;
    });
    Ok(lines_out.into_response(None, hold))
}

/// Draws the chart, each position a question of its own, so that others get their turn.
async fn draw(app: &App, owner: &Owner, mut chart: Chart, sender: &Lines) -> Result<(), Gone> {
    let plies = chart.game().positions().len();
    let mut told = plies;
    loop {
        // What has become known since the last question, from the end backwards.
        for point in (chart.left()..told).rev().filter_map(|ply| chart.point(ply)) {
            sender.send(&GraphMessage::Ply(point.into())).await?;
        }
        told = chart.left();
        let Some(question) = chart.next() else { break };
        let analysis = answer(app, owner, &question, sender).await?;
        chart.answer(question.id, &analysis);
    }
    sender.send_last(&GraphMessage::Done { plies, loss: Pair::of(|color| chart.lost(color)) }).await
}

/// What the engine says to a question, for somebody who listens.
pub(super) async fn answer(
    app: &App,
    owner: &Owner,
    question: &Question,
    sender: &Lines,
) -> Result<Analysis, Gone> {
    answer_until(app, owner, question, sender.closed()).await
}

/// What the engine says to a question, unless it is given up before.
pub(crate) async fn answer_until(
    app: &App,
    owner: &Owner,
    question: &Question,
    given_up: impl Future<Output = ()>,
) -> Result<Analysis, Gone> {
    let (stop, Question { position, limits, .. }) = (StopToken::new(), *question);
    let search = app.search(Search {
        task: Task { position, ask: Ask::Search { limits, fresh: false } },
        priority: Priority::Background,
        owner: owner.clone(),
        stop: stop.clone(),
        observer: None,
    });
    app.metrics.analyses.add();
    let answer = tokio::select! {
        answer = search => answer.map_err(|Unanswered| Gone)?,
        () = given_up => {
            stop.stop();
            return Err(Gone);
        }
    };
    // A search that was stopped by somebody else says nothing that belongs on a chart.
    let analysis = answer.into_analysis().filter(|analysis| !analysis.lines.is_empty());
    analysis.filter(|_| !app.is_stopping()).ok_or(Gone)
}

fn busy() -> ApiError {
    Reason::EngineBusy.into()
}

pub(super) fn seconds(asked: Option<f64>, most: f64) -> Result<Option<Duration>, ApiError> {
    let Some(seconds) = asked else { return Ok(None) };
    if (0.01..=most).contains(&seconds) {
        Ok(Some(Duration::from_secs_f64(seconds)))
    } else {
        Err(Reason::BadSeconds { most }.into())
    }
}

/// What the opening book and people know of a position. In a game of two people it is refused as searches are.
pub(super) async fn book(State(app): State<Arc<App>>, body: Body) -> Result<Json<wire::Explorer>, ApiError> {
    let request: BookRequest = read(body)?;
    let position = Position::try_from(&request.position)
        .map_err(|error| ApiError::from(Reason::BadPosition { detail: error.to_string() }))?;
    app.refuse_live(&[position]).await?;
    // The first look lays the book out, which takes some milliseconds.
    let source = app.config.book;
    let explorer = tokio::task::spawn_blocking(move || Explorer::of(&position, source())).await;
    explorer.map(|explorer| Json(wire::Explorer::new(&explorer))).map_err(|_| Reason::Broken.into())
}

/// The most bytes in a QR code: longer texts make codes that phones read badly.
const MOST_QR: usize = 300;

pub(super) async fn qr(body: Body) -> Result<Response, ApiError> {
    let request: QrRequest = read(body)?;
    let too_long = || ApiError::from(Reason::QrTooLarge { most: MOST_QR });
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
    let levels = Level::all().map(|level| AboutLevel {
        number: level.number(),
        name: level.name().to_owned(),
        group: level.group().to_owned(),
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
        clocks: setup::CLOCKS.map(Clock::from).into(),
        offer_clocks: setup::OFFER_CLOCKS.map(|clock| clock.map(Clock::from)).into(),
        greetings: AboutGreeting::all(),
        openings: openings::all()
            .map(|opening| AboutOpening { name: opening.name.to_owned(), moves: opening.line.to_owned() })
            .collect(),
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
    let (title, about) = rulebook::about(variant);
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
    let Query(query) = query.map_err(|rejection| Reason::NotUnderstood { detail: rejection.body_text() })?;
    let rules = query.rules.unwrap_or_default();
    let variant: Variant = rules.parse().map_err(|_| Reason::BadRules { text: rules })?;
    let undo = query.undo.unwrap_or_else(|| "once".to_owned());
    let undo = undo.parse().map_err(|_| Reason::BadUndo { text: undo })?;
    let sections = rulebook::sections(variant, undo)
        .into_iter()
        .map(|section| Section { heading: section.title.to_owned(), paragraphs: section.items });
    Ok(Json(RulesText { title: "The rules of Othello".to_owned(), sections: sections.collect() }))
}
