//! One WebSocket of practice: cards, puzzles, the gym, lessons and openings for a page.
//!
//! The page keeps the log, as the terminal keeps its file, and sends it at the start. The server runs the drill, does its
//! searches, and says which lines to append. So it does not matter which server a player comes back to, or whether it was
//! restarted in between. For a player with a key the server stores the log as well, for their other devices.

mod openings;
mod player_log;
mod session;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use tokio::sync::{Semaphore, mpsc};

use crate::app::App;
use crate::connection::Caller;
use crate::limits::{Act, Permit};
use crate::outbox;
use crate::people::Key;
use crate::room::FORBIDDEN;
use crate::socket::{self, End, Peer, TRY_LATER, UNREACHABLE};
use crate::wire::{PracticeMessage, PracticeRequest, Reason, Refusal};
use player_log::PlayerLog;
use session::Session;

/// The most bytes of a log: of some hundred games.
pub(crate) const LOG_BYTES: usize = 2 << 20;
/// The most of all logs that are open, in KiB.
const ALL_KIB: usize = 256 << 10;
/// What a session takes besides its log, in KiB.
const OWN_KIB: usize = 16;
/// How many requests may wait for the one before them.
const INBOX: usize = 8;

/// The memory that all sessions share.
pub(crate) fn memory() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(ALL_KIB))
}

/// Serves a socket of practice until it is closed.
pub(crate) async fn run(socket: WebSocket, app: Arc<App>, caller: Caller, _permit: Permit) {
    socket::serve(socket, &app, &caller, async |socket| session(socket, &app, &caller).await).await;
}

async fn session(socket: &mut WebSocket, app: &Arc<App>, caller: &Caller) -> End {
    let patience = app.config.limits.patience;
    socket::expect_large(caller, LOG_BYTES);
    let said = socket::hello(socket, patience, |message| match message {
        PracticeRequest::Hello { log, key } => Some((log, key)),
        _ => None,
    });
    let (text, key) = match said.await {
        Ok(said) => said,
        Err(end) => return end,
    };
    let mut player_log = None;
    if let Some(key) = key {
        let Ok(key) = Key::read(&key) else {
            return Some((FORBIDDEN, "this is no key"));
        };
        player_log = PlayerLog::open(app, &key).await;
    }
    let (mut player_log, kept) = player_log.unzip();
    let kept = kept.unwrap_or_default();
    let kib = OWN_KIB + (text.len() + kept.len()).div_ceil(1024);
    let Ok(memory) = Arc::clone(&app.practice).try_acquire_many_owned(kib as u32) else {
        return Some((TRY_LATER, "the server is full"));
    };
    // A large text takes its time, and other people's games must not wait for it.
    let bytes = text.len();
    let merge = move || {
        let merged = player_log::merge(&text, &kept);
        // Together they would be more than the device could bring along the next time: they stay apart.
        let fits = bytes + player_log::size(&merged.to_device) <= LOG_BYTES;
        if fits { (true, merged) } else { (false, player_log::merge(&text, "")) }
    };
    let Ok((fits, merged)) = tokio::task::spawn_blocking(merge).await else {
        return UNREACHABLE;
    };
    if let Some(own) = &mut player_log {
        // A whole log is as much to store as a game.
        let may = merged.to_player.is_empty() || app.limiter.allow(caller.visitor, Act::NewGame);
        if !fits || !may || !own.add(&merged.to_player).await {
            player_log = None;
        }
    }
    let (out, mut outbox) = outbox::channel();
    let (requests, inbox) = mpsc::channel(INBOX);
    let session = Session::new(app, caller.visitor, out, player_log, merged, bytes, memory);
    let incoming = Incoming { app, caller, requests };
    let most = app.config.limits.player_messages;
    tokio::select! {
        end = socket::exchange(socket, &mut outbox, &incoming, most, patience) => end,
        () = session.run(inbox) => None,
    }
}

struct Incoming<'a> {
    app: &'a Arc<App>,
    caller: &'a Caller,
    requests: mpsc::Sender<PracticeRequest>,
}

impl Peer for Incoming<'_> {
    async fn lag(&self, _: Duration) -> Result<(), End> {
        Ok(())
    }

    async fn text(&self, text: &str) -> Result<Option<String>, End> {
        let refused = |reason: Reason| Ok(json(&PracticeMessage::Refused(Refusal::from(reason))));
        match serde_json::from_str(text) {
            Ok(PracticeRequest::Ping) => Ok(json(&PracticeMessage::Pong)),
            Ok(PracticeRequest::Hello { .. }) => refused(Reason::HelloAgain),
            Ok(_) if !self.app.limiter.allow(self.caller.visitor, Act::Write) => {
                refused(Reason::TooManyCommands)
            }
            Ok(request) => match self.requests.send(request).await {
                Ok(()) => Ok(None),
                Err(_) => Err(UNREACHABLE),
            },
            Err(error) => refused(Reason::NotUnderstood { detail: error.to_string() }),
        }
    }
}

fn json(message: &PracticeMessage) -> Option<String> {
    serde_json::to_string(message).ok()
}
