//! Tokens to the tree of brackets: calls, lists, names, numbers and texts.

use super::{MAX_DEPTH, Span, Token, TokenKind, tokens};

/// A piece of a description and where it stands in the text it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a piece of a description can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `(head arguments...)`.
    Call(Call),
    /// `{ items... }`.
    List(Vec<Node>),
    /// A whole number.
    Number(i64),
    /// A number with a decimal point.
    Real(f64),
    /// A quoted text, without its quotes.
    Text(String),
    /// A name: a constant such as `Each`, `Off` or `Vertex`.
    Word(String),
    /// `True` or `False`.
    Boolean(bool),
}

/// `(head arguments...)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name of the ludeme.
    pub head: String,
    /// Where the name stands.
    pub head_span: Span,
    /// What follows it.
    pub args: Vec<Argument>,
}

/// One argument of a call, with its label when it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The `if` of `if:(...)`.
    pub label: Option<Label>,
    /// The value.
    pub value: Node,
}

/// A label and where it stands (with its colon).
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The name before the colon.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

impl Node {
    /// The call, if this is one.
    pub fn as_call(&self) -> Option<&Call> {
        if let Value::Call(call) = &self.value { Some(call) } else { None }
    }

    /// The number of nodes in this piece, itself included.
    pub fn size(&self) -> usize {
        1 + match &self.value {
            Value::Call(call) => call.args.iter().map(|a| a.value.size()).sum(),
            Value::List(items) => items.iter().map(Node::size).sum(),
            _ => 0,
        }
    }
}

/// Something that could not be read, and where.
type Problem = (Span, String);

/// Reads every piece at the top level of a text. What cannot be read is skipped and reported.
pub fn read_tree(text: &str) -> (Vec<Node>, Vec<(Span, String)>) {
    let tokens: Vec<Token> = tokens(text).filter(|t| t.kind != TokenKind::Comment).collect();
    let mut reader = Reader { text, tokens: &tokens, at: 0, problems: Vec::new() };
    let mut nodes = Vec::new();
    while reader.at < tokens.len() {
        let (arguments, close) = reader.arguments(0);
        nodes.extend(arguments.into_iter().map(|a| a.value));
        if let Some(token) = close {
            reader.problems.push((token.span, "this bracket closes nothing".into()));
        }
    }
    (nodes, reader.problems)
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Reads arguments up to a closing bracket, which is taken and given back, or to the end of the text.
    fn arguments(&mut self, depth: usize) -> (Vec<Argument>, Option<Token>) {
        let mut found = Vec::new();
        let mut label: Option<Label> = None;
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            match token.kind {
                // A label whose value is missing is dropped with it: a define leaves such labels where an argument
                // was not given.
                TokenKind::Close(_) => return (found, Some(token)),
                TokenKind::Label => {
                    let name = self.slice(token.span).trim_end_matches(':').to_string();
                    label = Some(Label { name, span: token.span });
                }
                TokenKind::Stray => {
                    let what = self.slice(token.span).to_string();
                    self.problems.push((token.span, format!("`{what}` has no meaning here")));
                }
                TokenKind::Open(b'(') if depth < MAX_DEPTH => {
                    for mut argument in self.call(token, depth) {
                        argument.label = label.take().or(argument.label);
                        found.push(argument);
                    }
                }
                _ => {
                    let value = self.value(token, depth);
                    found.extend(value.map(|value| Argument { label: label.take(), value }));
                }
            }
        }
        (found, None)
    }

    /// The list, text or word that begins with this token.
    fn value(&mut self, token: Token, depth: usize) -> Option<Node> {
        let one = |value| Some(Node { span: token.span, value });
        match token.kind {
            TokenKind::Open(_) if depth < MAX_DEPTH => {
                let (items, close) = self.arguments(depth + 1);
                let span = token.span.to(close.unwrap_or(token).span);
                for label in items.iter().filter_map(|item| item.label.as_ref()) {
                    let message = format!("`{}:` labels an item of a list, which has no labels", label.name);
                    self.problems.push((label.span, message));
                }
                Some(Node { span, value: Value::List(items.into_iter().map(|i| i.value).collect()) })
            }
            TokenKind::Open(_) => {
                if !self.problems.iter().any(|(_, m)| m.starts_with("brackets are nested")) {
                    self.problems
                        .push((token.span, format!("brackets are nested more than {MAX_DEPTH} deep")));
                }
                self.at = self.tokens.len();
                None
            }
            TokenKind::Text | TokenKind::OpenText => {
                let quoted = self.slice(token.span);
                let inner = quoted.strip_prefix('"').unwrap_or(quoted);
                let inner = inner.strip_suffix('"').unwrap_or(inner);
                // The language writes a quote inside a text as \", which stands for an apostrophe.
                one(Value::Text(inner.replace("\\\"", "'")))
            }
            _ => one(word(self.slice(token.span))),
        }
    }

    /// The call that begins with this bracket. Brackets without a name only group: `((x ...))` means `(x ...)`,
    /// `((x ...) (y ...))` means its parts, and `()` means nothing. Defines leave such brackets behind.
    fn call(&mut self, open: Token, depth: usize) -> Vec<Argument> {
        let head = self
            .tokens
            .get(self.at)
            .copied()
            .filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Label));
        if head.is_some() {
            self.at += 1;
        }
        let (args, close) = self.arguments(depth + 1);
        let span = open.span.to(close.unwrap_or(open).span);
        let Some(head) = head else {
            if let Some(first) = args.first().filter(|first| first.value.as_call().is_none()) {
                let what = match &first.value.value {
                    Value::Text(name) => format!("there is no define called \"{name}\""),
                    _ => "a bracket `(` must be followed by the name of a ludeme".into(),
                };
                self.problems.push((first.value.span, what));
            }
            return args;
        };
        // `(from:(x))` is read as `(from (x))`.
        let name = self.slice(head.span).trim_end_matches(':').to_string();
        let value = Node { span, value: Value::Call(Call { head: name, head_span: head.span, args }) };
        vec![Argument { label: None, value }]
    }
}

fn word(text: &str) -> Value {
    match text {
        "True" | "true" => return Value::Boolean(true),
        "False" | "false" => return Value::Boolean(false),
        _ => {}
    }
    let first = text.trim_start_matches(['-', '+']).as_bytes().first().copied().unwrap_or(b' ');
    if first.is_ascii_digit() || first == b'.' {
        if let Ok(number) = text.parse() {
            return Value::Number(number);
        }
        if let Ok(real) = text.parse() {
            return Value::Real(real);
        }
    }
    Value::Word(text.to_string())
}
