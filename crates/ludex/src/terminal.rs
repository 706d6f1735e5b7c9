//! Writing to standard output and standard error without a panic when the reader has gone away.

use std::io::Write;

use serde::Serialize;

/// Writes text. A closed pipe (`ludex games | head`) is no error: there is nobody left to tell.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a line.
pub(crate) fn say_line(text: &str) {
    say(&format!("{text}\n"));
}

/// Writes text to standard error.
pub(crate) fn complain(text: &str) {
    let mut error = std::io::stderr().lock();
    let _ = error.write_all(text.as_bytes()).and_then(|()| error.flush());
}

/// Writes a line to standard error, under the program's name.
pub(crate) fn complain_line(text: &str) {
    complain(&format!("ludex: {text}\n"));
}

/// Writes a value as JSON, in one line so that the last line of what a command prints is the whole of it.
pub(crate) fn say_json(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(json) => say_line(&json),
        Err(error) => complain_line(&format!("the result cannot be written as JSON: {error}")),
    }
}

/// Columns of text, each as wide as its widest entry; numbers stand to the right.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            let is_number = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
            let padding = " ".repeat(width - cell.chars().count());
            let cell = if is_number { format!("{padding}{cell}") } else { format!("{cell}{padding}") };
            line.push_str(&cell);
            line.push_str("  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A large number with a comma between the thousands.
pub(crate) fn grouped(number: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }
}
