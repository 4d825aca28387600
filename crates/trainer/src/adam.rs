//! The Adam optimiser: gradient descent with a step size for each weight.

use crate::phase::Units;

/// Steps in proportion to the gradient relative to its usual size.
pub(crate) struct Adam {
    rate: f32,
    mean: f32,
    square: f32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    pub(crate) fn new(step: usize, rate: f32) -> Adam {
        // Bias correction: the means start at zero.
        let correction = |keep: f32| 1.0 / (1.0 - keep.powi(step.min(1 << 20) as i32));
        Adam { rate, mean: correction(Adam::MEAN), square: correction(Adam::SQUARE) }
    }

    #[inline]
    pub(crate) fn step(&self, weight: &mut f32, mean: &mut f32, square: &mut f32, gradient: f32) {
        *mean += (1.0 - Adam::MEAN) * (gradient - *mean);
        *square += (1.0 - Adam::SQUARE) * (gradient * gradient - *square);
        *weight -= self.rate * *mean * self.mean / ((*square * self.square).sqrt() + 1e-8);
    }

    /// A step for all weights of a row.
    #[inline]
    pub(crate) fn step_row(&self, weights: &mut Units, moments: &mut Moments, gradient: &Units) {
        let moments = moments.mean.iter_mut().zip(&mut moments.square);
        for ((weight, &gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            self.step(weight, mean, square, gradient);
        }
    }
}

/// The running means of the gradients of a row and of their squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Moments {
    mean: Units,
    square: Units,
}
