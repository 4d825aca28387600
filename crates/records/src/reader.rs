use outflank_rules::{Position, Setup, Variant};

use crate::wthor::{self, Names};
use crate::{
    Format, Place, Problem, ReadError, Record, board, ggf, json, obf, results, sgf, text, transcript,
};

/// Reads the games and positions of an input in any format: "paste anything".
///
/// Returns at least one record or an error, and at most [`READ_LIMIT`] of them; a [`Reader`] handles more without
/// holding them all.
///
/// ```
/// let records = outflank_records::read(b"f5d6c3\nf5f6e6")?;
/// assert_eq!(records.len(), 2);
/// assert_eq!(records[1].game.moves().len(), 3);
///
/// let error = outflank_records::read(b"f5d6c3\nf5f6e6\nf5f6a1").unwrap_err();
/// assert_eq!(error.to_string(), r#"game 3, move 3, "a1": flips nothing"#);
/// # Ok::<(), outflank_records::ReadError>(())
/// ```
pub fn read(input: &[u8]) -> Result<Vec<Record>, ReadError> {
    let mut reader = Reader::new(input)?;
    let records: Vec<Record> = reader.by_ref().take(READ_LIMIT).collect::<Result<_, _>>()?;
    if reader.next().is_some() { Err(ReadError::new(Problem::TooMany(READ_LIMIT))) } else { Ok(records) }
}

/// The most records that [`read`] returns: about 300 megabytes of games of full length.
pub const READ_LIMIT: usize = 100_000;

/// The most damaged records that a [`Reader`] skips: an input with more has another problem.
pub const DAMAGED_LIMIT: usize = 100;

/// Reads the records of an input one by one. After a damaged record it continues with the next one, if it can find
/// where that begins; an input without any record is an error.
///
/// ```
/// use outflank_records::{Format, Reader};
///
/// let mut reader = Reader::new(b"f5d6\nf5f6\nf5e4")?;
/// assert_eq!(reader.format(), Format::Transcript);
/// assert!(reader.next().unwrap().is_ok());
/// assert!(reader.next().unwrap().is_ok());
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), r#"game 3, move 2, "e4": is taken by a black disc"#);
/// assert!(reader.next().is_none());
/// # Ok::<(), outflank_records::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    format: Format,
    source: Source<'a>,
    rules: Variant,
    count: usize,
    damaged: usize,
    ended: bool,
}

impl<'a> Reader<'a> {
    /// A reader for an input whose format is detected by its content.
    pub fn new(input: &'a [u8]) -> Result<Reader<'a>, ReadError> {
        if text::without_bom(input).iter().all(u8::is_ascii_whitespace) {
            return Err(ReadError::new(Problem::Empty));
        }
        if input.starts_with(b"\xff\xfe") || input.starts_with(b"\xfe\xff") {
            return Err(ReadError::new(Problem::syntax("this is UTF-16 text; UTF-8 is expected")));
        }
        let format = Format::detect(input).ok_or(ReadError::new(Problem::UnknownFormat))?;
        Ok(Reader::with_format(input, format))
    }

    /// A reader for an input whose format is known.
    pub fn with_format(input: &'a [u8], format: Format) -> Reader<'a> {
        let source = match format {
            Format::Transcript => Source::Transcript(Box::new(transcript::Games::new(input))),
            Format::Board => Source::Board(board::Boards::new(input)),
            Format::Obf => Source::Obf(obf::Boards::new(input)),
            Format::Ggf => Source::Ggf(ggf::Games::new(input)),
            Format::Sgf => Source::Sgf(sgf::Games::new(input)),
            Format::Wthor => Source::Wthor(wthor::Games::new(input, None)),
            Format::Json => Source::Json(json::Objects::new(input)),
            Format::Results => Source::Results(results::Blocks::new(input)),
        };
        Reader { format, source, rules: Variant::STANDARD, count: 0, damaged: 0, ended: false }
    }

    /// A reader for a `.wtb` file, with the names of players and tournaments.
    pub fn wthor(input: &'a [u8], names: &'a Names) -> Reader<'a> {
        let source = Source::Wthor(wthor::Games::new(input, Some(names)));
        Reader { source, ..Reader::with_format(input, Format::Wthor) }
    }

    /// Reads transcripts and positions under other rules, which their text does not mention. The values of an OBF file
    /// are dropped, since they are for standard rules. Other formats contain their rules.
    ///
    /// ```
    /// use outflank_records::Reader;
    ///
    /// let rules = "thirty".parse()?;
    /// let games = Reader::new(b"f5d6\nf5f6")?.under(rules);
    /// assert!(games.into_iter().all(|game| game.unwrap().position().variant() == rules));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn under(mut self, rules: Variant) -> Reader<'a> {
        self.rules = rules;
        if let Source::Transcript(games) = &mut self.source {
            games.start = Position::start(rules);
        }
        self
    }

    /// The format of the input.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many variations stood beside the games read so far. A record has none: of an SGF file the main line is read.
    ///
    /// ```
    /// use outflank_records::Reader;
    ///
    /// let mut reader = Reader::new(b"(;GM[2];B[f5](;W[d6])(;W[f4]))")?;
    /// assert!(reader.by_ref().all(|game| game.is_ok()));
    /// assert_eq!(reader.variations(), 1);
    /// # Ok::<(), outflank_records::ReadError>(())
    /// ```
    pub fn variations(&self) -> usize {
        match &self.source {
            Source::Sgf(games) => games.variations,
            _ => 0,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.ended {
            return None;
        }
        let mut record = self.source.next();
        if matches!(self.format, Format::Board | Format::Obf) && !self.rules.is_standard() {
            record = record.map(|record| position_under(&record?, self.rules));
        }
        if record.is_none() && self.count == 0 {
            record = Some(Err(ReadError::new(Problem::Empty)));
        }
        self.count += 1;
        self.damaged += usize::from(matches!(record, Some(Err(_))));
        self.ended = record.is_none();
        if self.damaged > DAMAGED_LIMIT {
            self.ended = true;
            return Some(Err(ReadError::new(Problem::TooManyDamaged(DAMAGED_LIMIT))));
        }
        record.map(|record| record.map_err(|error| self.number(error)))
    }
}

impl Reader<'_> {
    /// Adds the number of the game, unless there is only one or the place is clear without it.
    fn number(&self, error: ReadError) -> ReadError {
        let clear = matches!(error.place, Some(Place::Line { .. }));
        let several = self.count > 1 || self.source.more();
        ReadError { game: (several && !clear).then_some(self.count), ..error }
    }
}

/// The position of a record under other rules.
fn position_under(record: &Record, rules: Variant) -> Result<Record, ReadError> {
    let setup = Setup { variant: rules, ..record.position().setup() };
    setup.position().map(Record::from).map_err(|error| ReadError::new(Problem::Setup(error)))
}

/// The reader of each format.
#[derive(Debug)]
enum Source<'a> {
    Transcript(Box<transcript::Games<'a>>),
    Board(board::Boards<'a>),
    Obf(obf::Boards<'a>),
    Ggf(ggf::Games<'a>),
    Sgf(sgf::Games<'a>),
    Wthor(wthor::Games<'a>),
    Json(json::Objects<'a>),
    Results(results::Blocks<'a>),
}

impl Source<'_> {
    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        match self {
            Source::Transcript(games) => games.next(),
            Source::Board(boards) => boards.next(),
            Source::Obf(boards) => boards.next(),
            Source::Ggf(games) => games.next(),
            Source::Sgf(games) => games.next(),
            Source::Wthor(games) => games.next(),
            Source::Json(objects) => objects.next(),
            Source::Results(blocks) => blocks.next(),
        }
    }

    /// Whether there is more to come.
    fn more(&self) -> bool {
        match self {
            Source::Transcript(games) => games.more(),
            Source::Board(boards) => boards.more(),
            Source::Obf(boards) => boards.more(),
            Source::Ggf(games) => games.more(),
            Source::Sgf(games) => games.more(),
            Source::Wthor(games) => games.more(),
            Source::Json(objects) => objects.more(),
            Source::Results(blocks) => blocks.more(),
        }
    }
}
