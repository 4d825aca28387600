//! What systemd and a server tell each other: the socket it holds open, that the server is ready, alive or stopping.
//! Elsewhere it does nothing.

#[cfg(unix)]
pub(crate) use unix::{listener, ready, stopping};

#[cfg(unix)]
mod unix {
    use anyhow::Context;
    use sd_notify::NotifyState;
    use tokio::net::TcpListener;

    /// The socket that was handed over, if one was.
    pub(crate) fn listener() -> anyhow::Result<Option<TcpListener>> {
        let handed = listenfd::ListenFd::from_env().take_tcp_listener(0);
        let Some(listener) = handed.context("the socket in LISTEN_FDS is not one for TCP")? else {
            return Ok(None);
        };
        listener.set_nonblocking(true)?;
        Ok(Some(TcpListener::from_std(listener)?))
    }

    /// The server answers. From now on it also says that it is alive, if that is asked for: twice as often as it must.
    pub(crate) fn ready() {
        // Without systemd there is nobody to tell.
        let _ = sd_notify::notify(&[NotifyState::Ready]);
        if let Some(within) = sd_notify::watchdog_enabled() {
            tokio::spawn(async move {
                let mut due = tokio::time::interval(within / 2);
                loop {
                    due.tick().await;
                    let _ = sd_notify::notify(&[NotifyState::Watchdog]);
                }
            });
        }
    }

    /// The server stops.
    pub(crate) fn stopping() {
        let _ = sd_notify::notify(&[NotifyState::Stopping]);
    }
}

#[cfg(not(unix))]
pub(crate) fn listener() -> anyhow::Result<Option<tokio::net::TcpListener>> {
    Ok(None)
}

#[cfg(not(unix))]
pub(crate) fn ready() {}

#[cfg(not(unix))]
pub(crate) fn stopping() {}
