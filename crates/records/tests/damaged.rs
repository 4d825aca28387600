//! The properties of the fuzz targets, for random bytes and for damaged good inputs.
#![allow(clippy::unwrap_used)]

use outflank_records::{Format, ReadError, Reader, Record, read, write, wthor};
use proptest::prelude::*;

const TRANSCRIPT: &str = "1. F5 d6 2. c3 d3\nf5f6e6f4\n\ne6f4e3f6g5d6e7f5c5 pass\n";
const BOARD: &str = "---------------------------OX------XO--------------------------- X
  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - X - - - - - 3
4 - - - X X - - - 4
5 - - - X O - - - 5
6 - - - - - - - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
white to move
";
const OBF: &str = "% two
---------------------------OX------XO--------------------------- X; F5:+2; D3:-1;
------------------X--------XX------XO--------------------------- O; -3; % end
";
const GGF: &str = "1 (;GM[Othello]PC[GGS]DT[2004]PB[ann]RB[2198.51]TI[15:00//02:00]TY[8]VR[thirty]DL[9/8]RE[+12:r]\
BO[8 ---------------------------O*------*O--------------------------- *]B[f5//0.01]W[D6/-1.5/3]B[c3/2];)(;B[F5];)";
const SGF: &str = "(;FF[4]GM[2]SZ[8]PB[a\\]nn]BR[7]RE[B+R]VARIANT[orthogonal]AB[d5][e4]AW[d4:d4][ee]PL[B]\
;B[f5]C[hello]V[1.5](;W[df];B[c4])(;W[f6]))(;B[f5])";
const JSON: &str = r#"[{"start":{"board":"---------------------------OX------XO---------------------------","turn":"black",
"variant":"thirty","left":[9,8]},"moves":["f5","d6"],"players":{"black":{"name":"ann","rating":7.5}},"result":{"margin":-3,
"ending":"resigned"},"notes":[{"ply":1,"comment":"!","eval":0.5}],"scores":[{"move":"c3","score":2}]},{"moves":"f5d6c3"}]"#;

const RESULTS: &str = "Played at Zoe's:

Date: 2026-11-15 20:41:07 UTC
Black: Anna, 13 discs
White: Computer (level 5), 0 discs
Winner: Anna (Black)
Moves: e6f4e3f6g5d6e7f5c5

Date: 2026-11-15 20:59:00 UTC
Black: Black, 3 discs
White: Bert, 2 discs
Winner: Bert (White)
Ended: Black resigned
Rules: orthogonal, thirty
Start: ---------------------------OX------XO--------------------------- O
In hand: Black 12, White 11
Moves: d6

";

/// A base of two games.
fn wtb() -> Vec<u8> {
    write(&read(b"f5d6c3d3c4\nf5f6e6f4e3").unwrap(), Format::Wthor).unwrap()
}

/// An input with some bytes replaced, cut out or repeated.
fn damaged(input: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_u8, 0..9_usize);
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut bytes = input.clone();
        for (at, from, kind, length) in edits {
            if bytes.is_empty() {
                break;
            }
            let (at, from) = (at.index(bytes.len()), from.index(bytes.len()));
            let end = (at + length).min(bytes.len());
            match kind {
                0 => bytes[at] = bytes[from],
                1 => bytes[at] = from as u8,
                2 => drop(bytes.drain(at..end)),
                _ => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            }
        }
        bytes
    })
}

fn read_as(input: &[u8], format: Format) -> Result<Vec<Record>, ReadError> {
    Reader::with_format(input, format).collect()
}

/// What was read is written so that it reads back the same, or refused because the format does not support it.
fn reads_back(input: &[u8], format: Format) -> Result<(), TestCaseError> {
    if let Ok(records) = read_as(input, format)
        && let Ok(written) = write(&records, format)
    {
        prop_assert_eq!(read_as(&written, format), Ok(records));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn transcript(input in damaged(TRANSCRIPT.into())) {
        reads_back(&input, Format::Transcript)?;
    }

    #[test]
    fn board(input in damaged(BOARD.into())) {
        reads_back(&input, Format::Board)?;
    }

    #[test]
    fn obf(input in damaged(OBF.into())) {
        reads_back(&input, Format::Obf)?;
    }

    #[test]
    fn ggf(input in damaged(GGF.into())) {
        reads_back(&input, Format::Ggf)?;
    }

    #[test]
    fn sgf(input in damaged(SGF.into())) {
        reads_back(&input, Format::Sgf)?;
    }

    #[test]
    fn json(input in damaged(JSON.into())) {
        reads_back(&input, Format::Json)?;
    }

    #[test]
    fn results(input in damaged(RESULTS.into())) {
        reads_back(&input, Format::Results)?;
    }

    #[test]
    fn wthor(input in damaged(wtb())) {
        let Ok(records) = read_as(&input, Format::Wthor) else { return Ok(()) };
        let mut base = wthor::Base::default();
        records.iter().try_for_each(|record| base.add(record)).unwrap();
        let names = wthor::Names::read(&base.players(), &base.tournaments()).unwrap();
        let games = base.games();
        prop_assert_eq!(Reader::wthor(&games, &names).collect::<Result<Vec<_>, _>>(), Ok(records));
    }

    /// Any bytes are read, or refused in one short sentence; whatever was read can be written as JSON.
    #[test]
    fn anything(
        input in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "[-XO*a-h1-8 ;:()\\[\\]{}\"\n.,BWGM%+]{0,200}".prop_map(String::into_bytes),
            prop::sample::select(vec![TRANSCRIPT, BOARD, OBF, GGF, SGF, JSON, RESULTS]).prop_flat_map(|text| damaged(text.into())),
            damaged(wtb()),
        ],
    ) {
        match read(&input) {
            Ok(records) => prop_assert_eq!(read(&write(&records, Format::Json).unwrap()), Ok(records)),
            Err(error) => {
                let sentence = error.to_string();
                prop_assert!(sentence.chars().count() <= 400 && !sentence.contains('\n'), "{}", sentence);
            }
        }
    }
}

/// The examples are good before they are damaged.
#[test]
fn examples_are_good() {
    for (text, format) in [
        (TRANSCRIPT, Format::Transcript),
        (BOARD, Format::Board),
        (OBF, Format::Obf),
        (GGF, Format::Ggf),
        (SGF, Format::Sgf),
        (JSON, Format::Json),
        (RESULTS, Format::Results),
    ] {
        assert_eq!(Format::detect(text.as_bytes()), Some(format));
        let records = read(text.as_bytes());
        assert!(records.as_ref().is_ok_and(|records| records.len() >= 2), "{format}: {records:?}");
    }
}
