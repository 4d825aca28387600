use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_engine::StopToken;

/// Lets the thread that reads break off what the other one searches.
///
/// A ping concerns every search asked for before it, the one under way and those still waiting. So pings are
/// counted from when they are read to when they are answered, and no search begins while there are any.
#[derive(Debug, Default)]
pub(super) struct Interrupts(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    announced: usize,
    token: StopToken,
}

impl Interrupts {
    /// Something was read that ends searches.
    pub(super) fn announce(&self) {
        let mut state = self.state();
        state.announced += 1;
        state.token.stop();
    }

    /// It was answered.
    pub(super) fn settle(&self) {
        self.state().announced -= 1;
    }

    /// The token for a search, unless the search is out of date before it begins.
    pub(super) fn begin(&self) -> Option<StopToken> {
        let mut state = self.state();
        (state.announced == 0).then(|| {
            state.token = StopToken::new();
            state.token.clone()
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_before_a_ping_end_and_those_after_it_run() {
        let interrupts = Interrupts::default();
        let token = interrupts.begin().unwrap();
        assert!(!token.is_stopped());
        interrupts.announce();
        assert!(token.is_stopped());
        assert!(interrupts.begin().is_none(), "asked for before the ping");
        interrupts.settle();
        assert!(!interrupts.begin().unwrap().is_stopped());
    }
}
