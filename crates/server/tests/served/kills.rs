//! What the tests share in which servers are killed while pairs of bots play: the games, and what came of them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinHandle;

use crate::bot::{Bot, Span, Style, check, percentiles, seats};

/// How many play, and how often a server is killed.
pub(crate) struct Plan {
    pub(crate) name: &'static str,
    pub(crate) pairs: usize,
    pub(crate) kills: usize,
    /// Between two kills.
    pub(crate) life_ms: u64,
    pub(crate) style: Style,
}

impl Plan {
    /// As long as a server lives.
    pub(crate) fn life(&self) -> Duration {
        Duration::from_millis(self.life_ms)
    }
}

/// Games with the bots that play them.
pub(crate) struct Games(Vec<(String, Vec<JoinHandle<Bot>>)>);

impl Games {
    /// Begins all games. If there are several servers, the players of a game begin on different ones.
    pub(crate) async fn begin(plan: &Plan, servers: &[SocketAddr]) -> Games {
        let mut games = Vec::new();
        for n in 0..plan.pairs {
            // Every fifth game is against the computer, whose turns have to go on, too.
            let request = if n % 5 == 4 {
                json!({"white": {"player": "computer", "level": 1}})
            } else {
                json!({"white": {"player": "friend"}, "clock": {"main_s": 600, "increment_s": 5}})
            };
            let (game, tokens) = seats(servers[n % servers.len()], &request).await;
            let sit = |(seat, token): (usize, String)| {
                let mut round = servers.to_vec();
                round.rotate_left((n + seat) % servers.len());
                let mut bot = Bot::new(round[0], &game, &token, (n * 2 + seat) as u64 + 1, plan.style);
                bot.others = round[1..].to_vec();
                tokio::spawn(bot.play())
            };
            let bots = tokens.into_iter().enumerate().map(sit).collect();
            games.push((game, bots));
        }
        Games(games)
    }

    /// Waits until all games are over, and checks that nothing was lost or doubled.
    pub(crate) async fn end(self, servers: &[SocketAddr]) -> Played {
        let mut games = Vec::new();
        for (game, bots) in self.0 {
            let mut finished = Vec::new();
            for bot in bots {
                finished.push(bot.await.unwrap());
            }
            games.push((game, finished));
        }
        for (n, (game, bots)) in games.iter().enumerate() {
            check(servers[n % servers.len()], game, &bots.iter().collect::<Vec<&Bot>>()).await;
        }
        let mut played = Played { moves: 0, waits: Vec::new(), away: Vec::new() };
        for bot in games.into_iter().flat_map(|(_, bots)| bots) {
            played.moves += bot.acknowledged.len();
            played.waits.extend(bot.waits);
            played.away.extend(bot.away);
        }
        played
    }
}

/// What the bots of all games have seen.
pub(crate) struct Played {
    /// Acknowledged ones.
    pub(crate) moves: usize,
    /// From each move to its acknowledgement.
    waits: Vec<Span>,
    /// From each fall until the bot was back.
    away: Vec<Span>,
}

/// Everybody is back within this after what was killed, or what they can go to instead, is there.
const BACK: Duration = Duration::from_secs(2);

impl Played {
    /// How long acknowledgements took, whatever happened meanwhile: p50 and p99.
    pub(crate) fn latencies(&self) -> (Duration, Duration) {
        percentiles(&mut self.waits.iter().map(Span::time).collect::<Vec<Duration>>())
    }

    /// How often somebody fell, and after how long half of them and the last of them were back. Time in which there was
    /// nothing to come back to does not count.
    pub(crate) fn check_back(&self, outages: &[Span]) -> Back {
        let count = |spans: &[Span]| {
            let mut times: Vec<Duration> = spans.iter().map(|span| span.without(outages)).collect();
            times.sort_unstable();
            times
        };
        let (away, waits) = (count(&self.away), count(&self.waits));
        let last = |times: &[Duration]| times.last().copied().unwrap_or_default();
        assert!(last(&away) < BACK, "everybody is back within {BACK:?}: {away:?}");
        assert!(last(&waits) < BACK, "everybody can play within {BACK:?}: {:?}", last(&waits));
        let middle = away.get(away.len() / 2).copied().unwrap_or_default();
        Back { falls: away.len(), middle, longest: last(&away), longest_wait: last(&waits) }
    }
}

/// How soon everybody was back.
pub(crate) struct Back {
    pub(crate) falls: usize,
    pub(crate) middle: Duration,
    pub(crate) longest: Duration,
    /// The longest that somebody waited for an acknowledgement.
    pub(crate) longest_wait: Duration,
}

impl std::fmt::Display for Back {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Back { falls, middle, longest, longest_wait } = self;
        write!(
            f,
            "{falls} falls, back after {longest:.0?} at most (half within {middle:.0?}), \
             the longest acknowledgement {longest_wait:.0?}"
        )
    }
}

#[test]
fn time_in_which_there_was_nothing_to_come_back_to_does_not_count() {
    let began = Instant::now();
    let span =
        |from, to| Span { from: began + Duration::from_secs(from), to: began + Duration::from_secs(to) };
    let outages = [span(10, 20), span(40, 45)];
    let left = |from, to| span(from, to).without(&outages).as_secs();
    assert_eq!(
        [left(0, 5), left(5, 12), left(12, 21), left(5, 30), left(15, 42), left(21, 39)],
        [5, 5, 1, 15, 20, 18]
    );
}
