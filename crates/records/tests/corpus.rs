//! Inputs that people may paste, good and bad, with the expected results.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

use outflank_records::{Format, MoveScore, READ_LIMIT, Reader, Record, board, read, transcript};
use outflank_rules::Position;

/// The cases of a corpus: `=== title`, lines of input, `-->` and lines of expected output. Input lines that begin with
/// `hex` are bytes; `*N` after a byte repeats it.
fn cases(corpus: &str) -> impl Iterator<Item = (&str, Vec<u8>, String)> {
    corpus.split("=== ").skip(1).map(|case| {
        let (title, rest) = case.split_once('\n').unwrap();
        let (input, expected) = rest.split_once("\n-->").unwrap_or_else(|| panic!("{title}: no -->"));
        let input = if input.starts_with("hex") { bytes(input) } else { input.as_bytes().to_owned() };
        (title, input, expected.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n"))
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    let words = hex.split_whitespace().filter(|&word| word != "hex");
    words
        .flat_map(|word| {
            let (byte, count) = word.split_once('*').unwrap_or((word, "1"));
            vec![u8::from_str_radix(byte, 16).unwrap(); count.parse().unwrap()]
        })
        .collect()
}

#[test]
fn invalid_inputs_are_refused_in_one_sentence() {
    check(include_str!("corpus/invalid.txt"), |input| match read(input) {
        Err(error) => error.to_string(),
        Ok(records) => format!("{} records", records.len()),
    });
}

#[test]
fn valid_inputs_are_recognised_and_read() {
    check(include_str!("corpus/valid.txt"), outline);
}

#[test]
fn output_of_other_programs_is_read() {
    check(include_str!("corpus/programs.txt"), outline);
}

/// The format of an input and a line for each record in it.
fn outline(input: &[u8]) -> String {
    let mut text = Format::detect(input).map_or("nothing", Format::name).to_owned();
    match Reader::new(input) {
        Ok(reader) => reader.for_each(|record| {
            text += "\n";
            text += &record.map_or_else(|error| error.to_string(), |record| describe(&record));
        }),
        Err(error) => text += &error.to_string(),
    }
    text
}

/// Compares the result of every case with the expected one, and shows all that differ.
fn check(corpus: &str, run: impl Fn(&[u8]) -> String) {
    let mut wrong = String::new();
    for (title, input, expected) in cases(corpus) {
        let found = run(&input);
        if found != expected {
            write!(wrong, "\n=== {title}\nexpected: {expected}\nfound:    {found}\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A record in a line: moves or board, rules, players, place, result, notes and scores, if there are any.
fn describe(record: &Record) -> String {
    let start = record.game.start();
    let mut parts = Vec::new();
    if *start != Position::start(start.variant()) {
        parts.push(board::text(start));
    }
    if !record.game.moves().is_empty() {
        parts.push(transcript::text(&record.game));
    }
    if parts.is_empty() {
        parts.push("start".to_owned());
    }
    if !start.variant().is_standard() {
        parts.push(start.variant().to_string());
    }
    let tags = [&record.black.name, &record.white.name, &record.event, &record.place, &record.date];
    parts.extend(tags.into_iter().filter(|tag| !tag.is_empty()).map(|tag| format!("{tag:?}")));
    parts.extend(record.verdict.map(|verdict| format!("{:+} {:?}", verdict.margin, verdict.ending)));
    for (ply, note) in &record.notes {
        parts.push(format!("{ply}: {:?} {:?} {:?}", note.comment, note.eval, note.seconds));
    }
    for MoveScore { mv, score } in &record.scores {
        parts.push(format!("{}{score:+}", mv.map(|mv| mv.to_string()).unwrap_or_default()));
    }
    parts.join(" ")
}

#[test]
fn more_games_than_fit_at_once_can_be_read_one_by_one() {
    // Games without moves in WTHOR, which are the fastest to read.
    let mut input = bytes("14 07 01 01 00*12");
    input[4..8].copy_from_slice(&(READ_LIMIT as u32 + 1).to_le_bytes());
    input.extend(bytes("00*6 20 20 00*60").repeat(READ_LIMIT + 1));
    let error = read(&input).unwrap_err().to_string();
    assert_eq!(error, "there are more than 100000 games, too many to hold at once");
    assert_eq!(Reader::new(&input).unwrap().flatten().count(), READ_LIMIT + 1);
}

/// JSON written by an older version, with the keys of that time.
#[test]
fn json_of_an_older_version_is_still_read() {
    let records = read(include_bytes!("old.json")).unwrap();
    let [thirty, solved, noted] = &records[..] else { panic!("{} records", records.len()) };
    assert_eq!(thirty.game.start().variant().to_string(), "orthogonal,thirty");
    assert_eq!(thirty.game.start().setup().discs_left, [30, 30]);
    assert_eq!(transcript::text(&thirty.game), "d3e3");
    assert_eq!(solved.scores, [MoveScore { mv: Some("h8".parse().unwrap()), score: 64 }]);
    assert_eq!((&noted.black.name[..], &noted.white.name[..]), ("Anna", "Ben"));
    assert_eq!(noted.notes[&2].eval, Some(1.5));
    assert_eq!(noted.notes[&1].seconds, Some(2.5));
    let written = String::from_utf8(outflank_records::write(&records, Format::Json).unwrap()).unwrap();
    for key in [
        r#""rules":"orthogonal,thirty","discs_left":{"black":30,"white":30}"#,
        r#""values":[{"move":"h8","value":64}]"#,
        r#"{"ply":2,"value":1.5,"seconds":3.0}"#,
    ] {
        assert!(written.contains(key), "{key} in {written}");
    }
    assert_eq!(read(written.as_bytes()).unwrap(), records);
}

/// A position as the server sends it.
#[test]
fn a_position_of_the_protocol_is_read() {
    let json = r#"{"board":"---------------------------OX------XO---------------------------","turn":"white",
        "rules":"thirty","discs_left":{"black":7,"white":0},"score":{"black":2,"white":2},"empties":60,
        "legal":{"e3":["e4"]},"must_pass":false,"over":false}"#;
    let [record] = &read(json.as_bytes()).unwrap()[..] else { panic!("one position") };
    assert_eq!(record.position().setup().discs_left, [7, 0]);
    assert_eq!(record.position().variant().to_string(), "thirty");
    assert_eq!(record.position().turn(), outflank_rules::Color::White);
}
