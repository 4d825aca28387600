//! The routes of the administrator, behind a token that is printed when the server starts.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use outflank_records::Format;
use serde::Deserialize;
use tokio::sync::oneshot;

use super::games::{Body, RecordQuery, file_of, format_of};
use super::read;
use crate::api_error::ApiError;
use crate::app::App;
use crate::lobby::Message;
use crate::secret;
use crate::wire::{AdminCommand, AdminGames, AdminState, Reason};

/// Whether a request shows the token.
fn check(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|text| text.strip_prefix("Bearer "));
    // Hashes are compared, so that how long it takes tells nothing of the token.
    let right = token.is_some_and(|token| secret::hash(token) == secret::hash(app.admin_token()));
    if right { Ok(()) } else { Err(Reason::NotInCharge.into()) }
}

pub(super) async fn state(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Json<AdminState>, ApiError> {
    check(&app, &headers)?;
    let (reply, answer) = oneshot::channel();
    app.lobby.send(Message::Look(reply)).await;
    let stopped = answer.await.is_ok_and(|lobby| lobby.stopped);
    app.admin_state(stopped).await.map(Json)
}

pub(super) async fn command(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    check(&app, &headers)?;
    let command: AdminCommand = read(body)?;
    app.administer(&command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whose games are asked for.
#[derive(Deserialize)]
pub(super) struct Whose {
    name: String,
}

pub(super) async fn games(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    whose: Result<Query<Whose>, QueryRejection>,
) -> Result<Json<AdminGames>, ApiError> {
    check(&app, &headers)?;
    let Query(whose) = whose.map_err(|error| Reason::NotUnderstood { detail: error.body_text() })?;
    app.games_of(&whose.name).await.map(Json)
}

/// All finished games of players with a key, as a file.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    check(&app, &headers)?;
    let format = format_of(&query, Format::Ggf)?;
    file_of(&app.records(None, format).await?, format, "all-games")
}
