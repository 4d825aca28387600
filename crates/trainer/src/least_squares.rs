//! The linear equations of least-squares fits.

/// Solves linear equations, each row with its right-hand side last; `None` if they are not independent.
pub(crate) fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = rows.len();
    for i in 0..size {
        let pivot = (i..size).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
        rows.swap(i, pivot);
        if rows[i][i].abs() < 1e-9 {
            return None;
        }
        let (upper, lower) = rows.split_at_mut(i + 1);
        for row in lower {
            let factor = row[i] / upper[i][i];
            row.iter_mut().zip(&upper[i]).skip(i).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    let mut solution = vec![0.0; size];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| rows[i][j] * solution[j]).sum();
        solution[i] = (rows[i][size] - known) / rows[i][i];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_dependent_ones_refused() {
        let found = solve(vec![vec![0.0, 2.0, 4.0], vec![3.0, -1.0, 1.0]]).unwrap();
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(solve(vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]]), None);
    }
}
