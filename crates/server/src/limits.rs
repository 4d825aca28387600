//! Who may do how much: buckets that fill up with time, per address and per socket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Limits;

/// Allows so many things in a while, at once or spread out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    most: f64,
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(most: u32, while_: Duration, now: Instant) -> Bucket {
        let most = f64::from(most);
        Bucket { most, per_second: most / while_.as_secs_f64(), left: most, at: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let some = self.left >= 1.0;
        if some {
            self.left -= 1.0;
        }
        some
    }

    fn fill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + gained).min(self.most);
        self.at = now;
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.most
    }
}

/// What each address has used. Nothing is kept of an address that has been quiet for a minute.
#[derive(Clone)]
pub(crate) struct Addresses {
    limits: Limits,
    known: Arc<Mutex<HashMap<IpAddr, Address>>>,
}

struct Address {
    connections: usize,
    analyses: usize,
    games_left: Bucket,
    analyses_left: Bucket,
}

/// What is counted while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Connection,
    Analysis,
}

/// Counts as long as it is held.
pub(crate) struct Hold {
    addresses: Addresses,
    address: Option<IpAddr>,
    what: Held,
}

/// Above this many addresses the quiet ones are forgotten.
const MANY: usize = 1024;
const MINUTE: Duration = Duration::from_mins(1);

impl Addresses {
    pub(crate) fn new(limits: Limits) -> Addresses {
        Addresses { limits, known: Arc::default() }
    }

    /// Counts a connection or an analysis of an address, unless it has too many.
    pub(crate) fn hold(&self, ip: IpAddr, what: Held) -> Option<Hold> {
        let hold = |address| Hold { addresses: self.clone(), address, what };
        let Some(address) = self.counted(ip) else {
            return Some(hold(None));
        };
        let now = Instant::now();
        let mut known = self.known();
        let entry = self.entry(&mut known, address, now);
        let allowed = match what {
            Held::Connection => entry.connections < self.limits.connections_each,
            Held::Analysis => entry.analyses < self.limits.analyses_at_once && entry.analyses_left.take(now),
        };
        allowed.then(|| {
            *entry.held(what) += 1;
            hold(Some(address))
        })
    }

    /// Whether an address may make one more game now.
    pub(crate) fn may_make_game(&self, ip: IpAddr) -> bool {
        let Some(address) = self.counted(ip) else {
            return true;
        };
        let now = Instant::now();
        self.entry(&mut self.known(), address, now).games_left.take(now)
    }

    /// What is counted as one address: a host of IPv4, a network of IPv6, nothing for this machine.
    fn counted(&self, ip: IpAddr) -> Option<IpAddr> {
        let ip = ip.to_canonical();
        if self.limits.spare_loopback && ip.is_loopback() {
            return None;
        }
        Some(match ip {
            IpAddr::V4(_) => ip,
            IpAddr::V6(ip) => IpAddr::V6((ip.to_bits() >> 64 << 64).into()),
        })
    }

    fn entry<'a>(
        &self,
        known: &'a mut HashMap<IpAddr, Address>,
        address: IpAddr,
        now: Instant,
    ) -> &'a mut Address {
        if known.len() > MANY && !known.contains_key(&address) {
            known.retain(|_, entry| !entry.is_quiet(now));
        }
        let limits = self.limits;
        known.entry(address).or_insert_with(|| Address {
            connections: 0,
            analyses: 0,
            games_left: Bucket::new(limits.games_per_minute, MINUTE, now),
            analyses_left: Bucket::new(limits.analyses_per_minute, MINUTE, now),
        })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<IpAddr, Address>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Address {
    fn held(&mut self, what: Held) -> &mut usize {
        match what {
            Held::Connection => &mut self.connections,
            Held::Analysis => &mut self.analyses,
        }
    }

    fn is_quiet(&mut self, now: Instant) -> bool {
        self.connections == 0
            && self.analyses == 0
            && self.games_left.is_full(now)
            && self.analyses_left.is_full(now)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some(address) = self.address
            && let Some(entry) = self.addresses.known().get_mut(&address)
        {
            *entry.held(self.what) -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_it_has_and_fills_up_again() {
        let start = Instant::now();
        let mut bucket = Bucket::new(4, Duration::from_secs(2), start);
        assert!((0..4).all(|_| bucket.take(start)));
        assert!(!bucket.take(start));
        assert!(!bucket.take(start + Duration::from_millis(499)));
        assert!(bucket.take(start + Duration::from_millis(500)));
        assert!(!bucket.take(start + Duration::from_millis(600)));
        let later = start + Duration::from_hours(1);
        assert!((0..4).all(|_| bucket.take(later)));
        assert!(!bucket.take(later));
    }

    #[test]
    fn addresses_are_counted_apart_and_networks_together() {
        let addresses = Addresses::new(Limits { connections_each: 1, ..Limits::default() });
        let hold = |text: &str| addresses.hold(text.parse().unwrap(), Held::Connection);
        let first = hold("192.0.2.1").unwrap();
        assert!(hold("192.0.2.1").is_none());
        assert!(hold("::ffff:192.0.2.1").is_none());
        let _second = hold("192.0.2.2").unwrap();
        let _network = hold("2001:db8::1").unwrap();
        assert!(hold("2001:db8::2").is_none());
        assert!(hold("2001:db8:0:1::1").is_some());
        drop(first);
        assert!(hold("192.0.2.1").is_some());
        let local: Vec<_> = (0..9).map(|_| hold("127.0.0.1").unwrap()).collect();
        drop(local);
    }

    #[test]
    fn quiet_addresses_are_forgotten() {
        let addresses = Addresses::new(Limits::default());
        for n in 0..5000_u32 {
            drop(addresses.hold(IpAddr::V4(n.into()), Held::Connection));
        }
        assert!(addresses.known().len() <= MANY + 1);
    }
}
