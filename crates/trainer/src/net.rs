//! The network during training: the weights of all phases, from and to the engine's format.

use outflank_engine::Score;
use outflank_engine::training::patterns::fingerprint;
use outflank_engine::training::{ON, OUTPUT_SCALE, PHASES, Packed, STAGES, Stage, phase, stage};

use crate::errors::Errors;
use crate::join;
use crate::phase::{DISCS, Head, Phase};
use crate::rows::Rows;
use crate::samples::Sample;

/// A phase also learns from positions up to this many moves beyond its border: they are very similar, and there is no
/// jump where the other phase takes over.
const OVERLAP: usize = 6;

/// The weights during training.
pub(crate) struct Net {
    /// The weights of each phase.
    pub phases: Vec<Phase>,
}

impl Net {
    /// An untrained network.
    pub(crate) fn new() -> Net {
        Net { phases: (0..PHASES).map(|_| Phase::new()).collect() }
    }

    /// A network that starts from the engine's weights.
    pub(crate) fn from_packed(packed: &Packed) -> Net {
        let on = f32::from(ON);
        let output = DISCS * (Score::PER_DISC * OUTPUT_SCALE) as f32;
        let head = |stage: &Stage| Head {
            bias: stage.bias.map(|bias| f32::from(bias) / on),
            output: stage.output.map(|o| f32::from(o) / output),
            base: f32::from(stage.base) / (DISCS * Score::PER_DISC as f32),
        };
        let phase = |rows: &Vec<_>| Phase {
            rows: Rows::from_rounded(rows),
            heads: packed.stages.iter().map(head).collect(),
        };
        Net { phases: packed.phases.iter().map(phase).collect() }
    }

    /// The weights, rounded as they are stored.
    pub(crate) fn to_packed(&self) -> Packed {
        let round = |value: f32| value.round().clamp(-32_767.0, 32_767.0) as i16;
        let output = DISCS * (Score::PER_DISC * OUTPUT_SCALE) as f32;
        let stage = |number: usize| {
            let head = &self.phases[phase(number)].heads[number];
            Stage {
                bias: head.bias.map(|bias| round(bias * f32::from(ON))),
                output: head.output.map(|o| round(o * output)),
                base: round(head.base * DISCS * Score::PER_DISC as f32),
            }
        };
        Packed {
            pattern_set: fingerprint(),
            phases: self.phases.iter().map(|phase| phase.rows.rounded().to_vec()).collect(),
            stages: (0..STAGES).map(stage).collect(),
        }
    }

    /// Removes the mean error of each stage, as measured on these positions.
    pub(crate) fn centre(&mut self, samples: &[Sample], threads: usize) {
        let mut stages = vec![Errors::default(); STAGES];
        for (empties, errors) in self.errors(samples, threads).into_iter().enumerate() {
            stages[stage(empties)] += errors;
        }
        for (number, errors) in stages.into_iter().enumerate() {
            self.phases[phase(number)].heads[number].base -= errors.mean() as f32 / DISCS;
        }
    }

    /// The errors on these positions by number of empties.
    pub(crate) fn errors(&self, samples: &[Sample], threads: usize) -> Vec<Errors> {
        let work = |samples: &[Sample]| {
            let mut all = vec![Errors::default(); 61];
            for sample in samples {
                let empties = sample.board.empties().len();
                let error = self.phases[phase(empties)].value(sample.board) - sample.value;
                all[empties].add_weighted(error.into(), sample.weight.into());
            }
            all
        };
        let parts = in_parts(samples, threads, &work);
        parts.into_iter().fold(vec![Errors::default(); 61], |mut all, part| {
            all.iter_mut().zip(part).for_each(|(sum, errors)| *sum += errors);
            all
        })
    }
}

/// The positions a phase learns from, in their order.
pub(crate) fn samples_for(number: usize, samples: &[Sample]) -> Vec<Sample> {
    let within = |sample: &&Sample| {
        let empties = sample.board.empties().len();
        (phase(empties.saturating_sub(OVERLAP))..=phase(empties + OVERLAP)).contains(&number)
    };
    samples.iter().filter(within).copied().collect()
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
    use crate::phase::{Optimizer, Schedule};
    use outflank_engine::{Random, Weights};
    use outflank_rules::{Bitboard, Board};

    /// Positions of random games, valued by their corners.
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
    fn values_are_learned_and_the_engine_evaluates_like_the_network() {
        let mut random = Random::new(9);
        let samples = samples(8000, &mut random);
        let mut net = Net::new();
        let before = error(&net, &samples);
        let schedule = Schedule { epochs: 12, batch: 100, rate: 0.005, decay: 0.3, threads: 2 };
        for (number, phase) in net.phases.iter_mut().enumerate() {
            let samples = samples_for(number, &samples);
            let mut optimizer = Optimizer::new(schedule);
            for _ in 0..schedule.epochs {
                phase.learn(&samples, &mut optimizer, &|_| {});
            }
        }
        let after = error(&net, &samples);
        assert!(after < before / 2.0, "{before} to {after}");

        net.centre(&samples, 2);
        assert!(net.errors(&samples, 2)[30].mean().abs() < 0.01);

        let packed = net.to_packed();
        let (weights, rounded) = (Weights::from_packed(&packed), Net::from_packed(&packed));
        for sample in samples {
            let ours = rounded.phases[phase(sample.board.empties().len())].value(sample.board);
            let theirs = weights.evaluate(sample.board).discs() as f32;
            assert!((ours - theirs).abs() < 0.05, "{ours} and {theirs}");
        }
    }

    #[test]
    fn phases_learn_only_from_positions_near_them() {
        let samples = samples(600, &mut Random::new(2));
        let late = (0..60).rfind(|&empties| phase(empties) == 0).unwrap();
        let range = |number| {
            let learned = samples_for(number, &samples);
            let empties = learned.iter().map(|sample| sample.board.empties().len());
            (empties.clone().min().unwrap(), empties.max().unwrap())
        };
        assert!(range(0).0 < 5);
        assert_eq!(range(0).1, late + OVERLAP);
        assert_eq!(range(1), (late - OVERLAP + 1, 60));
    }
}
