//! Who may do how much: buckets that fill up with time, and permits for what lasts, for each visitor.
//!
//! Written by hand because the same counts hold for requests, for sockets and for what is said on them, where no
//! middleware reaches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Limits;
use crate::visitor::Visitor;

/// Allows a number of things within a time, at once or spread out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    most: f64,
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(most: u32, window: Duration, now: Instant) -> Bucket {
        let most = f64::from(most);
        Bucket { most, per_second: most / window.as_secs_f64(), left: most, at: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.take_many(1, now)
    }

    /// Takes this many, if there are enough.
    pub(crate) fn take_many(&mut self, count: u32, now: Instant) -> bool {
        self.fill(now);
        let some = self.left >= f64::from(count);
        if some {
            self.left -= f64::from(count);
        }
        some
    }

    fn fill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + gained).min(self.most);
        self.at = now;
    }

    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.most
    }
}

/// What each visitor has used. Nothing is kept of one who has been quiet for long enough to have all allowances back.
#[derive(Clone)]
pub(crate) struct RateLimiter {
    limits: Limits,
    accounts: Arc<Mutex<Accounts>>,
}

#[derive(Default)]
struct Accounts {
    by_key: HashMap<Key, Account>,
    /// How many accounts there may be before the quiet ones are looked for.
    sweep_above: usize,
}

/// Whom an account is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Visitor(Visitor),
    /// All visitors of a network of IPv6, by its first 48 bits: whoever has so many addresses gets more than one
    /// visitor, but not as much as they have networks.
    Site(u64),
}

struct Account {
    connections: usize,
    analyses: usize,
    practices: usize,
    games: [Bucket; 2],
    analyses_left: Bucket,
    writes: Bucket,
    offers: Bucket,
}

/// What is counted while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    /// A connection or a WebSocket.
    Connection,
    /// An analysis or a picture.
    Analysis,
    /// A session of practice.
    Practice,
}

/// What is counted when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A game is made.
    NewGame,
    /// A command that may be stored.
    Write,
    /// Something is asked of the lobby.
    Offer,
}

/// Counts as long as it is held.
pub(crate) struct Permit {
    limiter: RateLimiter,
    keys: [Option<Key>; 2],
    resource: Resource,
}

/// Below this many accounts none is looked at.
const MANY: usize = 1024;
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
/// How many visitors a site of IPv6 may be worth.
const SITE_SHARE: u32 = 4;

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> RateLimiter {
        RateLimiter { limits, accounts: Arc::default() }
    }

    /// Counts something of a visitor that lasts, unless there is too much of it.
    pub(crate) fn hold(&self, visitor: Visitor, resource: Resource) -> Option<Permit> {
        let now = Instant::now();
        let keys = keys(visitor);
        let mut accounts = self.accounts();
        for key in keys.into_iter().flatten() {
            let share = Share::of(key);
            let account = accounts.get(key, &self.limits, now);
            let allowed = match resource {
                Resource::Connection => account.connections < share.of_count(self.limits.connections_each),
                Resource::Analysis => {
                    account.analyses < share.of_count(self.limits.analyses_at_once)
                        && account.analyses_left.take(now)
                }
                Resource::Practice => account.practices < share.of_count(self.limits.practices_each),
            };
            if !allowed {
                return None;
            }
        }
        for key in keys.into_iter().flatten() {
            *accounts.get(key, &self.limits, now).held(resource) += 1;
        }
        Some(Permit { limiter: self.clone(), keys, resource })
    }

    /// Whether a visitor may do this once more now.
    pub(crate) fn allow(&self, visitor: Visitor, act: Act) -> bool {
        let now = Instant::now();
        let mut accounts = self.accounts();
        keys(visitor).into_iter().flatten().all(|key| {
            let account = accounts.get(key, &self.limits, now);
            match act {
                Act::NewGame => account.games.iter_mut().all(|bucket| bucket.take(now)),
                Act::Write => account.writes.take(now),
                Act::Offer => account.offers.take(now),
            }
        })
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The accounts that a visitor uses: none on this machine, two with IPv6.
fn keys(visitor: Visitor) -> [Option<Key>; 2] {
    match visitor {
        Visitor::Local => [None, None],
        Visitor::Host(_) | Visitor::Stranger => [Some(Key::Visitor(visitor)), None],
        Visitor::Network(bits) => [Some(Key::Visitor(visitor)), Some(Key::Site(bits >> 16))],
    }
}

/// How much of the limits an account has.
#[derive(Clone, Copy)]
struct Share {
    times: u32,
    over: u32,
}

impl Share {
    fn of(key: Key) -> Share {
        match key {
            // Nobody knows how many they are, and nobody is to profit from hiding.
            Key::Visitor(Visitor::Stranger) => Share { times: 1, over: 2 },
            Key::Visitor(_) => Share { times: 1, over: 1 },
            Key::Site(_) => Share { times: SITE_SHARE, over: 1 },
        }
    }

    fn of_rate(self, most: u32) -> u32 {
        (most.saturating_mul(self.times) / self.over).max(1)
    }

    fn of_count(self, most: usize) -> usize {
        (most.saturating_mul(self.times as usize) / self.over as usize).max(1)
    }
}

impl Accounts {
    fn get(&mut self, key: Key, limits: &Limits, now: Instant) -> &mut Account {
        if self.by_key.len() > self.sweep_above.max(MANY) && !self.by_key.contains_key(&key) {
            self.by_key.retain(|_, account| !account.is_quiet(now));
            // If most are busy, the next look has to wait until there are twice as many.
            self.sweep_above = self.by_key.len() * 2;
        }
        let share = Share::of(key);
        self.by_key.entry(key).or_insert_with(|| Account {
            connections: 0,
            analyses: 0,
            practices: 0,
            games: [
                Bucket::new(share.of_rate(limits.games_per_minute), MINUTE, now),
                Bucket::new(share.of_rate(limits.games_per_hour), HOUR, now),
            ],
            analyses_left: Bucket::new(share.of_rate(limits.analyses_per_minute), MINUTE, now),
            writes: Bucket::new(share.of_rate(limits.commands_per_hour), HOUR, now),
            offers: Bucket::new(share.of_rate(limits.offers_per_minute), MINUTE, now),
        })
    }
}

impl Account {
    fn held(&mut self, resource: Resource) -> &mut usize {
        match resource {
            Resource::Connection => &mut self.connections,
            Resource::Analysis => &mut self.analyses,
            Resource::Practice => &mut self.practices,
        }
    }

    fn is_quiet(&mut self, now: Instant) -> bool {
        let [minute, hour] = &mut self.games;
        self.connections == 0
            && self.analyses == 0
            && self.practices == 0
            && [minute, hour, &mut self.analyses_left, &mut self.writes, &mut self.offers]
                .into_iter()
                .all(|bucket| bucket.is_full(now))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut accounts = self.limiter.accounts();
        for key in self.keys.into_iter().flatten() {
            if let Some(account) = accounts.by_key.get_mut(&key) {
                *account.held(self.resource) -= 1;
            }
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

    fn visitor(text: &str) -> Visitor {
        Visitor::at(text.parse().unwrap())
    }

    #[test]
    fn addresses_are_counted_apart_and_networks_together() {
        let limiter = RateLimiter::new(Limits { connections_each: 1, ..Limits::default() });
        let hold = |text: &str| limiter.hold(visitor(text), Resource::Connection);
        let first = hold("192.0.2.1").unwrap();
        assert!(hold("192.0.2.1").is_none());
        assert!(hold("::ffff:192.0.2.1").is_none());
        let _second = hold("192.0.2.2").unwrap();
        let network = hold("2001:db8::1").unwrap();
        assert!(hold("2001:db8::2").is_none());
        drop(first);
        assert!(hold("192.0.2.1").is_some());
        let local: Vec<_> =
            (0..9).map(|_| limiter.hold(Visitor::Local, Resource::Connection).unwrap()).collect();
        drop((local, network));
    }

    #[test]
    fn a_site_of_ipv6_is_worth_four_visitors_and_no_more() {
        let limiter = RateLimiter::new(Limits { connections_each: 2, ..Limits::default() });
        let held: Vec<_> = (0..100)
            .filter_map(|n| limiter.hold(visitor(&format!("2001:db8:7:{n:x}::1")), Resource::Connection))
            .collect();
        assert_eq!(held.len(), 8);
        assert!(limiter.hold(visitor("2001:db8:8::1"), Resource::Connection).is_some(), "another site");
        drop(held);
        assert!(limiter.hold(visitor("2001:db8:7::1"), Resource::Connection).is_some());
    }

    #[test]
    fn strangers_share_half_of_what_one_visitor_has() {
        let limiter = RateLimiter::new(Limits { connections_each: 10, ..Limits::default() });
        let held: Vec<_> =
            (0..100).map_while(|_| limiter.hold(Visitor::Stranger, Resource::Connection)).collect();
        assert_eq!(held.len(), 5);
    }

    #[test]
    fn games_are_bounded_by_the_minute_and_by_the_hour() {
        let limits = Limits { games_per_minute: 3, games_per_hour: 4, ..Limits::default() };
        let limiter = RateLimiter::new(limits);
        let made = (0..9).filter(|_| limiter.allow(visitor("192.0.2.1"), Act::NewGame)).count();
        assert_eq!(made, 3);
        assert!((0..99).all(|_| limiter.allow(Visitor::Local, Act::NewGame)));
    }

    #[test]
    fn quiet_visitors_are_forgotten() {
        let limiter = RateLimiter::new(Limits::default());
        for n in 0..5000_u32 {
            drop(limiter.hold(Visitor::Host(n.into()), Resource::Connection));
        }
        assert!(limiter.accounts().by_key.len() <= MANY + 1);
    }
}
