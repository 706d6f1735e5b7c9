//! Every dependency of the shipped program must have a permissive licence.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::run::cargo;

/// Licences under which code may be linked into the program.
const ALLOWED: [&str; 11] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "Unicode-3.0",
];

/// Checks the licence that each package in the dependency tree declares.
pub(crate) fn check() -> Result<()> {
    let text = cargo(&["metadata", "--format-version", "1", "--locked"]).output()?;
    let metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let mut refused = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none declared");
        if !is_allowed(licence) {
            refused.push(format!("{} ({licence})", package["name"].as_str().unwrap_or("?")));
        }
    }
    if !refused.is_empty() {
        bail!("these packages have no permissive licence: {}", refused.join(", "));
    }
    println!("{} packages, all permissively licensed", packages.len());
    Ok(())
}

/// Whether a licence expression leaves us a choice that is allowed: of `A OR B` one must be, of `A AND B` both.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let stripped = expression.trim();
    split(stripped, " OR ").iter().any(|choice| {
        split(choice, " AND ").iter().all(|part| match part.strip_prefix('(') {
            Some(inner) => is_allowed(inner.strip_suffix(')').unwrap_or(inner)),
            None => ALLOWED.contains(&part.trim()),
        })
    })
}

/// Splits at a word that stands outside of brackets.
fn split<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= from && text[at..].starts_with(word) => {
                parts.push(text[from..at].trim());
                from = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn one_allowed_choice_is_enough() {
        assert!(is_allowed("MIT OR GPL-3.0"));
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
    }

    #[test]
    fn copyleft_is_refused() {
        assert!(!is_allowed("GPL-3.0-or-later"));
        assert!(!is_allowed("MIT AND LGPL-2.1"));
        assert!(!is_allowed("none declared"));
    }
}
