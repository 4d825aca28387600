use crate::Tally;

/// A difference in playing strength with its 95 % interval, in Elo. Infinite when one side took every point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that the first player is the stronger.
    pub superiority: f64,
}

/// The expected score of a player who is this much stronger, as a share of the points.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Standard deviations on either side that cover 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Elo {
    /// The estimate from a match; `None` before the first pair.
    ///
    /// The interval comes from the variance between pairs, because the games of a pair are not independent. If all
    /// pairs had the same result, there is no variance; then the interval is computed with half a pair more at each
    /// extreme.
    pub fn estimate(tally: &Tally) -> Option<Elo> {
        let mut counts = tally.pairs.map(|count| count as f64);
        let (mean, mut variance, _) = moments(&counts)?;
        let mut centre = mean;
        if variance == 0.0 {
            counts[0] += 0.5;
            counts[4] += 0.5;
            (centre, variance, _) = moments(&counts)?;
        }
        let total: f64 = counts.iter().sum();
        let deviation = (variance / total).sqrt();
        Some(Elo {
            elo: elo_of(mean),
            low: elo_of((centre - NORMAL_95 * deviation).min(mean)),
            high: elo_of((centre + NORMAL_95 * deviation).max(mean)),
            superiority: normal_cdf((centre - 0.5) / deviation),
        })
    }
}

/// Mean and variance of the score of a pair as a share of its points, and the number of pairs.
pub(crate) fn moments(counts: &[f64; 5]) -> Option<(f64, f64, f64)> {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return None;
    }
    let share = |index: usize| index as f64 / 4.0;
    let mean = counts.iter().enumerate().map(|(i, count)| count * share(i)).sum::<f64>() / total;
    let variance =
        counts.iter().enumerate().map(|(i, count)| count * (share(i) - mean).powi(2)).sum::<f64>() / total;
    Some((mean, variance, total))
}

/// The normal distribution function, with the error function of Abramowitz and Stegun 7.1.26 (error below 1.5e-7).
fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592]
        .iter()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = polynomial * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, within: f64) -> bool {
        (value - expected).abs() <= within
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!(near(expected_score(0.0), 0.5, 1e-12));
        assert!(near(expected_score(400.0), 10.0 / 11.0, 1e-12));
        assert!(near(expected_score(191.0), 0.75, 1e-3));
        for elo in [-300.0, -12.5, 0.0, 7.0, 650.0] {
            assert!(near(elo_of(expected_score(elo)), elo, 1e-9));
        }
    }

    #[test]
    fn estimates_agree_with_values_computed_elsewhere() {
        let estimate = |pairs| Elo::estimate(&Tally { pairs, ..Tally::default() }).unwrap();
        let elo = estimate([10, 40, 100, 60, 15]);
        assert!(near(elo.elo, 23.196_779, 1e-5));
        assert!(near(elo.low, 1.976_933, 1e-5) && near(elo.high, 44.591_066, 1e-5));
        assert!(near(elo.superiority, 0.983_937_7, 1e-6));
        let even = estimate([3, 10, 40, 10, 3]);
        assert!(near(even.elo, 0.0, 1e-9) && near(even.low, -even.high, 1e-9));
        assert!(near(even.superiority, 0.5, 1e-7));
    }

    #[test]
    fn a_clean_sweep_is_infinite_with_a_finite_lower_end() {
        let elo = Elo::estimate(&Tally { pairs: [0, 0, 0, 0, 25], ..Tally::default() }).unwrap();
        assert_eq!((elo.elo, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.low > 200.0 && elo.low < 1000.0, "{}", elo.low);
        assert!(elo.superiority > 0.999);
        assert_eq!(Elo::estimate(&Tally::default()), None);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, p) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.96, 0.975_002), (-3.0, 0.001_349_9)]
        {
            assert!(near(normal_cdf(x), p, 1e-6), "{x}");
        }
    }
}
