//! Finding the weights that come closest to the values of many positions, by gradient descent.
//!
//! What is minimised is the mean square of (evaluation - value), weighted by how much positions count. A batch of
//! positions makes one step, whose length Adam chooses for each weight; rows that no position of the batch uses
//! stay as they are. The others also lose a little, so that what few positions say is not believed too much.
//! Positions are evaluated with the weights rounded as the engine has them, while small steps add up in the unrounded
//! ones, so that learning makes up for the rounding. The rate falls along half a cosine.

use outflank_engine::eval::patterns::{
    FEATURES, FIRST_STATES, PATTERNS, ROWS, ROWS_OF_STATE, VIEWS, fingerprint, pattern_of, seen_from, turn_of,
};
use outflank_engine::eval::weights::Packed;
use outflank_engine::eval::{Features, ON, OUTPUT_SCALE, STAGES, Stage, UNITS, stage};
use outflank_engine::{Random, Score};
use outflank_rules::Board;

use crate::adam::Adam;
use crate::errors::Errors;
use crate::join;
use crate::rows::Rows;
use crate::samples::Sample;

/// A number for each unit.
pub(crate) type Units = [f32; UNITS];

/// The network counts in this many discs.
const DISCS: f32 = 16.0;

/// How far weights lie from 0 before anything is learned: it makes units different.
const SPREAD: f64 = 0.06;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub epochs: usize,
    /// Positions behind a step.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// The share of a weight that is lost in a step that uses it, as a multiple of the rate.
    pub decay: f32,
    pub threads: usize,
}

/// What the units make of their sums at one number of empties. Thresholds are at 0, and 1 is fully on.
#[derive(Clone, Copy, Default)]
struct Head {
    bias: Units,
    output: Units,
    base: f32,
}

/// Weights while they are learned.
pub(crate) struct Net {
    rows: Rows,
    heads: Vec<Head>,
}

impl Net {
    /// A network that knows nothing.
    pub(crate) fn new() -> Net {
        let mut random = Random::new(5);
        let mut spread = || ((random.unit() * 2.0 - 1.0) * SPREAD) as f32;
        let head = Head {
            bias: [0.3; UNITS],
            output: std::array::from_fn(|unit| if unit % 2 == 0 { 0.25 } else { -0.25 }),
            base: 0.0,
        };
        Net { rows: Rows::new(|| std::array::from_fn(|_| spread())), heads: vec![head; STAGES] }
    }

    /// A network that goes on from weights of the engine.
    pub(crate) fn from_packed(packed: &Packed) -> Net {
        let on = f32::from(ON);
        let output = DISCS * (Score::PER_DISC * OUTPUT_SCALE) as f32;
        let head = |stage: &Stage| Head {
            bias: stage.bias.map(|bias| f32::from(bias) / on),
            output: stage.output.map(|o| f32::from(o) / output),
            base: f32::from(stage.base) / (DISCS * Score::PER_DISC as f32),
        };
        Net { rows: Rows::from_rounded(&packed.rows), heads: packed.stages.iter().map(head).collect() }
    }

    /// Rounded as they are stored.
    pub(crate) fn to_packed(&self) -> Packed {
        let round = |value: f32| value.round().clamp(-32_767.0, 32_767.0) as i16;
        let output = DISCS * (Score::PER_DISC * OUTPUT_SCALE) as f32;
        let stage = |head: &Head| Stage {
            bias: head.bias.map(|bias| round(bias * f32::from(ON))),
            output: head.output.map(|o| round(o * output)),
            base: round(head.base * DISCS * Score::PER_DISC as f32),
        };
        Packed {
            pattern_set: fingerprint(),
            rows: self.rows.rounded().to_vec(),
            stages: self.heads.iter().map(stage).collect(),
        }
    }

    /// Takes away what it is off on average at each stage, as measured on these positions.
    pub(crate) fn centre(&mut self, samples: &[Sample], threads: usize) {
        let mut stages = vec![Errors::default(); STAGES];
        for (empties, errors) in self.errors(samples, threads).into_iter().enumerate() {
            stages[stage(empties)] += errors;
        }
        for (head, errors) in self.heads.iter_mut().zip(stages) {
            head.base -= errors.mean() as f32 / DISCS;
        }
    }

    /// Errors on these positions by number of empties.
    pub(crate) fn errors(&self, samples: &[Sample], threads: usize) -> Vec<Errors> {
        let work = |samples: &[Sample]| {
            let mut all = vec![Errors::default(); 61];
            for sample in samples {
                let value = self.look(sample.board).value(self) * DISCS;
                let error = f64::from(value) - f64::from(sample.value);
                all[sample.board.empties().len()].add_weighted(error, sample.weight.into());
            }
            all
        };
        let parts = in_parts(samples, threads, &work);
        parts.into_iter().fold(vec![Errors::default(); 61], |mut all, part| {
            all.iter_mut().zip(part).for_each(|(sum, errors)| *sum += errors);
            all
        })
    }

    /// How all units see a board.
    #[inline]
    fn look(&self, board: Board) -> Look {
        let features = Features::new(board);
        let stage = stage(board.empties().len());
        let mut look = Look { stage, rows: [[0; FEATURES]; VIEWS], sums: [[0.0; UNITS]; VIEWS] };
        for (feature, &state) in features.states().iter().enumerate() {
            let pattern = pattern_of(feature);
            let center = FIRST_STATES.0[pattern] + PATTERNS[pattern].empty_state();
            let rows = &ROWS_OF_STATE[center.wrapping_add_signed(state.into())];
            for (view, seen) in look.rows.iter_mut().enumerate() {
                seen[feature] = rows[seen_from(view, turn_of(feature))];
            }
        }
        let rounded = self.rows.rounded();
        let bias = self.heads[stage].bias.map(|bias| (bias * f32::from(ON)).round());
        for (rows, sums) in look.rows.iter().zip(&mut look.sums) {
            let mut total = [0i16; UNITS];
            for &row in rows {
                let weights = &rounded[row as usize];
                total.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += i16::from(weight));
            }
            for unit in 0..UNITS {
                sums[unit] = (bias[unit] + f32::from(total[unit])) / f32::from(ON);
            }
        }
        look
    }

    /// Improves the weights until the course is over. After each epoch `watch` sees how many there were, the
    /// root of the mean square error on the way, in discs, and the network so far.
    pub(crate) fn learn(
        &mut self,
        samples: &[Sample],
        course: Course,
        step_done: &dyn Fn(usize),
        mut watch: impl FnMut(usize, f64, &Net),
    ) {
        let Course { epochs, batch, rate, decay, threads } = course;
        let mean = samples.iter().map(|s| f64::from(s.weight)).sum::<f64>() / samples.len() as f64;
        let mut gradients: Vec<Gradient> = (0..threads).map(|_| Gradient::new()).collect();
        let mut memory = Rows::memory();
        let mut heads = vec![[Head::default(); 2]; STAGES];
        let steps = epochs * samples.len().div_ceil(batch);
        let mut step = 0;
        for epoch in 1..=epochs {
            let mut errors = Errors::default();
            for batch in samples.chunks(batch) {
                let scale = 1.0 / (mean as f32 * batch.len() as f32);
                std::thread::scope(|scope| {
                    let parts = batch.chunks(batch.len().div_ceil(threads));
                    for (part, gradient) in parts.zip(&mut gradients) {
                        let net = &*self;
                        scope.spawn(move || part.iter().for_each(|sample| gradient.add(net, sample, scale)));
                    }
                });
                step += 1;
                let angle = std::f32::consts::PI * step as f32 / steps as f32;
                let rate = rate * (0.005 + 0.5 * (1.0 + angle.cos()));
                let adam = Adam::new(step, rate);
                for gradient in &mut gradients {
                    errors += std::mem::take(&mut gradient.errors);
                }
                self.step_heads(&adam, &mut gradients, &mut heads);
                let mut rows: Vec<_> = gradients.iter_mut().map(|gradient| &mut gradient.rows).collect();
                self.rows.step(&adam, 1.0 - decay * rate, &mut rows, &mut memory);
                step_done(batch.len());
            }
            watch(epoch, errors.rmse(), self);
        }
    }

    fn step_heads(&mut self, adam: &Adam, gradients: &mut [Gradient], moments: &mut [[Head; 2]]) {
        for (stage, (head, [mean, square])) in self.heads.iter_mut().zip(moments).enumerate() {
            let mut sum = Head::default();
            for gradient in &mut *gradients {
                let part = std::mem::take(&mut gradient.heads[stage]);
                for unit in 0..UNITS {
                    sum.bias[unit] += part.bias[unit];
                    sum.output[unit] += part.output[unit];
                }
                sum.base += part.base;
            }
            adam.step(&mut head.base, &mut mean.base, &mut square.base, sum.base);
            for unit in 0..UNITS {
                adam.step(&mut head.bias[unit], &mut mean.bias[unit], &mut square.bias[unit], sum.bias[unit]);
                let moments = (&mut mean.output[unit], &mut square.output[unit]);
                adam.step(&mut head.output[unit], moments.0, moments.1, sum.output[unit]);
            }
        }
    }
}

/// How the units see a board: which rows every view uses, and what they add up to.
struct Look {
    stage: usize,
    rows: [[u32; FEATURES]; VIEWS],
    sums: [Units; VIEWS],
}

impl Look {
    #[inline]
    fn value(&self, net: &Net) -> f32 {
        let head = &net.heads[self.stage];
        let mut value = [0.0; UNITS];
        for sums in &self.sums {
            for unit in 0..UNITS {
                value[unit] += sums[unit].clamp(0.0, 1.0).powi(2) * head.output[unit];
            }
        }
        head.base + value.iter().sum::<f32>()
    }
}

/// What a thread has gathered of the gradient.
struct Gradient {
    rows: Vec<Units>,
    heads: Vec<Head>,
    errors: Errors,
}

impl Gradient {
    fn new() -> Gradient {
        Gradient {
            rows: vec![[0.0; UNITS]; ROWS],
            heads: vec![Head::default(); STAGES],
            errors: Errors::default(),
        }
    }

    #[inline]
    fn add(&mut self, net: &Net, sample: &Sample, scale: f32) {
        let look = net.look(sample.board);
        let error = look.value(net) - sample.value / DISCS;
        self.errors.add_weighted((error * DISCS).into(), sample.weight.into());
        let slope = error * sample.weight * scale;
        let output = &net.heads[look.stage].output;
        let head = &mut self.heads[look.stage];
        head.base += slope;
        for (rows, sums) in look.rows.iter().zip(&look.sums) {
            let mut slopes = [0.0; UNITS];
            for unit in 0..UNITS {
                let activation = sums[unit].clamp(0.0, 1.0);
                // Neither below the threshold nor fully on does the sum matter.
                let inside = if sums[unit] < 1.0 { activation } else { 0.0 };
                slopes[unit] = slope * output[unit] * 2.0 * inside;
                head.output[unit] += slope * activation * activation;
                head.bias[unit] += slopes[unit];
            }
            for &row in rows {
                self.rows[row as usize].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}

fn in_parts<T: Send>(samples: &[Sample], threads: usize, work: &(impl Fn(&[Sample]) -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let parts = samples.chunks(samples.len().div_ceil(threads).max(1));
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        workers.into_iter().map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::eval::Weights;
    use outflank_rules::Bitboard;

    /// Positions of random games, worth what the corners in them are.
    fn samples(count: usize, random: &mut Random) -> Vec<Sample> {
        let corners = Bitboard::from_bits(0x8100_0000_0000_0081);
        let mut samples = Vec::new();
        while samples.len() < count {
            let mut board = Board::default();
            while !board.legal_moves().is_empty() {
                let discs = |own: Bitboard| (own & corners).len() as f32;
                let value = 8.0 * (discs(board.player) - discs(board.opponent));
                samples.push(Sample { board, value, weight: 1.0 });
                let legal = board.legal_moves();
                board = board.after(legal.iter().nth(random.below(legal.len())).unwrap());
            }
        }
        samples
    }

    fn error(net: &Net, samples: &[Sample]) -> f64 {
        Errors::total(&net.errors(samples, 2)).rmse()
    }

    #[test]
    fn what_positions_are_worth_is_learned_and_the_engine_evaluates_as_the_network_does() {
        let mut random = Random::new(9);
        let samples = samples(4000, &mut random);
        let mut net = Net::new();
        let before = error(&net, &samples);
        let course = Course { epochs: 8, batch: 100, rate: 0.005, decay: 0.3, threads: 2 };
        let mut epochs = 0;
        net.learn(&samples, course, &|_| {}, |epoch, _, _| epochs = epoch);
        let after = error(&net, &samples);
        assert_eq!(epochs, 8);
        assert!(after < before / 2.0, "{before} to {after}");

        net.centre(&samples, 2);
        assert!(net.errors(&samples, 2)[30].mean().abs() < 0.01);

        let packed = net.to_packed();
        let (weights, rounded) = (Weights::from_packed(&packed), Net::from_packed(&packed));
        for sample in samples {
            let ours = rounded.look(sample.board).value(&rounded) * DISCS;
            let theirs = weights.evaluate(sample.board).discs() as f32;
            assert!((ours - theirs).abs() < 0.05, "{ours} and {theirs}");
        }
    }
}
