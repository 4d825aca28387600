//! Ctrl-C while the engine works: the first one asks for what is known so far, the second one ends the program.

use outflank_engine::StopToken;

/// A token that is stopped when the program is interrupted. Where signals cannot be heard, they end the program as
/// usual.
pub(crate) fn stop_on_interrupt() -> StopToken {
    let stop = StopToken::new();
    listen(stop.clone());
    stop
}

#[cfg(unix)]
fn listen(stop: StopToken) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if stop.is_stopped() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            stop.stop();
        }
    });
}

#[cfg(not(unix))]
fn listen(_stop: StopToken) {}
