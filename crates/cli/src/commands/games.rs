//! `outflank games`: lists a player's games on a server, opens one, or waits for a turn.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use etcetera::BaseStrategy;
use outflank_client::{Client, DeviceKey, Error, Server, seat};
use outflank_play::Time;
use outflank_wire::{MeRequest, MyGame};

use super::join;
use super::play::ScreenArgs;
use crate::exit::Answer;

const HELP: &str = "\
The first time, a key is made for you and kept in a file on this computer; the server knows you by it. On another
computer, --words brings it back. Without --open or --wait your games are listed, those that wait for your move first.

Examples:
  outflank games https://othello.example --name Anna
  outflank games https://othello.example --open 1          play the first game of the list
  outflank games https://othello.example --wait && notify-send 'Your turn'";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The address of the server, as in `https://othello.example`.
    #[arg(value_name = "SERVER")]
    server: Server,
    /// Your name on that server.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Open a game: its number in the list, or its id.
    #[arg(long, value_name = "GAME", conflicts_with = "wait")]
    open: Option<String>,
    /// Wait until it is your turn in one of the games.
    #[arg(long)]
    wait: bool,
    /// The eight words of your key, to be the same player as on another device.
    #[arg(long, value_name = "WORDS")]
    words: Option<String>,
    /// The file with your key [default: one for each server in the data folder].
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Open the game in plain lines of text.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// Between two looks whether it is one's turn.
const LOOK_EVERY: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let path = key_file(args)?;
    let found = read_key(args, &path)?;
    let key = found.key;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let games = runtime.block_on(look(args, &found, &path))?;
    if let Some(wanted) = &args.open {
        let game = find(&games, wanted)?;
        drop(runtime);
        return join::take_part(seat(&args.server, &game.game, &key), None, args.plain, &args.screen);
    }
    let mut out = io::stdout().lock();
    if games.is_empty() {
        writeln!(out, "No games go on.")?;
    }
    for (n, game) in games.iter().enumerate() {
        writeln!(out, "{}", line(n + 1, game, outflank_terminal::now()))?;
    }
    Ok(Answer::Yes)
}

/// The games, after making the player known; with `--wait`, when it is their turn.
async fn look(args: &Args, found: &FoundKey, path: &Path) -> anyhow::Result<Vec<MyGame>> {
    let (client, key) = (Client::default(), &found.key);
    let plain = |error: Error| anyhow::anyhow!("{}", error.to_string().trim_end_matches('.').to_owned());
    let known = match client.me(&args.server, key).await {
        Err(error @ (Error::Unreachable | Error::Unsafe { .. } | Error::Stranger(_) | Error::Moved(_))) => {
            return Err(plain(error));
        }
        known => known.ok(),
    };
    // A key is kept when there is a server to know it, and before that knows it: it must not be lost then.
    if found.is_new {
        write_key(path, key).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(io::stderr(), "Your key is in {}. On paper: {}", path.display(), key.words())?;
    }
    let me = match known {
        Some(me) if args.name.as_ref().is_none_or(|name| *name == me.name) => me,
        _ => {
            let request = MeRequest { name: args.name.clone(), ..MeRequest::default() };
            client.introduce(&args.server, key, &request).await.map_err(plain)?
        }
    };
    writeln!(
        io::stderr(),
        "{}: {} live, {} over days.",
        me.name,
        outflank_play::Rating::from(me.live.rating),
        outflank_play::Rating::from(me.days.rating)
    )?;
    loop {
        match client.my_games(&args.server, key).await {
            Ok(mine) if !args.wait || mine.games.iter().any(MyGame::somebody_waits) => return Ok(mine.games),
            Ok(_) => {}
            // Whoever waits waits through interruptions.
            Err(error) if args.wait && error.is_passing() => {}
            Err(error) => return Err(plain(error)),
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

fn find<'a>(games: &'a [MyGame], wanted: &str) -> anyhow::Result<&'a MyGame> {
    let numbered = wanted.parse::<usize>().ok().and_then(|n| games.get(n.checked_sub(1)?));
    let named = games.iter().find(|game| game.game == wanted);
    named.or(numbered).with_context(|| format!("no game of yours that goes on is called {wanted:?}"))
}

/// A game in a line: `1  your turn  against Ben (1480?), Black, 12 moves, 2 days left`.
fn line(number: usize, game: &MyGame, now: Time) -> String {
    let turn = if game.my_turn { "your turn" } else { "waiting  " };
    let rating = game.opponent.rating.map(|rating| format!(" ({})", outflank_play::Rating::from(rating)));
    let side = game.seats.first().map_or(String::new(), |side| format!(", {side:?}"));
    let left =
        game.deadline.map_or(String::new(), |deadline| format!(", {} left", span(Time(deadline).since(now))));
    let (opponent, rating) = (&game.opponent.name, rating.unwrap_or_default());
    let moves = if game.moves == 1 { "1 move".to_owned() } else { format!("{} moves", game.moves) };
    format!("{number:>3}  {turn}  against {opponent}{rating}{side}, {moves}{left}")
}

fn span(left: Duration) -> String {
    let (seconds, hours) = (left.as_secs(), left.as_secs() / 3600);
    match hours {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        1..48 => format!("{hours} h"),
        _ => format!("{} days", hours / 24),
    }
}

/// Each server has a key of its own: one of them could not play under your name on another.
fn key_file(args: &Args) -> anyhow::Result<PathBuf> {
    if let Some(path) = &args.key {
        return Ok(path.clone());
    }
    let folders = etcetera::base_strategy::choose_base_strategy().context("there is no home folder")?;
    let name = args.server.to_string().replace("://", "-").replace(['/', ':', '[', ']'], "-");
    Ok(folders.data_dir().join("outflank").join("keys").join(name))
}

/// A player's key.
struct FoundKey {
    key: DeviceKey,
    /// Whether it is in no file yet.
    is_new: bool,
}

/// The key of the file, or a new one if there is none.
fn read_key(args: &Args, path: &Path) -> anyhow::Result<FoundKey> {
    let known = match fs::read_to_string(path) {
        Ok(text) => Some(text.trim().parse().with_context(|| format!("{} holds no key", path.display()))?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let given: Option<DeviceKey> = args.words.as_deref().map(str::parse).transpose()?;
    match (known, given) {
        (Some(known), Some(given)) if known != given => {
            bail!("{} holds another key: name another file with --key", path.display())
        }
        (Some(key), _) => Ok(FoundKey { key, is_new: false }),
        (None, given) => Ok(FoundKey { key: given.map_or_else(Client::new_key, Ok)?, is_new: true }),
    }
}

/// Writes a key where only its owner can read it.
fn write_key(path: &Path, key: &DeviceKey) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(path)?, "{key}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_exact_as_they_have_to_be() {
        for (seconds, text) in
            [(59, "0:59"), (3599, "59:59"), (3600, "1 h"), (172_799, "47 h"), (172_800, "2 days")]
        {
            assert_eq!(span(Duration::from_secs(seconds)), text);
        }
    }
}
