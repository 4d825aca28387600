//! The page and its files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use outflank_play::LiveGame;
use outflank_records::board;

use super::games;
use crate::api_error::ApiError;
use crate::app::{App, Health};
use crate::page::{self, Preview};
use crate::served_game::ServedGame;
use crate::study;
use crate::wire::{Code, Reason, Side};

/// One page for everything: what it shows is in its address.
pub(super) async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    named(&app, "/index.html", &headers)
}

/// The page of a game: links to it are shown with its players and its position. Whoever has the link sees the game;
/// search engines do not list it.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let look = |game: &ServedGame, _| (study::title(&game.record()), game.live().clone());
    let found = match games::check(&id) {
        Ok(()) => app.inspect(&id, look).await,
        Err(error) => Err(error),
    };
    let mut response = match found {
        Ok((title, live)) => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            let origin = app.config.origins.first().cloned().unwrap_or_else(|| format!("http://{host}"));
            let document = page::document_with(&preview(&title, &live, &origin));
            match document.filter(|_| app.config.page.is_none()) {
                Some(document) => Html(document).into_response(),
                None => named(&app, "/index.html", &headers),
            }
        }
        // A person who followed a wrong link gets the page, which says so.
        Err(error) if error.code == Code::NotFound => not_found(&app),
        Err(error) => return error.into_response(),
    };
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

fn preview(title: &str, live: &LiveGame, origin: &str) -> Preview {
    let board: String = board::text(live.position()).chars().take(64).collect();
    let turn = Side::from(live.position().turn());
    let turn = if turn == Side::Black { "black" } else { "white" };
    let last = live.last_placed().map_or(String::new(), |(square, _)| format!("&last={square}"));
    let description = match live.result() {
        Some(result) => result.sentence(live.settings()),
        None => format!("A game of Othello, {} moves so far.", live.game().moves().len()),
    };
    Preview {
        title: format!("{title} · Outflank"),
        description,
        image: format!("{origin}/api/picture.png?board={board}&turn={turn}{last}&width=720"),
    }
}

pub(super) async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let found = named(&app, uri.path(), &headers);
    let person = headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"));
    if found.status() == StatusCode::NOT_FOUND && person { not_found(&app) } else { found }
}

/// A person who followed a wrong link gets the page, which says so; a program gets JSON.
fn not_found(app: &App) -> Response {
    let mut page = named(app, "/index.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

fn named(app: &App, path: &str, headers: &HeaderMap) -> Response {
    let (name, lasting) = page::name_of(path);
    let found = match &app.config.page {
        Some(folder) => page::from_folder(folder, name),
        None => page::find(name).map(|asset| page::answer(asset, lasting, headers)),
    };
    found.unwrap_or_else(|| ApiError::from(Reason::NothingHere).into_response())
}

/// Whether the server can do its work, which is proved by a write.
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    if app.is_stopping() {
        return ApiError::from(Reason::Stopping).into_response();
    }
    match app.health().await {
        Health::Good => "ok\n".into_response(),
        Health::LowSpace => "degraded: the disk is almost full, no new games are made\n".into_response(),
        Health::Down => ApiError::from(Reason::StoreDown).into_response(),
    }
}
