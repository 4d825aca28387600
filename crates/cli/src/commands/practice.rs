//! `outflank practice`: cards made from a player's own mistakes.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use outflank_engine::{Engine, Options};
use outflank_records::Record;
use outflank_study::practice::{Deck, Event, Line, Log, Practice, report};
use outflank_terminal::Places;
use outflank_terminal::practice::{PracticeFile, finished_games, learn, side_of};

use super::drills::{self, DrillArgs, seconds_now};
use crate::exit::{Answer, complain};
use crate::input::{InputArgs, read_file};
use crate::interrupt::stop_on_interrupt;
use crate::output::{counted, is_stdout, write_file};

const HELP: &str = "\
Each mistake becomes a card, which comes again when you are about to forget it. The games that you finish against the
computer are taken by themselves; `practice add` takes games from files. A session lasts ten minutes. One card in five
is a position that you played well.

Examples:
  outflank practice                            a sitting
  outflank practice add games.sgf --name Anna  cards from Anna's games
  outflank practice statistics                 what costs you most
  outflank practice export cards.jsonl         to take along; import adds them elsewhere";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    drill: DrillArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Review games and make cards of a player's mistakes.
    Add(AddArgs),
    /// Show which mistakes cost you most, your accuracy, and which lesson helps.
    Statistics,
    /// Write all cards and answers to a file.
    Export {
        /// The file to write; - is standard output.
        file: PathBuf,
    },
    /// Add the cards and answers that `export` wrote on another computer.
    Import {
        /// The file to read; - is standard input.
        file: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
struct AddArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The player whose mistakes to take, black or white in a game without names [default: the only one who is not the
    /// computer].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let places = Places::of_user();
    let file = PracticeFile::of(&places)?;
    match &args.command {
        None => sit(args, &places, &file),
        Some(Command::Add(add)) => self::add(add, &file),
        Some(Command::Statistics) => statistics(&places, &file),
        Some(Command::Export { file: to }) => export(&file, to),
        Some(Command::Import { file: from }) => import(&file, from),
    }
}

/// The log, with a word about what cannot be read.
pub(super) fn read(file: &PracticeFile) -> anyhow::Result<Log> {
    let log = file.read().with_context(|| format!("{}: cannot be read", file.path().display()))?;
    for (line, fault) in log.bad.iter().take(3) {
        complain(&format!("{}, line {line}: {fault}; it stays where it is", file.path().display()));
    }
    if log.bad.len() > 3 {
        complain(&format!("and {}", counted(log.bad.len() - 3, "more line", "more lines")));
    }
    Ok(log)
}

fn sit(args: &Args, places: &Places, file: &PracticeFile) -> anyhow::Result<Answer> {
    let log = read(file)?;
    let mut deck = Deck::new(&log.lines);
    let games: Vec<Record> = finished_games(places);
    let stop = stop_on_interrupt();
    review(games.iter().map(|game| (game, side_of(game, None))), &mut deck, file, &stop)?;
    ensure!(!stop.is_stopped(), "stopped; what was reviewed so far is kept");
    drills::run(Box::new(Practice::new(deck, seconds_now())), &args.drill, Some(file))
}

fn add(args: &AddArgs, file: &PracticeFile) -> anyhow::Result<Answer> {
    let inputs = args.input.open()?;
    let mut deck = Deck::new(&read(file)?.lines);
    let mut records = Vec::new();
    let (mut failed, mut others) = (0, 0);
    for (number, record) in (1..).zip(crate::input::all_records(&inputs)?) {
        match record {
            Ok(record) => match side_of(&record, args.name.as_deref()) {
                Some(side) => records.push((record, side)),
                None => others += 1,
            },
            Err(error) => {
                failed += 1;
                complain(&format!("game {number}: {error}"));
            }
        }
    }
    if records.is_empty() && others > 0 {
        match &args.name {
            Some(name) => bail!("{name} plays in none of these games"),
            None => bail!(
                "whose games are these? Give --name NAME, or --name black or white if the games have no names"
            ),
        }
    }
    let stop = stop_on_interrupt();
    let games = records.iter().map(|(record, side)| (record, Some(*side)));
    let (added, cards) = review(games, &mut deck, file, &stop)?;
    let mut out = io::stdout();
    let (games, cards) = (counted(added, "game", "games"), counted(cards, "card", "cards"));
    writeln!(out, "{games} reviewed, {cards} made.")?;
    let known = records.len() - added;
    if known > 0 && !stop.is_stopped() {
        let were = counted(known, "was", "were");
        writeln!(out, "{were} known before, or not to be practised.")?;
    }
    ensure!(!stop.is_stopped(), "stopped; what was reviewed so far is kept");
    ensure!(failed == 0, "{failed} of {} games could not be read", records.len() + others + failed);
    Ok(Answer::Yes)
}

/// Reviews games that are new and keeps what comes of it: how many games and cards.
fn review<'a>(
    games: impl Iterator<Item = (&'a Record, Option<outflank_rules::Color>)>,
    deck: &mut Deck,
    file: &PracticeFile,
    stop: &outflank_engine::StopToken,
) -> anyhow::Result<(usize, usize)> {
    let live = io::stderr().is_terminal();
    let mut engine = None;
    let (mut count, mut cards) = (0, 0);
    for (record, side) in games {
        let Some(side) = side else { continue };
        let engine = engine.get_or_insert_with(|| Engine::new(Options::default()));
        let mut progress = |percent: usize| {
            if live {
                eprint!("\rreviewing game {}: {percent:>3}% ", count + 1);
            }
        };
        let Some(events) = learn(record, side, deck, engine, stop, &mut progress) else { continue };
        file.append(seconds_now(), &events)?;
        for event in events {
            cards += usize::from(matches!(&event, Event::Card(card) if !card.fine));
            deck.add(&Line::new(seconds_now(), event));
        }
        count += 1;
    }
    if live && count > 0 {
        eprint!("\r{:40}\r", "");
    }
    Ok((count, cards))
}

fn statistics(places: &Places, file: &PracticeFile) -> anyhow::Result<Answer> {
    let log = read(file)?;
    let mut deck = Deck::new(&log.lines);
    let games = finished_games(places);
    let stop = stop_on_interrupt();
    review(games.iter().map(|game| (game, side_of(game, None))), &mut deck, file, &stop)?;
    let mut out = io::stdout();
    if deck.games().is_empty() {
        writeln!(out, "No game is reviewed yet: finish one, or see `outflank practice add --help`.")?;
        return Ok(Answer::Yes);
    }
    for line in report(&deck, seconds_now(), |number| format!("`outflank lessons {number}`")) {
        writeln!(out, "{line}")?;
    }
    Ok(Answer::Yes)
}

fn export(file: &PracticeFile, to: &std::path::Path) -> anyhow::Result<Answer> {
    let log = read(file)?;
    let text: String = log.lines.iter().map(|line| line.encode() + "\n").collect();
    if is_stdout(to) {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    write_file(to, text.as_bytes())?;
    let written = counted(log.lines.len(), "line is", "lines are");
    writeln!(io::stdout(), "{written} written to {}.", to.display())?;
    Ok(Answer::Yes)
}

fn import(file: &PracticeFile, from: &std::path::Path) -> anyhow::Result<Answer> {
    let ours = read(file)?;
    let bytes = read_file(from)?;
    let theirs = Log::parse(&String::from_utf8_lossy(&bytes));
    ensure!(
        theirs.bad.is_empty() || !theirs.lines.is_empty(),
        "{}: this is not a file that `outflank practice export` has written",
        from.display()
    );
    for (line, fault) in theirs.bad.iter().take(3) {
        complain(&format!("{}, line {line}: {fault}; it is left out", from.display()));
    }
    if theirs.bad.len() > 3 {
        complain(&format!("{} more are left out", counted(theirs.bad.len() - 3, "line", "lines")));
    }
    let new: Vec<_> = ours.missing(&theirs).cloned().collect();
    file.append_lines(&new)?;
    let all = counted(theirs.lines.len(), "line", "lines");
    writeln!(io::stdout(), "{all} read, {} of them new.", new.len())?;
    Ok(Answer::Yes)
}
