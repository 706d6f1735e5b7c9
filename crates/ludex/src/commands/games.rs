//! `ludex games`, `ludex rules` and `ludex agents`.

use std::process::ExitCode;

use ludex_core::{Entry, Param, nearest};

use crate::cli::Games;
use crate::failure::Failure;
use crate::terminal::{say, say_json, say_line};

pub(crate) fn run(args: &Games) -> Result<ExitCode, Failure> {
    let mut entries = ludex_catalogue::entries();
    if let Some(family) = &args.family {
        let families: Vec<String> = entries.iter().map(|entry| entry.family.clone()).collect();
        entries.retain(|entry| entry.family == *family);
        if entries.is_empty() {
            let hint = match nearest(family, families.iter().map(String::as_str)) {
                Some(near) => format!("; did you mean '{near}'?"),
                None => String::new(),
            };
            return Err(Failure::input(format!("there is no family '{family}'{hint}")));
        }
    }
    if args.json {
        say_json(&entries);
    } else {
        let rows: Vec<(String, &[Param])> =
            entries.iter().map(|entry| (row(entry), entry.parameters.as_slice())).collect();
        say(&listed(&rows));
    }
    Ok(ExitCode::SUCCESS)
}

fn row(entry: &Entry) -> String {
    format!("{:<16} {:<9} {}", entry.name, entry.family, entry.summary)
}

/// Lines with the parameters of each beneath it.
fn listed(rows: &[(String, &[Param])]) -> String {
    let mut text = String::new();
    for (row, parameters) in rows {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_ref()).collect();
        text += &format!("{row}\n");
        if !names.is_empty() {
            for line in wrapped(&names.join(", "), 90).lines() {
                text += &format!("    {line}\n");
            }
        }
    }
    text
}

/// `ludex agents`.
pub(crate) fn agents(json: bool) -> ExitCode {
    let entries = ludex_search::entries();
    if json {
        say_json(&entries);
        return ExitCode::SUCCESS;
    }
    let rows: Vec<(String, &[Param])> = entries
        .iter()
        .map(|entry| (format!("{:<18} {}", entry.name, entry.summary), entry.parameters.as_slice()))
        .collect();
    say(&listed(&rows));
    ExitCode::SUCCESS
}

pub(crate) fn rules(game: &str) -> Result<ExitCode, Failure> {
    let session = ludex_catalogue::session(game)?;
    say_line(&format!("{}\n", session.name()));
    for paragraph in session.rules().split('\n') {
        say_line(&wrapped(paragraph, 100));
    }
    Ok(ExitCode::SUCCESS)
}

/// Breaks a paragraph into lines of at most `width` characters; list items hang.
fn wrapped(paragraph: &str, width: usize) -> String {
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > indent.len() && line + 1 + word.chars().count() > width {
            lines.push(indent.to_string());
        }
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_items_hang_when_they_wrap() {
        assert_eq!(wrapped("- one two three", 9), "- one two\n  three");
        assert_eq!(wrapped("", 9), "");
    }
}
