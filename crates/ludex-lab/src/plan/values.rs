//! Values of a plan with their places, and what is wrong with them.

use ludex_core::{nearest, shorten};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with a plan, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {what}")]
pub struct PlanError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The sentence.
    pub what: String,
}

/// Collects what is wrong while a file is read.
pub(super) struct Reader<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) effort: super::Effort,
    pub(super) errors: Vec<PlanError>,
}

impl Reader<'_> {
    pub(super) fn wrong(&mut self, at: usize, what: impl Into<String>) {
        self.errors.push(place(self.file, self.text, at, what.into()));
    }

    /// Says of every key that is not among `known` which one was probably meant.
    pub(super) fn keys(&mut self, table: &DeTable<'_>, of: &str, known: &[&str]) {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let hint = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("it has {}", known.join(", ")),
                };
                self.wrong(key.span().start, format!("{of} has no key '{}'; {hint}", shorten(name)));
            }
        }
    }

    /// A text.
    pub(super) fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<(String, usize)> {
        let value = table.get(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some((text.to_string(), value.span().start)),
            other => {
                let found = kind(other);
                self.wrong(value.span().start, format!("{key} must be a text in quotes, not {found}"));
                None
            }
        }
    }

    /// A whole number within bounds.
    pub(super) fn whole(&mut self, table: &DeTable<'_>, key: &str, from: u64, to: u64) -> Option<u64> {
        self.whole_value(table.get(key)?, key, from, to)
    }

    /// The same of a value found elsewhere.
    pub(super) fn whole_value(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        key: &str,
        from: u64,
        to: u64,
    ) -> Option<u64> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number {
            Some(number) if (from..=to).contains(&number) => Some(number),
            _ => {
                let bounds =
                    if to == u64::MAX { format!("{from} or more") } else { format!("{from} to {to}") };
                let shown = shown(value);
                self.wrong(
                    value.span().start,
                    format!("{key} must be a whole number, {bounds}, not {shown}"),
                );
                None
            }
        }
    }

    /// A number within bounds.
    pub(super) fn real(&mut self, table: &DeTable<'_>, key: &str, from: f64, to: f64) -> Option<f64> {
        let value = table.get(key)?;
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
            _ => None,
        };
        match number {
            Some(number) if number >= from && number <= to => Some(number),
            _ => {
                let shown = shown(value);
                self.wrong(
                    value.span().start,
                    format!("{key} must be a number from {from} to {to}, not {shown}"),
                );
                None
            }
        }
    }

    /// Yes or no.
    pub(super) fn switch(&mut self, table: &DeTable<'_>, key: &str) -> Option<bool> {
        let value = table.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(on) => Some(*on),
            _ => {
                let shown = shown(value);
                self.wrong(value.span().start, format!("{key} must be true or false, not {shown}"));
                None
            }
        }
    }

    /// A list of texts (or numbers, as they stand).
    pub(super) fn texts(&mut self, value: &Spanned<DeValue<'_>>, key: &str) -> Vec<(String, usize)> {
        let DeValue::Array(items) = value.get_ref() else {
            let shown = shown(value);
            self.wrong(value.span().start, format!("{key} must be a list in square brackets, not {shown}"));
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in items.iter() {
            let at = item.span().start;
            match item.get_ref() {
                DeValue::String(text) => texts.push((text.to_string(), at)),
                DeValue::Integer(number) => texts.push((number.as_str().to_string(), at)),
                DeValue::Float(number) => texts.push((number.as_str().to_string(), at)),
                other => {
                    let found = kind(other);
                    self.wrong(at, format!("{key} must be a list of texts, and this is {found}"));
                }
            }
        }
        if items.is_empty() {
            self.wrong(value.span().start, format!("{key} must name at least one"));
        }
        texts
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(&mut self, table: &DeTable<'_>, key: &str, of: &[(&str, T)]) -> Option<T> {
        let (word, at) = self.text(table, key)?;
        let found = of.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let names = of.iter().map(|(name, _)| *name);
            let hint = match nearest(&word, names.clone()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
            };
            self.wrong(at, format!("{key} cannot be '{}'; {hint}", shorten(&word)));
        }
        found
    }

    /// A table inside.
    pub(super) fn table<'t, 'i>(&mut self, table: &'t DeTable<'i>, key: &str) -> Option<&'t DeTable<'i>> {
        let value = table.get(key)?;
        match value.get_ref() {
            DeValue::Table(inner) => Some(inner),
            _ => {
                let shown = shown(value);
                self.wrong(
                    value.span().start,
                    format!("{key} must be a table in curly brackets, not {shown}"),
                );
                None
            }
        }
    }
}

/// Errors in the order in which they stand in the file.
pub(super) fn in_order(mut errors: Vec<PlanError>) -> Vec<PlanError> {
    errors.sort_by_key(|error| (error.line, error.column));
    errors
}

/// The place of an error in words.
pub(super) fn place(file: &str, text: &str, at: usize, what: String) -> PlanError {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
    PlanError { file: file.to_string(), line, column, what }
}

fn shown(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => format!("'{}'", shorten(text)),
        DeValue::Integer(number) => number.as_str().to_string(),
        DeValue::Float(number) => number.as_str().to_string(),
        DeValue::Boolean(on) => on.to_string(),
        other => kind(other).to_string(),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
