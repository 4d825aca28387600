//! Positions as pictures, to be shared.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use outflank_picture::Picture;
use outflank_rules::{Position, Square, Variant};
use serde::Deserialize;

use super::{Peer, too_many};
use crate::hall::Hall;
use crate::limits::Held;
use crate::table::Denial;
use crate::wire::{Code, Setup, Side};

/// What is to be drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    board: String,
    turn: Option<Side>,
    rules: Option<String>,
    last: Option<String>,
    legal: Option<bool>,
    width: Option<u32>,
}

type Asked = Result<Query<Wanted>, QueryRejection>;

/// How wide a picture may be in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 100..=1080;

pub(super) async fn svg(asked: Asked) -> Result<Response, Denial> {
    let (picture, _) = read(asked)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), LASTING], picture.svg()).into_response())
}

pub(super) async fn png(
    State(hall): State<Arc<Hall>>,
    Extension(Peer(ip)): Extension<Peer>,
    asked: Asked,
) -> Result<Response, Denial> {
    let (picture, width) = read(asked)?;
    let hold = hall.addresses.hold(ip, Held::Analysis);
    let _hold = hold.ok_or_else(|| too_many(&hall, "You have asked for many pictures; wait a little."))?;
    let drawn = tokio::task::spawn_blocking(move || picture.png(width)).await;
    match drawn {
        Ok(Ok(png)) => Ok(([(header::CONTENT_TYPE, "image/png"), LASTING], png).into_response()),
        _ => Err(Denial::new(Code::Unavailable, "The picture could not be drawn.")),
    }
}

/// The same address always gives the same picture.
const LASTING: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=86400");

fn read(asked: Asked) -> Result<(Picture, u32), Denial> {
    let bad = |sentence: String| Denial::new(Code::BadRequest, sentence);
    let Query(wanted) = asked.map_err(|rejection| bad(rejection.body_text()))?;
    let setup = Setup {
        board: wanted.board,
        turn: wanted.turn.unwrap_or(Side::Black),
        rules: wanted.rules.unwrap_or_else(|| Variant::STANDARD.to_string()),
        discs_left: None,
    };
    let position = Position::try_from(&setup).map_err(|error| bad(error.to_string()))?;
    let last = wanted.last.filter(|last| !last.is_empty()).map(|last| last.parse::<Square>());
    let last = last.transpose().map_err(|_| bad("The last move is no square.".to_owned()))?;
    let width = wanted.width.unwrap_or(720);
    if !WIDTHS.contains(&width) {
        return Err(bad(format!("A picture is from {} to {} wide.", WIDTHS.start(), WIDTHS.end())));
    }
    Ok((Picture { position, last, legal_moves: wanted.legal.unwrap_or(true) }, width))
}
