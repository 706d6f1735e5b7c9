//! Numbers as people read them.

/// A whole number with a comma between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A measured number with about four digits.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        "-".to_string()
    } else if size >= 1e9 || (size > 0.0 && size < 1e-4) {
        format!("{value:.2e}")
    } else if size >= 10_000.0 {
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}{}", grouped(size.round() as u64))
    } else if size >= 1000.0 {
        format!("{value:.1}")
    } else if size >= 1.0 || size == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.4}")
    }
}

/// A number without needless zeros, for ends and ticks.
pub fn short(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e9 {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(value.abs() as u64));
    }
    let text = number(value);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

/// Ten to the power of a logarithm: as a number if it is small, otherwise with its power of ten.
pub fn power(log10: f64) -> String {
    if !log10.is_finite() {
        return "-".to_string();
    }
    if log10 < 9.0 {
        return grouped(10f64.powf(log10).round() as u64);
    }
    let exponent = log10.floor();
    format!("{:.2} × 10^{exponent}", 10f64.powf(log10 - exponent))
}

/// Round places for ticks, about `wanted` of them, that lie within the range.
pub(crate) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let range = high - low;
    if !(range.is_finite() && range > 0.0) {
        return vec![low];
    }
    let rough = range / wanted.max(1) as f64;
    let size = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * size).find(|&s| s >= rough * 0.999).unwrap_or(size);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last)
        .map(|n| n as f64 * step)
        .map(|tick| if tick.abs() < step * 1e-9 { 0.0 } else { tick })
        .collect()
}

/// Text in HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_about_four_digits() {
        let cases = [
            (177.459, "177.46"),
            (0.0702, "0.0702"),
            (1234567.0, "1,234,567"),
            (-25_000.4, "-25,000"),
            (0.0, "0.00"),
            (1e-7, "1.00e-7"),
            (f64::NAN, "-"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!((short(37.0), short(0.25), short(-0.5)), ("37".into(), "0.25".into(), "-0.5".into()));
    }

    #[test]
    fn powers_are_numbers_while_they_are_small() {
        assert_eq!(power(5.40682), "255,164");
        assert_eq!(power(40.6), "3.98 × 10^40");
    }

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-1.0, 1.0, 4), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks(42.0, 674.0, 6), [200.0, 400.0, 600.0]);
        assert_eq!(ticks(3.0, 3.0, 5), [3.0]);
    }
}
