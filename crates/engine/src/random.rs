/// A small pseudo-random generator (SplitMix64): the same seed gives the same sequence everywhere.
///
/// ```
/// use outflank_engine::Random;
///
/// let (mut a, mut b) = (Random::new(7), Random::new(7));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator started from a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// One of many generators for a seed, by its number. Both are hashed: otherwise seeds that are a multiple of the
    /// step apart would give the same sequence, shifted.
    pub fn numbered(seed: u64, number: u64) -> Random {
        let seed = Random::new(seed).next_u64() ^ number;
        Random::new(Random::new(seed).next_u64())
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `bound` - 1; `bound` must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbered_generators_are_independent_even_if_seeds_or_numbers_are_a_step_apart() {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut seen = HashSet::new();
        for (seed, number) in (0..50).flat_map(|n: u64| [(0, n), (0, STEP.wrapping_mul(n + 1)), (STEP, n)]) {
            let mut random = Random::numbered(seed, number);
            assert!((0..20).all(|_| seen.insert(random.next_u64())), "seed {seed}, number {number}");
        }
    }
}
