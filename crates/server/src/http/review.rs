//! Reviews: of a game that is over, kept with it, or of a record.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use outflank_records::Record;
use outflank_study::words::Voice;
use outflank_study::{Effort, Reviewer};

use super::json_lines::{self, Gone, Lines};
use super::study::{answer, seconds};
use super::{games, read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::{GRAPH_SECONDS, RECORD_BYTES};
use crate::connection::Caller;
use crate::engine_pool::Owner;
use crate::limits::Resource;
use crate::served_game::ServedGame;
use crate::store::KeptReview;
use crate::study;
use crate::visitor::Visitor;
use crate::wire::{GlossaryEntry, Moment, Reason, Review, ReviewMessage, ReviewRequest, ReviewedMove};

/// The review of a game that is over. Once it is made, it is kept with the game.
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let record = finished(&app, &id).await?;
    app.refuse_live(record.game.positions()).await?;
    if let Some(review) = app.kept_review(&id, &record).await? {
        let line = ReviewMessage::Done(Box::new(review));
        return Ok(([(header::CONTENT_TYPE, json_lines::MIME)], json_lines::text(&line)).into_response());
    }
    let keep = Some((id, KeptReview::key_of(&record)));
    start(app, caller.visitor, &record, Effort::Usual, keep)
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
    let effort = seconds(request.seconds, GRAPH_SECONDS)?.map_or(Effort::Usual, Effort::Time);
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

/// Begins a review; with a game and a key it is kept.
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
    tokio::spawn(async move {
        if app.engines.waiting() > 0 {
            sender.offer(&ReviewMessage::Waiting);
        }
        let owner = Owner::of(Some(visitor), "study");
        // Whoever asked may be gone: then nobody is told, and the work ends.
        let Ok(review) = make(&app, &owner, reviewer, &sender).await else { return };
        if let Some((game, key)) = keep {
            app.keep_review(game, key, &review).await;
        }
        let _ = sender.send_last(&ReviewMessage::Done(Box::new(review))).await;
    });
    Ok(lines_out.into_response(None, hold))
}

/// Makes a review, each position a question of its own, so that others get their turn.
async fn make(app: &App, owner: &Owner, mut reviewer: Reviewer, sender: &Lines) -> Result<Review, Gone> {
    let mut told = usize::MAX;
    let mut told_moments = Vec::new();
    while let Some(question) = reviewer.next() {
        let analysis = answer(app, owner, &question, sender).await?;
        reviewer.answer(question.id, &analysis);
        let review = reviewer.review();
        let new = review.moves.iter().filter(|mv| mv.ply < told).map(ReviewedMove::from);
        let moves: Vec<ReviewedMove> = new.collect();
        let moments = Moment::all(&review, Voice::default());
        if moves.is_empty() && moments == told_moments {
            continue;
        }
        told = moves.first().map_or(told, |mv| mv.ply);
        told_moments.clone_from(&moments);
        let (done, of) = reviewer.progress();
        sender.send(&ReviewMessage::Part { done, of, moves, moments }).await?;
    }
    Ok(Review::new(&reviewer.review(), Voice::default()))
}
