//! The ProbCut model: how far a shallow search can be trusted, as the standard deviation of its difference to a deep
//! one.

use std::fmt;
use std::sync::LazyLock;

use super::{MAX, Selectivity};
use crate::Score;

/// The fitted model, written by the trainer.
const DATA: &str = include_str!("../../data/probcut.txt");

/// The deepest probe in the model.
const SHALLOW_MAX: usize = 24;

/// Standard deviations in 1/128 disc.
pub(super) struct Model {
    midgame: Vec<i32>,
    endgame: Vec<i32>,
}

/// The model the engine uses.
pub(super) static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::parse(DATA).expect("the fitted model in the binary is tested to be sound"));

impl Model {
    /// Reads the text of a fitted model.
    fn parse(text: &str) -> Result<Model, ModelError> {
        let mut model = Model { midgame: Vec::new(), endgame: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split_whitespace();
            let kind = match words.next() {
                None => continue,
                Some(word) if word.starts_with('#') => continue,
                Some(word) => word,
            };
            let values: Vec<f64> = words
                .map(|word| word.parse().map_err(|_| ModelError::NotANumber(number, word.to_owned())))
                .collect::<Result<_, _>>()?;
            let &[constant, shallow, apart, empties] = values.as_slice() else {
                return Err(ModelError::FourNumbers(number));
            };
            let sigma = |e: usize, d: usize, s: usize| {
                let distance = d.saturating_sub(s).max(1) as f64;
                let ln = constant + shallow * (s as f64 + 4.0).ln() + apart / distance + empties * e as f64;
                (ln.exp() * f64::from(Score::PER_DISC)).min(f64::from(MAX)).round() as i32
            };
            let table = (0..61 * 61 * SHALLOW_MAX)
                .map(|i| sigma(i / SHALLOW_MAX / 61, i / SHALLOW_MAX % 61, i % SHALLOW_MAX))
                .collect();
            match kind {
                "midgame" => model.midgame = table,
                "endgame" => model.endgame = table,
                _ => return Err(ModelError::Kind(number, kind.to_owned())),
            }
        }
        if model.midgame.is_empty() || model.endgame.is_empty() {
            return Err(ModelError::Missing);
        }
        Ok(model)
    }

    /// The standard deviation between a search of depth `shallow` and one of depth `deep`, which reaches the end of the
    /// game if it is as deep as there are empty squares.
    #[inline]
    pub(super) fn sigma(&self, empties: u32, deep: u32, shallow: u32) -> i32 {
        let table = if deep >= empties { &self.endgame } else { &self.midgame };
        let (e, d, s) =
            (empties.min(60) as usize, deep.min(60) as usize, (shallow as usize).min(SHALLOW_MAX - 1));
        table[(e * 61 + d) * SHALLOW_MAX + s]
    }

    /// How far outside the window a shallow score must be to replace the deep one.
    #[inline]
    pub(super) fn margin(&self, selectivity: Selectivity, empties: u32, deep: u32, shallow: u32) -> i32 {
        self.sigma(empties, deep, shallow) * selectivity.deviations() / 100
    }
}

/// Why a text is not a model.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ModelError {
    NotANumber(usize, String),
    FourNumbers(usize),
    Kind(usize, String),
    Missing,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NotANumber(line, word) => write!(f, "line {line}: {word:?} is not a number"),
            ModelError::FourNumbers(line) => write!(f, "line {line}: four numbers are expected"),
            ModelError::Kind(line, kind) => write!(f, "line {line}: no model is called {kind:?}"),
            ModelError::Missing => {
                f.write_str("a model for the midgame and one for the endgame are expected")
            }
        }
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_model_is_sound() {
        let model = Model::parse(DATA).unwrap();
        for empties in 1..=60 {
            for deep in 1..=empties {
                for shallow in 0..deep {
                    let sigma = model.sigma(empties, deep, shallow);
                    assert!(sigma > 0, "{empties} {deep} {shallow}");
                }
            }
        }
    }

    #[test]
    fn a_broken_model_is_refused_with_the_place() {
        let complaint = |text| Model::parse(text).err().unwrap().to_string();
        assert_eq!(complaint("midgame 1 2 x 4"), "line 1: \"x\" is not a number");
        assert_eq!(complaint("\nmidgame 1 2 3"), "line 2: four numbers are expected");
        assert_eq!(complaint("opening 1 2 3 4"), "line 1: no model is called \"opening\"");
        assert_eq!(complaint("# empty"), "a model for the midgame and one for the endgame are expected");
    }
}
