//! Positions as pictures, to be shared.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use outflank_picture::Picture;
use outflank_rules::{Position, Square, Variant};
use serde::Deserialize;

use super::too_many;
use crate::api_error::ApiError;
use crate::app::App;
use crate::connection::Caller;
use crate::limits::Resource;
use crate::wire::{Reason, Setup, Side};

/// What is to be drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureQuery {
    board: String,
    turn: Option<Side>,
    rules: Option<String>,
    last: Option<String>,
    legal: Option<bool>,
    width: Option<u32>,
}

type Asked = Result<Query<PictureQuery>, QueryRejection>;

/// How wide a picture may be in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 100..=1080;

pub(super) async fn svg(asked: Asked) -> Result<Response, ApiError> {
    let (picture, _) = read(asked)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), LASTING], picture.svg()).into_response())
}

pub(super) async fn png(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let (picture, width) = read(asked)?;
    let hold = app.limiter.hold(caller.visitor, Resource::Analysis);
    let _hold = hold.ok_or_else(|| too_many(&app, Reason::TooManyPictures))?;
    let drawn = tokio::task::spawn_blocking(move || picture.png(width)).await;
    match drawn {
        Ok(Ok(png)) => Ok(([(header::CONTENT_TYPE, "image/png"), LASTING], png).into_response()),
        _ => Err(Reason::Broken.into()),
    }
}

/// The same address always gives the same picture.
const LASTING: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=86400");

fn read(asked: Asked) -> Result<(Picture, u32), ApiError> {
    let Query(query) = asked.map_err(|rejection| Reason::NotUnderstood { detail: rejection.body_text() })?;
    let setup = Setup {
        board: query.board,
        turn: query.turn.unwrap_or(Side::Black),
        rules: query.rules.unwrap_or_else(|| Variant::STANDARD.to_string()),
        discs_left: None,
    };
    let position =
        Position::try_from(&setup).map_err(|error| Reason::BadPosition { detail: error.to_string() })?;
    let last = query.last.filter(|last| !last.is_empty());
    let last =
        last.map(|last| last.parse::<Square>().map_err(|_| Reason::BadMove { text: last })).transpose()?;
    let width = query.width.unwrap_or(720);
    if !WIDTHS.contains(&width) {
        return Err(Reason::BadWidth { least: *WIDTHS.start(), most: *WIDTHS.end() }.into());
    }
    Ok((Picture { position, last, legal_moves: query.legal.unwrap_or(true) }, width))
}
