//! The route of the practice socket.

use std::sync::Arc;

use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Extension, State};
use axum::response::Response;

use super::games::bounded;
use super::too_many;
use crate::api_error::ApiError;
use crate::app::App;
use crate::connection::Caller;
use crate::limits::Resource;
use crate::practice::{self, LOG_BYTES};
use crate::wire::Reason;

pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::from(Reason::WebSocketExpected))?;
    let permit = app.limiter.hold(caller.visitor, Resource::Practice);
    let permit = permit.ok_or_else(|| too_many(&app, Reason::TooManyConnections))?;
    // A log is longer than any other message.
    let upgrade = bounded(upgrade).max_message_size(LOG_BYTES).max_frame_size(LOG_BYTES);
    Ok(upgrade.on_upgrade(move |socket| practice::run(socket, app, caller, permit)))
}
