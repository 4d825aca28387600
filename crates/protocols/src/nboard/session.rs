use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use outflank_engine::{
    Analysis, Certainty, Choice, Engine, Goal, Limits, Line, Random, Score, StopToken, Strength,
};
use outflank_records::{Format, Reader, Record};
use outflank_rules::{Color, Move, Position};

use super::command::Command;
use super::interrupt::Interrupts;
use super::{Learn, clock};

/// Our name in the viewer.
const NAME: &str = "Outflank";

/// Midgame plies until `set depth` is received.
const DEPTH: u8 = 12;

/// A session with one viewer and its game.
pub(super) struct Session<'a, W> {
    engine: Engine,
    output: W,
    interrupts: Arc<Interrupts>,
    record: Record,
    depth: u8,
    learn: Learn<'a>,
    /// Chooses among equally good book moves.
    random: Random,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(
        engine: Engine,
        output: W,
        interrupts: Arc<Interrupts>,
        learn: Learn<'a>,
    ) -> Session<'a, W> {
        Session {
            engine,
            output,
            interrupts,
            record: Record::default(),
            depth: DEPTH,
            learn,
            random: Random::new(seed()),
        }
    }

    /// Carries out a command; an error means that nobody is listening any more.
    pub(super) fn run(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Begin => self.say(&format!("set myname {NAME}")),
            Command::Depth(depth) => {
                self.depth = depth;
                self.say(&format!("set myname {NAME}{depth}"))
            }
            Command::Game(text) => self.set_game(&text),
            Command::Move(mv, seconds) => self.play(mv, seconds),
            Command::Hint(lines) => self.hint(lines),
            Command::Go => self.go(),
            Command::Analyze => self.analyze(),
            Command::Learn => self.learn(),
            Command::Ping(number) => {
                self.interrupts.settle();
                self.say(format!("pong {number}").trim_end())
            }
            Command::Quit => Ok(()),
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        say(&mut self.output, line)
    }

    fn set_game(&mut self, text: &str) -> io::Result<()> {
        let read = Reader::with_format(text.as_bytes(), Format::Ggf).next();
        match read {
            Some(Ok(record)) => {
                self.record = record;
                Ok(())
            }
            Some(Err(error)) => self.say(&format!("status The game cannot be read: {error}")),
            None => self.say("status The game cannot be read: (; is missing"),
        }
    }

    fn play(&mut self, mv: Move, seconds: Option<f64>) -> io::Result<()> {
        match self.record.game.play(mv) {
            Ok(()) => {
                let ply = self.record.game.moves().len();
                self.record.notes.entry(ply).or_default().seconds = seconds;
                Ok(())
            }
            Err(error) => self.say(&format!("status The move is not legal: {error}")),
        }
    }

    /// The limits of a search at the requested depth. Near the end of the game, a search to the end is worth more than
    /// one of the same time that stops before it: six plies more cost about as much.
    fn limits(&self, position: &Position) -> Limits {
        const SOLVED_IN_SECONDS: u32 = 24;
        let (depth, empties) = (u32::from(self.depth), position.empties().len() as u32);
        let goal = if empties <= (depth + 6).min(SOLVED_IN_SECONDS).max(depth) {
            Goal::Exact
        } else {
            Goal::Depth(self.depth)
        };
        Limits { goal, ..Limits::default() }
    }

    /// Sends the best moves, again whenever more is known.
    fn hint(&mut self, lines: usize) -> io::Result<()> {
        let position = *self.record.position();
        let Some(stop) = self.interrupts.begin() else { return Ok(()) };
        if position.is_over() {
            return self.say("status The game is over");
        }
        let limits = Limits { lines, ..self.limits(&position) };
        let (engine, output) = (&mut self.engine, &mut self.output);
        let mut told: Vec<String> = Vec::new();
        let mut written = say(output, "status Thinking");
        let mut tell = |analysis: &Analysis, stop: &StopToken| {
            let news: Vec<String> =
                analysis.lines.iter().filter(|line| line.depth > 0).take(lines).map(search_line).collect();
            if written.is_ok() && !stop.is_stopped() && news != told {
                let fresh = news.iter().filter(|line| !told.contains(line));
                written = fresh.clone().try_for_each(|line| say(output, line));
                if written.is_err() {
                    stop.stop();
                }
                told = news;
            }
        };
        let analysis = engine.search(&position, &limits, &stop, &mut |analysis| tell(analysis, &stop));
        tell(&analysis, &stop);
        written?;
        if stop.is_stopped() {
            return Ok(());
        }
        self.say(&node_stats(&analysis))?;
        self.say("status")
    }

    /// Chooses a move. The viewer sends it back if it is to be played.
    fn go(&mut self) -> io::Result<()> {
        let position = *self.record.position();
        let Some(stop) = self.interrupts.begin() else { return Ok(()) };
        if position.is_over() {
            return self.say("status The game is over");
        }
        if position.must_pass() {
            return self.say("=== PA");
        }
        let asked = Instant::now();
        let empties = position.empties().len() as u32;
        let time = clock::left(&self.record).map(|clock| clock.time_for_move(empties));
        let limits = Limits { time, ..self.limits(&position) };
        self.say("status Thinking")?;
        let strength = Strength::Limits(limits);
        let choice = strength.choose(&mut self.engine, &position, None, &mut self.random, &stop);
        if stop.is_stopped() {
            return Ok(());
        }
        let Some(Choice { mv, analysis }) = choice else { return self.say("status No move was found") };
        let value = analysis.lines.iter().find(|line| line.mv() == mv).map_or(0.0, |line| line.score.discs());
        self.say(&node_stats(&analysis))?;
        let seconds = asked.elapsed().as_secs_f64();
        self.say(&format!("=== {}/{value:.2}/{seconds:.2}", name(mv)))
    }

    /// Adds the game to the book. A ping stops that; what is done so far is kept.
    fn learn(&mut self) -> io::Result<()> {
        let Some(stop) = self.interrupts.begin() else { return Ok(()) };
        self.say("status Learning")?;
        let told = (self.learn)(&self.record.game, &stop);
        self.say(&format!("status {told}"))?;
        self.say("learned")
    }

    /// Evaluates every position of the game, from the last, so that earlier ones profit from the table entries of later
    /// ones.
    fn analyze(&mut self) -> io::Result<()> {
        let positions = self.record.game.positions().to_vec();
        for (moves_made, position) in positions.iter().enumerate().rev() {
            let Some(stop) = self.interrupts.begin() else { return Ok(()) };
            let score = if let Some(outcome) = position.outcome() {
                let margin = Score::from_discs(outcome.tournament_margin().into());
                Some(if position.turn() == Color::Black { margin } else { -margin })
            } else {
                let limits = self.limits(position);
                let analysis = self.engine.search(position, &limits, &stop, &mut |_| {});
                analysis.lines.first().map(|line| line.score)
            };
            if stop.is_stopped() {
                return Ok(());
            }
            if let Some(score) = score {
                self.say(&format!("analysis {moves_made} {:.2}", score.discs()))?;
            }
        }
        self.say("status")
    }
}

/// A different seed each time.
fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// Every line is flushed at once: the viewer shows them as they come.
fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

/// A square in upper case, or `PA`.
fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// `search F5D6C3 1.25 0 12`: the value is for the side to move.
fn search_line(line: &Line) -> String {
    let moves: String = line.moves.iter().copied().map(name).collect();
    let depth = match line.certainty {
        Certainty::Estimate => line.depth.to_string(),
        Certainty::Selective(percent) => format!("{percent}%"),
        Certainty::WinLossDraw => "100%W".to_owned(),
        Certainty::Exact => "100%".to_owned(),
    };
    format!("search {moves} {:.2} 0 {depth}", line.score.discs())
}

fn node_stats(analysis: &Analysis) -> String {
    let seconds = analysis.time.max(Duration::from_millis(1)).as_secs_f64();
    format!("nodestats {} {seconds:.3}", analysis.nodes)
}
