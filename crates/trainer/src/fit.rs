//! Finding the weights that come closest to the values of many positions: linear least squares by conjugate
//! gradients.
//!
//! What is minimised is the sum over all positions of (evaluation - value)², plus `ridge` times the square of
//! every weight, which keeps rare configurations small, plus `smooth` times the square of every difference
//! between the same weight at neighbouring knots, which lets a rare configuration learn from stages where it
//! is frequent. The preconditioner divides by how often a weight is used: the "count-based step".

use outflank_engine::Score;
use outflank_engine::eval::patterns::{self, INSTANCES, LAYOUT, PATTERNS};
use outflank_engine::eval::weights::Packed;
use outflank_engine::eval::{Mix, stage};

use crate::join;
use crate::samples::{Classes, Shard, first_class};

/// The numbers of empties at which weights are kept, chosen denser where the nature of the game changes
/// faster. Stages lie at odd numbers.
const KNOTS: [u8; 12] = [55, 49, 43, 37, 31, 27, 23, 19, 15, 11, 7, 3];

/// Weights in the file are multiples of this many 1/128 discs.
const STEP: f64 = 4.0;

/// How strongly weights are held back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regularisation {
    pub ridge: f64,
    pub smooth: f64,
}

/// Weights in discs: all classes knot by knot, then a bias for each number of empties.
#[derive(Clone)]
pub(crate) struct Solution(pub Vec<f64>);

impl Solution {
    fn size() -> usize {
        KNOTS.len() * LAYOUT.classes + 61
    }

    /// All weights 0.
    pub(crate) fn zero() -> Solution {
        Solution(vec![0.0; Solution::size()])
    }

    /// The weights of a file with the same knots; `None` if its knots are others.
    pub(crate) fn from_packed(packed: &Packed) -> Option<Solution> {
        let disc = f64::from(Score::PER_DISC);
        let numbers = packed.knots.iter().flatten().chain(&packed.bias);
        let values: Vec<f64> = numbers.map(|&n| f64::from(n) / disc).collect();
        (packed.empties == KNOTS && values.len() == Solution::size()).then_some(Solution(values))
    }

    /// Rounded as they are stored.
    pub(crate) fn to_packed(&self) -> Packed {
        let round = |value: f64, step: f64| {
            ((value * f64::from(Score::PER_DISC) / step).round() * step).clamp(-16_000.0, 16_000.0) as i16
        };
        let (knots, bias) = self.0.split_at(KNOTS.len() * LAYOUT.classes);
        Packed {
            pattern_set: patterns::fingerprint(),
            empties: KNOTS.to_vec(),
            knots: knots
                .chunks_exact(LAYOUT.classes)
                .map(|knot| knot.iter().map(|&w| round(w, STEP)).collect())
                .collect(),
            bias: bias.iter().map(|&b| round(b, 1.0)).collect(),
        }
    }

    fn bias(&self, empties: usize) -> f64 {
        self.0[KNOTS.len() * LAYOUT.classes + empties]
    }

    /// The weights of a stage.
    fn table(&self, stage: usize) -> Vec<f32> {
        let (mix, share) = mix(stage);
        let knot = &self.0[mix.knot * LAYOUT.classes..][..LAYOUT.classes];
        let next = &self.0[mix.next * LAYOUT.classes..][..LAYOUT.classes];
        knot.iter().zip(next).map(|(a, b)| (a * (1.0 - share) + b * share) as f32).collect()
    }

    /// Adds what was gathered for the classes of a stage to the weights of its knots.
    fn add_table(&mut self, stage: usize, table: &[f32], power: i32) {
        let (mix, share) = mix(stage);
        for (knot, share) in [(mix.knot, 1.0 - share), (mix.next, share)] {
            let share = share.powi(power);
            if share > 0.0 {
                let knot = &mut self.0[knot * LAYOUT.classes..][..LAYOUT.classes];
                knot.iter_mut().zip(table).for_each(|(sum, &t)| *sum += share * f64::from(t));
            }
        }
    }

    /// Errors on these positions: for each number of empties the count, the sum of errors and of squares.
    pub(crate) fn errors(&self, shards: &[Shard]) -> Vec<Errors> {
        let parts = each_shard(shards, |shard| {
            let mut all = vec![Errors::default(); 61];
            for (empties, group) in shard.0.iter().enumerate() {
                let (table, bias) = (self.table(stage(empties)), self.bias(empties));
                for ((classes, &value), &weight) in
                    group.classes.iter().zip(&group.values).zip(&group.weights)
                {
                    all[empties].add_weighted(
                        f64::from(sum(&table, classes)) + bias - f64::from(value),
                        weight.into(),
                    );
                }
            }
            all
        });
        parts.into_iter().fold(vec![Errors::default(); 61], |mut all, part| {
            all.iter_mut().zip(part).for_each(|(sum, errors)| *sum += errors);
            all
        })
    }
}

fn mix(stage: usize) -> (Mix, f64) {
    let mix = Mix::new(&KNOTS, stage);
    (mix, f64::from(mix.share) / f64::from(mix.of))
}

/// How far off an evaluation was.
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

    fn add_weighted(&mut self, error: f64, weight: f64) {
        *self += Errors { count: weight, sum: weight * error, squares: weight * error * error };
    }

    /// The root of the mean square.
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

/// Improves weights until they explain the positions. After each step `watch` sees how many were made and
/// the weights so far, and says whether to go on.
pub(crate) fn fit(
    shards: &[Shard],
    start: Solution,
    regularisation: Regularisation,
    mut watch: impl FnMut(usize, &Solution) -> bool,
) -> Solution {
    let mut weights = start;
    let mut residual = gather(shards, &weights, What::Residual);
    add_regularisation(&mut residual, &weights, regularisation, -1.0);
    let mut scale = gather(shards, &weights, What::Counts);
    for weight in &mut scale.0 {
        *weight += regularisation.ridge + 2.0 * regularisation.smooth;
    }
    let scaled = |residual: &Solution| {
        Solution(residual.0.iter().zip(&scale.0).map(|(r, s)| r / s.max(1.0)).collect())
    };
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    for step in 1.. {
        let mut image = gather(shards, &direction, What::Square);
        add_regularisation(&mut image, &direction, regularisation, 1.0);
        let length = size / dot(&direction, &image).max(f64::MIN_POSITIVE);
        axpy(&mut weights, length, &direction);
        axpy(&mut residual, -length, &image);
        if !watch(step, &weights) {
            break;
        }
        let next = scaled(&residual);
        let next_size = dot(&residual, &next);
        let keep = next_size / size.max(f64::MIN_POSITIVE);
        direction.0.iter_mut().zip(&next.0).for_each(|(d, n)| *d = n + keep * *d);
        size = next_size;
    }
    weights
}

fn dot(a: &Solution, b: &Solution) -> f64 {
    a.0.iter().zip(&b.0).map(|(a, b)| a * b).sum()
}

fn axpy(target: &mut Solution, factor: f64, other: &Solution) {
    target.0.iter_mut().zip(&other.0).for_each(|(t, o)| *t += factor * o);
}

/// Adds the gradient of the regularisation at `weights`, times `factor`.
fn add_regularisation(target: &mut Solution, weights: &Solution, by: Regularisation, factor: f64) {
    let inner = KNOTS.len() * LAYOUT.classes;
    for i in 0..inner {
        target.0[i] += factor * by.ridge * weights.0[i];
        if i + LAYOUT.classes < inner {
            let pull = factor * by.smooth * (weights.0[i] - weights.0[i + LAYOUT.classes]);
            target.0[i] += pull;
            target.0[i + LAYOUT.classes] -= pull;
        }
    }
}

/// What each position adds to the weights it uses.
#[derive(Clone, Copy, PartialEq)]
enum What {
    /// How far the value is from the evaluation.
    Residual,
    /// The evaluation.
    Square,
    /// One.
    Counts,
}

/// Sums over all positions, for every weight, what the position adds.
fn gather(shards: &[Shard], weights: &Solution, what: What) -> Solution {
    // 32-bit sums are exact enough for this many positions.
    const CHUNK: usize = 400_000;
    let power = if what == What::Counts { 2 } else { 1 };
    let parts = each_shard(shards, |shard| {
        let mut total = Solution::zero();
        let mut buffer = vec![0.0f32; LAYOUT.classes];
        for (empties, group) in shard.0.iter().enumerate() {
            if group.values.is_empty() {
                continue;
            }
            let (table, bias) = (weights.table(stage(empties)), weights.bias(empties) as f32);
            let mut bias_sum = 0.0;
            for start in (0..group.values.len()).step_by(CHUNK) {
                let range = start..(start + CHUNK).min(group.values.len());
                buffer.fill(0.0);
                for i in range {
                    let classes = &group.classes[i];
                    let amount = group.weights[i]
                        * match what {
                            What::Residual => group.values[i] - sum(&table, classes) - bias,
                            What::Square => sum(&table, classes) + bias,
                            What::Counts => 1.0,
                        };
                    add(&mut buffer, classes, amount);
                    bias_sum += f64::from(amount);
                }
                total.add_table(stage(empties), &buffer, power);
            }
            total.0[KNOTS.len() * LAYOUT.classes + empties] += bias_sum;
        }
        total
    });
    parts
        .into_iter()
        .reduce(|mut all, part| {
            axpy(&mut all, 1.0, &part);
            all
        })
        .unwrap_or_else(Solution::zero)
}

fn each_shard<T: Send>(shards: &[Shard], work: impl Fn(&Shard) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = shards.iter().map(|shard| scope.spawn(|| work(shard))).collect();
        workers.into_iter().map(join).collect()
    })
}

/// Where the classes of each pattern begin.
static FIRST: std::sync::LazyLock<[usize; PATTERNS.len()]> =
    std::sync::LazyLock::new(|| std::array::from_fn(first_class));

#[inline]
fn sum(table: &[f32], classes: &Classes) -> f32 {
    let first = &*FIRST;
    let mut sums = [0.0f32; INSTANCES.len()];
    for (pattern, classes) in classes.as_chunks::<{ INSTANCES.len() }>().0.iter().enumerate() {
        let table = &table[first[pattern]..];
        for (sum, &class) in sums.iter_mut().zip(classes) {
            *sum += table[usize::from(class)];
        }
    }
    sums.iter().sum()
}

#[inline]
fn add(buffer: &mut [f32], classes: &Classes, amount: f32) {
    let first = &*FIRST;
    for (pattern, classes) in classes.as_chunks::<{ INSTANCES.len() }>().0.iter().enumerate() {
        let table = &mut buffer[first[pattern]..];
        for &class in classes {
            table[usize::from(class)] += amount;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::ClassMap;
    use outflank_engine::Random;
    use outflank_engine::eval::Weights;
    use outflank_rules::Board;

    fn boards(count: usize, random: &mut Random) -> Vec<Board> {
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::default();
            while !board.legal_moves().is_empty() {
                boards.push(board);
                let legal = board.legal_moves();
                board = board.after(legal.iter().nth(random.below(legal.len())).unwrap());
            }
        }
        boards
    }

    #[test]
    fn weights_that_explain_everything_are_found_and_rounding_matches_the_engine() {
        let mut random = Random::new(9);
        let truth = Solution((0..Solution::size()).map(|_| random.unit() - 0.5).collect());
        let map = ClassMap::new();
        let shards: Vec<Shard> = (0..2)
            .map(|_| {
                let mut shard = Shard::default();
                for board in boards(3000, &mut random) {
                    let empties = board.empties().len();
                    let value = sum(&truth.table(stage(empties)), &map.classes(board));
                    shard.add(&map, board, value + truth.bias(empties) as f32, 1.0);
                }
                shard
            })
            .collect();
        let by = Regularisation { ridge: 0.01, smooth: 0.0 };
        let found = fit(&shards, Solution::zero(), by, |step, _| step < 25);
        let error = |solution: &Solution| {
            let errors = solution.errors(&shards);
            (errors.iter().map(|e| e.squares).sum::<f64>() / 6000.0).sqrt()
        };
        let (before, after) = (error(&Solution::zero()), error(&found));
        assert!(before > 1.0 && after < 0.3, "{before} to {after}");

        let weights = Weights::from_packed(&found.to_packed());
        let rounded = Solution::from_packed(&found.to_packed()).unwrap();
        for board in boards(500, &mut random) {
            let empties = board.empties().len();
            let ours =
                sum(&rounded.table(stage(empties)), &map.classes(board)) + rounded.bias(empties) as f32;
            let theirs = weights.evaluate(board).discs() as f32;
            assert!((ours - theirs).abs() < 0.1, "{ours} and {theirs}");
        }
    }
}
