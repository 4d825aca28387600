use std::fmt;
use std::str::FromStr;

use outflank_wire::is_game_id;

/// A link to a served game, as people send it to each other.
///
/// ```
/// use outflank_client::{Link, Right};
///
/// let link: Link = "https://othello.example/g/c0ffeec0ffee#i=secret".parse()?;
/// assert_eq!(link.server.to_string(), "https://othello.example");
/// assert_eq!(link.right, Right::Invite("secret".to_owned()));
/// assert!("localhost/g/short".parse::<Link>().is_err());
/// # Ok::<(), outflank_client::BadLink>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The server.
    pub server: Server,
    /// The game's id.
    pub game: String,
    /// What the link entitles to.
    pub right: Right,
}

/// What a link lets its holder do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// To watch.
    Watch,
    /// To a seat, once.
    Invite(String),
    /// To the seat one has.
    Seat(String),
}

/// The address of a server: `http://localhost:8844`. Without `http://` or `https://` it is the former; a path after
/// it is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Whether it is spoken to through TLS.
    pub secure: bool,
    /// Its name, or its address, which has brackets around it if it is one of IPv6.
    pub host: String,
    /// Its port.
    pub port: u16,
}

/// The text is no link to a game or no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLink {
    /// Not a link to a game.
    #[error(
        "{0:?} is no link to a game: http://ADDRESS/g/GAME or https://ADDRESS/g/GAME is expected, with or without #… at the end"
    )]
    Link(String),
    /// Not an address of a server.
    #[error("{0:?} is no address of a server: http://ADDRESS or https://ADDRESS is expected")]
    Server(String),
}

impl Server {
    /// The name or address as it is looked up.
    pub(crate) fn name(&self) -> &str {
        self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&self.host)
    }

    /// The host, with the port if it is not the usual one.
    pub(crate) fn authority(&self) -> String {
        let Server { secure, host, port } = self;
        if *port == usual_port(*secure) { host.clone() } else { format!("{host}:{port}") }
    }
}

fn usual_port(secure: bool) -> u16 {
    if secure { 443 } else { 80 }
}

impl FromStr for Server {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Server, BadLink> {
        let bad = || BadLink::Server(text.to_owned());
        let (secure, rest) = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => (true, rest),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => (false, rest),
            Some(_) => return Err(bad()),
            None => (false, text),
        };
        let authority = rest.split(['/', '#', '?']).next().unwrap_or_default();
        let (host, port) = match authority.rsplit_once(':') {
            // A colon inside brackets belongs to an address.
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| bad())?),
            _ => (authority, usual_port(secure)),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        let is_name = !host.is_empty() && host.chars().all(plain);
        let server = Server { secure, host: host.to_owned(), port };
        if is_name || server.name().parse::<std::net::Ipv6Addr>().is_ok() { Ok(server) } else { Err(bad()) }
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority())
    }
}

impl FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Link, BadLink> {
        let bad = || BadLink::Link(text.to_owned());
        let (address, fragment) = text.trim().split_once('#').unwrap_or((text.trim(), ""));
        let (server, game) = address.split_once("/g/").ok_or_else(bad)?;
        let plain =
            |secret: &str| secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let right = match fragment.split_once('=') {
            None if fragment.is_empty() => Right::Watch,
            Some(("i", invite)) if plain(invite) => Right::Invite(invite.to_owned()),
            Some(("s", token)) if plain(token) => Right::Seat(token.to_owned()),
            _ => return Err(bad()),
        };
        let authority = server.split_once("://").map_or(server, |(_, authority)| authority);
        if !is_game_id(game) || authority.contains('/') {
            return Err(bad());
        }
        let server = server.parse().map_err(|_| bad())?;
        Ok(Link { server, game: game.to_owned(), right })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Link { server, game, right } = self;
        write!(f, "{server}/g/{game}")?;
        match right {
            Right::Watch => Ok(()),
            Right::Invite(invite) => write!(f, "#i={invite}"),
            Right::Seat(token) => write!(f, "#s={token}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str) -> Result<Link, BadLink> {
        text.parse()
    }

    #[test]
    fn links_of_every_kind() {
        for (text, secure, host, port, printed) in [
            ("http://[::1]:80/g/c0ffeec0ffee", false, "[::1]", 80, "http://[::1]/g/c0ffeec0ffee"),
            ("http://[::1]/g/c0ffeec0ffee", false, "[::1]", 80, "http://[::1]/g/c0ffeec0ffee"),
            ("http://h:1/g/c0ffeec0ffee#i=x", false, "h", 1, "http://h:1/g/c0ffeec0ffee#i=x"),
            (
                " 192.0.2.1:8844/g/c0ffeec0ffee\n",
                false,
                "192.0.2.1",
                8844,
                "http://192.0.2.1:8844/g/c0ffeec0ffee",
            ),
            (
                "othello.example/g/c0ffeec0ffee#s=t",
                false,
                "othello.example",
                80,
                "http://othello.example/g/c0ffeec0ffee#s=t",
            ),
            (
                "HTTPS://othello.example/g/c0ffeec0ffee",
                true,
                "othello.example",
                443,
                "https://othello.example/g/c0ffeec0ffee",
            ),
            ("https://h:8443/g/c0ffeec0ffee#s=y", true, "h", 8443, "https://h:8443/g/c0ffeec0ffee#s=y"),
        ] {
            let link = link(text).unwrap();
            let server = Server { secure, host: host.to_owned(), port };
            assert_eq!(link.server, server, "{text:?}");
            assert_eq!(link.to_string(), printed);
        }
    }

    #[test]
    fn what_is_no_link_is_refused() {
        for text in [
            "",
            "http://",
            "http:///g/c0ffeec0ffee",
            "ftp://h/g/c0ffeec0ffee",
            "h/g/c0ffee",
            "h/g/c0ffeec0ffee#x",
            "h/g/c0ffeec0ffee#s=\u{1b}[2J",
            "h//g/c0ffeec0ffee",
            "h/othello/g/c0ffeec0ffee",
            "h:99999/g/c0ffeec0ffee",
            "::1/g/c0ffeec0ffee",
            "h\r\n/g/c0ffeec0ffee",
            "user@h/g/c0ffeec0ffee",
        ] {
            assert_eq!(link(text), Err(BadLink::Link(text.to_owned())));
        }
    }
}
