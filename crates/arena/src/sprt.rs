use std::str::FromStr;

use thiserror::Error;

use crate::{Tally, expected_score};

/// A sequential probability ratio test on pairs of games: is the first player stronger by `elo1` rather than
/// by `elo0`?
///
/// The log-likelihood ratio compares the most likely distributions of pair results whose mean is that of each Elo (a
/// generalised test on the pentanomial model).
///
/// ```
/// use outflank_arena::{Decision, Sprt, Tally};
///
/// let sprt: Sprt = "0,10".parse().unwrap();
/// let tally = Tally { pairs: [1, 20, 100, 90, 10], ..Tally::default() };
/// assert_eq!(sprt.decision(&tally), Decision::Accepted);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo of the null hypothesis.
    pub elo0: f64,
    /// The Elo of the alternative.
    pub elo1: f64,
    /// The probability of accepting the alternative although the null hypothesis holds.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the alternative holds.
    pub beta: f64,
}

/// The current decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Not enough games yet.
    Undecided,
    /// The alternative holds: stronger by `elo1` or more.
    Accepted,
    /// The null hypothesis holds.
    Rejected,
}

impl Sprt {
    /// A test with error rates of 5 %.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The ratios at which the test ends: rejected at or below the first, accepted at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses after these pairs.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        // A result that has not occurred is not impossible: a thousandth of a pair keeps the likelihoods defined.
        let counts = tally.pairs.map(|count| (count as f64).max(1e-3));
        if tally.pairs == [0; 5] {
            return 0.0;
        }
        let log_likelihood = |elo| log_likelihood(&counts, expected_score(elo));
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }

    /// The decision after these pairs.
    pub fn decision(&self, tally: &Tally) -> Decision {
        let (lower, upper) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio >= upper => Decision::Accepted,
            ratio if ratio <= lower => Decision::Rejected,
            _ => Decision::Undecided,
        }
    }
}

/// The log-likelihood of the counts, up to a constant, under the most likely distribution whose mean is `mean`.
///
/// That distribution gives each result its observed share divided by `1 + theta * (result - mean)`, with the theta that
/// makes the mean right. The mean falls as theta grows, so bisection finds it.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let results = || counts.iter().enumerate().map(|(i, count)| (*count, i as f64 / 4.0 - mean));
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let theta = f64::midpoint(low, high);
        let excess: f64 = results().map(|(count, gap)| count * gap / (1.0 + theta * gap)).sum();
        if excess > 0.0 { low = theta } else { high = theta }
    }
    let theta = f64::midpoint(low, high);
    -results().map(|(count, gap)| count * (theta * gap).ln_1p()).sum::<f64>()
}

/// The text is not a test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no test: ELO0,ELO1 with ELO0 below ELO1 is expected, or ELO0,ELO1,ALPHA,BETA with error rates below 0.5"
)]
pub struct ParseSprtError(String);

impl FromStr for Sprt {
    type Err = ParseSprtError;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let error = || ParseSprtError(text.to_owned());
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
        let sprt = match numbers.map_err(|_| error())?[..] {
            [elo0, elo1] => Sprt::new(elo0, elo1),
            [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
            _ => return Err(error()),
        };
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let far = |elo: f64| elo.abs() <= 1000.0;
        let sound =
            sprt.elo0 < sprt.elo1 && far(sprt.elo0) && far(sprt.elo1) && rate(sprt.alpha) && rate(sprt.beta);
        if sound { Ok(sprt) } else { Err(error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    /// Values of an independent maximisation of the likelihood (golden section on its dual, in Python).
    #[test]
    fn ratios_agree_with_values_computed_elsewhere() {
        for (pairs, elo0, elo1, expected) in [
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, -5.920_44),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, 3.968_91),
            ([349, 1561, 3340, 1604, 359], -5.0, 0.0, 5.768_66),
            ([0, 0, 2, 0, 37], 0.0, 20.0, 2.180_49),
            ([1, 20, 100, 90, 10], 0.0, 10.0, 5.826_91),
            ([10, 5, 2, 5, 10], -1.75, 0.25, 0.000_57),
            ([0, 0, 0, 0, 3], -1.75, 0.25, 0.017_32),
            ([0, 0, 0, 0, 0], 0.0, 5.0, 0.0),
        ] {
            let ratio = Sprt::new(elo0, elo1).ratio(&tally(pairs));
            assert!((ratio - expected).abs() < 1e-5, "{pairs:?}: {ratio}");
        }
    }

    #[test]
    fn bounds_follow_from_the_error_rates() {
        let (lower, upper) = Sprt::new(0.0, 5.0).bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        let (lower, upper) = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::new(0.0, 5.0) }.bounds();
        assert!((lower + 2.292_535).abs() < 1e-6 && (upper - 4.499_810).abs() < 1e-6);
    }

    #[test]
    fn a_test_is_decided_at_its_bounds() {
        let sprt = Sprt::new(0.0, 5.0);
        assert_eq!(sprt.decision(&tally([142, 620, 1122, 699, 188])), Decision::Accepted);
        assert_eq!(sprt.decision(&tally([440, 2910, 5170, 2888, 455])), Decision::Rejected);
        assert_eq!(sprt.decision(&tally([1, 2, 3, 2, 1])), Decision::Undecided);
    }

    #[test]
    fn invalid_tests_are_refused() {
        assert_eq!("-3, 3".parse(), Ok(Sprt::new(-3.0, 3.0)));
        assert_eq!("0,5,0.01,0.1".parse(), Ok(Sprt { alpha: 0.01, beta: 0.1, ..Sprt::new(0.0, 5.0) }));
        for text in ["", "5", "5,5", "5,0", "0,5,0.1", "0,5,0,0.1", "0,5,0.1,0.5", "0,nan", "0,inf", "a,b"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
