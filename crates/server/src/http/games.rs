//! Games: creating, joining, watching and playing them.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_records::{Format, Record};
use serde::Deserialize;

use super::{read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::MESSAGE_BYTES;
use crate::connection::Caller;
use crate::limits::Act;
use crate::people::Key;
use crate::room::{self, Message};
use crate::served_game::{ServedGame, asks_for_a_friend};
use crate::socket;
use crate::store::Person;
use crate::study;
use crate::wire::{self, JoinRequest, Joined, NewGame, Reason, RenewRequest, View};

pub(super) type Body = Result<Bytes, BytesRejection>;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let request: NewGame = read(body)?;
    if !app.limiter.allow(caller.visitor, Act::NewGame) {
        return Err(too_many(&app, Reason::TooManyGames));
    }
    let person = known(&app, &headers).await?;
    if asks_for_a_friend(&request) {
        check_not_banned(person.as_ref())?;
    }
    let created = app.create(&request, person.map(|person| person.key)).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Joined>, ApiError> {
    check(&id)?;
    let request: JoinRequest = read(body)?;
    let person = known(&app, &headers).await?;
    check_not_banned(person.as_ref())?;
    let key = person.map(|person| person.key);
    let question = |reply| Message::Join { request: request.clone(), key, reply };
    let (joined, _) = app.ask(&id, question).await?;
    joined.map(Json)
}

/// Whoever sends a request, if they show a key and are known: the game is then theirs on all their devices.
async fn known(app: &App, headers: &HeaderMap) -> Result<Option<Person>, ApiError> {
    let Some(key) = Key::of(headers)? else {
        return Ok(None);
    };
    app.person(key.hash).await
}

/// Whoever is banned plays with nobody under their key.
fn check_not_banned(person: Option<&Person>) -> Result<(), ApiError> {
    if person.is_some_and(|person| person.banned) { Err(Reason::Banned.into()) } else { Ok(()) }
}

/// Another token in place of one that others may know. Asked again with the same key, it gives the same.
pub(super) async fn renew(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Joined>, ApiError> {
    check(&id)?;
    let request: RenewRequest = read(body)?;
    let question = |reply| Message::Renew { request: request.clone(), reply };
    let (renewed, _) = app.ask(&id, question).await?;
    renewed.map(Json)
}

pub(super) async fn look(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    check(&id)?;
    let text =
        app.inspect(&id, |game, now| room::update(game, game.you(None), game.seq(), now, false)).await?;
    let text = text.map_err(|_| ApiError::from(Reason::Broken))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    check(&id)?;
    let upgrade = upgrade.map_err(|_| ApiError::from(Reason::WebSocketExpected))?;
    // Whether there is such a game is said before the upgrade, where it can be said properly.
    app.inspect(&id, |_, _| ()).await?;
    Ok(bounded(upgrade).on_upgrade(move |socket| socket::run(socket, app, id, caller)))
}

/// A socket with bounds.
pub(super) fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        // The library takes 128 KiB for each socket if it is not told otherwise.
        .read_buffer_size(MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(256 * 1024)
}

pub(super) async fn view(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<View>, ApiError> {
    check(&id)?;
    let (record, result) = app.inspect(&id, |game, _| (game.record(), result_of(game))).await?;
    let mut view = study::view_of(&record, None, 1, vec![study::title(&record)]);
    view.result = result;
    Ok(Json(view))
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    #[serde(default)]
    format: Option<String>,
}

pub(super) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    check(&id)?;
    let format = format_of(&query, Format::Transcript)?;
    let record = app.inspect(&id, |game, _| game.record()).await?;
    // The results file has the name under which the terminal keeps it.
    file_of(&[record], format, if format == Format::Results { "results" } else { &id })
}

/// The format that is asked for.
pub(super) fn format_of(query: &RecordQuery, usual: Format) -> Result<Format, ApiError> {
    query.format.as_deref().map_or(Ok(usual), |format| {
        format.parse().map_err(|_| Reason::BadFormat { text: format.to_owned() }.into())
    })
}

/// Records as a file to be kept.
pub(super) fn file_of(records: &[Record], format: Format, name: &str) -> Result<Response, ApiError> {
    let bytes = outflank_records::write(records, format)
        .map_err(|error| ApiError::from(Reason::Unwritable { detail: error.to_string() }))?;
    let kind = match format {
        Format::Wthor => "application/octet-stream",
        Format::Json => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("attachment; filename=\"othello-{name}.{}\"", format.extension());
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &name)], bytes).into_response())
}

pub(super) fn check(id: &str) -> Result<(), ApiError> {
    if wire::is_game_id(id) { Ok(()) } else { Err(Reason::NoSuchGame.into()) }
}

fn result_of(game: &ServedGame) -> Option<String> {
    let live = game.live();
    live.result().map(|result| result.sentence(live.settings()))
}
