//! From the address of a PostgreSQL server to connections to it.

use std::fmt;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

use super::tls::Tls;
use crate::store::StoreError;

/// Where the database is, and how it is reached.
#[derive(Clone)]
pub(crate) struct Link {
    config: Config,
    tls: Option<Tls>,
}

/// Nobody waits longer for a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// A connection that has been silent for this long is probed, and closed if there is no answer.
const KEEPALIVE: Duration = Duration::from_secs(5);
const DEAD: Duration = Duration::from_secs(10);

/// Everything of ours is in a schema of its own.
const SESSION: &str =
    "SET search_path = outflank; SET synchronous_commit = on; SET client_min_messages = warning;
                       SET statement_timeout = '20s'; SET lock_timeout = '5s'";

impl Link {
    /// Reads an address such as `postgres://user:password@host/database?sslmode=verify-full`. The password may be in the
    /// environment instead, as for other programs.
    pub(crate) fn parse(url: &str) -> Result<Link, StoreError> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            let why = "the address of a PostgreSQL database looks like postgres://user@host/database";
            return Err(StoreError::BadAddress(why.to_owned()));
        }
        let mode = url.split_once('?').and_then(|(_, query)| {
            query.split('&').find_map(|pair| pair.strip_prefix("sslmode=").map(str::to_owned))
        });
        let (url, tls) = match mode.as_deref() {
            None | Some("disable") => (url.to_owned(), None),
            // A certificate is checked wherever there is one.
            Some("require" | "verify-full") => {
                (url.replace("sslmode=verify-full", "sslmode=require"), Some(Tls::system()?))
            }
            Some(other) => {
                return Err(StoreError::BadAddress(format!(
                    "sslmode={other} is not supported: `verify-full` encrypts and checks the certificate, `disable` does neither"
                )));
            }
        };
        let bad = |error: tokio_postgres::Error| {
            StoreError::BadAddress(format!(
                "the address of the database cannot be read: {}",
                sentence(&error)
            ))
        };
        let mut config: Config = url.parse().map_err(bad)?;
        if config.get_password().is_none()
            && let Some(password) = std::env::var_os("PGPASSWORD")
        {
            config.password(password.into_encoded_bytes());
        }
        config
            .ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable })
            .application_name("outflank")
            .connect_timeout(CONNECT)
            .keepalives_idle(KEEPALIVE)
            .keepalives_interval(KEEPALIVE)
            .keepalives_retries(2)
            .tcp_user_timeout(DEAD);
        Ok(Link { config, tls })
    }

    /// The same, with other certificates to trust.
    #[cfg(test)]
    pub(crate) fn trusting(mut self, tls: Tls) -> Link {
        self.tls = Some(tls);
        self.config.ssl_mode(SslMode::Require);
        self
    }

    /// A connection, kept going by a task of its own. What the database says unasked goes to `heard`.
    pub(crate) async fn connect(
        &self,
        heard: impl FnMut(AsyncMessage) + Send + 'static,
    ) -> Result<Connection, tokio_postgres::Error> {
        let (client, task) = match &self.tls {
            None => {
                let (client, connection) = self.config.connect(NoTls).await?;
                (client, tokio::spawn(drive(connection, heard)))
            }
            Some(tls) => {
                let (client, connection) = self.config.connect(tls.clone()).await?;
                (client, tokio::spawn(drive(connection, heard)))
            }
        };
        let connection = Connection { client, task };
        connection.client.batch_execute(SESSION).await?;
        Ok(connection)
    }
}

/// Without the password.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "postgres://")?;
        for (n, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

/// A connection to the database, which ends with its owner.
pub(crate) struct Connection {
    pub(crate) client: Client,
    task: JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn drive<S, T>(
    mut connection: tokio_postgres::Connection<S, T>,
    mut heard: impl FnMut(AsyncMessage) + Send,
) where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    // An error ends the connection, and whoever waits for an answer on it is told.
    while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
        heard(message);
    }
}

/// An error of the database with all that is known of it: by itself it says only where it happened.
pub(crate) fn sentence(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().to_owned();
    }
    let causes = std::iter::successors(std::error::Error::source(error), |error| error.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_told_without_its_password() {
        let link = Link::parse("postgres://club:secret@db.example:5433/games").unwrap();
        assert_eq!(link.to_string(), "postgres://db.example/games");
        let bad = Link::parse("postgres://club:secret@db.example/games?sslmode=prefer").err().unwrap();
        assert!(bad.to_string().contains("sslmode=prefer is not supported"), "{bad}");
        let bad = Link::parse("postgres://club:secret@db.example:port/games").err().unwrap();
        assert!(bad.to_string().contains("cannot be read") && !bad.to_string().contains("secret"), "{bad}");
    }
}
