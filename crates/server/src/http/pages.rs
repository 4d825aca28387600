//! The page and its files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use outflank_play::LiveGame;
use outflank_records::board;
use outflank_rules::{Color, Position, Square};

use super::games;
use crate::api_error::ApiError;
use crate::app::{App, Health};
use crate::page::{self, Preview};
use crate::served_game::ServedGame;
use crate::study;
use crate::wire::{Code, Reason};

/// One page for everything: what it shows is in its address.
pub(super) async fn index(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    document(&app, uri.path(), &front(&app, &headers), &headers)
}

/// The page, as links to it are shown.
fn document(app: &App, path: &str, preview: &Preview, headers: &HeaderMap) -> Response {
    let made = app.config.page.is_none().then(|| page::document(path, preview, headers)).flatten();
    made.unwrap_or_else(|| named(app, "/index.html", headers))
}

/// What a link to the site is shown with.
fn front(app: &App, headers: &HeaderMap) -> Preview {
    let start = Position::default();
    Preview {
        title: "Outflank: play Othello".to_owned(),
        description:
            "Play Othello at once: against the computer, two on one device, or with a friend by link."
                .to_owned(),
        image: picture(&start, None, &origin(app, headers)),
    }
}

/// Where the page is, as whoever asks for it sees it.
pub(super) fn origin(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    app.config.origins.first().cloned().unwrap_or_else(|| format!("http://{host}"))
}

/// The address of a picture of a position.
fn picture(position: &Position, last: Option<Square>, origin: &str) -> String {
    let board: String = board::text(position).chars().take(64).collect();
    let turn = if position.turn() == Color::Black { "black" } else { "white" };
    let last = last.map_or(String::new(), |square| format!("&last={square}"));
    format!("{origin}/api/picture.png?board={board}&turn={turn}{last}&width=720")
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
            let preview = preview(&title, &live, &origin(&app, &headers));
            document(&app, "/g", &preview, &headers)
        }
        // A person who followed a wrong link gets the page, which says so.
        Err(error) if error.code == Code::NotFound => not_found(&app, &headers),
        Err(error) => return error.into_response(),
    };
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

fn preview(title: &str, live: &LiveGame, origin: &str) -> Preview {
    let description = match live.result() {
        Some(result) => result.sentence(live.settings()),
        None => format!("A game of Othello, {} moves so far.", live.game().moves().len()),
    };
    Preview {
        title: format!("{title} · Outflank"),
        description,
        image: picture(live.position(), live.last_placed().map(|(square, _)| square), origin),
    }
}

pub(super) async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let found = named(&app, uri.path(), &headers);
    let person = headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"));
    if found.status() == StatusCode::NOT_FOUND && person { not_found(&app, &headers) } else { found }
}

/// A person who followed a wrong link gets the page, which says so; a program gets JSON.
fn not_found(app: &App, headers: &HeaderMap) -> Response {
    // What a browser has of another address is not the answer here.
    let mut headers = headers.clone();
    headers.remove(header::IF_NONE_MATCH);
    let mut page = document(app, "/", &front(app, &headers), &headers);
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
