//! Answers that come line by line, each a JSON object.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use outflank_engine::StopToken;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::limits::Permit;
use crate::wire::AnalysisMessage;

/// The end at which lines are written.
#[derive(Clone)]
pub(super) struct Lines(mpsc::Sender<Line>);

/// The end from which they are sent.
pub(super) struct LinesOut(mpsc::Receiver<Line>);

enum Line {
    Part(String),
    Last(String),
}

/// Nobody listens any more, or the server stops.
pub(super) struct Gone;

/// The most lines that wait to be sent.
const WAITING: usize = 64;

/// What lines of JSON are called.
pub(super) const MIME: &str = "application/x-ndjson";

const STOPPED: &str = "The server has stopped this before it was done; ask again.";

/// A new stream of lines.
pub(super) fn channel() -> (Lines, LinesOut) {
    let (sender, receiver) = mpsc::channel(WAITING);
    (Lines(sender), LinesOut(receiver))
}

impl Lines {
    /// Writes a line that may be left out: if the client is slow, a later one will tell more. The last place is for the
    /// last line.
    pub(super) fn offer(&self, line: &impl Serialize) {
        if self.0.capacity() > 1 {
            let _ = self.0.try_send(Line::Part(text(line)));
        }
    }

    /// Writes a line.
    pub(super) async fn send(&self, line: &impl Serialize) -> Result<(), Gone> {
        self.0.send(Line::Part(text(line))).await.map_err(|_| Gone)
    }

    /// Writes the last line.
    pub(super) fn finish(&self, line: &impl Serialize) {
        let _ = self.0.try_send(Line::Last(text(line)));
    }

    /// Writes the last line once there is room for it.
    pub(super) async fn send_last(&self, line: &impl Serialize) -> Result<(), Gone> {
        self.0.send(Line::Last(text(line))).await.map_err(|_| Gone)
    }

    /// Returns when nobody listens any more.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

impl LinesOut {
    /// The lines as an answer. When the client goes away, the work is stopped and the permit returned; when the work ends
    /// without a last line, the client is told.
    pub(super) fn into_response(self, stop: Option<StopToken>, permit: Permit) -> Response {
        let state = Some((self.0, StopOnDrop(stop), permit));
        let lines = stream::unfold(state, |state| async {
            let (mut lines, stop, permit) = state?;
            let line = match lines.recv().await {
                Some(Line::Part(text)) => return Some((Ok(text), Some((lines, stop, permit)))),
                Some(Line::Last(text)) => text,
                None => text(&AnalysisMessage::Stopped { sentence: STOPPED.to_owned() }),
            };
            Some((Ok::<String, Infallible>(line), None))
        });
        let kind = (header::CONTENT_TYPE, MIME);
        // A proxy is to pass lines on at once.
        let unbuffered = (HeaderName::from_static("x-accel-buffering"), "no");
        ([kind, unbuffered], Body::from_stream(lines)).into_response()
    }
}

/// A line.
pub(super) fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

/// Whoever holds it keeps a search going.
struct StopOnDrop(Option<StopToken>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.stop();
        }
    }
}
