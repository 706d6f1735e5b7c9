//! `0..8` for all numbers from 0 to 8, and `"A1".."C3"` for all coordinates of a rectangle.

use super::mapped::{FrameId, Mapped};
use crate::text::{Span, Token, TokenKind, tokens};

/// Writes every range out. Nothing is done inside `[...]`.
pub(crate) fn expand(text: &Mapped, limit: usize) -> Result<Mapped, (Span, String)> {
    let whole = text.text();
    if !whole.contains("..") {
        return Ok(text.clone());
    }
    let all: Vec<Token> = tokens(whole).collect();
    let mut out = Mapped::default();
    let (mut copied, mut square) = (0usize, 0usize);
    let mut at = 0;
    while at < all.len() {
        let token = all[at];
        let slice = |t: Token| &whole[t.span.range()];
        match token.kind {
            TokenKind::Open(b'[') => square += 1,
            TokenKind::Close(b']') => square = square.saturating_sub(1),
            _ => {}
        }
        let (values, last) = match (token.kind, all.get(at + 1), all.get(at + 2)) {
            _ if square > 0 => (None, at),
            (TokenKind::Word, _, _) => (numbers(slice(token), limit), at),
            (TokenKind::Text, Some(&dots), Some(&other))
                if slice(dots) == ".." && other.kind == TokenKind::Text =>
            {
                (Some(coordinates(slice(token), slice(other), limit)), at + 2)
            }
            _ => (None, at),
        };
        if let Some(values) = values {
            let span = token.span.to(all[last].span);
            let values = values.map_err(|message| (span, message))?;
            out.push_part(text, copied, span.start as usize, FrameId(0));
            out.push_instead(&values, text, span.start as usize, span.end as usize);
            copied = span.end as usize;
        }
        at = last + 1;
    }
    out.push_part(text, copied, text.len(), FrameId(0));
    Ok(out)
}

/// The numbers of `m..n`, downwards if `m` is the larger one. `None` if the word is no range.
fn numbers(word: &str, limit: usize) -> Option<Result<String, String>> {
    let (first, last) = word.split_once("..")?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(first) || !digits(last) {
        return None;
    }
    let too_long = || Err(format!("the range `{word}` has more than {limit} numbers"));
    let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>()) else { return Some(too_long()) };
    if first.abs_diff(last) >= limit as u64 {
        return Some(too_long());
    }
    let step = if first <= last { 1 } else { -1 };
    let count = first.abs_diff(last) as i64;
    let values: Vec<String> = (0..=count).map(|n| (first + n * step).to_string()).collect();
    Some(Ok(values.join(" ")))
}

/// The coordinates of the rectangle between two corners, column by column.
fn coordinates(first: &str, last: &str, limit: usize) -> Result<String, String> {
    let wrong = || format!("`{first}..{last}` is no range: write two coordinates such as \"A1\"..\"C3\"");
    let corner = |text: &str| -> Option<(u8, i64)> {
        let inner = text.trim_matches('"');
        let column = inner.bytes().next().filter(u8::is_ascii_alphabetic)?;
        Some((column.to_ascii_uppercase(), inner[1..].parse().ok()?))
    };
    let ((c1, r1), (c2, r2)) = corner(first).zip(corner(last)).ok_or_else(wrong)?;
    let (columns, rows) = (c1.abs_diff(c2) as u64 + 1, r1.abs_diff(r2).saturating_add(1));
    if columns.saturating_mul(rows) > limit as u64 {
        return Err(format!("the range `{first}..{last}` has more than {limit} coordinates"));
    }
    let mut values = Vec::new();
    for column in c1.min(c2)..=c1.max(c2) {
        for row in r1.min(r2)..=r1.max(r2) {
            values.push(format!("\"{}{row}\"", column as char));
        }
    }
    Ok(values.join(" "))
}
