use outflank_rules::Position;

use crate::{Format, Record, Unwritable, WriteError, board, ggf, json, obf, results, sgf, transcript, wthor};

/// Writes records in a format. Metadata that it has no place for is left out.
///
/// Formats that hold no moves get the last position of each game. Text ends with a newline.
///
/// ```
/// use outflank_records::{Format, read, write};
///
/// let records = read(b"1. F5 D6 2. C3 D3")?;
/// assert_eq!(write(&records, Format::Transcript)?, b"f5d6c3d3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(records: &[Record], format: Format) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(format);
    let mut output = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let text = writer.write(record).map_err(|error| match records.len() {
            1 => error,
            _ => WriteError { game: Some(n + 1), ..error },
        })?;
        output.extend_from_slice(&text);
    }
    output.extend_from_slice(&writer.finish());
    Ok(output)
}

/// Writes records one by one, for more of them than fit into memory.
///
/// ```
/// use outflank_records::{Format, Reader, Writer};
///
/// let mut writer = Writer::new(Format::Board);
/// let mut output = Vec::new();
/// for record in Reader::new(b"f5d6\nf5f6\n")? {
///     output.extend(writer.write(&record?)?);
/// }
/// output.extend(writer.finish());
/// assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    format: Format,
    started: bool,
    /// The games written so far in WTHOR, whose header has their number, so the output only comes at the end.
    base: wthor::Base,
}

impl Writer {
    /// A writer that has written nothing.
    pub fn new(format: Format) -> Writer {
        Writer { format, started: false, base: wthor::Base::default() }
    }

    /// The output for one more record.
    pub fn write(&mut self, record: &Record) -> Result<Vec<u8>, WriteError> {
        let text = match self.format {
            Format::Transcript => transcript::write(record).map(|text| {
                let separator = if self.started { transcript::separator(record) } else { "" };
                separator.to_owned() + &text
            }),
            Format::Board => board::write(record),
            Format::Obf => obf::write(record),
            Format::Ggf => Ok(ggf::write(record)),
            Format::Sgf => Ok(sgf::write(record)),
            Format::Wthor => return self.base.add(record).map(|()| Vec::new()),
            Format::Json => Ok(json::write(record)),
            Format::Results => Ok(results::block(record)),
        };
        self.started = true;
        text.map(String::into_bytes).map_err(|problem| WriteError {
            game: None,
            format: self.format,
            problem,
        })
    }

    /// The output after the last record.
    pub fn finish(self) -> Vec<u8> {
        match self.format {
            Format::Wthor => self.base.games(),
            _ => Vec::new(),
        }
    }
}

/// Refuses rules that a format cannot write.
pub(crate) fn standard_rules(record: &Record) -> Result<(), Unwritable> {
    match record.game.start().variant() {
        variant if variant.is_standard() => Ok(()),
        variant => Err(Unwritable::Variant(variant)),
    }
}

/// Refuses games that do not begin at the usual start.
pub(crate) fn standard_start(record: &Record) -> Result<(), Unwritable> {
    standard_rules(record)?;
    if *record.game.start() == Position::default() { Ok(()) } else { Err(Unwritable::FreeStart) }
}
