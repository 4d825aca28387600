//! `outflank join`: a served game, played from the terminal.

use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::mpsc::{Receiver, channel};

use outflank_client::{Client, Link, Right};
use outflank_engine::Options;
use outflank_play::Command;
use outflank_play::remote::{News, Report};
use outflank_terminal::plain;
use outflank_terminal::screen as board;
use outflank_terminal::screen::{Links, Remote};
use tokio::sync::mpsc;

use super::play::{ScreenArgs, variable};
use crate::exit::Answer;

const HELP: &str = "\
The game looks as it does on your own computer; ? shows the keys. Leaving loses nothing: when you leave,
you are told the link back to your seat. With --plain, type a square to place a disc; help lists the commands.

Examples:
  outflank join 'https://othello.example/g/c0ffeec0ffee#i=secret' --name Ben
  outflank join http://192.168.1.5:8844/g/c0ffeec0ffee         only watch";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The link that a friend sent you, or the one to your own seat; put it in quotes.
    #[arg(value_name = "LINK")]
    link: Link,
    /// Your name.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Use plain lines of text; the default when input or output is not a terminal.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenArgs,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Answer> {
    take_part(args.link, args.name, args.plain, &args.screen)
}

/// Plays or watches the game of a link.
pub(super) fn take_part(
    link: Link,
    name: Option<String>,
    plain: bool,
    screen: &ScreenArgs,
) -> anyhow::Result<Answer> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let (commands, queue) = mpsc::channel(16);
    let (sender, news) = channel();
    let there = link.clone();
    let tell = move |told| drop(sender.send(told));
    runtime.spawn(async move { Client::default().take_part(there, name, queue, tell).await });
    let (found, back) = reach(&news, &link)?;
    let links = Links { watch: Link { right: Right::Watch, ..link }.to_string(), back };
    let send = Box::new(move |command: Command, ply: usize| {
        // A full queue means that the server has not answered for long, which the player is shown.
        let _ = commands.try_send((command, ply));
    });
    let back = links.back.clone();
    let remote = Remote { found, news, send, links };
    let input = io::stdin();
    let echo = !input.is_terminal();
    if plain || echo || !io::stdout().is_terminal() || !board::can_draw(variable) {
        plain::join(remote, Options::default(), BufReader::new(input), echo, io::stdout().lock())?;
        return Ok(Answer::Yes);
    }
    board::join(remote, Options::default(), screen.options())?;
    if let Some(back) = back {
        writeln!(io::stdout(), "The link back to your seat, for you alone: {back}")?;
    }
    Ok(Answer::Yes)
}

/// Waits for the game, with a word if that takes its time; returns it with the link back to the player's seat.
fn reach(news: &Receiver<News>, link: &Link) -> anyhow::Result<(Box<Report>, Option<String>)> {
    let mut back = match &link.right {
        Right::Seat(_) => Some(link.to_string()),
        Right::Watch | Right::Invite(_) => None,
    };
    let mut said = false;
    for told in news {
        match told {
            News::Game(report) => return Ok((report, back)),
            News::Seat(seat) => back = Some(seat),
            News::Lost if !said => {
                said = true;
                writeln!(io::stderr(), "{} cannot be reached; trying again (Ctrl-C stops).", link.server)?;
            }
            News::Ended(why) => anyhow::bail!("{}", why.trim_end_matches('.')),
            News::Lost | News::Presence(_) | News::Done | News::Refused(_) => {}
        }
    }
    anyhow::bail!("{} cannot be reached", link.server)
}
