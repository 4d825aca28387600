//! Who a request comes from: an address, a network, or a stranger whose address a proxy does not give.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// What is counted as one person where there are limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Visitor {
    /// Somebody on this machine, who is not limited.
    Local,
    /// A host with an IPv4 address.
    Host(Ipv4Addr),
    /// A network of IPv6, by its first 64 bits: one customer usually has at least that much.
    Network(u64),
    /// Everybody whose address a proxy does not tell, together.
    Stranger,
}

impl Visitor {
    /// The visitor with an address.
    pub(crate) fn at(ip: IpAddr) -> Visitor {
        match ip.to_canonical() {
            IpAddr::V4(ip) => Visitor::Host(ip),
            IpAddr::V6(ip) => Visitor::Network((ip.to_bits() >> 64) as u64),
        }
    }

    /// Who sends a request on a connection from `peer`. What a header says counts only if a trusted proxy sent it;
    /// somebody on this machine is free of limits only where no proxy is declared.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, proxies: &[Network], spare_local: bool) -> Visitor {
        let peer = peer.to_canonical();
        if proxies.is_empty() && spare_local && peer.is_loopback() {
            return Visitor::Local;
        }
        let trusted = |ip: IpAddr| proxies.iter().any(|network| network.contains(ip));
        if !trusted(peer) {
            return Visitor::at(peer);
        }
        let mut named = None;
        for value in headers.get_all("x-forwarded-for").iter().rev() {
            let Ok(list) = value.to_str() else {
                return Visitor::Stranger;
            };
            for text in list.rsplit(',') {
                let Some(ip) = address(text.trim()) else {
                    return Visitor::Stranger;
                };
                named = Some(ip);
                // A proxy behind a proxy: look at whom that one names.
                if !trusted(ip) {
                    return Visitor::at(ip);
                }
            }
        }
        named.map_or(Visitor::Stranger, Visitor::at)
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Visitor::Local => f.write_str("local"),
            Visitor::Host(ip) => ip.fmt(f),
            Visitor::Network(bits) => {
                write!(f, "{}/64", std::net::Ipv6Addr::from_bits(u128::from(*bits) << 64))
            }
            Visitor::Stranger => f.write_str("unknown"),
        }
    }
}

/// An address in any of the forms that proxies write: with or without a port, IPv6 with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let ip = text.parse().or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    let ip = ip.or_else(|_| text.trim_start_matches('[').trim_end_matches(']').parse());
    ip.ok().map(|ip: IpAddr| ip.to_canonical())
}

/// A network of addresses, as in `10.0.0.0/8`, or a single address.
///
/// ```
/// use outflank_server::Network;
///
/// let network: Network = "10.0.0.0/8".parse()?;
/// assert!(network.contains("10.1.2.3".parse().unwrap()));
/// assert!(!network.contains("11.1.2.3".parse().unwrap()));
/// assert!("10.0.0.0/33".parse::<Network>().is_err());
/// # Ok::<(), outflank_server::BadNetwork>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// The addresses of this machine itself.
    pub const LOOPBACK: [Network; 2] = [
        Network { address: IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), bits: 8 },
        Network { address: IpAddr::V6(std::net::Ipv6Addr::LOCALHOST), bits: 128 },
    ];

    /// Whether an address is in the network.
    pub fn contains(&self, ip: IpAddr) -> bool {
        let differing = match (self.address, ip.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => u128::from(a.to_bits() ^ b.to_bits()) << 96,
            (IpAddr::V6(a), IpAddr::V6(b)) => a.to_bits() ^ b.to_bits(),
            _ => return false,
        };
        differing.leading_zeros() >= u32::from(self.bits)
    }
}

/// The text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address or network: 192.0.2.1 or 10.0.0.0/8 is expected")]
pub struct BadNetwork(String);

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Network, BadNetwork> {
        let bad = || BadNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            None => (text, None),
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| bad())?)),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(bad()) } else { Ok(Network { address: address.to_canonical(), bits }) }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn visitor(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_str(value).unwrap());
        }
        let proxies: Vec<Network> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        Visitor::of(peer.parse().unwrap(), &headers, &proxies, true).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_what_they_do_not_name_is_a_stranger() {
        let here = &["127.0.0.0/8", "::1"][..];
        for (peer, forwarded, proxies, expected) in [
            ("127.0.0.1", &[][..], &[][..], "local"),
            ("127.0.0.1", &["192.0.2.1"], &[], "local"),
            ("::ffff:127.0.0.1", &[], &[], "local"),
            ("192.0.2.9", &["192.0.2.1"], &[], "192.0.2.9"),
            ("127.0.0.1", &[], here, "unknown"),
            ("127.0.0.1", &["unknown"], here, "unknown"),
            ("127.0.0.1", &["_hidden"], here, "unknown"),
            ("127.0.0.1", &["192.0.2.1, garbage"], here, "unknown"),
            ("127.0.0.1", &[""], here, "unknown"),
            ("127.0.0.1", &["192.0.2.1"], here, "192.0.2.1"),
            ("127.0.0.1", &["192.0.2.1:5050"], here, "192.0.2.1"),
            ("127.0.0.1", &["[2001:db8::1]"], here, "2001:db8::/64"),
            ("127.0.0.1", &["[2001:db8::1]:80"], here, "2001:db8::/64"),
            ("127.0.0.1", &["2001:db8::2"], here, "2001:db8::/64"),
            ("127.0.0.1", &["::ffff:192.0.2.1"], here, "192.0.2.1"),
            // What a client claims stands to the left of what the proxy saw.
            ("127.0.0.1", &["10.9.9.9, 192.0.2.1"], here, "192.0.2.1"),
            ("127.0.0.1", &["10.9.9.9", "192.0.2.1"], here, "192.0.2.1"),
            // Through two proxies.
            ("10.0.0.1", &["192.0.2.1, 10.0.0.2"], &["10.0.0.0/24"], "192.0.2.1"),
            ("10.0.0.1", &["10.0.0.2"], &["10.0.0.0/24"], "10.0.0.2"),
            ("10.0.1.1", &["192.0.2.1"], &["10.0.0.0/24"], "10.0.1.1"),
            // The proxy says that somebody on its own machine asked: not the same as asking without a proxy.
            ("127.0.0.1", &["127.0.0.1"], here, "127.0.0.1"),
            ("127.0.0.1", &[], &["10.0.0.1"], "127.0.0.1"),
        ] {
            assert_eq!(visitor(peer, forwarded, proxies), expected, "{peer} {forwarded:?} {proxies:?}");
        }
    }

    #[test]
    fn networks_of_every_form_and_none() {
        let contains =
            |network: &str, ip: &str| network.parse::<Network>().unwrap().contains(ip.parse().unwrap());
        assert!(contains("192.0.2.1", "192.0.2.1") && !contains("192.0.2.1", "192.0.2.2"));
        assert!(contains("2001:db8::/32", "2001:db8:1::1") && !contains("2001:db8::/32", "2001:db9::1"));
        assert!(contains("0.0.0.0/0", "192.0.2.1") && !contains("0.0.0.0/0", "::1"));
        assert!(Network::LOOPBACK[1].contains("::1".parse().unwrap()));
        for text in ["", "localhost", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0/8"] {
            assert!(text.parse::<Network>().is_err(), "{text:?}");
        }
    }
}
