//! Student's t distribution, for intervals of means of few numbers.

use crate::normal_quantile;

/// The point below which a variable with Student's t distribution lies with probability `p`. From a thousand
/// degrees of freedom on, the normal distribution is close enough.
///
/// ```
/// // The classic table: 2.776 for 4 degrees of freedom at 95 % two-sided.
/// assert!((ludex_stats::student_quantile(0.975, 4) - 2.776).abs() < 5e-4);
/// ```
pub fn student_quantile(p: f64, freedom: u64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    if freedom >= 1000 || p <= 0.0 || p >= 1.0 {
        return normal_quantile(p);
    }
    if p < 0.5 {
        return -student_quantile(1.0 - p, freedom);
    }
    // The distribution function is in closed form; its inverse is found by halving. With one degree of freedom
    // the tails are long, so the upper end is sought first.
    let (mut low, mut high) = (0.0, 1.0);
    while student_cdf(high, freedom) < p && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if student_cdf(middle, freedom) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The probability that a variable with Student's t distribution is at most `t`, for whole degrees of freedom
/// (Abramowitz and Stegun, 26.7.3 and 26.7.4).
pub fn student_cdf(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let square = cosine * cosine;
    let central = if freedom.is_multiple_of(2) {
        let (mut term, mut sum) = (1.0, 1.0);
        for k in (2..freedom).step_by(2) {
            term *= square * (k - 1) as f64 / k as f64;
            sum += term;
        }
        sine * sum
    } else {
        let (mut term, mut sum) = (cosine, if freedom > 1 { cosine } else { 0.0 });
        for k in (3..freedom).step_by(2) {
            term *= square * (k - 1) as f64 / k as f64;
            sum += term;
        }
        (angle + sine * sum) * std::f64::consts::FRAC_2_PI
    };
    0.5 + central / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_students_t_is_met() {
        let table = [
            (0.975, 1, 12.706),
            (0.975, 2, 4.303),
            (0.975, 3, 3.182),
            (0.95, 5, 2.015),
            (0.995, 10, 3.169),
            (0.975, 29, 2.045),
            (0.9995, 7, 5.408),
        ];
        for (p, freedom, expected) in table {
            let found = student_quantile(p, freedom);
            assert!((found - expected).abs() < 6e-4, "{p} {freedom}: {found}");
            assert!((student_quantile(1.0 - p, freedom) + found).abs() < 1e-9);
        }
    }

    #[test]
    fn many_degrees_of_freedom_are_normal() {
        assert!((student_quantile(0.975, 999) - 1.9624).abs() < 1e-3);
        assert!((student_quantile(0.975, 100_000) - 1.95996).abs() < 1e-4);
    }
}
