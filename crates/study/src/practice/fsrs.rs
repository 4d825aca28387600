//! When to ask again: FSRS-6, the free spaced repetition scheduler, with its published default weights.
//!
//! A memory has a stability (the days after which it is recalled with 90%) and a difficulty from 1 to 10.

/// How well something was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Wrong.
    Again = 1,
    /// Right after a clue or at the second try.
    Hard,
    /// Right.
    Good,
    /// Right at once, and not for the first time.
    Easy,
}

impl Grade {
    /// The grade with a number from 1 to 4.
    pub fn new(number: u8) -> Option<Grade> {
        [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy].into_iter().find(|grade| *grade as u8 == number)
    }
}

/// What is expected of a memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Days after which it is recalled with 90%.
    pub stability: f64,
    /// From 1 to 10.
    pub difficulty: f64,
}

/// Cards come again when they are recalled with this chance.
pub const RETENTION: f64 = 0.9;

/// The default weights, as published with version 6.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The chance that something of a stability is still known after some days.
pub fn retrievability(days: f64, stability: f64) -> f64 {
    (1.0 + factor() * days / stability).powf(-W[20])
}

fn factor() -> f64 {
    0.9_f64.powf(-1.0 / W[20]) - 1.0
}

fn first_difficulty(grade: Grade) -> f64 {
    W[4] - (W[5] * (grade as u8 - 1) as f64).exp() + 1.0
}

impl Memory {
    /// After the first review.
    pub fn new(grade: Grade) -> Memory {
        let difficulty = first_difficulty(grade).clamp(1.0, 10.0);
        Memory { stability: W[grade as usize - 1], difficulty }
    }

    /// After another review, this many days later.
    #[must_use]
    pub fn review(self, grade: Grade, days: u64) -> Memory {
        let (s, d, g) = (self.stability, self.difficulty, grade as u8 as f64);
        let recalled = retrievability(days as f64, s);
        let stability = if days == 0 {
            let growth = (W[17] * (g - 3.0 + W[18])).exp() * s.powf(-W[19]);
            s * if grade >= Grade::Good { growth.max(1.0) } else { growth }
        } else if grade == Grade::Again {
            let forgotten =
                W[11] * d.powf(-W[12]) * ((s + 1.0).powf(W[13]) - 1.0) * (W[14] * (1.0 - recalled)).exp();
            forgotten.min(s / (W[17] * W[18]).exp())
        } else {
            let by_grade = match grade {
                Grade::Hard => W[15],
                Grade::Easy => W[16],
                _ => 1.0,
            };
            let growth = W[8].exp() * (11.0 - d) * s.powf(-W[9]) * ((W[10] * (1.0 - recalled)).exp() - 1.0);
            s * (1.0 + growth * by_grade)
        };
        let moved = d - W[6] * (g - 3.0) * (10.0 - d) / 9.0;
        let difficulty = (W[7] * first_difficulty(Grade::Easy) + (1.0 - W[7]) * moved).clamp(1.0, 10.0);
        Memory { stability, difficulty }
    }

    /// Days until it is to come again: at least one.
    pub fn interval(self, retention: f64) -> u64 {
        let days = self.stability / factor() * (retention.powf(-1.0 / W[20]) - 1.0);
        days.round().clamp(1.0, 36_500.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-4 * expected.max(1.0), "{found}, {expected} is expected");
    }

    fn walk(reviews: &[(Grade, u64)]) -> Memory {
        let first = Memory::new(reviews[0].0);
        reviews[1..].iter().fold(first, |memory, (grade, days)| memory.review(*grade, *days))
    }

    /// The values that the tests of the published implementations (fsrs-rs, py-fsrs) hold themselves to.
    #[test]
    fn memories_are_as_published() {
        use Grade::{Again, Easy, Good, Hard};
        let first = [
            (Again, 0.212, 6.4133),
            (Hard, 1.2931, 5.112_170_7),
            (Good, 2.3065, 2.118_104),
            (Easy, 8.2956, 1.0),
        ];
        for (grade, stability, difficulty) in first {
            near(Memory::new(grade).stability, stability);
            near(Memory::new(grade).difficulty, difficulty);
        }
        let memory = walk(&[(Again, 0), (Good, 0), (Good, 1), (Good, 3), (Good, 8), (Good, 21)]);
        near(memory.stability, 53.62691);
        near(memory.difficulty, 6.357_486_7);
        near(retrievability(0.0, 1.0), 1.0);
        near(retrievability(7.5, 7.5), 0.9);
    }

    /// The days between reviews of a card that is always known, and of one that was missed at first.
    #[test]
    fn intervals_are_as_published() {
        let intervals = |first: Grade, count: usize| {
            let mut memory = Memory::new(first);
            let mut days = vec![memory.interval(RETENTION)];
            for _ in 1..count {
                memory = memory.review(Grade::Good, days[days.len() - 1]);
                days.push(memory.interval(RETENTION));
            }
            days
        };
        assert_eq!(intervals(Grade::Good, 4), [2, 11, 46, 163]);
        assert_eq!(intervals(Grade::Again, 5), [1, 2, 6, 17, 44]);
    }

    #[test]
    fn more_is_asked_of_a_memory_that_is_to_be_surer() {
        let memory = Memory { stability: 30.0, difficulty: 5.0 };
        assert_eq!(memory.interval(0.9), 30);
        assert!(memory.interval(0.95) < memory.interval(0.9) && memory.interval(0.9) < memory.interval(0.8));
        let lapsed = memory.review(Grade::Again, 30);
        assert!(lapsed.stability < memory.stability && lapsed.difficulty > memory.difficulty);
    }
}
