//! What is wrong with a description, where, and what would be right.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Position, Source, SourceId, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The description cannot be played.
    Error,
    /// It can be played, but something in it is surely not meant.
    Warning,
}

/// A place in a file with what a terminal or an editor needs to show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// Name of the file.
    pub file: String,
    /// Number of the file among those the description was made from.
    #[serde(skip)]
    pub source: SourceId,
    /// Where it begins.
    pub start: Position,
    /// Where it ends (one past the last character).
    pub end: Position,
    /// The same as byte offsets.
    pub bytes: (u32, u32),
    /// The first line, to show with the marked part underlined.
    #[serde(rename = "text")]
    pub line: String,
}

impl Location {
    /// Describes a span of a file.
    pub fn new(source: &Source, id: SourceId, span: Span) -> Self {
        let start = source.position(span.start as usize);
        Location {
            file: source.name().to_string(),
            source: id,
            start,
            end: source.position(span.end as usize),
            bytes: (span.start, span.end),
            line: source.line(start.line).to_string(),
        }
    }

    fn render(&self, out: &mut String, mark: char) {
        let number = self.start.line.to_string();
        let gutter = " ".repeat(number.len());
        let _ = writeln!(out, "{gutter}--> {self}");
        // A long line is cut around the place, so that the mark stays visible in a narrow terminal.
        let column = self.start.column as usize - 1;
        let skip = if column > 90 { column - 60 } else { 0 };
        let shown: String =
            self.line.chars().skip(skip).take(120).map(|c| if c == '\t' { ' ' } else { c }).collect();
        let length = shown.chars().count();
        let from = (column - skip).min(length);
        let wanted = if self.end.line == self.start.line {
            (self.end.column as usize).saturating_sub(self.start.column as usize)
        } else {
            self.line.trim_end().chars().count().saturating_sub(column)
        };
        let width = wanted.clamp(1, (length - from).max(1));
        let _ = writeln!(out, "{gutter} |");
        let _ = writeln!(out, "{number} | {shown}");
        let _ = writeln!(out, "{gutter} | {}{}", " ".repeat(from), mark.to_string().repeat(width));
    }
}

impl std::fmt::Display for Location {
    /// File, line and column: `spline.lud:3:14`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.start.line, self.start.column)
    }
}

/// A further remark, with a place when it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The remark.
    pub message: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// One message about a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where, unless it concerns the description as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Further remarks, such as the defines through which the text came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Diagnostic {
    /// More messages than this about one file help nobody.
    pub const MAX_PER_FILE: usize = 100;

    /// An error without a place yet.
    pub fn error(message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            location: None,
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning without a place yet.
    pub fn warning(message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    }

    /// Says where.
    pub fn at(mut self, source: &Source, id: SourceId, span: Span) -> Self {
        self.location = Some(Location::new(source, id, span));
        self
    }

    /// Says where, with a location made elsewhere.
    pub fn located(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Adds a remark.
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), location: None });
        self
    }

    /// Adds a remark about a place.
    pub fn note_at(mut self, message: impl Into<String>, source: &Source, id: SourceId, span: Span) -> Self {
        self.notes.push(Note { message: message.into(), location: Some(Location::new(source, id, span)) });
        self
    }

    /// Says what would be right.
    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help = Some(message.into());
        self
    }

    /// Whether it is an error (rather than a warning).
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The message for a terminal: the sentence, the line with the place underlined, the remarks.
    pub fn render(&self) -> String {
        let mut out = String::new();
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(out, "{word}: {}", self.message);
        if let Some(location) = &self.location {
            location.render(&mut out, '^');
        }
        for note in &self.notes {
            let _ = writeln!(out, "  note: {}", note.message);
            if let Some(location) = &note.location {
                location.render(&mut out, '-');
            }
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "  help: {help}");
        }
        out
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.render().trim_end())
    }
}
