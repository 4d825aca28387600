//! The page and its files.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app::{App, Health};
use crate::page;
use crate::wire::Code;

/// One page for everything: what it shows is in its address.
pub(super) async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    named(&app, "index.html", &headers)
}

pub(super) async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let found = named(&app, uri.path().trim_start_matches('/'), &headers);
    let person = headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"));
    if found.status() != StatusCode::NOT_FOUND || !person {
        return found;
    }
    // A person who followed a wrong link gets the page, which says so; a program gets JSON.
    let mut page = named(&app, "index.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

fn named(app: &App, name: &str, headers: &HeaderMap) -> Response {
    let found = match &app.config.page {
        Some(folder) => page::from_folder(folder, name),
        None => page::find(name).map(|asset| page::answer(asset, headers)),
    };
    found
        .unwrap_or_else(|| ApiError::new(Code::NotFound, "There is nothing at this address.").into_response())
}

/// Whether the server can do its work, which is proved by a write.
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    if app.is_stopping() {
        return ApiError::new(Code::Unavailable, "The server stops.").into_response();
    }
    match app.health().await {
        Health::Good => "ok\n".into_response(),
        Health::LowSpace => "degraded: the disk is almost full, no new games are made\n".into_response(),
        Health::Down => {
            ApiError::new(Code::Unavailable, "Degraded: moves cannot be stored; clocks stand still.")
                .into_response()
        }
    }
}
