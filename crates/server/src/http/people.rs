//! People: who they are, and their games.

use std::sync::Arc;

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_records::Format;
use tokio::sync::oneshot;

use super::games::{Body, RecordQuery, bounded, check, file_of, format_of};
use super::{read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::connection::Caller;
use crate::limits::Act;
use crate::lobby::{self, Message};
use crate::people::archive::Wanted;
use crate::people::{Key, feeds};
use crate::secret;
use crate::wire::{
    Archive, KeyFound, LobbyState, Me, MeRequest, MyGames, Players, Reason, ReportRequest, WordsRequest,
};

/// Who the one who asks is.
pub(super) async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Me>, ApiError> {
    let key = Key::required(&headers)?;
    let person = app.known(&key).await?;
    app.note_seen(&person).await;
    Ok(Json(person.me(&key, app.now().0)))
}

/// Makes the one who asks known, or changes what is known.
pub(super) async fn introduce(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Me>, ApiError> {
    let key = Key::required(&headers)?;
    let request: MeRequest = read(body)?;
    if !app.limiter.allow(caller.visitor, Act::NewGame) {
        return Err(too_many(&app, Reason::TooManyCommands));
    }
    app.introduce(&key, &request).await.map(Json)
}

/// Forgets the one who asks.
pub(super) async fn forget(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<StatusCode, ApiError> {
    let key = Key::required(&headers)?;
    app.forget_person(&key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finished games of the one who asks.
pub(super) async fn archive(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Archive>, ApiError> {
    let key = Key::required(&headers)?;
    app.known(&key).await?;
    app.archive(key.hash, &wanted).await.map(Json)
}

/// Finished games of the one who asks, as a file.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    let key = Key::required(&headers)?;
    app.known(&key).await?;
    let format = format_of(&query, Format::Ggf)?;
    file_of(&app.records(Some(key.hash), format).await?, format, "games")
}

/// Players by strength.
pub(super) async fn players(State(app): State<Arc<App>>) -> Result<Json<Players>, ApiError> {
    app.players().await.map(Json)
}

/// Whose turn it is, for feed readers (`.atom`) and calendars (`.ics`).
pub(super) async fn feed(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (secret, kind) = file.split_once('.').ok_or(Reason::NothingHere)?;
    let hash = secret::hash(secret);
    let person = app.journal.people(move |people| people.with_feed(&hash)).await;
    let person = person.map_err(|error| app.unavailable(&error))?.ok_or(Reason::NothingHere)?;
    let games = app.my_games(person.key).await?;
    let (origin, now) = (super::pages::origin(&app, &headers), app.now());
    let (kind, text) = match kind {
        "atom" => ("application/atom+xml", feeds::atom(&person.name, secret, &origin, &games, now)),
        "ics" => ("text/calendar; charset=utf-8", feeds::calendar(&origin, &games, now)),
        _ => return Err(Reason::NothingHere.into()),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The key that eight words say.
pub(super) async fn key(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Json<KeyFound>, ApiError> {
    let request: WordsRequest = read(body)?;
    if !app.limiter.allow(caller.visitor, Act::NewGame) {
        return Err(too_many(&app, Reason::TooManyCommands));
    }
    let key = Key::read(&request.words)?;
    let person = app.known(&key).await?;
    Ok(Json(KeyFound { key: key.text(), name: person.name }))
}

/// The one who asks reports the other player of a game.
pub(super) async fn report(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    check(&id)?;
    let key = Key::required(&headers)?;
    let request: ReportRequest = read(body)?;
    if !app.limiter.allow(caller.visitor, Act::NewGame) {
        return Err(too_many(&app, Reason::TooManyCommands));
    }
    app.report(&key, &id, &request).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The games of the one who asks that go on.
pub(super) async fn games(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Json<MyGames>, ApiError> {
    let key = Key::required(&headers)?;
    app.known(&key).await?;
    let games = app.my_games(key.hash).await?;
    Ok(Json(MyGames { now: app.now().0, games }))
}

/// The lobby as everybody sees it.
pub(super) async fn lobby(State(app): State<Arc<App>>) -> Result<Json<LobbyState>, ApiError> {
    let (reply, answer) = oneshot::channel();
    app.lobby.send(Message::Look(reply)).await;
    answer.await.map(Json).map_err(|_| Reason::Unreachable.into())
}

pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::from(Reason::WebSocketExpected))?;
    Ok(bounded(upgrade).on_upgrade(move |socket| lobby::run(socket, app, caller)))
}
