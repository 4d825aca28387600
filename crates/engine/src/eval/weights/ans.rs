//! A range coder with fixed frequencies (asymmetric numeral systems): two table lookups and one multiplication for each
//! number decoded.
//!
//! Every number has a token, which is coded by its frequency. The state is 32 bits wide and shifts 16 bits at a time.
//! What is written last is read first, so the encoder starts from the end.

/// Number of tokens: numbers from -31 to 31.
pub(super) const TOKENS: usize = 63;

const SCALE_BITS: u32 = 11;
const SCALE: u32 = 1 << SCALE_BITS;
const LOW: u32 = 1 << 16;

/// The token of a number: 0, -1, 1, -2, 2, … have 0, 1, 2, 3, 4, …
pub(super) fn token(number: i8) -> usize {
    (number << 1 ^ number >> 7) as u8 as usize
}

/// The number of a token.
fn number(token: u8) -> i8 {
    (token >> 1) as i8 ^ -((token & 1) as i8)
}

/// Frequencies that add up to the scale of the coder, not 0 where `counts` is not 0.
pub(super) fn normalise(counts: &[u64; TOKENS]) -> Vec<u16> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        // An unused context: any model will do.
        let mut only = vec![0; TOKENS];
        only[0] = SCALE as u16;
        return only;
    }
    let mut frequencies: Vec<u16> = counts
        .iter()
        .map(|&n| if n == 0 { 0 } else { (n * u64::from(SCALE) / total).max(1) as u16 })
        .collect();
    // The most frequent token absorbs the rounding, or several of them do in turn.
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
    /// The token of every slot of the scale.
    tokens: [u8; SCALE as usize],
    /// Where each token begins, and how wide it is.
    ranges: [(u16, u16); TOKENS + 1],
}

impl Model {
    /// A model; `None` if the frequencies do not add up.
    pub(super) fn new(frequencies: &[u16]) -> Option<Model> {
        let mut model = Model { tokens: [0; SCALE as usize], ranges: [(0, 0); TOKENS + 1] };
        let mut start = 0u16;
        for (token, &width) in frequencies.iter().enumerate() {
            let end = start.checked_add(width)?;
            model.tokens.get_mut(start.into()..end.into())?.fill(token as u8);
            *model.ranges.get_mut(token)? = (start, width);
            start = end;
        }
        (u32::from(start) == SCALE).then_some(model)
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
    pub(super) fn number(&mut self, model: &Model, number: i8) {
        let (start, width) = model.ranges[token(number)];
        let (start, width) = (u32::from(start), u32::from(width));
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

/// Decodes numbers, first to last.
pub(super) struct Decoder<'a> {
    state: u32,
    words: &'a [u8],
    /// Whether more words were requested than there are.
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
    #[inline]
    pub(super) fn number(&mut self, model: &Model) -> i8 {
        let slot = self.state % SCALE;
        // One of 63 tokens; the modulo saves a bounds check.
        let token = model.tokens[slot as usize] % 64;
        let (start, width) = model.ranges[usize::from(token)];
        self.state = u32::from(width) * (self.state >> SCALE_BITS) + slot - u32::from(start);
        if self.state < LOW {
            self.state = self.state << 16 | u32::from(self.word());
        }
        number(token)
    }

    /// Whether everything was read, with nothing left over.
    pub(super) fn finished(&self) -> bool {
        self.words.is_empty() && !self.starved && self.state == LOW
    }

    #[inline]
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
