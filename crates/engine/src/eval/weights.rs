//! The weights file: a few hundred thousand numbers for each of a dozen stages of the game, in one or two
//! megabytes that decode in a blink.
//!
//! | offset | bytes | what |
//! |--:|--:|---|
//! | 0 | 8 | `OUTFLANK` |
//! | 8 | 8 | checksum of everything after it |
//! | 16 | 2 | version of this format |
//! | 18 | 1 | number of knots |
//! | 19 | 1 | number of biases |
//! | 20 | 8 | hash of the pattern set |
//! | 28 | 4 | weights per knot |
//! | 32 | 2 | step: all weights are multiples of it |
//! | 34 | 1 each | the knots: numbers of empties, falling |
//! |  | 2 each | biases |
//! |  | 2 each | token frequencies, context by context |
//! |  | 2 each | the weights, as words of a range coder |
//!
//! Numbers are little-endian. A weight is coded as its difference from the same weight at the knot before,
//! which is mostly small, in the light of how large the neighbouring differences were.

use std::fmt;

mod ans;

use ans::{Decoder, Encoder, Model};

const MAGIC: &[u8; 8] = b"OUTFLANK";
const VERSION: u16 = 1;
const HEADER: usize = 34;
const CONTEXTS: usize = 2 * ACTIVITIES;
const ACTIVITIES: usize = 10;

/// The weights of an evaluation as they are stored: fitted at a few knots over the number of empties.
///
/// ```
/// use outflank_engine::eval::weights::Packed;
///
/// let packed = Packed {
///     pattern_set: 7,
///     empties: vec![60, 30, 0],
///     knots: vec![vec![1, -2], vec![3, -4], vec![300, -400]],
///     bias: vec![5; 61],
/// };
/// let bytes = packed.to_bytes();
/// assert_eq!(Packed::from_bytes(&bytes, 7, 2), Ok(packed));
/// assert!(Packed::from_bytes(&bytes[1..], 7, 2).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// A hash of the patterns the weights belong to.
    pub pattern_set: u64,
    /// The number of empties of each knot, falling.
    pub empties: Vec<u8>,
    /// For each knot a weight for each class of configurations, in 1/128 disc.
    pub knots: Vec<Vec<i16>>,
    /// What is added at each number of empties, in 1/128 disc.
    pub bias: Vec<i16>,
}

impl Packed {
    /// Reads a file written by [`to_bytes`](Packed::to_bytes) for this pattern set.
    pub fn from_bytes(bytes: &[u8], pattern_set: u64, classes: usize) -> Result<Packed, WeightsError> {
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
        if checksum(checked) != sum {
            return Err(WeightsError::Corrupt);
        }
        let (knots, biases) = (reader.u8()? as usize, reader.u8()? as usize);
        if reader.u64()? != pattern_set || reader.u32()? as usize != classes {
            return Err(WeightsError::PatternSet);
        }
        let step = reader.u16()? as i16;
        let empties = (0..knots).map(|_| reader.u8()).collect::<Result<Vec<_>, _>>()?;
        let bias = (0..biases).map(|_| reader.u16().map(|n| n as i16)).collect::<Result<Vec<_>, _>>()?;
        if !empties.is_sorted_by(|a, b| a > b) || step <= 0 {
            return Err(WeightsError::Corrupt);
        }
        let models = (0..CONTEXTS)
            .map(|_| {
                let frequencies = (0..ans::TOKENS).map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?;
                Model::new(&frequencies).ok_or(WeightsError::Corrupt)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut decoder = Decoder::new(reader.0).ok_or(WeightsError::Corrupt)?;
        let knots = walk(knots, classes, step, |context, _| decoder.number(&models[context]));
        if !decoder.finished() {
            return Err(WeightsError::Corrupt);
        }
        Ok(Packed { pattern_set, empties, knots, bias })
    }

    /// The file. It is smaller the larger the common divisor of all weights.
    ///
    /// # Panics
    /// If the knots are not one for each of `empties`, or differ in length.
    pub fn to_bytes(&self) -> Vec<u8> {
        assert_eq!(self.empties.len(), self.knots.len(), "one number of empties per knot");
        let classes = self.knots.first().map_or(0, Vec::len);
        assert!(self.knots.iter().all(|knot| knot.len() == classes), "knots of one length");
        let step = self
            .knots
            .iter()
            .flatten()
            .fold(0, |step, &w| gcd(step, w.unsigned_abs()))
            .clamp(1, i16::MAX as u16) as i16;

        let mut numbers = Vec::with_capacity(classes * self.knots.len());
        walk(self.knots.len(), classes, step, |context, place| {
            let (knot, class) = place;
            let before = if knot == 0 { 0 } else { self.knots[knot - 1][class] };
            let number = i32::from(self.knots[knot][class] / step) - i32::from(before / step);
            numbers.push((context, number));
            number
        });
        let mut counts = vec![[0u64; ans::TOKENS]; CONTEXTS];
        for &(context, number) in &numbers {
            counts[context][ans::token(number)] += 1;
        }
        let frequencies: Vec<Vec<u16>> = counts.iter().map(ans::normalise).collect();
        let models: Vec<Model> =
            frequencies.iter().map(|f| Model::new(f).expect("normalised frequencies are a model")).collect();
        let mut encoder = Encoder::default();
        for &(context, number) in numbers.iter().rev() {
            encoder.number(&models[context], number);
        }

        let mut body = Vec::new();
        body.extend(VERSION.to_le_bytes());
        body.push(self.knots.len() as u8);
        body.push(self.bias.len() as u8);
        body.extend(self.pattern_set.to_le_bytes());
        body.extend((classes as u32).to_le_bytes());
        body.extend(step.to_le_bytes());
        body.extend(&self.empties);
        body.extend(self.bias.iter().flat_map(|b| b.to_le_bytes()));
        body.extend(frequencies.iter().flatten().flat_map(|f| f.to_le_bytes()));
        body.extend(encoder.finish());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// Visits all weights in the order of the file. `number` is given the context and the place (knot, class)
/// and answers the difference to the knot before in steps; the weights these add up to are returned.
fn walk(
    knots: usize,
    classes: usize,
    step: i16,
    mut number: impl FnMut(usize, (usize, usize)) -> i32,
) -> Vec<Vec<i16>> {
    let mut all: Vec<Vec<i16>> = Vec::with_capacity(knots);
    // How large the differences of the previous knot were, class by class.
    let mut sizes = vec![0u32; classes];
    for knot in 0..knots {
        let mut weights = Vec::with_capacity(classes);
        let mut left = 0;
        for class in 0..classes {
            let near = if knot == 0 { 2 * left } else { left + 2 * sizes[class] };
            let activity = (u32::BITS - near.leading_zeros()).min(ACTIVITIES as u32 - 1) as usize;
            let context = activity + if knot == 0 { 0 } else { ACTIVITIES };
            let number = number(context, (knot, class));
            let before = all.last().map_or(0, |weights| weights[class]);
            weights.push(before.wrapping_add((number as i16).wrapping_mul(step)));
            left = number.unsigned_abs();
            sizes[class] = left;
        }
        all.push(weights);
    }
    all
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// FNV-1a over words of eight bytes (a byte at a time would be most of the decoding time).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (sum ^ u64::from_le_bytes(word) ^ chunk.len() as u64).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 29
    })
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (head, tail) = self.0.split_first_chunk().ok_or(WeightsError::Corrupt)?;
        self.0 = tail;
        Ok(*head)
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
}

/// Why a file cannot be used as weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin as a weights file does.
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

    /// Weights as training leaves them: many zeros, small ones, and a few that use the whole range.
    fn sample(classes: usize) -> Packed {
        let mut random = Random::new(3);
        let mut knots: Vec<Vec<i16>> = Vec::new();
        for knot in 0..4 {
            let weights = (0..classes).map(|class| {
                let spread = [0, 0, 3, 40, 500, 32_000][class % 6];
                let base = if knot == 0 { 0 } else { i32::from(knots[knot - 1][class]) / 2 };
                let noise = random.below(2 * spread + 1) as i32 - spread as i32;
                (base + noise / 2) as i16
            });
            knots.push(weights.collect());
        }
        Packed {
            pattern_set: 0x1234_5678_9abc_def0,
            empties: vec![60, 40, 20, 0],
            knots,
            bias: (0..61).map(|n| n * 100 - 3000).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for classes in [0, 1, 5, 6000] {
            let packed = sample(classes);
            let bytes = packed.to_bytes();
            assert_eq!(Packed::from_bytes(&bytes, packed.pattern_set, classes), Ok(packed));
        }
        let mut extreme = sample(4);
        extreme.knots = vec![vec![i16::MIN; 4], vec![i16::MAX; 4], vec![i16::MIN; 4], vec![0; 4]];
        let bytes = extreme.to_bytes();
        assert_eq!(Packed::from_bytes(&bytes, extreme.pattern_set, 4), Ok(extreme));
    }

    #[test]
    fn multiples_of_a_step_and_zeros_are_cheap() {
        let mut packed = sample(60_000);
        let fine = packed.to_bytes().len();
        packed.knots.iter_mut().flatten().for_each(|w| *w &= !7);
        let coarse = packed.to_bytes().len();
        assert!(coarse < fine * 3 / 4, "{coarse} against {fine}");
        packed.knots.iter_mut().flatten().for_each(|w| *w = 0);
        assert!(packed.to_bytes().len() < 4000);
    }

    #[test]
    fn any_changed_or_missing_byte_is_noticed() {
        let packed = sample(200);
        let bytes = packed.to_bytes();
        let read = |bytes: &[u8]| Packed::from_bytes(bytes, packed.pattern_set, 200);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(read(&changed).is_err(), "byte {at} changed");
            assert!(read(&bytes[..at]).is_err(), "cut off at {at}");
        }
        assert!(read(&[&bytes[..], &[0]].concat()).is_err(), "a byte too many");
    }

    #[test]
    fn damage_that_the_checksum_misses_is_an_error_or_other_weights_but_no_panic() {
        let packed = sample(200);
        let bytes = packed.to_bytes();
        for at in 16..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let sum = checksum(&changed[16..]);
                changed[8..16].copy_from_slice(&sum.to_le_bytes());
                let _ = Packed::from_bytes(&changed, packed.pattern_set, 200);
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
            "the weights file has format version 9, and this program reads version 1"
        );
    }
}
