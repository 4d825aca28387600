//! Bots that play whole games, come back after every fall, and remember what they were told.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use outflank_engine::Random;
use outflank_rules::{Game, Move, Position};
use serde_json::{Value, json};

use crate::client::{Client, Closed, request};

/// A move that the server said is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) seq: u64,
    pub(crate) by: String,
    pub(crate) square: String,
}

/// How a bot plays.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Between two moves: at least and at most so many milliseconds.
    pub(crate) think_ms: (u64, u64),
    /// How many commands of 100 are sent twice.
    pub(crate) doubled: u64,
}

pub(crate) struct Bot {
    pub(crate) address: SocketAddr,
    /// Servers to go to when the one it plays on falls; it goes round and round.
    pub(crate) others: Vec<SocketAddr>,
    pub(crate) game: String,
    pub(crate) token: String,
    pub(crate) random: Random,
    pub(crate) style: Style,
    pub(crate) acknowledged: Vec<Acknowledged>,
    /// From each command to its acknowledgement.
    pub(crate) waits: Vec<Span>,
    /// From each fall until it was back.
    pub(crate) away: Vec<Span>,
}

/// A time from one moment to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) from: Instant,
    pub(crate) to: Instant,
}

impl Span {
    /// From a moment until now.
    pub(crate) fn since(from: Instant) -> Span {
        Span { from, to: Instant::now() }
    }

    pub(crate) fn time(&self) -> Duration {
        self.to.duration_since(self.from)
    }

    /// How much of it is in none of the others, which do not overlap.
    pub(crate) fn without(&self, others: &[Span]) -> Duration {
        let shared =
            |other: &Span| self.to.min(other.to).saturating_duration_since(self.from.max(other.from));
        self.time().saturating_sub(others.iter().map(shared).sum())
    }
}

/// A command on its way.
struct Pending {
    id: String,
    by: String,
    square: String,
    ply: usize,
    sent: Instant,
}

impl Bot {
    pub(crate) fn new(address: SocketAddr, game: &str, token: &str, seed: u64, style: Style) -> Bot {
        Bot {
            address,
            others: Vec::new(),
            game: game.to_owned(),
            token: token.to_owned(),
            random: Random::new(seed),
            style,
            acknowledged: Vec::new(),
            waits: Vec::new(),
            away: Vec::new(),
        }
    }

    /// Plays random moves until the game is over, through as many falls as there are.
    pub(crate) async fn play(mut self) -> Bot {
        let mut pending: Option<Pending> = None;
        let mut have = 0;
        let mut wait = Duration::from_millis(20);
        let mut fell: Option<Instant> = None;
        loop {
            if self.play_on(&mut pending, &mut have, &mut fell).await.is_ok() {
                return self;
            }
            if fell.is_none() {
                fell = Some(Instant::now());
                wait = Duration::from_millis(20);
            }
            if !self.others.is_empty() {
                let next = self.others.remove(0);
                self.others.push(std::mem::replace(&mut self.address, next));
            }
            tokio::time::sleep(wait.mul_f64(0.7 + 0.6 * self.random.unit())).await;
            wait = (wait * 2).min(Duration::from_secs(1));
        }
    }

    async fn play_on(
        &mut self,
        pending: &mut Option<Pending>,
        have: &mut u64,
        fell: &mut Option<Instant>,
    ) -> Result<(), Closed> {
        let mut client = Client::enter(self.address, &self.game, Some(&self.token), *have).await?;
        self.away.extend(fell.take().map(Span::since));
        assert!(client.latest["seq"].as_u64() >= Some(*have), "no server is behind what another has told");
        if let Some(pending) = pending {
            client.send(&command(pending)).await?;
        }
        loop {
            *have = client.latest["seq"].as_u64().unwrap_or(*have);
            if pending.is_none() {
                if client.state()["result"].is_object() {
                    return Ok(());
                }
                if let Some((by, square, ply)) = self.choose(&client.latest) {
                    let (least, most) = self.style.think_ms;
                    let think = least + self.random.below((most - least + 1) as usize) as u64;
                    if think > 0 {
                        tokio::time::sleep(Duration::from_millis(think)).await;
                    }
                    let id = format!("{:016x}", self.random.next_u64());
                    let new = pending.insert(Pending { id, by, square, ply, sent: Instant::now() });
                    client.send(&command(new)).await?;
                    if self.random.below(100) < self.style.doubled as usize {
                        client.send(&command(new)).await?;
                    }
                }
            }
            let message = client.next().await?;
            if let Some(waiting) = pending.as_ref().filter(|pending| message["id"] == pending.id) {
                match message["type"].as_str() {
                    Some("done") => {
                        let seq = message["seq"].as_u64().unwrap();
                        self.waits.push(Span::since(waiting.sent));
                        let Pending { by, square, .. } = pending.take().unwrap();
                        self.acknowledged.push(Acknowledged { seq, by, square });
                        // The next move is chosen from a state that has this one.
                        client.until_seq(seq).await?;
                    }
                    Some("refused") if message["code"] == "unavailable" => {
                        client.send(&command(waiting)).await?;
                    }
                    // Only a command that is not in the log is judged by its ply, and ours was chosen by what the
                    // server said, so nothing else is refused.
                    _ => panic!("an honest command was refused: {message}"),
                }
            }
        }
    }

    /// A legal square, if it is our turn.
    fn choose(&mut self, update: &Value) -> Option<(String, String, usize)> {
        let may = update["you"]["may"].as_array()?;
        if !may.iter().any(|action| action == "play") {
            return None;
        }
        let state = &update["state"];
        let legal: Vec<&String> = state["position"]["legal"].as_object()?.keys().collect();
        let square = legal[self.random.below(legal.len())].clone();
        Some((state["turn"].as_str()?.to_owned(), square, state["moves"].as_array()?.len()))
    }
}

fn command(pending: &Pending) -> Value {
    let Pending { id, square, ply, .. } = pending;
    json!({"type": "command", "id": id, "do": "play", "move": square, "ply": ply})
}

/// Two people who are apart, each at their own device, after these moves.
pub(crate) async fn two_people(address: SocketAddr, moves: &[&str]) -> Vec<Client> {
    let (game, tokens) = seats(address, &json!({"white": {"player": "friend"}})).await;
    let mut players = Vec::new();
    for token in &tokens {
        players.push(Client::enter(address, &game, Some(token), 0).await.unwrap());
    }
    let mut seq = 0;
    for (n, mv) in moves.iter().enumerate() {
        let player = &mut players[n % 2];
        player.until_seq(seq).await.unwrap();
        let done = player.command(&format!("command-{n}"), json!({"do": "play", "move": mv})).await.unwrap();
        seq = done["seq"].as_u64().unwrap_or_else(|| panic!("{mv}: {done}"));
    }
    players
}

/// Two seats of a game, or one against the computer: who made it, and who came by invite.
pub(crate) async fn seats(address: SocketAddr, new_game: &Value) -> (String, Vec<String>) {
    let body = new_game.to_string();
    let post = async |path: String, body: &str| loop {
        // A server that is just down is asked again.
        match request(address, "POST", &path, "", body).await {
            Ok(answer) if answer.status < 300 => return answer.json(),
            Ok(answer) if answer.status < 500 => panic!("{}", answer.text()),
            _ => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    };
    let made = post("/api/games".to_owned(), &body).await;
    let game = made["game"].as_str().unwrap().to_owned();
    let mut tokens = vec![made["token"].as_str().unwrap().to_owned()];
    for invite in made["invites"].as_object().unwrap().values() {
        let join =
            json!({"invite": invite, "key": "a key of sufficient length", "name": "Guest"}).to_string();
        let joined = post(format!("/api/games/{game}/join"), &join).await;
        tokens.push(joined["token"].as_str().unwrap().to_owned());
    }
    (game, tokens)
}

/// Checks a finished game against what its players were told: nothing lost, nothing doubled, all of it legal.
pub(crate) async fn check(address: SocketAddr, game: &str, players: &[&Bot]) {
    let client = Client::enter(address, game, None, 0).await.unwrap();
    let state = client.state();
    assert!(state["result"].is_object(), "the game is over");
    let events = client.latest["events"].as_array().unwrap();
    let placed: Vec<Acknowledged> = events
        .iter()
        .filter(|event| event["what"] == "placed")
        .map(|event| Acknowledged {
            seq: event["seq"].as_u64().unwrap(),
            by: event["by"].as_str().unwrap().to_owned(),
            square: event["square"].as_str().unwrap().to_owned(),
        })
        .collect();
    for bot in players {
        for acknowledged in &bot.acknowledged {
            assert!(placed.contains(acknowledged), "{acknowledged:?} was acknowledged and is lost");
        }
        let side = &bot.acknowledged[0].by;
        let stored = placed.iter().filter(|placed| placed.by == *side).count();
        assert_eq!(stored, bot.acknowledged.len(), "every move of a bot is there once");
    }
    let moves: Vec<Move> = placed.iter().map(|placed| placed.square.parse().unwrap()).collect();
    let replayed = Game::from_moves(Position::default(), moves).expect("the moves are legal");
    assert!(replayed.is_over());
    let score = replayed.position().score();
    assert_eq!(
        (state["result"]["black"].as_u64(), state["result"]["white"].as_u64()),
        (Some(score.black.into()), Some(score.white.into()))
    );
}

/// The value below which 99 of 100 lie, and the middle one.
pub(crate) fn percentiles(latencies: &mut [Duration]) -> (Duration, Duration) {
    latencies.sort_unstable();
    let at = |percent: usize| latencies[(latencies.len() * percent / 100).min(latencies.len() - 1)];
    (at(50), at(99))
}
