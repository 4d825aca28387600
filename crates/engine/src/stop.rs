use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search from any thread. Clones are handles to the same token.
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
    /// A token that has not been stopped.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks the search to stop and return what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
