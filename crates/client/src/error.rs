use outflank_wire::Refusal;

/// Why something did not work. All of them are whole sentences.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The server cannot be reached, or the connection broke, or the server has trouble: later it may work.
    #[error("The server cannot be reached.")]
    Unreachable,
    /// The connection is not safe. Trying again does not help.
    #[error("There is no safe connection to {host}: {why}.")]
    Unsafe {
        /// The host.
        host: String,
        /// What is wrong with it.
        why: String,
    },
    /// The server says no.
    #[error("{}", .0.sentence)]
    Refused(Refusal),
    /// The server sends clients elsewhere.
    #[error("The game is elsewhere: use a link that starts with {0}.")]
    Moved(String),
    /// What answers is not a server of this game.
    #[error("No Outflank server answers at {0}.")]
    Stranger(String),
    /// The answer makes no sense.
    #[error("The server is not understood: {0}.")]
    NotUnderstood(String),
    /// The system has no random numbers to give.
    #[error("The system gives no random numbers.")]
    NoRandomness,
}

impl Error {
    /// Whether it makes sense to try again.
    pub fn is_passing(&self) -> bool {
        *self == Error::Unreachable
    }
}
