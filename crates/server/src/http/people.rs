//! People: who they are, and their games.

use std::sync::Arc;

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::oneshot;

use super::games::{Body, bounded};
use super::{read, too_many};
use crate::api_error::ApiError;
use crate::app::App;
use crate::connection::Caller;
use crate::limits::Act;
use crate::lobby::{self, Message};
use crate::people::Key;
use crate::wire::{KeyFound, LobbyState, Me, MeRequest, MyGames, Reason, WordsRequest};

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
