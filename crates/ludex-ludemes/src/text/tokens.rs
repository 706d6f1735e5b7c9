//! Text to tokens. Every byte of the text belongs to a token or is blank, so that a formatter loses nothing.

use super::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`, `{` or `[`.
    Open(u8),
    /// `)`, `}` or `]`.
    Close(u8),
    /// A quoted text, quotes included.
    Text,
    /// A quoted text whose closing quote is missing.
    OpenText,
    /// A name, number, constant or operator.
    Word,
    /// A name directly followed by a colon, the colon included.
    Label,
    /// `//` to the end of the line.
    Comment,
    /// A character that has no place in the language.
    Stray,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// The tokens of a text, comments included, one by one.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        while at < bytes.len() && bytes[at].is_ascii_whitespace() {
            at += 1;
        }
        let start = at;
        let first = *bytes.get(at)?;
        let kind = match first {
            b'(' | b'{' | b'[' => {
                at += 1;
                TokenKind::Open(first)
            }
            b')' | b'}' | b']' => {
                at += 1;
                TokenKind::Close(first)
            }
            b'"' => {
                let (end, closed) = end_of_text(bytes, at);
                at = end;
                if closed { TokenKind::Text } else { TokenKind::OpenText }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = end_of_line(bytes, at);
                TokenKind::Comment
            }
            _ if is_word_byte(first) => {
                while at < bytes.len() && is_word_byte(bytes[at]) && !bytes[at..].starts_with(b"//") {
                    at += 1;
                }
                if bytes.get(at) == Some(&b':') {
                    at += 1;
                    TokenKind::Label
                } else {
                    TokenKind::Word
                }
            }
            _ => {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                TokenKind::Stray
            }
        };
        Some(Token { kind, span: Span::new(start, at) })
    })
}

/// Where the quoted text that begins at `open` ends (past its closing quote), and whether it was closed.
/// A quote after a backslash does not end it.
pub(crate) fn end_of_text(bytes: &[u8], open: usize) -> (usize, bool) {
    let mut at = open + 1;
    while at < bytes.len() {
        if bytes[at] == b'"' && bytes[at - 1] != b'\\' {
            return (at + 1, true);
        }
        at += 1;
    }
    (bytes.len(), false)
}

/// Where the line that holds `at` ends, before the line feed.
pub(crate) fn end_of_line(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n)
}

/// Whether a byte may stand in a name, a number or an operator.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.+*/%=!^~<>&|#'$?".contains(&byte) || byte >= 0x80
}
