//! The HTTP side: routes, what guards them, and how failures are reported.

mod admin;
mod games;
pub(crate) mod guard;
mod json_lines;
mod pages;
mod people;
mod picture;
mod practice;
pub(crate) mod review;
mod study;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::app::App;
use crate::config::{BODY_BYTES, RECORD_BYTES};
use crate::wire::Reason;

/// Everything the server answers to.
pub(crate) fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::look))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/renew", post(games::renew))
        .route("/api/games/{id}/socket", get(games::socket))
        .route("/api/games/{id}/view", get(games::view))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/review", get(review::of_game))
        .route("/api/games/{id}/report", post(people::report))
        .route("/api/me", get(people::me).put(people::introduce).delete(people::forget))
        .route("/api/me/games", get(people::games))
        .route("/api/me/played", get(people::archive))
        .route("/api/me/export", get(people::export))
        .route("/api/players", get(people::players))
        .route("/feed/{file}", get(people::feed))
        .route("/api/admin", get(admin::state).post(admin::command))
        .route("/api/admin/export", get(admin::export))
        .route("/api/admin/games", get(admin::games))
        .route("/api/key", post(people::key))
        .route("/api/lobby", get(people::lobby))
        .route("/api/lobby/socket", get(people::socket))
        .route("/api/view", post(study::view).layer(DefaultBodyLimit::max(RECORD_BYTES * 2)))
        .route("/api/analyse", post(study::analyse))
        .route("/api/graph", post(study::graph))
        .route("/api/review", post(review::of_record).layer(DefaultBodyLimit::max(RECORD_BYTES * 2)))
        .route("/api/practice/socket", get(practice::socket))
        .route("/api/glossary", get(review::glossary))
        .route("/api/book", post(study::book))
        .route("/api/qr", post(study::qr))
        .route("/api/about", get(study::about))
        .route("/api/rules", get(study::rules))
        .route("/api/picture.svg", get(picture::svg))
        .route("/api/picture.png", get(picture::png))
        .route("/healthz", get(pages::health))
        .route("/", get(pages::index))
        .route("/lobby", get(pages::index))
        .route("/games", get(pages::index))
        .route("/admin", get(pages::index))
        .route("/practice", get(pages::index))
        .route("/practice/{drill}", get(pages::index))
        .route("/study", get(pages::index))
        .route("/study/review", get(pages::index))
        .route("/g/{id}", get(pages::game))
        .route("/g/{id}/review", get(pages::game))
        .fallback(get(pages::file))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}

/// The JSON of a body.
fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, ApiError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::from(Reason::RequestTooLarge),
        _ => ApiError::from(Reason::RequestCut),
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| ApiError::from(Reason::NotUnderstood { detail: error.to_string() }))
}

pub(crate) fn too_many(app: &App, reason: Reason) -> ApiError {
    app.metrics.turned_away.add();
    reason.into()
}
