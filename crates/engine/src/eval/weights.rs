//! The weights file: 9.5 million small numbers in 3.5 megabytes, which decode in less than 50 ms.
//!
//! | offset | bytes | what |
//! |--:|--:|---|
//! | 0 | 8 | `OUTFLANK` |
//! | 8 | 8 | checksum of everything after it |
//! | 16 | 2 | version of this format |
//! | 18 | 1 | number of units |
//! | 19 | 1 | number of stages |
//! | 20 | 8 | hash of the pattern set |
//! | 28 | 4 | number of rows of a phase |
//! | 32 | 4 each | bytes of the weights of each phase |
//! |  | 66 each | the stages: biases, outputs, base |
//! |  | 2 each | token frequencies, context by context |
//! |  | 2 each | the weights of the phases row by row, as words of a range coder |
//!
//! Numbers are little-endian. Each row begins with a flag that says whether any of its weights is not zero. The model
//! for a weight depends on the size of its neighbours: those before it in its row, and that of the same unit in the row
//! before. Every phase is coded separately, so that they can be decoded in parallel.

use std::fmt;

mod ans;

use ans::{Decoder, Encoder, Model};
use outflank_rules::fnv;

use super::net::{PHASES, STAGES, Stage, UNITS, WEIGHT_MAX};
use crate::sys;

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 3;
const _: () = assert!(ans::TOKENS == 2 * WEIGHT_MAX as usize + 1, "a token for every weight");
const HEADER: usize = 32;
/// Contexts of weights.
const SIZES: usize = 24;
/// Contexts of weights, and of the row flag by that of the row before.
const CONTEXTS: usize = SIZES + 2;

/// The weights of an evaluation as they are stored.
///
/// ```
/// use outflank_engine::training::{PHASES, Packed, STAGES, Stage, UNITS};
///
/// let rows = vec![[1; UNITS], [-2; UNITS]];
/// let mut packed = Packed {
///     pattern_set: 7,
///     phases: vec![rows; PHASES],
///     stages: vec![Stage::default(); STAGES],
/// };
/// packed.stages[20].output[3] = 1000;
/// let bytes = packed.to_bytes();
/// assert_eq!(Packed::from_bytes(&bytes, 7, 2), Ok(packed));
/// assert!(Packed::from_bytes(&bytes[1..], 7, 2).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// A hash of the patterns the weights belong to.
    pub pattern_set: u64,
    /// For each phase, for each state of each feature, a weight for each unit, at most [`WEIGHT_MAX`] either way.
    pub phases: Vec<Vec<[i8; UNITS]>>,
    /// The output layers, by number of empties.
    pub stages: Vec<Stage>,
}

impl Packed {
    /// Reads a file written by [`to_bytes`](Packed::to_bytes) for this pattern set with `rows` rows in each phase.
    pub fn from_bytes(bytes: &[u8], pattern_set: u64, rows: usize) -> Result<Packed, WeightsError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        if bytes.len() < HEADER {
            return Err(WeightsError::Corrupt);
        }
        let mut reader = Reader(&bytes[8..]);
        let sum = reader.u64()?;
        let checked = reader.0;
        let version = reader.u16()?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        // Builds for fuzzing skip this check, to get past it.
        if !cfg!(fuzzing) && checksum(checked) != sum {
            return Err(WeightsError::Corrupt);
        }
        let (units, stages) = (reader.u8()? as usize, reader.u8()? as usize);
        let (patterns, count) = (reader.u64()?, reader.u32()? as usize);
        if (units, stages, patterns, count) != (UNITS, STAGES, pattern_set, rows) {
            return Err(WeightsError::PatternSet);
        }
        let sizes = (0..PHASES).map(|_| Ok(reader.u32()? as usize)).collect::<Result<Vec<_>, _>>()?;
        let stages = (0..stages).map(|_| reader.stage()).collect::<Result<Vec<_>, _>>()?;
        let models = (0..CONTEXTS)
            .map(|_| {
                let frequencies = (0..ans::TOKENS).map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?;
                Model::new(&frequencies).ok_or(WeightsError::Corrupt)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let parts = sizes.iter().map(|&size| reader.bytes(size)).collect::<Result<Vec<_>, _>>()?;
        if !reader.0.is_empty() {
            return Err(WeightsError::Corrupt);
        }
        let phases = sys::map(parts, |part| decode(part, &models, rows));
        let phases = phases.into_iter().collect::<Option<Vec<_>>>().ok_or(WeightsError::Corrupt)?;
        Ok(Packed { pattern_set, phases, stages })
    }

    /// The file.
    ///
    /// # Panics
    /// If there are not [`STAGES`] stages and [`PHASES`] phases of one size, or a weight is too large.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.phases[0].len();
        assert_eq!(self.stages.len(), STAGES, "a stage for each number of empties");
        assert_eq!(self.phases.len(), PHASES, "rows for each phase");
        assert!(self.phases.iter().all(|phase| phase.len() == rows), "as many for each");
        let mut weights = self.phases.iter().flatten().flatten();
        assert!(weights.all(|weight| weight.unsigned_abs() <= WEIGHT_MAX.unsigned_abs()), "small weights");
        let phases: Vec<Vec<(usize, i8)>> = self.phases.iter().map(|rows| numbers(rows)).collect();
        let mut counts = vec![[0u64; ans::TOKENS]; CONTEXTS];
        for &(context, number) in phases.iter().flatten() {
            counts[context][ans::token(number)] += 1;
        }
        let frequencies: Vec<Vec<u16>> = counts.iter().map(ans::normalise).collect();
        let models: Vec<Model> =
            frequencies.iter().map(|f| Model::new(f).expect("normalised frequencies are a model")).collect();
        let encode = |numbers: &Vec<(usize, i8)>| {
            let mut encoder = Encoder::default();
            for &(context, number) in numbers.iter().rev() {
                encoder.number(&models[context], number);
            }
            encoder.finish()
        };
        let parts: Vec<Vec<u8>> = phases.iter().map(encode).collect();

        let mut body = Vec::new();
        body.extend(VERSION.to_le_bytes());
        body.push(UNITS as u8);
        body.push(STAGES as u8);
        body.extend(self.pattern_set.to_le_bytes());
        body.extend((rows as u32).to_le_bytes());
        body.extend(parts.iter().flat_map(|part| (part.len() as u32).to_le_bytes()));
        for stage in &self.stages {
            let numbers = stage.bias.iter().chain(&stage.output).chain([&stage.base]);
            body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        body.extend(frequencies.iter().flatten().flat_map(|f| f.to_le_bytes()));
        body.extend(parts.iter().flatten());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// The rows of a phase; `None` if they are damaged.
fn decode(words: &[u8], models: &[Model], rows: usize) -> Option<Vec<[i8; UNITS]>> {
    let mut decoder = Decoder::new(words)?;
    let rows = walk(rows, |context, _| decoder.number(&models[context]));
    decoder.finished().then_some(rows)
}

/// All numbers that make up the rows of a phase, each with its context.
fn numbers(rows: &[[i8; UNITS]]) -> Vec<(usize, i8)> {
    let mut numbers = Vec::with_capacity(rows.len() * UNITS);
    walk(rows.len(), |context, place| {
        let number = match place {
            Place::Used(row) => i8::from(rows[row] != [0; UNITS]),
            Place::Weight(row, unit) => rows[row][unit],
        };
        numbers.push((context, number));
        number
    });
    numbers
}

/// The meaning of a number in the file.
#[derive(Clone, Copy)]
enum Place {
    /// Whether a row has weights that are not zero, as 0 or 1. If not, its weights are left out.
    Used(usize),
    /// The weight in a row for a unit.
    Weight(usize, usize),
}

/// Visits all numbers in file order. `number` gets the context and the meaning and returns the number; the resulting
/// rows are returned.
fn walk(rows: usize, mut number: impl FnMut(usize, Place) -> i8) -> Vec<[i8; UNITS]> {
    let mut all: Vec<[i8; UNITS]> = vec![[0; UNITS]; rows];
    let mut above = [0i8; UNITS];
    let mut used = false;
    for (row, weights) in all.iter_mut().enumerate() {
        used = number(SIZES + usize::from(used), Place::Used(row)) != 0;
        if !used {
            continue;
        }
        // The size of the row's weights so far, later ones counting more.
        let mut level = 0;
        for unit in 0..UNITS {
            let near = level + 2 * usize::from(above[unit].unsigned_abs());
            let weight = number(SIZE[near], Place::Weight(row, unit));
            weights[unit] = weight;
            level = level * 3 / 4 + usize::from(weight.unsigned_abs());
        }
        above = *weights;
    }
    all
}

/// The context for the size of a weight's neighbours: in steps that double with every four contexts.
static SIZE: [usize; 256] = {
    let mut sizes = [SIZES - 1; 256];
    let mut near = 0;
    while near < sizes.len() {
        let size = if near < 8 {
            near
        } else {
            let log = near.ilog2() as usize;
            log * 4 - 8 + (near >> (log - 2))
        };
        if size < SIZES {
            sizes[near] = size;
        }
        near += 1;
    }
    sizes
};

/// FNV-1a over words of eight bytes (byte by byte would be most of the decoding time), with a final mix because words
/// also have high bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(fnv::OFFSET, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = fnv::add(sum, u64::from_le_bytes(word) ^ chunk.len() as u64);
        mixed ^ mixed >> 29
    })
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (head, tail) = self.0.split_first_chunk().ok_or(WeightsError::Corrupt)?;
        self.0 = tail;
        Ok(*head)
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let (head, tail) = self.0.split_at_checked(count).ok_or(WeightsError::Corrupt)?;
        self.0 = tail;
        Ok(head)
    }

    fn u8(&mut self) -> Result<u8, WeightsError> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, WeightsError> {
        self.array().map(u64::from_le_bytes)
    }

    fn stage(&mut self) -> Result<Stage, WeightsError> {
        let mut stage = Stage::default();
        for number in stage.bias.iter_mut().chain(&mut stage.output).chain([&mut stage.base]) {
            *number = self.u16()? as i16;
        }
        Ok(stage)
    }
}

/// Why a file cannot be used as weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin like a weights file.
    NotWeights,
    /// It is of a version of the format that this program does not read.
    Version(u16),
    /// It was cut off or changed.
    Corrupt,
    /// It was trained for other patterns than this program's.
    PatternSet,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => f.write_str("this is not a weights file"),
            WeightsError::Version(version) => write!(
                f,
                "the weights file has format version {version}, and this program reads version {VERSION}"
            ),
            WeightsError::Corrupt => f.write_str("the weights file is damaged: its checksum does not match"),
            WeightsError::PatternSet => {
                f.write_str("the weights file was trained for another set of patterns")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Weights as training leaves them: rows of zeros, of small numbers, and a few that use the whole range.
    fn sample(rows: usize) -> Packed {
        let mut random = Random::new(3);
        let mut number = |most: i32| random.below(2 * most as usize + 1) as i32 - most;
        Packed {
            pattern_set: 0x1234_5678_9abc_def0,
            phases: (0..PHASES)
                .map(|_| {
                    let most = |row: usize| [0, 0, 3, 12, i32::from(WEIGHT_MAX)][row % 5];
                    (0..rows).map(|row| std::array::from_fn(|_| number(most(row)) as i8)).collect()
                })
                .collect(),
            stages: (0..STAGES)
                .map(|_| Stage {
                    bias: std::array::from_fn(|_| number(200) as i16),
                    output: std::array::from_fn(|_| number(32_767) as i16),
                    base: number(1000) as i16,
                })
                .collect(),
        }
    }

    #[test]
    fn written_weights_are_read_back() {
        for rows in [0, 1, 5, 6000] {
            let packed = sample(rows);
            let bytes = packed.to_bytes();
            assert_eq!(Packed::from_bytes(&bytes, packed.pattern_set, rows), Ok(packed));
        }
        let mut extreme = sample(2);
        extreme.phases = vec![vec![[WEIGHT_MAX; UNITS], [-WEIGHT_MAX; UNITS]]; PHASES];
        let bytes = extreme.to_bytes();
        assert_eq!(Packed::from_bytes(&bytes, extreme.pattern_set, 2), Ok(extreme));
    }

    #[test]
    fn zeros_and_small_weights_are_cheap() {
        let mut packed = sample(10_000);
        let large = packed.to_bytes().len();
        packed.phases.iter_mut().flatten().flatten().for_each(|w| *w /= 4);
        let small = packed.to_bytes().len();
        assert!(small < large * 3 / 4, "{small} against {large}");
        packed.phases.iter_mut().flatten().flatten().for_each(|w| *w = 0);
        assert!(packed.to_bytes().len() < 8000);
    }

    #[test]
    fn any_changed_or_missing_byte_is_detected() {
        let packed = sample(20);
        let bytes = packed.to_bytes();
        let read = |bytes: &[u8]| Packed::from_bytes(bytes, packed.pattern_set, 20);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(read(&changed).is_err(), "byte {at} changed");
            assert!(read(&bytes[..at]).is_err(), "cut off at {at}");
        }
        assert!(read(&[&bytes[..], &[0]].concat()).is_err(), "a byte too many");
    }

    #[test]
    fn damage_that_passes_the_checksum_does_not_panic() {
        let packed = sample(20);
        let bytes = packed.to_bytes();
        for at in 16..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let sum = checksum(&changed[16..]);
                changed[8..16].copy_from_slice(&sum.to_le_bytes());
                let _ = Packed::from_bytes(&changed, packed.pattern_set, 20);
            }
        }
    }

    #[test]
    fn each_fault_has_its_own_error() {
        let packed = sample(10);
        let bytes = packed.to_bytes();
        let read = |bytes: &[u8]| Packed::from_bytes(bytes, packed.pattern_set, 10).unwrap_err();
        assert_eq!(read(b""), WeightsError::NotWeights);
        assert_eq!(read(b"GIF89a, no weights"), WeightsError::NotWeights);
        assert_eq!(read(&bytes[..20]), WeightsError::Corrupt);
        assert_eq!(Packed::from_bytes(&bytes, 1, 10), Err(WeightsError::PatternSet));
        assert_eq!(Packed::from_bytes(&bytes, packed.pattern_set, 11), Err(WeightsError::PatternSet));
        let mut newer = bytes.clone();
        newer[16] = 9;
        assert_eq!(read(&newer), WeightsError::Version(9));
        assert_eq!(
            read(&newer).to_string(),
            "the weights file has format version 9, and this program reads version 3"
        );
    }
}
