//! `outflank coach`: an opening trained as a game against what people play.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use outflank_engine::Random;
use outflank_records::{openings, transcript};
use outflank_rules::{Color, Game, Position, Square};
use outflank_study::coach::{Answered, Coach, Verdict};

use crate::exit::Answer;
use crate::number::whole;
use crate::{diagram, own_book};

const HELP: &str = "\
The other side plays what people play in tournaments. An answer is right if it holds the value of the book within
half a disc; a wrong one is shown with the line that punishes it, and the position comes again. What you know comes
again in days, weeks and months. Type a move, `hint` for the best one, or `quit`.

Examples:
  outflank coach tiger
  outflank coach rose-bill --side white --lines 5
  outflank coach --progress            how far you have come";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The opening by its name, or its moves; the first moves of the game if not given.
    #[arg(value_name = "OPENING")]
    opening: Option<String>,
    /// Who you play: black or white. If not given, whoever chose the opening by its last move.
    #[arg(long, value_name = "COLOUR")]
    side: Option<Color>,
    /// Stop after this many lines.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=100_000))]
    lines: Option<usize>,
    /// Only tell how far you have come, in all openings that you have trained or in this one.
    #[arg(long)]
    progress: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let path = own_book::beside("coach.txt")?;
    let answered = read(&path)?;
    let book = own_book::checked()?;
    let mut out = io::stdout().lock();
    let now = now();
    if args.progress && args.opening.is_none() {
        return all_progress(&answered, now, &mut out);
    }
    let (name, opening) = opening(args.opening.as_deref())?;
    let side = args.side.unwrap_or(!opening.position().turn());
    let mut coach = Coach::new(book, opening, side, &answered);
    writeln!(out, "{name}. You play {side}. {}", progress(&coach, now))?;
    if args.progress {
        return Ok(Answer::Yes);
    }
    let mut log = Log::open(&path)?;
    let mut random = Random::new(SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64);
    let mut input = io::stdin().lock();
    let mut lines = 0;
    while args.lines.is_none_or(|most| lines < most) {
        let Some(game) = coach.lesson(now, &mut random) else {
            writeln!(out, "The book has nothing to ask here.")?;
            return Ok(Answer::No);
        };
        lines += 1;
        if !line(&mut coach, game, &mut random, &mut log, &mut input, &mut out)? {
            break;
        }
        writeln!(out, "{}", progress(&coach, now))?;
    }
    writeln!(out, "Until the next time: {}", progress(&coach, now))?;
    Ok(Answer::Yes)
}

/// One line of the opening, to its end; `false` if the player leaves.
fn line(
    coach: &mut Coach<'_>,
    mut game: Game,
    random: &mut Random,
    log: &mut Log,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut told = coach.opening().moves().len().min(game.moves().len());
    writeln!(out, "\nFrom the start: {}", transcript::text(&game))?;
    loop {
        for at in told..game.moves().len() {
            tell_reply(coach, &game, at, out)?;
        }
        let last = game.moves().last().and_then(|mv| mv.square());
        write!(out, "{}", diagram::for_stdout(game.position(), last))?;
        let Some(answer) = ask(coach, &game, input, out)? else { return Ok(false) };
        let Some(verdict) = coach.judge(&game, answer) else { return Ok(true) };
        let answered = Answered::new(now(), &game, answer, verdict.wrong.is_none());
        log.add(&answered)?;
        coach.hear(&answered);
        writeln!(out, "{}", sentence(&verdict, answer))?;
        let next = if verdict.wrong.is_none() { answer } else { verdict.right[0] };
        game.play(next.into())?;
        told = game.moves().len();
        if !coach.go_on(&mut game, now(), random) {
            writeln!(out, "The book ends here.")?;
            return Ok(true);
        }
    }
}

/// What the other side played, and how many people do.
fn tell_reply(coach: &Coach<'_>, game: &Game, at: usize, out: &mut impl Write) -> io::Result<()> {
    let before = &game.positions()[at];
    let (turn, mv) = (before.turn(), game.moves()[at]);
    let share = mv.square().and_then(|square| coach.share(before, square));
    match share.filter(|_| turn != coach.side()) {
        Some(share) => writeln!(out, "{turn} plays {mv}, as {:.0} % of people do.", 100.0 * share),
        None => writeln!(out, "{turn} plays {mv}."),
    }
}

/// A legal move; `None` if the player leaves.
fn ask(
    coach: &Coach<'_>,
    game: &Game,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<Option<Square>> {
    let legal = game.position().legal_moves();
    loop {
        write!(out, "Your move: ")?;
        out.flush()?;
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 {
            writeln!(out, "\nThe input has ended.")?;
            return Ok(None);
        }
        let text = text.trim().to_ascii_lowercase();
        if !io::stdin().is_terminal() {
            writeln!(out, "{text}")?;
        }
        match text.as_str() {
            "quit" | "q" | "exit" => return Ok(None),
            "hint" | "?" => {
                let best = legal.first().and_then(|square| coach.judge(game, square));
                let best = best.map_or(String::new(), |verdict| names(&verdict.right));
                writeln!(out, "The book plays {best}.")?;
            }
            _ => match text.parse::<Square>() {
                Ok(square) if legal.contains(square) => return Ok(Some(square)),
                Ok(square) => writeln!(out, "{square} is not a legal move. Moves: {legal}.")?,
                Err(_) => writeln!(out, "A square is expected, as d3, or hint or quit.")?,
            },
        }
    }
}

/// What is told about an answer.
fn sentence(verdict: &Verdict, answer: Square) -> String {
    let people = match verdict.share {
        Some(share) => format!(" {:.0} % of people play it.", 100.0 * share),
        None => String::new(),
    };
    let Some(wrong) = &verdict.wrong else {
        let others: Vec<Square> = verdict.right.iter().copied().filter(|square| *square != answer).collect();
        let others = if others.is_empty() { String::new() } else { format!(" So does {}.", names(&others)) };
        return format!("Right: {answer} holds {:+.1}.{others}{people}", verdict.value);
    };
    let loss = match wrong.loss {
        Some(loss) => format!("{answer} loses {loss:.1} discs."),
        None => format!("{answer} is worse than anything in the book."),
    };
    let punished = if wrong.punishment.is_empty() {
        String::new()
    } else {
        let line: Vec<String> = wrong.punishment.iter().map(ToString::to_string).collect();
        format!(" It goes on {answer} {}.", line.join(" "))
    };
    format!("Wrong: {loss}{punished} The book plays {}.{people}", names(&verdict.right))
}

fn names(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn progress(coach: &Coach<'_>, now: u64) -> String {
    let progress = coach.progress(now);
    let positions = if progress.known == 1 { "position" } else { "positions" };
    match progress.answers {
        0 => "Nothing trained yet.".to_owned(),
        answers => format!(
            "{} {positions} known, {} due; {} of {answers} answers right.",
            progress.known, progress.due, progress.right
        ),
    }
}

/// A row for every opening with a name that was trained.
fn all_progress(answered: &[Answered], now: u64, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut rows = 0;
    for opening in openings::all() {
        for side in Color::ALL {
            let game = transcript::game(Position::default(), opening.line)?;
            let coach = Coach::new(own_book::checked()?, game, side, answered);
            if coach.progress(now).answers > 0 {
                rows += 1;
                writeln!(out, "{:<34} {side}: {}", opening.name, progress(&coach, now))?;
            }
        }
    }
    if rows == 0 {
        writeln!(out, "Nothing trained yet. `outflank coach tiger` begins.")?;
    }
    Ok(Answer::Yes)
}

/// The opening with what it is called.
fn opening(text: Option<&str>) -> anyhow::Result<(String, Game)> {
    let Some(text) = text else { return Ok(("The first moves".to_owned(), Game::default())) };
    let game = match openings::find(text) {
        Ok(opening) => transcript::game(Position::default(), opening.line)?,
        Err(error) => match transcript::game(Position::default(), text) {
            Ok(game) if !game.moves().is_empty() => game,
            _ => return Err(error.into()),
        },
    };
    ensure!(!game.position().is_over(), "the game is over in this position");
    let name = openings::of_game(&game).map_or("This opening", |opening| opening.name);
    Ok((format!("{name}, {}", transcript::text(&game)), game))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// All answers so far. A last line without its end was cut off and is left out.
fn read(path: &Path) -> anyhow::Result<Vec<Answered>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| path.display().to_string())?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = (1..).zip(whole.lines()).filter(|(_, line)| !line.is_empty());
    lines
        .map(|(number, line)| line.parse().with_context(|| format!("{}, line {number}", path.display())))
        .collect()
}

/// Answers are added as they come, so that nothing is lost when the program is killed.
struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    fn open(path: &Path) -> anyhow::Result<Log> {
        let name = || path.display().to_string();
        let text = std::fs::read(path).unwrap_or_default();
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(name)?;
        file.set_len(whole as u64).with_context(name)?;
        Ok(Log { file, path: path.to_owned() })
    }

    fn add(&mut self, answer: &Answered) -> anyhow::Result<()> {
        self.file.write_all(format!("{answer}\n").as_bytes()).with_context(|| self.path.display().to_string())
    }
}
