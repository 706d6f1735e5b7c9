//! Linear algebra for small fits.

/// A symmetric matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The Cholesky factor of a matrix that should be positive definite. A pivot that is not gets a tiny positive value
/// instead, which leaves the directions about which nothing is known with a huge variance, not an error.
pub(crate) fn cholesky(matrix: &Matrix) -> Matrix {
    let n = matrix.len();
    let mut factor = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let left = matrix[i][j] - dot;
            factor[i][j] = if i == j { left.max(1e-10).sqrt() } else { left / factor[j][j] };
        }
    }
    factor
}

/// Solves A x = b with the Cholesky factor of A.
pub(crate) fn solve(factor: &Matrix, b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut x = b.to_vec();
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| factor[i][k] * x[k]).sum();
        x[i] = (x[i] - dot) / factor[i][i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| factor[k][i] * x[k]).sum();
        x[i] = (x[i] - dot) / factor[i][i];
    }
    x
}

/// The inverse of A from its Cholesky factor.
pub(crate) fn inverse(factor: &Matrix) -> Matrix {
    let n = factor.len();
    (0..n)
        .map(|column| {
            let unit: Vec<f64> = (0..n).map(|row| f64::from(row == column)).collect();
            solve(factor, &unit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves() {
        let matrix = vec![vec![4.0, 2.0, 0.4], vec![2.0, 5.0, 1.0], vec![0.4, 1.0, 3.0]];
        let x = solve(&cholesky(&matrix), &[1.0, -2.0, 0.5]);
        for (row, b) in matrix.iter().zip([1.0, -2.0, 0.5]) {
            let dot: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((dot - b).abs() < 1e-12);
        }
    }
}
