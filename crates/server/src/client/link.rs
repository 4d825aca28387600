use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::secret;

/// A link to a served game, as people send it to each other.
///
/// ```
/// use outflank_server::client::{Link, Right};
///
/// let link: Link = "http://localhost:8844/g/c0ffeec0ffee#i=secret".parse()?;
/// assert_eq!(link.host, "localhost:8844");
/// assert_eq!(link.right, Right::Invite("secret".to_owned()));
/// assert!("localhost/g/short".parse::<Link>().is_err());
/// # Ok::<(), outflank_server::client::BadLink>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The server, with its port.
    pub host: String,
    /// The game's id.
    pub game: String,
    /// What the link entitles to.
    pub right: Right,
}

/// What a link entitles to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// To watch.
    Watch,
    /// To a seat, once.
    Invite(String),
    /// To the seat one has.
    Seat(String),
}

/// The text is no link to a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLink {
    /// Another form.
    #[error("{0:?} is no link to a game: http://ADDRESS/g/GAME is expected, with or without #… at the end")]
    Form(String),
    /// A link that needs encryption.
    #[error("links with https are for browsers: this program speaks plain http only")]
    Encrypted,
}

impl FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Link, BadLink> {
        let bad = || BadLink::Form(text.to_owned());
        if text.starts_with("https:") {
            return Err(BadLink::Encrypted);
        }
        let rest = text.trim().strip_prefix("http://").unwrap_or(text.trim());
        let (address, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (host, game) = address.split_once("/g/").ok_or_else(bad)?;
        let right = match fragment.split_once('=') {
            None if fragment.is_empty() => Right::Watch,
            Some(("i", invite)) => Right::Invite(invite.to_owned()),
            Some(("s", token)) => Right::Seat(token.to_owned()),
            _ => return Err(bad()),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
        if host.is_empty() || !host.chars().all(plain) || !secret::is_game_id(game) {
            return Err(bad());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:80") };
        Ok(Link { host, game: game.to_owned(), right })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Link { host, game, right } = self;
        write!(f, "http://{host}/g/{game}")?;
        match right {
            Right::Watch => Ok(()),
            Right::Invite(invite) => write!(f, "#i={invite}"),
            Right::Seat(token) => write!(f, "#s={token}"),
        }
    }
}

/// Sends JSON and returns the status and the body of the answer.
pub(super) async fn post(host: &str, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
    let exchange = async {
        let mut stream = TcpStream::connect(host).await?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.take(MOST_ANSWER).read_to_end(&mut answer).await?;
        std::io::Result::Ok(answer)
    };
    let answer = tokio::time::timeout(Duration::from_secs(10), exchange).await??;
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let head_end = answer.windows(4).position(|window| window == b"\r\n\r\n").ok_or_else(broken)?;
    let head = String::from_utf8_lossy(&answer[..head_end]);
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(broken)?;
    Ok((status, answer[head_end + 4..].to_vec()))
}

/// Larger than any answer to a join.
const MOST_ANSWER: u64 = 64 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_every_kind_and_none() {
        let link = |text: &str| text.parse::<Link>();
        assert_eq!(link("http://[::1]:80/g/c0ffeec0ffee").unwrap().host, "[::1]:80");
        assert_eq!(
            link("othello.example/g/c0ffeec0ffee#s=t").unwrap(),
            Link {
                host: "othello.example:80".to_owned(),
                game: "c0ffeec0ffee".to_owned(),
                right: Right::Seat("t".to_owned()),
            }
        );
        for text in
            ["http://h:1/g/c0ffeec0ffee", "http://h:1/g/c0ffeec0ffee#i=x", "http://h:1/g/c0ffeec0ffee#s=y"]
        {
            assert_eq!(link(text).unwrap().to_string(), text);
        }
        assert_eq!(link("https://othello.example/g/c0ffeec0ffee"), Err(BadLink::Encrypted));
        for text in [
            "",
            "http://",
            "http:///g/c0ffeec0ffee",
            "h/g/c0ffee",
            "h/g/c0ffeec0ffee#x",
            "h\r\n/g/c0ffeec0ffee",
        ] {
            assert!(matches!(link(text), Err(BadLink::Form(_))), "{text:?}");
        }
    }
}
