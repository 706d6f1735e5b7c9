//! Text that remembers where each part of it came from.

use crate::text::{Place, SourceId, Span};

/// The use of a define through which a part of the text came; 0 means that it stands in a file as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrameId(pub(crate) u32);

/// A stretch of text that came from one place.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where it begins in the mapped text.
    at: u32,
    source: SourceId,
    /// Where it begins in the file.
    from: u32,
    /// For text made up on the way (the numbers of a range): the length of what it stands for.
    whole: Option<u32>,
    frame: FrameId,
}

/// Text made by putting stretches of files together, each of which is still known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapped {
    text: String,
    pieces: Vec<Piece>,
}

impl Mapped {
    /// A stretch of a file.
    pub(crate) fn of(text: &str, source: SourceId, from: usize) -> Self {
        let mut mapped = Mapped::default();
        mapped.push_from(text, source, from);
        mapped
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds a stretch of a file.
    pub(crate) fn push_from(&mut self, text: &str, source: SourceId, from: usize) {
        if !text.is_empty() {
            let at = self.text.len() as u32;
            self.pieces.push(Piece { at, source, from: from as u32, whole: None, frame: FrameId(0) });
            self.text.push_str(text);
        }
    }

    /// Adds part of another text. `through` is the frame that parts standing directly in a file get.
    pub(crate) fn push_part(&mut self, other: &Mapped, start: usize, end: usize, through: FrameId) {
        if start >= end {
            return;
        }
        let mut index = other.piece_at(start);
        let base = self.text.len();
        while let Some(piece) = other.pieces.get(index).filter(|p| (p.at as usize) < end) {
            let skipped = start.saturating_sub(piece.at as usize);
            let at = (base + (piece.at as usize).max(start) - start) as u32;
            let from = if piece.whole.is_some() { piece.from } else { piece.from + skipped as u32 };
            let frame = if through == FrameId(0) { piece.frame } else { through };
            self.pieces.push(Piece { at, from, frame, ..*piece });
            index += 1;
        }
        self.text.push_str(&other.text[start..end]);
    }

    /// Adds all of another text.
    pub(crate) fn push_all(&mut self, other: &Mapped) {
        self.push_part(other, 0, other.len(), FrameId(0));
    }

    /// Adds text that stands for the part `start..end` of another text.
    pub(crate) fn push_instead(&mut self, text: &str, other: &Mapped, start: usize, end: usize) {
        if let Some(piece) = other.pieces.get(other.piece_at(start)) {
            let from =
                if piece.whole.is_some() { piece.from } else { piece.from + (start as u32 - piece.at) };
            let at = self.text.len() as u32;
            self.pieces.push(Piece { at, from, whole: Some((end - start) as u32), ..*piece });
        }
        self.text.push_str(text);
    }

    /// A part as a text of its own.
    pub(crate) fn part(&self, start: usize, end: usize) -> Mapped {
        let mut part = Mapped::default();
        part.push_part(self, start, end, FrameId(0));
        part
    }

    /// The text without some of its parts, which are given in order.
    pub(crate) fn without(&self, parts: &[(usize, usize)]) -> Mapped {
        let mut kept = Mapped::default();
        let mut at = 0;
        for &(start, end) in parts {
            kept.push_part(self, at, start, FrameId(0));
            at = end;
        }
        kept.push_part(self, at, self.len(), FrameId(0));
        kept
    }

    fn piece_at(&self, offset: usize) -> usize {
        self.pieces.partition_point(|p| p.at as usize <= offset).saturating_sub(1)
    }

    /// Where a part came from, and through which use of a define. When its ends came from different places, the
    /// place of its beginning.
    pub(crate) fn origin(&self, span: Span) -> (Place, FrameId) {
        let nowhere = Piece { at: 0, source: SourceId(0), from: 0, whole: None, frame: FrameId(0) };
        let first = self.piece_at(span.start as usize);
        let begin = self.pieces.get(first).copied().unwrap_or(nowhere);
        let last =
            self.pieces.get(self.piece_at((span.end as usize).saturating_sub(1))).copied().unwrap_or(begin);
        let offset = |piece: &Piece, at: u32| match piece.whole {
            Some(length) if at > piece.at => piece.from + length,
            Some(_) => piece.from,
            None => piece.from + at.saturating_sub(piece.at),
        };
        let start = offset(&begin, span.start);
        let mut end = offset(&last, span.end);
        if (begin.source, begin.frame) != (last.source, last.frame) || end < start {
            let next = self.pieces.get(first + 1).map_or(self.text.len() as u32, |p| p.at);
            end = offset(&begin, next.min(span.end));
        }
        (Place { source: begin.source, span: Span { start, end } }, begin.frame)
    }
}
