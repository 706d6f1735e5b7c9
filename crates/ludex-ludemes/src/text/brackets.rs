//! Which bracket closes which, and what to say when one is missing.

use super::tokens::{end_of_line, end_of_text};
use super::{Diagnostic, MAX_DEPTH, Source, SourceId, Span, TokenKind, tokens};

/// The offset of the bracket that closes the one at `open`, looking only at brackets of that kind and not into
/// quoted text or comments. `None` when there is none.
pub fn matching_bracket(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let opening = *bytes.get(open)?;
    let closing = closing_of(opening)?;
    let (mut depth, mut at) = (0usize, open);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'"' {
            at = end_of_text(bytes, at).0;
            continue;
        }
        if byte == b'/' && bytes.get(at + 1) == Some(&b'/') {
            at = end_of_line(bytes, at);
            continue;
        }
        // A `<` or `>` right after `(` is the name of a comparison, not a bracket.
        let operator = (byte == b'<' || byte == b'>') && at > open && bytes[at - 1] == b'(';
        if !operator {
            if byte == opening {
                depth += 1;
            } else if byte == closing {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        at += 1;
    }
    None
}

fn closing_of(open: u8) -> Option<u8> {
    Some(match open {
        b'(' => b')',
        b'{' => b'}',
        b'[' => b']',
        b'<' => b'>',
        _ => return None,
    })
}

/// Checks that every bracket and quote of a file is closed and that nothing is nested too deeply. The messages name
/// where an unclosed bracket was opened.
pub fn check_brackets(source: &Source, id: SourceId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut open: Vec<(u8, Span)> = Vec::new();
    let error = |message: String, span: Span| Diagnostic::error(message).at(source, id, span);
    for token in tokens(source.text()) {
        match token.kind {
            TokenKind::Open(byte) => {
                open.push((byte, token.span));
                if open.len() > MAX_DEPTH {
                    let message = format!("brackets are nested more than {MAX_DEPTH} deep");
                    found.push(
                        error(message, token.span).help("split the rule with a `(define \"Name\" ...)`"),
                    );
                    return found;
                }
            }
            TokenKind::Close(byte) => close(&mut open, byte, token.span, source, id, &mut found),
            TokenKind::OpenText => {
                let line = Span::new(
                    token.span.start as usize,
                    end_of_line(source.text().as_bytes(), token.span.start as usize),
                );
                found.push(error("this text is never closed: a \" is missing".into(), line));
            }
            _ => {}
        }
        if found.len() >= Diagnostic::MAX_PER_FILE {
            return found;
        }
    }
    for (byte, span) in open.into_iter().rev().take(8) {
        let opened = byte as char;
        let wanted = closing_of(byte).unwrap_or(b')') as char;
        found.push(error(format!("this `{opened}` is never closed: a `{wanted}` is missing"), span));
    }
    found
}

/// Takes the partner of a closing bracket off the stack. When the wrong kind is open, either the inner bracket was
/// left open or this one is surplus: whichever explains the text with the fewest changes.
fn close(
    open: &mut Vec<(u8, Span)>,
    byte: u8,
    span: Span,
    source: &Source,
    id: SourceId,
    found: &mut Vec<Diagnostic>,
) {
    let closes = byte as char;
    match open.last() {
        Some((kind, _)) if closing_of(*kind) == Some(byte) => {
            open.pop();
        }
        Some(_) if open.iter().rev().take(4).any(|(kind, _)| closing_of(*kind) == Some(byte)) => {
            while let Some((kind, at)) = open.pop() {
                let wanted = closing_of(kind).unwrap_or(byte);
                if wanted == byte {
                    break;
                }
                let message = format!("`{closes}` found where `{}` was expected", wanted as char);
                let note = format!("the `{}` to be closed was opened here", kind as char);
                found.push(Diagnostic::error(message).at(source, id, span).note_at(note, source, id, at));
            }
        }
        Some((kind, at)) => {
            let message = format!("`{closes}` closes nothing here");
            let note = format!("the innermost open bracket is this `{}`", *kind as char);
            found.push(Diagnostic::error(message).at(source, id, span).note_at(note, source, id, *at));
        }
        None => found.push(
            Diagnostic::error(format!("`{closes}` closes nothing: no bracket is open")).at(source, id, span),
        ),
    }
}
