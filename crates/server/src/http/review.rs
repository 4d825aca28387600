//! Reviews: of a game that is over, kept with it, or of a record.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use outflank_records::Record;
use outflank_study::words::Voice;
use outflank_study::{Effort, Reviewer};
use serde::Deserialize;
use tokio::sync::watch;

use super::json_lines::{self, Gone, Lines};
use super::study::{answer_until, seconds};
use super::{games, read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::{GRAPH_SECONDS, RECORD_BYTES};
use crate::connection::Caller;
use crate::engine_pool::Owner;
use crate::limits::Resource;
use crate::reviews::{Progress, ProgressSender};
use crate::served_game::ServedGame;
use crate::store::KeptReview;
use crate::study;
use crate::visitor::Visitor;
use crate::wire::{GlossaryEntry, Moment, Reason, Review, ReviewMessage, ReviewRequest, ReviewedMove};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ReviewQuery {
    deep: bool,
}

/// The review of a game that is over. Once it is made, it is kept with the game; a deeper one takes its place.
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    query: Result<Query<ReviewQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|error| Reason::NotUnderstood { detail: error.body_text() })?;
    let record = finished(&app, &id).await?;
    app.refuse_live(record.game.positions()).await?;
    let kept = app.kept_review(&id, &record).await?;
    if let Some(review) = kept.filter(|kept| kept.deep || !query.deep) {
        let line = ReviewMessage::Done(Box::new(review));
        return Ok(([(header::CONTENT_TYPE, json_lines::MIME)], json_lines::text(&line)).into_response());
    }
    let effort = if query.deep { Effort::Deep } else { Effort::Usual };
    let keep = Some((id, KeptReview::key_of(&record)));
    start(app, caller.visitor, &record, effort, keep)
}

/// The record of a game that is over.
pub(crate) async fn finished(app: &Arc<App>, id: &str) -> Result<Record, ApiError> {
    games::check(id)?;
    let look = |game: &ServedGame, _| {
        let refused = (!game.live().is_over())
            .then(|| if game.is_between_people() { Reason::LiveGame } else { Reason::NotOver });
        (game.record(), refused)
    };
    match app.inspect(id, look).await? {
        (record, None) => Ok(record),
        (_, Some(reason)) => Err(reason.into()),
    }
}

/// The review of a record, which is not kept.
pub(super) async fn of_record(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let request: ReviewRequest = read(body)?;
    if request.text.as_ref().is_some_and(|text| text.len() > RECORD_BYTES) {
        return Err(Reason::RecordTooLarge.into());
    }
    let usual = if request.deep { Effort::Deep } else { Effort::Usual };
    let effort = seconds(request.seconds, GRAPH_SECONDS)?.map_or(usual, Effort::Time);
    // A large text takes its time, and other people's games must not wait for it.
    let record = tokio::task::spawn_blocking(move || study::record(&request)).await;
    let record = record.map_err(|_| ApiError::from(Reason::Broken))??;
    app.refuse_live(record.game.positions()).await?;
    start(app, caller.visitor, &record, effort, None)
}

/// The words of reviews and hints.
pub(super) async fn glossary() -> Json<Vec<GlossaryEntry>> {
    Json(GlossaryEntry::all())
}

/// Begins a review, or joins those who wait for the same one; with a game and a key it is kept.
fn start(
    app: Arc<App>,
    visitor: Visitor,
    record: &Record,
    effort: Effort,
    keep: Option<(String, String)>,
) -> Result<Response, ApiError> {
    let reviewer = Reviewer::new(record, effort, None).map_err(|_| ApiError::from(Reason::NoMoves))?;
    let hold = app.limiter.hold(visitor, Resource::Analysis);
    let hold = hold.ok_or_else(|| too_many(&app, Reason::TooManyAnalyses))?;
    let (sender, lines_out) = json_lines::channel();
    if app.engines.waiting() > 0 {
        sender.offer(&ReviewMessage::Waiting);
    }
    let progress = match keep {
        None => {
            let (updates, progress) = watch::channel(Progress::default());
            tokio::spawn(make(app, visitor, reviewer, Arc::new(updates), None));
            progress
        }
        Some(keep) => app.reviews.join((keep.0.clone(), format!("{effort:?} {}", keep.1)), |updates| {
            tokio::spawn(make(app.clone(), visitor, reviewer, updates, Some(keep)));
        }),
    };
    tokio::spawn(tell(progress, sender));
    Ok(lines_out.into_response(None, hold))
}

/// Makes a review, each position a question of its own, so that others get their turn. It goes on while anybody waits for it.
async fn make(
    app: Arc<App>,
    visitor: Visitor,
    mut reviewer: Reviewer,
    updates: ProgressSender,
    keep: Option<(String, String)>,
) {
    let owner = Owner::of(Some(visitor), "study");
    while let Some(question) = reviewer.next() {
        let Ok(analysis) = answer_until(&app, &owner, &question, updates.closed()).await else { return };
        reviewer.answer(question.id, &analysis);
        let review = reviewer.review();
        let (done, of) = reviewer.progress();
        updates.send_modify(|progress| {
            progress.moves = review.moves.iter().map(ReviewedMove::from).collect();
            progress.moments = Moment::all(&review, Voice::default());
            (progress.done, progress.of) = (done, of);
        });
    }
    let review = Review::new(&reviewer.review(), Voice::default());
    if let Some((game, key)) = keep {
        app.keep_review(game, key, &review).await;
    }
    updates.send_modify(|progress| progress.whole = Some(Box::new(review)));
}

/// Streams what becomes known to one waiting client, until everything is known or the client leaves.
async fn tell(mut progress: watch::Receiver<Progress>, sender: Lines) -> Result<(), Gone> {
    let mut told = usize::MAX;
    let mut told_moments = Vec::new();
    loop {
        let Progress { done, of, moves, moments, whole } = progress.borrow_and_update().clone();
        if let Some(review) = whole {
            return sender.send_last(&ReviewMessage::Done(review)).await;
        }
        let moves: Vec<ReviewedMove> = moves.into_iter().filter(|mv| mv.ply < told).collect();
        if !moves.is_empty() || moments != told_moments {
            told = moves.first().map_or(told, |mv| mv.ply);
            told_moments.clone_from(&moments);
            sender.send(&ReviewMessage::Part { done, of, moves, moments }).await?;
        }
        tokio::select! {
            changed = progress.changed() => changed.map_err(|_| Gone)?,
            () = sender.closed() => return Err(Gone),
        }
    }
}
