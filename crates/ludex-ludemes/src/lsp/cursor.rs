//! What stands around the cursor: the tokens of a text as an editor has it, whether or not its brackets close.

use crate::text::{Token, TokenKind, tokens};

/// The bracket around the cursor: its name, selecting constant and what was written so far.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Around<'t> {
    /// The bracket that is open: `(` or `{`.
    pub(crate) open: u8,
    /// The name after the bracket, if it is written.
    pub(crate) head: Option<&'t str>,
    /// The first word after the name.
    pub(crate) kind: Option<&'t str>,
    /// The labels written so far.
    pub(crate) labels: Vec<&'t str>,
    /// How many arguments were begun before the cursor.
    pub(crate) arguments: usize,
}

/// The cursor in a text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the token that the cursor touches, if any.
    touched: Option<usize>,
    offset: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, offset: usize) -> Self {
        let offset = text.floor_char_boundary(offset);
        let tokens: Vec<Token> = tokens(text).collect();
        // Between two touching tokens a word counts rather than a bracket.
        let touching = || tokens.iter().enumerate().filter(|(_, token)| token.span.touches(offset));
        let bracket = |kind: TokenKind| matches!(kind, TokenKind::Open(_) | TokenKind::Close(_));
        let touched = touching().find(|(_, token)| !bracket(token.kind)).or_else(|| touching().next());
        let touched = touched.map(|(index, _)| index);
        Cursor { text, tokens, touched, offset }
    }

    pub(crate) fn slice(&self, token: Token) -> &'t str {
        &self.text[token.span.range()]
    }

    /// The token that the cursor touches.
    pub(crate) fn token(&self) -> Option<Token> {
        self.touched.map(|index| self.tokens[index])
    }

    /// Whether the touched token is the name of a ludeme, and if so its selecting constant.
    pub(crate) fn head(&self) -> Option<(&'t str, Option<&'t str>)> {
        let index = self.touched?;
        let before = |n: usize| index.checked_sub(n).map(|at| self.tokens[at]);
        let is_open = |token: Option<Token>| token.is_some_and(|t| t.kind == TokenKind::Open(b'('));
        let word = |token: Token| token.kind == TokenKind::Word;
        let this = self.tokens[index];
        if word(this) && is_open(before(1)) {
            let kind = self.tokens.get(index + 1).copied().filter(|token| word(*token));
            return Some((self.slice(this), kind.map(|token| self.slice(token))));
        }
        // The constant after a name is part of what it is called.
        if word(this) && before(1).is_some_and(word) && is_open(before(2)) {
            return Some((self.slice(before(1)?), Some(self.slice(this))));
        }
        None
    }

    /// What was typed of the word at the cursor.
    pub(crate) fn prefix(&self) -> &'t str {
        let token =
            self.token().filter(|token| !matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_)));
        token.map_or("", |token| {
            &self.text[token.span.start as usize..self.offset.max(token.span.start as usize)]
        })
    }

    /// Whether the word at the cursor is, or would be, the name after a bracket.
    pub(crate) fn at_head(&self) -> bool {
        self.before().last().is_some_and(|token| token.kind == TokenKind::Open(b'('))
    }

    /// Whether the cursor is in a quoted text or a comment.
    pub(crate) fn in_text(&self) -> bool {
        self.token().is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::OpenText))
    }

    pub(crate) fn in_comment(&self) -> bool {
        self.token().is_some_and(|token| token.kind == TokenKind::Comment)
    }

    /// The tokens before the word at the cursor.
    fn before(&self) -> &[Token] {
        let end = self.tokens.partition_point(|token| (token.span.end as usize) < self.offset);
        let touched = self.touched.filter(|&index| {
            !matches!(self.tokens[index].kind, TokenKind::Open(_))
                || self.tokens[index].span.start as usize >= self.offset
        });
        let open_touched = self.touched.filter(|_| touched.is_none()).map(|index| index + 1);
        &self.tokens[..touched.or(open_touched).unwrap_or(end)]
    }

    /// The brackets around the cursor, innermost first.
    pub(crate) fn around(&self) -> Vec<Around<'t>> {
        let mut stack: Vec<Around<'t>> = Vec::new();
        let mut just_opened = false;
        for token in self.before() {
            let text = self.slice(*token);
            match token.kind {
                TokenKind::Comment => continue,
                TokenKind::Open(open) => {
                    if let Some(outer) = stack.last_mut() {
                        outer.arguments += 1;
                    }
                    stack.push(Around { open, ..Around::default() });
                    just_opened = open == b'(';
                    continue;
                }
                TokenKind::Close(_) => {
                    stack.pop();
                }
                kind => {
                    if let Some(around) = stack.last_mut() {
                        match kind {
                            TokenKind::Word if just_opened => around.head = Some(text),
                            TokenKind::Label => around.labels.push(text.trim_end_matches(':')),
                            TokenKind::Word => {
                                if around.arguments == 0 && around.kind.is_none() {
                                    around.kind = Some(text);
                                }
                                around.arguments += 1;
                            }
                            _ => around.arguments += 1,
                        }
                    }
                }
            }
            just_opened = false;
        }
        stack.reverse();
        stack
    }
}
