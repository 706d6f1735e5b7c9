//! Scores as differences of Elo ratings, and back.
//!
//! s = 1 / (1 + 10^(-d/400)) is the expected share of the points with a rating difference of d, so
//! d = 400 log10(s / (1 - s)). The scale is increasing: the ends of an interval of the score are those of the
//! interval of the difference.
//!
//! A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978 (with the logistic curve now in use).

/// Where a difference must be written as a finite number, it is cut here: a score within 1e-6 of all or nothing.
pub const ELO_LIMIT: f64 = 2400.0;

/// The rating difference that goes with a share of the points; infinite at 0 and 1.
///
/// ```
/// use ludex_stats::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.8).abs() < 0.1);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected share of the points with this rating difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-900.0, -35.0, 0.0, 1.0, 400.0, 1200.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6, "{elo}");
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert!(elo_of_score(1.0 - 1e-6) < ELO_LIMIT);
    }
}
