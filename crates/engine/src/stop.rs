use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to stop, from any thread. Clones are handles to the same token.
///
/// ```
/// use outflank_engine::StopToken;
///
/// let token = StopToken::new();
/// let held_by_the_search = token.clone();
/// token.stop();
/// assert!(held_by_the_search.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token nobody has stopped yet.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks the search to return with what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether someone asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
