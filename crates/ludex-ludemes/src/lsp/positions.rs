//! Positions as the protocol counts them: lines and columns from 0, columns in UTF-16 units.

use serde_json::{Value, json};

/// The byte offset of a position; positions past the end of a line count as its end.
pub(crate) fn offset_of(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap_or(0) as usize;
    let column = position["character"].as_u64().unwrap_or(0) as usize;
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let Some(start) = starts.into_iter().nth(line) else { return text.len() };
    let mut units = 0;
    for (at, character) in text[start..].char_indices() {
        if units >= column || character == '\n' {
            return start + at;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// The position of a byte offset.
pub(crate) fn position_of(text: &str, offset: usize) -> Value {
    let before = &text[..text.floor_char_boundary(offset)];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count();
    let column: usize = before[start..].chars().map(char::len_utf16).sum();
    json!({ "line": line, "character": column })
}

/// The range between two byte offsets.
pub(crate) fn range_of(text: &str, start: usize, end: usize) -> Value {
    json!({ "start": position_of(text, start), "end": position_of(text, end) })
}
