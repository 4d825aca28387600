//! The HTTP side: routes, what guards them, and how failures are told.

mod games;
mod guard;
mod pages;
mod picture;
mod study;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::de::DeserializeOwned;

use crate::config::{BODY_BYTES, RECORD_BYTES};
use crate::hall::Hall;
use crate::table::Denial;
use crate::wire::{Code, Failure};

/// Whom a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Everything the server answers to.
pub(crate) fn router(hall: &Arc<Hall>) -> Router {
    Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::look))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/socket", get(games::socket))
        .route("/api/games/{id}/view", get(games::view))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/view", post(study::view).layer(DefaultBodyLimit::max(RECORD_BYTES * 2)))
        .route("/api/analyse", post(study::analyse))
        .route("/api/graph", post(study::graph))
        .route("/api/qr", post(study::qr))
        .route("/api/about", get(study::about))
        .route("/api/rules", get(study::rules))
        .route("/api/picture.svg", get(picture::svg))
        .route("/api/picture.png", get(picture::png))
        .route("/healthz", get(pages::health))
        .route("/", get(pages::index))
        .route("/study", get(pages::index))
        .route("/g/{id}", get(pages::index))
        .fallback(get(pages::file))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(hall), guard::guard))
        .with_state(Arc::clone(hall))
}

impl IntoResponse for Denial {
    fn into_response(self) -> Response {
        let status = match self.code {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Gone => StatusCode::GONE,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Unprocessable | Code::Refused | Code::Stale => StatusCode::UNPROCESSABLE_ENTITY,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        let body = Json(Failure { code: self.code, sentence: &self.sentence }).into_response();
        let mut response = (status, body).into_response();
        if matches!(self.code, Code::TooMany | Code::Unavailable) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("6"));
        }
        response
    }
}

/// The JSON of a body.
fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Denial> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Denial::new(Code::TooLarge, "The request is too large."),
        _ => Denial::new(Code::BadRequest, "The request ended too early."),
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| Denial::new(Code::BadRequest, format!("The request is not understood: {error}.")))
}

fn too_many(hall: &Hall, sentence: &str) -> Denial {
    hall.metrics.turned_away.add();
    Denial::new(Code::TooMany, sentence)
}
