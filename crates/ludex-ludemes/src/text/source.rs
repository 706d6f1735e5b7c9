//! Files and places in them.

use serde::Serialize;

/// The number of a file among the files that one description was made from; 0 is the description itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A range of bytes in a text that was split into tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether a byte offset lies within, the end included.
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// The span as a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A range of bytes in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which file.
    pub source: SourceId,
    /// Which bytes of it.
    pub span: Span,
}

/// A line and a column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// One file: what it is called and what is in it.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<u32>,
}

impl Source {
    /// A file of this name with this content.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Source { name: name.into(), text, lines }
    }

    /// What the file is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.lines.partition_point(|&start| start as usize <= offset) - 1;
        let column = self.text[self.lines[line] as usize..offset].chars().count();
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The byte at which a line and column stand; places past the end of a line count as its end.
    pub fn offset(&self, position: Position) -> usize {
        let line = (position.line.max(1) as usize - 1).min(self.lines.len() - 1);
        let start = self.lines[line] as usize;
        let text = self.line(line as u32 + 1);
        let within =
            text.char_indices().nth(position.column.max(1) as usize - 1).map_or(text.len(), |(at, _)| at);
        start + within
    }

    /// The text of a line (from 1) without its line end.
    pub fn line(&self, line: u32) -> &str {
        let index = (line.max(1) as usize - 1).min(self.lines.len() - 1);
        let start = self.lines[index] as usize;
        let end = self.lines.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}
