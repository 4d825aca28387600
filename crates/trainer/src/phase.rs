//! Fits the weights of a phase to the values of many positions, by gradient descent.
//!
//! The loss is the weighted mean of (evaluation - value)². Each batch of positions makes one step, whose size Adam
//! chooses for each weight; rows that no position of the batch uses stay as they are. The others also decay a little,
//! so that a few positions do not count too much. Positions are evaluated with weights rounded as in the engine, while
//! small steps add up in the unrounded ones, so training compensates for the rounding. The learning rate falls along
//! half a cosine.

use outflank_engine::Random;
use outflank_engine::training::patterns::{PATTERNS_PER_TURN, TURNS, VIEWS, seen_from};
use outflank_engine::training::{ON, STAGES, UNITS, stage};
use outflank_rules::Board;

use crate::adam::Adam;
use crate::errors::Errors;
use crate::rows::{AdamState, Rows};
use crate::samples::Sample;
use crate::states::{BatchGradient, STATES, SampleGradient, Seen, states_of};

/// One number per unit.
pub(crate) type Units = [f32; UNITS];

/// The unit of the network's values, in discs.
pub(crate) const DISCS: f32 = 16.0;

/// The spread of the initial weights around 0, which makes units different.
const SPREAD: f64 = 0.06;

/// How long and how fast to train.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// The initial learning rate; it falls along half a cosine.
    pub rate: f32,
    /// Weight decay: the fraction of a weight that is lost in a step that uses it, as a multiple of the rate.
    pub decay: f32,
    pub threads: usize,
}

/// The state of a training run.
pub(crate) struct Optimizer {
    schedule: Schedule,
    /// The number of steps so far.
    steps: usize,
    /// The gradients of a batch: of each position, of the heads by thread, and of the rows.
    samples: Vec<SampleGradient>,
    head_gradients: Vec<HeadGradients>,
    row_gradients: BatchGradient,
    /// The moments of Adam.
    rows: Vec<AdamState>,
    heads: Vec<[Head; 2]>,
}

impl Optimizer {
    /// The start of a run.
    pub(crate) fn new(schedule: Schedule) -> Optimizer {
        Optimizer {
            schedule,
            steps: 0,
            samples: Vec::new(),
            head_gradients: (0..schedule.threads).map(|_| HeadGradients::new()).collect(),
            row_gradients: BatchGradient::new(),
            rows: Rows::adam_state(),
            heads: vec![[Head::default(); 2]; STAGES],
        }
    }
}

/// The output layer for one number of empties. Thresholds are at 0, and 1 is fully on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Head {
    pub bias: Units,
    pub output: Units,
    pub base: f32,
}

/// The weights of a phase during training.
pub(crate) struct Phase {
    pub rows: Rows,
    /// By stage; those of other phases matter only while positions from there are used.
    pub heads: Vec<Head>,
}

impl Phase {
    /// Untrained weights.
    pub(crate) fn new() -> Phase {
        let mut random = Random::new(5);
        let mut spread = || ((random.unit() * 2.0 - 1.0) * SPREAD) as f32;
        let head = Head {
            bias: [0.3; UNITS],
            output: std::array::from_fn(|unit| if unit % 2 == 0 { 0.25 } else { -0.25 }),
            base: 0.0,
        };
        Phase { rows: Rows::new(|| std::array::from_fn(|_| spread())), heads: vec![head; STAGES] }
    }

    /// The value of a board for the side to move, in discs.
    #[inline]
    pub(crate) fn value(&self, board: Board) -> f32 {
        self.forward(board).value(self) * DISCS
    }

    /// The activations of all units for a board.
    #[inline]
    fn forward(&self, board: Board) -> Activations {
        let stage = stage(board.empties().len());
        let states = states_of(board);
        let mut totals = [[0i16; UNITS]; VIEWS];
        for (turn, states) in states.iter().enumerate() {
            let mut turned = [[0i16; UNITS]; VIEWS];
            for &state in states {
                let weights = self.rows.seen(state as usize).as_flattened();
                let sums = turned.as_flattened_mut().iter_mut();
                sums.zip(weights).for_each(|(sum, &weight)| *sum += i16::from(weight));
            }
            for (view, total) in totals.iter_mut().enumerate() {
                let turned = &turned[seen_from(view, turn)];
                total.iter_mut().zip(turned).for_each(|(total, sum)| *total += sum);
            }
        }
        let bias = self.heads[stage].bias.map(|bias| (bias * f32::from(ON)).round());
        let sums = totals
            .map(|totals| std::array::from_fn(|unit| (bias[unit] + f32::from(totals[unit])) / f32::from(ON)));
        Activations { stage, states, sums }
    }

    /// Clears the weights of states that occur in none of these positions.
    pub(crate) fn forget_unseen(&mut self, samples: &[Sample]) {
        let mut occur = vec![false; STATES];
        for sample in samples {
            states_of(sample.board).iter().flatten().for_each(|&state| occur[state as usize] = true);
        }
        self.rows.keep(&occur);
    }

    /// Goes through all positions once and improves the weights. Returns the root mean square error along the way, in
    /// discs. `step_done` gets the number of positions of each step.
    pub(crate) fn learn(
        &mut self,
        samples: &[Sample],
        optimizer: &mut Optimizer,
        step_done: &dyn Fn(usize),
    ) -> f64 {
        let Schedule { epochs, batch, rate, decay, threads } = optimizer.schedule;
        let mean = samples.iter().map(|s| f64::from(s.weight)).sum::<f64>() / samples.len() as f64;
        let steps = epochs * samples.len().div_ceil(batch);
        optimizer.samples.resize(batch.min(samples.len()), SampleGradient::default());
        let head_gradients = &mut optimizer.head_gradients;
        let mut errors = Errors::default();
        for batch in samples.chunks(batch) {
            let scale = 1.0 / (mean as f32 * batch.len() as f32);
            let gradients = &mut optimizer.samples[..batch.len()];
            std::thread::scope(|scope| {
                let size = batch.len().div_ceil(threads);
                let parts = batch.chunks(size).zip(gradients.chunks_mut(size));
                for ((samples, gradients), heads) in parts.zip(&mut *head_gradients) {
                    let phase = &*self;
                    scope.spawn(move || {
                        for (sample, gradient) in samples.iter().zip(gradients) {
                            *gradient = heads.add(phase, sample, scale);
                        }
                    });
                }
            });
            optimizer.row_gradients.gather(gradients, threads);
            optimizer.steps += 1;
            let angle = std::f32::consts::PI * optimizer.steps as f32 / steps as f32;
            let rate = rate * (0.005 + 0.5 * (1.0 + angle.cos()));
            let adam = Adam::new(optimizer.steps, rate);
            for gradients in &mut *head_gradients {
                errors += std::mem::take(&mut gradients.errors);
            }
            self.step_heads(&adam, head_gradients, &mut optimizer.heads);
            let keep = 1.0 - decay * rate;
            self.rows.step(&adam, keep, &optimizer.row_gradients, &mut optimizer.rows, threads);
            step_done(batch.len());
        }
        errors.rmse()
    }

    fn step_heads(&mut self, adam: &Adam, gradients: &mut [HeadGradients], moments: &mut [[Head; 2]]) {
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

/// The activations of a board: its states, and their sums.
struct Activations {
    stage: usize,
    states: [[u32; PATTERNS_PER_TURN]; TURNS],
    sums: Seen<f32>,
}

impl Activations {
    #[inline]
    fn value(&self, phase: &Phase) -> f32 {
        let head = &phase.heads[self.stage];
        let mut value = [0.0; UNITS];
        for sums in &self.sums {
            for unit in 0..UNITS {
                value[unit] += sums[unit].clamp(0.0, 1.0).powi(2) * head.output[unit];
            }
        }
        head.base + value.iter().sum::<f32>()
    }
}

/// The gradients of the heads that a thread has summed, and its errors.
struct HeadGradients {
    heads: Vec<Head>,
    errors: Errors,
}

impl HeadGradients {
    fn new() -> HeadGradients {
        HeadGradients { heads: vec![Head::default(); STAGES], errors: Errors::default() }
    }

    /// Adds a position. Returns its gradient for the rows.
    #[inline]
    fn add(&mut self, phase: &Phase, sample: &Sample, scale: f32) -> SampleGradient {
        let activations = phase.forward(sample.board);
        let error = activations.value(phase) - sample.value / DISCS;
        self.errors.add_weighted((error * DISCS).into(), sample.weight.into());
        let slope = error * sample.weight * scale;
        let output = &phase.heads[activations.stage].output;
        let head = &mut self.heads[activations.stage];
        head.base += slope;
        let mut slopes = [[0.0; UNITS]; VIEWS];
        for (slopes, sums) in slopes.iter_mut().zip(&activations.sums) {
            for unit in 0..UNITS {
                let activation = sums[unit].clamp(0.0, 1.0);
                // The sum has no effect below the threshold or when fully on.
                let inside = if sums[unit] < 1.0 { activation } else { 0.0 };
                slopes[unit] = slope * output[unit] * 2.0 * inside;
                head.output[unit] += slope * activation * activation;
                head.bias[unit] += slopes[unit];
            }
        }
        SampleGradient { states: activations.states, slopes }
    }
}
