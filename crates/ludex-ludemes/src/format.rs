//! One way to lay a description out. Formatting twice changes nothing more, and no comment is lost.
//!
//! A bracket that fits on a line stays on one. Otherwise its name and the plain words after it stay on the first line,
//! every further argument gets a line of its own, indented, and the closing bracket stands under the opening one.

use crate::text::{Diagnostic, Source, SourceId, Token, TokenKind, check_brackets, tokens};

/// Lines are kept within this many characters where the text allows it.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// Lays a description out. Text whose brackets do not close is left alone, and the errors are given.
///
/// ```
/// use ludex_ludemes::format::format;
/// use ludex_ludemes::text::Source;
///
/// let text = "( players   2 ) // two of them";
/// assert_eq!(format(&Source::new("g.lud", text)).unwrap(), "(players 2) // two of them\n");
/// ```
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let wrong = check_brackets(source, SourceId(0));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let tokens: Vec<Token> = tokens(source.text()).collect();
    let mut reader = Reader { text: source.text(), tokens: &tokens, at: 0 };
    let items = reader.items();
    let mut printer = Printer { out: String::new() };
    for item in &items {
        printer.line(item, 0);
    }
    Ok(printer.out)
}

/// Something that stands on a line of its own when the bracket around it is broken into lines.
struct Item<'t> {
    kind: Kind<'t>,
    /// Whether an empty line stands before it.
    blank: bool,
}

enum Kind<'t> {
    /// Parts without blanks between them, such as a label and its value.
    Unit(Vec<Part<'t>>),
    /// A comment on its own line.
    Comment(&'t str),
    /// A comment behind what stands before it on the line.
    Trailing(&'t str),
}

enum Part<'t> {
    Atom(&'t str),
    Group(u8, Vec<Item<'t>>, u8),
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Reader<'t> {
    fn slice(&self, token: Token) -> &'t str {
        &self.text[token.span.range()]
    }

    /// The line feeds between the token before this one and this one.
    fn lines_before(&self, index: usize) -> usize {
        let end = self.tokens[index].span.start as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.tokens[before].span.end as usize);
        self.text[start..end].bytes().filter(|b| *b == b'\n').count()
    }

    fn items(&mut self) -> Vec<Item<'t>> {
        let mut items: Vec<Item<'t>> = Vec::new();
        while let Some(&token) = self.tokens.get(self.at) {
            let lines = self.lines_before(self.at);
            let first = items.is_empty();
            match token.kind {
                TokenKind::Close(_) => break,
                TokenKind::Comment => {
                    let text = self.slice(token).trim_end();
                    let trailing = lines == 0 && self.at > 0;
                    let kind = if trailing { Kind::Trailing(text) } else { Kind::Comment(text) };
                    items.push(Item { kind, blank: lines > 1 && !first });
                    self.at += 1;
                }
                _ => {
                    let unit = self.unit();
                    items.push(Item { kind: Kind::Unit(unit), blank: lines > 1 && !first });
                }
            }
        }
        items
    }

    fn unit(&mut self) -> Vec<Part<'t>> {
        let mut parts = Vec::new();
        loop {
            let token = self.tokens[self.at];
            self.at += 1;
            if let TokenKind::Open(open) = token.kind {
                let items = self.items();
                let close = match self.tokens.get(self.at) {
                    Some(Token { kind: TokenKind::Close(close), .. }) => *close,
                    _ => b')',
                };
                self.at += 1;
                parts.push(Part::Group(open, items, close));
            } else {
                parts.push(Part::Atom(self.slice(token)));
            }
            if !self.glued() {
                return parts;
            }
        }
    }

    /// Whether the next token belongs to the one before it: a label to its value, and markers to whatever they
    /// touch (the value of an option is written `<(...)>`, the default item of one `(item ...)*`).
    fn glued(&self) -> bool {
        let (Some(&next), Some(&last)) = (self.tokens.get(self.at), self.tokens.get(self.at - 1)) else {
            return false;
        };
        if matches!(next.kind, TokenKind::Close(_) | TokenKind::Comment) {
            return false;
        }
        let touching = last.span.end == next.span.start;
        let word = |token: Token| matches!(token.kind, TokenKind::Word | TokenKind::Label | TokenKind::Stray);
        let marker = |token: Token| word(token) && self.slice(token).contains(['<', '>', '*', '.', '#']);
        let joined = word(last) && word(next) || marker(last) || marker(next);
        last.kind == TokenKind::Label && next.kind != TokenKind::Label || touching && joined
    }
}

struct Printer {
    out: String,
}

impl Printer {
    /// Prints an item on a line of its own.
    fn line(&mut self, item: &Item, indent: usize) {
        if let Kind::Trailing(text) = &item.kind {
            if self.out.ends_with('\n') {
                self.out.pop();
                self.out.push(' ');
            }
            self.out.push_str(text);
            self.out.push('\n');
            return;
        }
        if item.blank {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        match &item.kind {
            Kind::Unit(parts) => self.unit(parts, indent),
            Kind::Comment(text) | Kind::Trailing(text) => self.out.push_str(text),
        }
        self.out.push('\n');
    }

    /// Prints a unit where the line stands.
    fn unit(&mut self, parts: &[Part], indent: usize) {
        if self.column() + flat_width(parts) <= WIDTH {
            write_flat(&mut self.out, parts);
            return;
        }
        for part in parts {
            match part {
                Part::Atom(text) => self.out.push_str(text),
                Part::Group(open, items, close) => self.group(*open, items, *close, indent),
            }
        }
    }

    fn column(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        self.out[line..].chars().count()
    }

    fn group(&mut self, open: u8, items: &[Item], close: u8, indent: usize) {
        self.out.push(open as char);
        let mut rest = items;
        if open == b'(' {
            rest = self.first_line(items);
            // A list that is the only thing left opens on the same line and closes with the bracket.
            if let [Item { kind: Kind::Unit(parts), blank: false }] = rest
                && let [Part::Group(b'{', inner, b'}')] = parts.as_slice()
                && matches!(items[..items.len() - 1].last(), Some(Item { kind: Kind::Unit(_), .. }))
            {
                self.out.push(' ');
                self.group(b'{', inner, b'}', indent);
                self.out.push(close as char);
                return;
            }
        }
        self.out.push('\n');
        if rest.iter().all(|item| matches!(&item.kind, Kind::Unit(parts) if plain(parts)) && !item.blank) {
            self.fill(rest, indent + INDENT);
        } else {
            for item in rest {
                self.line(item, indent + INDENT);
            }
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push(close as char);
    }

    /// Prints the name after a bracket and the plain words that follow; gives back what is left.
    fn first_line<'i, 't>(&mut self, items: &'i [Item<'t>]) -> &'i [Item<'t>] {
        let mut rest = items;
        while let [Item { kind: Kind::Unit(parts), blank }, others @ ..] = rest {
            let first = rest.len() == items.len();
            let width = flat_width(parts);
            if !plain(parts) || (!first && (*blank || self.column() + 1 + width > WIDTH)) {
                break;
            }
            if !first {
                self.out.push(' ');
            }
            write_flat(&mut self.out, parts);
            rest = others;
        }
        if let [Item { kind: Kind::Trailing(text), .. }, others @ ..] = rest {
            self.out.push(' ');
            self.out.push_str(text);
            return others;
        }
        rest
    }

    /// Prints plain words, as many as fit on each line.
    fn fill(&mut self, items: &[Item], indent: usize) {
        let mut empty = true;
        for item in items {
            let Kind::Unit(parts) = &item.kind else { continue };
            if !empty && self.column() + 1 + flat_width(parts) > WIDTH {
                self.out.push('\n');
                empty = true;
            }
            if empty {
                self.out.extend(std::iter::repeat_n(' ', indent));
            } else {
                self.out.push(' ');
            }
            write_flat(&mut self.out, parts);
            empty = false;
        }
        if !empty {
            self.out.push('\n');
        }
    }
}

fn plain(parts: &[Part]) -> bool {
    parts.iter().all(|part| matches!(part, Part::Atom(text) if !text.contains('\n')))
}

/// The width on one line; more than any line for what cannot stand on one.
fn flat_width(parts: &[Part]) -> usize {
    let mut width = 0;
    for part in parts {
        width += match part {
            Part::Atom(text) if text.contains('\n') => return WIDTH + 1,
            Part::Atom(text) => text.chars().count(),
            Part::Group(_, items, _) => {
                let mut inner = 2;
                for (number, item) in items.iter().enumerate() {
                    let Kind::Unit(parts) = &item.kind else { return WIDTH + 1 };
                    if item.blank {
                        return WIDTH + 1;
                    }
                    inner += flat_width(parts) + usize::from(number > 0);
                    if inner > WIDTH {
                        return WIDTH + 1;
                    }
                }
                inner
            }
        };
        if width > WIDTH {
            return WIDTH + 1;
        }
    }
    width
}

fn write_flat(out: &mut String, parts: &[Part]) {
    for part in parts {
        match part {
            Part::Atom(text) => out.push_str(text),
            Part::Group(open, items, close) => {
                out.push(*open as char);
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push(' ');
                    }
                    if let Kind::Unit(parts) = &item.kind {
                        write_flat(out, parts);
                    }
                }
                out.push(*close as char);
            }
        }
    }
}
