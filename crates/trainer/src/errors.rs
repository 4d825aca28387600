//! How far evaluations are from the true values.

/// The errors of an evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    pub count: f64,
    pub sum: f64,
    pub squares: f64,
}

impl Errors {
    pub(crate) fn add(&mut self, error: f64) {
        *self += Errors { count: 1.0, sum: error, squares: error * error };
    }

    pub(crate) fn add_weighted(&mut self, error: f64, weight: f64) {
        *self += Errors { count: weight, sum: weight * error, squares: weight * error * error };
    }

    /// The sum of all of these.
    pub(crate) fn total(errors: &[Errors]) -> Errors {
        errors.iter().fold(Errors::default(), |mut sum, &errors| {
            sum += errors;
            sum
        })
    }

    /// The root mean square.
    pub(crate) fn rmse(&self) -> f64 {
        (self.squares / self.count.max(f64::MIN_POSITIVE)).sqrt()
    }

    /// The mean.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count.max(f64::MIN_POSITIVE)
    }
}

impl std::ops::AddAssign for Errors {
    fn add_assign(&mut self, other: Errors) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}
