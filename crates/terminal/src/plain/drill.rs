//! Practice, puzzles, lessons and the gym as lines of text.

use std::io::{self, BufRead, Write};

use outflank_engine::{Analysis, Engine, Line, Random, StopToken};
use outflank_rules::{Game, Move, Position, Square};
use outflank_study::drill::{Ask, Drill, Need, Prompt, Reply};
use outflank_study::glossary;
use outflank_study::practice::Seconds;

use super::WIDTH;
use crate::practice::PracticeFile;

/// What a drill needs of the world.
pub struct Surroundings<'a> {
    /// Where what happens is kept; nowhere if there is no file.
    pub file: Option<&'a PracticeFile>,
    /// Whoever searches.
    pub engine: &'a mut Engine,
    /// Makes the moves of levels vary.
    pub random: Random,
    /// The time.
    pub now: &'a dyn Fn() -> Seconds,
    /// How a board is drawn.
    pub draw: &'a dyn Fn(&Position, Option<Square>) -> String,
}

const HELP: &str = "\
A square such as d3 plays there; 1, 2 or 3 chooses a sentence; an empty line goes on. Commands: clue, show (the answer), \
skip, board, best or game or yours (shows a line), word CORNER (the glossary), quit.";

/// Goes through a drill until it is done, the input ends or the player leaves. With `echo` what was read is repeated.
pub fn drill(
    drill: &mut dyn Drill,
    mut world: Surroundings<'_>,
    input: &mut dyn BufRead,
    echo: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut shown: Option<Position> = None;
    loop {
        world.think(drill)?;
        let prompt = drill.prompt();
        if shown != Some(prompt.position) && prompt.ask != Ask::Done {
            say(output, &format!("\n{}", prompt.place))?;
            write!(output, "{}", (world.draw)(&prompt.position, prompt.last))?;
            shown = Some(prompt.position);
        }
        tell(&prompt, output)?;
        if prompt.ask == Ask::Done {
            return Ok(());
        }
        loop {
            write!(output, "> ")?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return writeln!(output);
            }
            let word = line.trim();
            if echo {
                writeln!(output, "{}", word.replace(char::is_control, ""))?;
            }
            match understand(word, &prompt) {
                Understood::Reply(reply) => {
                    let events = drill.reply(reply, (world.now)());
                    world.keep(&events)?;
                    if reply == Reply::Next {
                        shown = None;
                    }
                    break;
                }
                Understood::Clue => {
                    let clue = drill.clue().unwrap_or_else(|| "There is no clue here.".to_owned());
                    say(output, &clue)?;
                }
                Understood::Board => {
                    write!(output, "{}", (world.draw)(&prompt.position, prompt.last))?;
                }
                Understood::Line(name) => show_line(name, &prompt, &world, output)?,
                Understood::Word(word) => define(&word, output)?,
                Understood::Help => say(output, HELP)?,
                Understood::Quit => return Ok(()),
                Understood::Nothing(text) => say(output, &text)?,
            }
        }
    }
}

/// What somebody has typed.
enum Understood {
    Reply(Reply),
    Clue,
    Board,
    Line(&'static str),
    Word(String),
    Help,
    Quit,
    Nothing(String),
}

fn understand(word: &str, prompt: &Prompt) -> Understood {
    let lower = word.to_lowercase();
    let line = prompt.lines.iter().map(|(name, _)| *name).find(|name| *name == lower);
    match (lower.as_str(), &prompt.ask) {
        ("" | "next" | "n", Ask::Next) => Understood::Reply(Reply::Next),
        ("", _) => Understood::Nothing(expected(&prompt.ask)),
        ("clue" | "hint" | "i", _) => Understood::Clue,
        ("show" | "y", _) => Understood::Reply(Reply::Show),
        ("skip" | "k", _) => Understood::Reply(Reply::Skip),
        ("board", _) => Understood::Board,
        ("help" | "?", _) => Understood::Help,
        ("quit" | "q" | "exit", _) => Understood::Quit,
        _ if line.is_some() => Understood::Line(line.unwrap_or_default()),
        (text, _) if text.starts_with("word ") => Understood::Word(text[5..].trim().to_owned()),
        (text, Ask::Choice(sentences)) => match text.parse::<usize>() {
            Ok(number) if (1..=sentences.len()).contains(&number) => {
                Understood::Reply(Reply::Choice(number - 1))
            }
            _ => Understood::Nothing(expected(&prompt.ask)),
        },
        (text, Ask::Square(squares)) => match text.parse::<Square>() {
            Ok(square) if squares.contains(square) => Understood::Reply(Reply::Square(square)),
            Ok(square) => match prompt.position.check(Move::Place(square)) {
                Err(reason) => Understood::Nothing(format!("{square} {reason}.")),
                Ok(()) => Understood::Nothing(format!("{square} is not among them: {squares}.")),
            },
            Err(_) => Understood::Nothing(expected(&prompt.ask)),
        },
        _ => Understood::Nothing(expected(&prompt.ask)),
    }
}

fn expected(ask: &Ask) -> String {
    match ask {
        Ask::Square(_) => "A square is expected, as in d3; help lists the commands.".to_owned(),
        Ask::Choice(sentences) => {
            format!("A number from 1 to {} is expected; help lists the commands.", sentences.len())
        }
        _ => "An empty line goes on; help lists the commands.".to_owned(),
    }
}

/// Tells what there is to tell and ask.
fn tell(prompt: &Prompt, output: &mut dyn Write) -> io::Result<()> {
    for text in &prompt.text {
        say(output, text)?;
    }
    if let Ask::Choice(sentences) = &prompt.ask {
        for (number, sentence) in (1..).zip(sentences) {
            say(output, &format!("  {number} {sentence}"))?;
        }
    }
    for (name, moves) in &prompt.lines {
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        if !moves.is_empty() {
            say(output, &format!("  {name}: {}", moves.join(" ")))?;
        }
    }
    Ok(())
}

/// The board after a line.
fn show_line(
    name: &str,
    prompt: &Prompt,
    world: &Surroundings<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let Some((_, moves)) = prompt.lines.iter().find(|(other, _)| *other == name) else { return Ok(()) };
    let mut game = Game::new(prompt.position);
    for mv in moves {
        if game.play(*mv).is_err() {
            break;
        }
    }
    let last = game.moves().last().and_then(|mv| mv.square());
    say(output, &format!("After {}:", moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")))?;
    write!(output, "{}", (world.draw)(game.position(), last))
}

/// A word of the glossary.
fn define(word: &str, output: &mut dyn Write) -> io::Result<()> {
    let found = glossary::ENTRIES.iter().find(|entry| entry.word.eq_ignore_ascii_case(word));
    if let Some(entry) = found {
        say(output, &format!("{}: {}", entry.word, entry.meaning))
    } else {
        let words: Vec<&str> = glossary::ENTRIES.iter().map(|entry| entry.word).collect();
        say(output, &format!("The glossary has no such word; it has {}.", words.join(", ")))
    }
}

/// A paragraph, wrapped.
fn say(output: &mut dyn Write, text: &str) -> io::Result<()> {
    for line in text.split('\n') {
        let indent = if line.starts_with("  ") { "    " } else { "" };
        let options = textwrap::Options::new(WIDTH).subsequent_indent(indent);
        for part in textwrap::wrap(line, options) {
            writeln!(output, "{part}")?;
        }
    }
    Ok(())
}

impl Surroundings<'_> {
    fn keep(&self, events: &[outflank_study::practice::Event]) -> io::Result<()> {
        match self.file {
            Some(file) => file.append((self.now)(), events),
            None => Ok(()),
        }
    }

    /// Answers whatever the drill wants to know.
    fn think(&mut self, drill: &mut dyn Drill) -> io::Result<()> {
        while let Some(need) = drill.need() {
            let (id, analysis) = answer(self.engine, &mut self.random, &need);
            let events = drill.hear(id, &analysis);
            self.keep(&events)?;
        }
        Ok(())
    }
}

/// What the engine says to what a drill wants to know. A level's choice is the first line.
pub(crate) fn answer(engine: &mut Engine, random: &mut Random, need: &Need) -> (u64, Analysis) {
    let stop = StopToken::new();
    match need {
        Need::Search(question) => {
            (question.id, engine.search(&question.position, &question.limits, &stop, &mut |_| {}))
        }
        Need::Choose { id, position, level } => {
            let choice = engine.choose(position, *level, random, &stop);
            let analysis = choice.map_or_else(Analysis::default, |choice| {
                let seen = choice.analysis.lines.iter().find(|line| line.mv() == choice.mv);
                let first = choice.analysis.lines.first();
                let line = seen.or(first).map(|line| Line { moves: vec![choice.mv], ..line.clone() });
                Analysis { lines: line.into_iter().collect(), ..choice.analysis.clone() }
            });
            (*id, analysis)
        }
    }
}
