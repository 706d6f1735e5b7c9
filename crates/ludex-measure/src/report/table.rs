//! The table for the terminal.

use super::findings::Findings;
use super::numbers::{number, short};

impl Findings<'_> {
    /// The table, a row a metric, the names of the columns first.
    pub fn table(&self) -> Vec<Vec<String>> {
        let percent = format!("{:.4}", 100.0 * self.confidence);
        let percent = percent.trim_end_matches('0').trim_end_matches('.');
        let mut rows = vec![vec![
            "metric".to_string(),
            "mean".to_string(),
            "SD".to_string(),
            "median".to_string(),
            format!("{percent} % interval"),
            "min".to_string(),
            "max".to_string(),
            "unit".to_string(),
        ]];
        for line in self.lines() {
            let title = if line.column.variant {
                format!("  {}", line.column.title)
            } else {
                line.column.title.to_string()
            };
            // Intervals of long runs are narrow: as many digits as tell their ends apart.
            let interval = interval(line.low, line.high);
            rows.push(vec![
                title,
                mean(line.mean, line.high - line.low),
                number(line.deviation),
                number(line.median),
                interval,
                short(line.min),
                short(line.max),
                line.column.unit.to_string(),
            ]);
        }
        rows
    }
}

/// How many digits behind the point tell apart what is `width` apart.
fn digits(width: f64) -> usize {
    if !(width.is_finite() && width > 0.0) {
        return 2;
    }
    (1.0 - width.log10().floor()).clamp(0.0, 8.0) as usize
}

/// A mean with as many digits as its interval is worth.
pub(crate) fn mean(value: f64, width: f64) -> String {
    let digits = digits(width).max(2);
    if value.abs() >= 10_000.0 { number(value) } else { format!("{value:.digits$}") }
}

/// An interval as "12.3 to 12.5".
pub(crate) fn interval(low: f64, high: f64) -> String {
    if !(low.is_finite() && high.is_finite()) {
        return "unknown".to_string();
    }
    let digits = digits(high - low);
    if low.abs().max(high.abs()) >= 10_000.0 {
        return format!("{} to {}", number(low), number(high));
    }
    format!("{low:.digits$} to {high:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_have_the_digits_that_tell_their_ends_apart() {
        assert_eq!(interval(177.32, 177.6), "177.32 to 177.60");
        assert_eq!(interval(0.07011, 0.07019), "0.070110 to 0.070190");
        assert_eq!(interval(3.0, 3.0), "3.00 to 3.00");
        assert_eq!(interval(f64::NEG_INFINITY, f64::INFINITY), "unknown");
        assert_eq!(mean(46.4987654, 0.035), "46.499");
    }
}
