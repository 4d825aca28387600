//! A range coder with fixed frequencies (asymmetric numeral systems): one table look-up and one multiplication
//! for each number read.
//!
//! A number is split into a token, which is coded by its frequency, and for larger ones some bits that are
//! stored as they are. The state is 32 bits wide and moves 16 bits at a time. What is written last is read
//! first, so the encoder is fed from the end.

/// Number of tokens: 16 small numbers, then four for each power of two.
pub(super) const TOKENS: usize = 16 + 4 * 13;

const SCALE_BITS: u32 = 12;
const SCALE: u32 = 1 << SCALE_BITS;
const LOW: u32 = 1 << 16;

/// The token of a number and, as (count, value), the bits that say the rest.
fn split(number: i32) -> (usize, u32, u32) {
    // 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, …
    let folded = (number << 1 ^ number >> 31) as u32;
    if folded < 16 {
        return (folded as usize, 0, 0);
    }
    let log = folded.ilog2();
    let lead = (folded >> (log - 2)) & 3;
    let token = 16 + 4 * (log as usize - 4) + lead as usize;
    (token, log - 2, folded & ((1 << (log - 2)) - 1))
}

/// The token a number is coded with.
pub(super) fn token(number: i32) -> usize {
    split(number).0
}

/// Frequencies that add up to the scale of the coder, none of them 0 where `counts` is not.
pub(super) fn normalise(counts: &[u64; TOKENS]) -> Vec<u16> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        // A context that is never used: any model will do.
        let mut only = vec![0; TOKENS];
        only[0] = SCALE as u16;
        return only;
    }
    let mut frequencies: Vec<u16> = counts
        .iter()
        .map(|&n| if n == 0 { 0 } else { (n * u64::from(SCALE) / total).max(1) as u16 })
        .collect();
    // Rounding is settled with the most frequent token, or with many of them one by one.
    let mut sum: i32 = frequencies.iter().map(|&f| i32::from(f)).sum();
    while sum != SCALE as i32 {
        let largest = (0..TOKENS).max_by_key(|&t| frequencies[t]).unwrap_or(0);
        let change = (SCALE as i32 - sum).max(-i32::from(frequencies[largest] / 2));
        frequencies[largest] = (i32::from(frequencies[largest]) + change) as u16;
        sum += change;
    }
    frequencies
}

/// The frequencies of the tokens in one context.
pub(super) struct Model {
    /// Token and place within the token of every slot of the scale.
    slots: Vec<Slot>,
    /// Where each token begins, and how wide it is.
    ranges: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Slot {
    token: u16,
    width: u16,
    offset: u16,
}

impl Model {
    /// A model; `None` if the frequencies do not add up.
    pub(super) fn new(frequencies: &[u16]) -> Option<Model> {
        let mut slots = Vec::with_capacity(SCALE as usize);
        let mut ranges = Vec::with_capacity(frequencies.len());
        let mut start = 0;
        for (token, &width) in frequencies.iter().enumerate() {
            if start + u32::from(width) > SCALE {
                return None;
            }
            ranges.push((start, u32::from(width)));
            slots.extend((0..width).map(|offset| Slot { token: token as u16, width, offset }));
            start += u32::from(width);
        }
        (start == SCALE).then_some(Model { slots, ranges })
    }
}

/// Writes numbers, last first.
pub(super) struct Encoder {
    state: u32,
    words: Vec<u16>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { state: LOW, words: Vec::new() }
    }
}

impl Encoder {
    /// Writes the number before those written so far.
    pub(super) fn number(&mut self, model: &Model, number: i32) {
        let (token, count, mut bits) = split(number);
        let mut left = count;
        while left > 0 {
            let part = left.min(8);
            let range = SCALE >> part;
            self.put((bits & ((1 << part) - 1)) * range, range);
            bits >>= part;
            left -= part;
        }
        let (start, width) = model.ranges[token];
        self.put(start, width);
    }

    fn put(&mut self, start: u32, width: u32) {
        debug_assert!(width > 0, "a token that was counted");
        if u64::from(self.state) >= u64::from(width) << (32 - SCALE_BITS) {
            self.words.push(self.state as u16);
            self.state >>= 16;
        }
        self.state = ((self.state / width) << SCALE_BITS) + self.state % width + start;
    }

    /// The words in the order they are read.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.words.push(self.state as u16);
        self.words.push((self.state >> 16) as u16);
        self.words.iter().rev().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Reads numbers, first first.
pub(super) struct Decoder<'a> {
    state: u32,
    words: &'a [u8],
    /// Words were asked for that are not there.
    starved: bool,
}

impl Decoder<'_> {
    /// A decoder of these words; `None` if there are too few.
    pub(super) fn new(words: &[u8]) -> Option<Decoder<'_>> {
        let mut decoder = Decoder { state: 0, words, starved: false };
        decoder.state = u32::from(decoder.word()) << 16 | u32::from(decoder.word());
        (!decoder.starved && words.len().is_multiple_of(2)).then_some(decoder)
    }

    /// The next number; any number once the words have run out.
    pub(super) fn number(&mut self, model: &Model) -> i32 {
        let slot = model.slots[(self.state % SCALE) as usize];
        self.take(u32::from(slot.offset), u32::from(slot.width));
        let mut folded = u32::from(slot.token);
        if folded >= 16 {
            let (log, lead) = ((folded - 16) / 4 + 4, (folded - 16) % 4);
            let mut bits = 0;
            let mut left = log - 2;
            while left > 0 {
                // The encoder cuts parts of eight from the low end, so the odd one comes first here.
                let part = if left % 8 == 0 { 8 } else { left % 8 };
                let range = SCALE >> part;
                let slot = self.state % SCALE;
                self.take(slot % range, range);
                bits = (bits << part) | (slot / range);
                left -= part;
            }
            folded = (4 | lead) << (log - 2) | bits;
        }
        (folded >> 1) as i32 ^ -((folded & 1) as i32)
    }

    /// Whether everything was read and nothing else was there.
    pub(super) fn finished(&self) -> bool {
        self.words.is_empty() && !self.starved && self.state == LOW
    }

    fn take(&mut self, offset: u32, width: u32) {
        self.state = width * (self.state >> SCALE_BITS) + offset;
        if self.state < LOW {
            self.state = self.state << 16 | u32::from(self.word());
        }
    }

    fn word(&mut self) -> u16 {
        if let Some((word, rest)) = self.words.split_first_chunk() {
            self.words = rest;
            u16::from_le_bytes(*word)
        } else {
            self.starved = true;
            0
        }
    }
}
