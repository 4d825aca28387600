use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_engine::StopToken;

/// Lets the reading thread stop the searches of the other one.
///
/// A ping ends every search requested before it, the running one and those still waiting. So pings are counted from
/// when they are read until they are answered, and no search begins while there are any.
#[derive(Debug, Default)]
pub(super) struct Interrupts(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    announced: usize,
    token: StopToken,
}

impl Interrupts {
    /// A command that ends searches was read.
    pub(super) fn announce(&self) {
        let mut state = self.state();
        state.announced += 1;
        state.token.stop();
    }

    /// That command was answered.
    pub(super) fn settle(&self) {
        self.state().announced -= 1;
    }

    /// The token for a search; `None` if a ping has already cancelled it.
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
    fn a_ping_ends_earlier_searches_and_not_later_ones() {
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
