use outflank_wire::Refusal;
use tokio_rustls::rustls;

/// Why something did not work. All of them are whole sentences.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The server cannot be reached, or the connection broke, or the server has trouble: later it may work.
    #[error("The server cannot be reached.")]
    Unreachable,
    /// The connection is not safe. Trying again does not help.
    #[error("There is no safe connection to {host}: {fault}.")]
    Unsafe {
        /// The host.
        host: String,
        /// What is wrong with it.
        fault: TlsFault,
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

/// Why a connection is not safe.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TlsFault {
    /// The system has no list of authorities, or an empty one.
    #[error("no certificates are installed that could vouch for it")]
    NoRoots,
    /// The certificate is of an authority that is not trusted here.
    #[error("nobody that this computer trusts vouches for its certificate")]
    Untrusted,
    /// The certificate does not have the name in the link.
    #[error("its certificate is for another name")]
    OtherName,
    /// The certificate is out of date.
    #[error("its certificate has expired")]
    Expired,
    /// What answers is not TLS.
    #[error("it does not speak https on this port")]
    NotTls,
    /// The name in the link cannot be in a certificate.
    #[error("no certificate can have that name")]
    BadName,
    /// Anything else, as the library tells it.
    #[error(transparent)]
    Other(#[from] rustls::Error),
}
