//! Ctrl-C while the engine works: the first one asks for what is known so far, the second one ends the program.

use outflank_engine::StopToken;

/// Stops the token when the program is interrupted. Where signals cannot be heard, they end the program as usual.
#[cfg(unix)]
pub(crate) fn stop_on_interrupt(stop: &StopToken) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let stop = stop.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if stop.is_stopped() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            stop.stop();
        }
    });
}

/// Stops the token when the program is interrupted. Where signals cannot be heard, they end the program as usual.
#[cfg(not(unix))]
pub(crate) fn stop_on_interrupt(_stop: &StopToken) {}
