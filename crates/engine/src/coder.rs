//! An adaptive binary arithmetic coder: each yes-or-no question has a [`Bit`] that learns its usual answer, which then
//! costs a fraction of a bit.

/// The model of one question: the probability of "yes" in 1/65536.
#[derive(Clone, Copy, Debug)]
pub struct Bit(u16);

impl Default for Bit {
    fn default() -> Bit {
        Bit(1 << 15)
    }
}

impl Bit {
    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 += (u16::MAX - self.0) >> 5;
        } else {
            self.0 -= self.0 >> 5;
        }
    }
}

/// Codes answers in turn: the one place where writing and reading differ.
pub trait Coder {
    /// Codes one bit. A writer writes `bit`; a reader ignores it. Returns the bit.
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool;

    /// Codes a number of `width` bits with a tree of 2^`width` models.
    fn tree(&mut self, models: &mut [Bit], width: u32, number: usize) -> usize {
        let mut node = 1;
        for shift in (0..width).rev() {
            let bit = self.bit(&mut models[node], number >> shift & 1 != 0);
            node = node << 1 | usize::from(bit);
        }
        node - (1 << width)
    }
}

/// Writes bits.
pub struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl Encoder {
    /// Everything written.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.high.to_be_bytes());
        self.bytes
    }
}

impl Coder for Encoder {
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        let middle = middle(self.low, self.high, *model);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        model.learn(bit);
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
        bit
    }
}

/// Reads bits. Past the end it reads zeros.
pub struct Decoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    /// A decoder of what an [`Encoder`] wrote.
    pub fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, value: 0, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        self.value = self.value << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, model: &mut Bit, _: bool) -> bool {
        let middle = middle(self.low, self.high, *model);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        model.learn(bit);
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        bit
    }
}

fn middle(low: u32, high: u32, model: Bit) -> u32 {
    // Kept away from the ends, so that both answers remain possible.
    let probability = u64::from(model.0.clamp(1 << 6, u16::MAX - (1 << 6)));
    low + ((u64::from(high - low) * probability) >> 16) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn bits_and_numbers_round_trip() {
        let mut random = Random::new(1);
        let bits: Vec<bool> = (0..20_000).map(|_| random.below(30) == 0).collect();
        let numbers: Vec<usize> = (0..5000).map(|_| random.below(64) * random.below(2)).collect();
        let mut encoder = Encoder::default();
        let (mut model, mut tree) = (Bit::default(), vec![Bit::default(); 64]);
        for &bit in &bits {
            encoder.bit(&mut model, bit);
        }
        for &number in &numbers {
            encoder.tree(&mut tree, 6, number);
        }
        let bytes = encoder.finish();
        // 20,000 bits of 0.21 and 5,000 numbers of about 4 bits.
        assert!(bytes.len() < 3400, "{} bytes", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let (mut model, mut tree) = (Bit::default(), vec![Bit::default(); 64]);
        assert!(bits.iter().all(|&bit| decoder.bit(&mut model, false) == bit));
        assert!(numbers.iter().all(|&number| decoder.tree(&mut tree, 6, 0) == number));
    }
}
