//! `(define "Name" body)` and its uses, `"Name"` and `("Name" arguments...)`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::mapped::{FrameId, Mapped};
use super::{Frame, Library, Limits};
use crate::text::{Diagnostic, Span, TokenKind, matching_bracket, tokens};

/// A define: its name and the text that stands for it.
#[derive(Clone, Debug)]
pub(crate) struct Define {
    pub(crate) name: Arc<str>,
    body: Mapped,
    /// How many parameters `#1 #2 ...` the body has.
    parameters: u8,
}

impl Define {
    pub(crate) fn body(&self) -> &str {
        self.body.text()
    }
}

/// The bracketed blocks `(head ...)` of a text, not looking inside them, as byte ranges in order.
pub(crate) fn blocks(text: &str, head: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open = None;
    let mut past = 0;
    for token in tokens(text) {
        let start = token.span.start as usize;
        if start < past {
            continue;
        }
        if let (Some(open), TokenKind::Word) = (open, token.kind)
            && &text[token.span.range()] == head
            && let Some(close) = matching_bracket(text, open)
        {
            past = close + 1;
            found.push((open, past));
        }
        open = (token.kind == TokenKind::Open(b'(')).then_some(start);
    }
    found
}

/// Takes the defines out of a text. The later of two defines with one name counts.
pub(crate) fn extract(text: &Mapped) -> (Mapped, Vec<Define>) {
    let found = blocks(text.text(), "define");
    let defines = found.iter().filter_map(|&(start, end)| read(text, start, end)).collect();
    (text.without(&found), defines)
}

fn read(text: &Mapped, start: usize, end: usize) -> Option<Define> {
    let block = &text.text()[start..end];
    let name = tokens(block).nth(2).filter(|token| token.kind == TokenKind::Text)?;
    let quoted = &block[name.span.range()];
    let after = &block[name.span.end as usize..block.len() - 1];
    let from = start + name.span.end as usize + (after.len() - after.trim_start().len());
    let to = from + after.trim().len();
    let body = text.part(from, to);
    let parameters = (1..=9).take_while(|n| body.text().contains(&format!("#{n}"))).count() as u8;
    Some(Define { name: quoted.trim_matches('"').into(), body, parameters })
}

/// What stopped an expansion: a place in a mapped text, and the message.
pub(crate) type Stopped = Box<(Span, Mapped, Diagnostic)>;

/// Replaces uses of defines until none is left.
pub(crate) struct Expander<'a> {
    local: FxHashMap<&'a str, &'a Define>,
    library: &'a Library,
    limits: Limits,
    frames: Vec<Frame>,
    /// Bytes written so far, in all: bounds the time as well as the size.
    written: usize,
}

/// A use of a define in a text.
struct Use<'t> {
    start: usize,
    end: usize,
    define: &'t Define,
    arguments: Vec<(usize, usize)>,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(local: &'a [Define], library: &'a Library, limits: Limits) -> Self {
        let local = local.iter().map(|define| (&*define.name, define)).collect();
        Expander { local, library, limits, frames: Vec::new(), written: 0 }
    }

    pub(crate) fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// The text with every use replaced.
    pub(crate) fn expand(&mut self, text: &Mapped) -> Result<Mapped, Stopped> {
        let mut text = text.clone();
        // A replaced use may become the name of another one together with what stands around it; two rounds are
        // enough for all but made-up descriptions.
        for _ in 0..16 {
            let before = self.frames.len();
            let mut out = Mapped::default();
            self.replace(&text, &mut out)?;
            text = out;
            if self.frames.len() == before {
                break;
            }
        }
        Ok(text)
    }

    fn replace(&mut self, text: &Mapped, out: &mut Mapped) -> Result<(), Stopped> {
        let mut copied = 0;
        for found in self.uses(text) {
            out.push_part(text, copied, found.start, FrameId(0));
            copied = found.end;
            let body = self.instantiate(text, &found)?;
            self.written += body.len();
            let size = out.len() + body.len();
            if size > self.limits.characters || self.written > 32 * self.limits.characters {
                let message = format!("the defines grow to more than {} characters", self.limits.characters);
                let span = Span::new(found.start, found.end);
                return Err(Box::new((span, text.clone(), Diagnostic::error(message))));
            }
            self.replace(&body, out)?;
        }
        out.push_part(text, copied, text.len(), FrameId(0));
        Ok(())
    }

    /// The outermost uses in a text, in order.
    fn uses(&self, text: &Mapped) -> Vec<Use<'a>> {
        let whole = text.text();
        let mut found = Vec::new();
        let mut past = 0;
        let mut open = None;
        let mut protected = false;
        for token in tokens(whole) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            if start < past {
                continue;
            }
            if token.kind == TokenKind::Text
                && !protected
                && let Some(define) = self.lookup(&whole[start + 1..end - 1])
            {
                let call = open.and_then(|open| Some((open, matching_bracket(whole, open)?)));
                let (start, end, arguments) = match call {
                    Some((open, close)) => (open, close + 1, arguments(whole, end, close)),
                    None => (start, end, Vec::new()),
                };
                past = end;
                found.push(Use { start, end, define, arguments });
            }
            // The name of a game may be that of a define.
            protected =
                token.kind == TokenKind::Word && matches!(&whole[start..end], "game" | "match" | "instance");
            open = (token.kind == TokenKind::Open(b'(')).then_some(start);
        }
        found
    }

    fn lookup(&self, name: &str) -> Option<&'a Define> {
        self.local.get(name).copied().or_else(|| self.library.get(name))
    }

    /// The body of a define with the arguments of one use put in.
    fn instantiate(&mut self, text: &Mapped, found: &Use) -> Result<Mapped, Stopped> {
        let define = found.define;
        let span = Span::new(found.start, found.end);
        let stop = |message: String| Err(Box::new((span, text.clone(), Diagnostic::error(message))));
        let (call, parent) = text.origin(span);
        let depth = if parent.0 == 0 { 1 } else { self.frames[parent.0 as usize - 1].depth + 1 };
        if depth as usize > self.limits.depth {
            if self.chain(parent).any(|frame| frame.name == define.name) {
                return stop(format!("the define \"{}\" uses itself, so it never ends", define.name));
            }
            return stop(format!("defines are nested more than {} deep", self.limits.depth));
        }
        if self.frames.len() >= self.limits.uses {
            return stop(format!("the description uses defines more than {} times", self.limits.uses));
        }
        let given = found.arguments.len().min(9) as u8;
        let name = define.name.clone();
        self.frames.push(Frame { name, call, parent, depth, given, wanted: define.parameters });
        let frame = FrameId(self.frames.len() as u32);

        let body = define.body.text();
        let mut out = Mapped::default();
        let mut copied = 0;
        for (at, _) in body.match_indices('#') {
            // Only one digit is read, as in Ludii: `#10` is `#1` followed by a 0.
            let Some(n) = body.as_bytes().get(at + 1).filter(|b| (b'1'..=b'9').contains(b)).map(|b| b - b'0')
            else {
                continue;
            };
            if n > define.parameters {
                continue;
            }
            out.push_part(&define.body, copied, at, frame);
            copied = at + 2;
            if let Some(&(start, end)) = found.arguments.get(n as usize - 1)
                && &text.text()[start..end] != "~"
            {
                out.push_part(text, start, end, FrameId(0));
            }
        }
        out.push_part(&define.body, copied, define.body.len(), frame);
        Ok(out)
    }

    fn chain(&self, mut at: FrameId) -> impl Iterator<Item = &Frame> {
        std::iter::from_fn(move || {
            let frame = self.frames.get((at.0 as usize).checked_sub(1)?)?;
            at = frame.parent;
            Some(frame)
        })
    }
}

/// Splits what stands between `from` and `to` into arguments: a bracketed group of any kind, a quoted text, or a run
/// without blanks, which takes a group that follows its colon with it.
fn arguments(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        at = group_end(text, at, to);
        if at == start {
            while at < to && !bytes[at].is_ascii_whitespace() {
                at += 1;
                if bytes[at - 1] == b':' && at < to {
                    let end = group_end(text, at, to);
                    if end > at {
                        at = end;
                        break;
                    }
                } else if at < to && b"({[".contains(&bytes[at]) {
                    break;
                }
            }
        }
        found.push((start, at));
    }
    found
}

/// Where the group or quoted text that begins at `at` ends; `at` itself if none begins there.
fn group_end(text: &str, at: usize, to: usize) -> usize {
    let bytes = text.as_bytes();
    let end = match bytes[at] {
        b'"' => crate::text::end_of_text(bytes, at).0,
        b'(' | b'{' | b'[' => matching_bracket(text, at).map_or(to, |close| close + 1),
        b'<' => matching_bracket(text, at).filter(|close| *close < to).map_or(at, |close| close + 1),
        _ => at,
    };
    end.min(to)
}
