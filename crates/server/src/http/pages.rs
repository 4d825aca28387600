//! The page and its files.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};

use crate::hall::Hall;
use crate::page;
use crate::table::Denial;
use crate::wire::Code;

/// One page for everything: what it shows is in its address.
pub(super) async fn index(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Response {
    named(&hall, "index.html", &headers)
}

pub(super) async fn file(State(hall): State<Arc<Hall>>, uri: Uri, headers: HeaderMap) -> Response {
    named(&hall, uri.path().trim_start_matches('/'), &headers)
}

fn named(hall: &Hall, name: &str, headers: &HeaderMap) -> Response {
    let found = match &hall.config.page {
        Some(folder) => page::from_folder(folder, name),
        None => page::find(name).map(|asset| page::answer(asset, headers)),
    };
    found.unwrap_or_else(|| Denial::new(Code::NotFound, "There is nothing at this address.").into_response())
}

/// Whether the server can do its work: the store answers.
pub(super) async fn health(State(hall): State<Arc<Hall>>) -> Response {
    if hall.is_stopping() {
        return Denial::new(Code::Unavailable, "The server stops.").into_response();
    }
    match hall.journal.ask(|store| store.last_alive()).await {
        Ok(_) => "ok\n".into_response(),
        Err(_) => Denial::new(Code::Unavailable, "The store does not answer.").into_response(),
    }
}
