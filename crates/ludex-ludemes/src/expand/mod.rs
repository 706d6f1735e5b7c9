//! Descriptions as people write them, with defines, options, rulesets and ranges, to one plain tree.
//!
//! The language defines all of these as rewriting of text, and descriptions rely on it (a define may name a piece in
//! the middle of a quoted text, an option may stand for half a rule). So we rewrite text too, but every stretch of it
//! remembers which file it came from and through which defines: see [`Expanded::locate`].

mod defines;
mod library;
mod mapped;
mod options;
mod ranges;

use std::sync::Arc;

use crate::text::{
    Diagnostic, Location, Node, Note, Source, SourceId, Span, Value, check_brackets, read_tree,
};
use defines::Expander;
use mapped::{FrameId, Mapped};

pub use library::Library;
pub use options::{Choices, OptionGroup, OptionItem, Ruleset};

/// How large a description may become while it is expanded. A description may come from a stranger on the web.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a file that is read.
    pub file: usize,
    /// Characters of the expanded text.
    pub characters: usize,
    /// Uses of defines.
    pub uses: usize,
    /// Defines within defines.
    pub depth: usize,
    /// Numbers in one range.
    pub range: usize,
}

impl Default for Limits {
    /// The largest of Ludii's descriptions comes to 570,000 characters.
    fn default() -> Self {
        Limits { file: 1_000_000, characters: 2_000_000, uses: 50_000, depth: 64, range: 1000 }
    }
}

/// A description after all rewriting: one tree without defines, options or ranges.
#[derive(Debug)]
pub struct Expanded {
    /// The `(game ...)` or `(match ...)`.
    pub root: Node,
    /// What can be chosen about the game, in the order of the file.
    pub options: Vec<OptionGroup>,
    /// Named bundles of choices.
    pub rulesets: Vec<Ruleset>,
    /// The chosen item of each option group.
    pub chosen: Vec<usize>,
    /// The `(metadata ...)` of the file, with the options put in, when there is one that can be read.
    pub metadata: Option<Node>,
    origins: Origins,
}

impl Expanded {
    /// The name of the game.
    pub fn name(&self) -> &str {
        let first =
            self.root.as_call().and_then(|call| call.args.first()).map(|argument| &argument.value.value);
        if let Some(Value::Text(name)) = first { name } else { "" }
    }

    /// The whole text after rewriting.
    pub fn text(&self) -> &str {
        self.origins.mapped.text()
    }

    /// Where a span of the tree was written, and through which defines it came, innermost first.
    pub fn locate(&self, span: Span) -> (Location, Vec<Note>) {
        self.origins.locate(span)
    }

    /// An error about a span of the tree, shown where it was written and through the defines it came by.
    pub fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.origins.attach(Diagnostic::error(message), span)
    }

    /// The same as a warning.
    pub fn warning(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.origins.attach(Diagnostic::warning(message), span)
    }
}

/// One use of a define.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    name: Arc<str>,
    /// Where it was used.
    call: crate::text::Place,
    /// Through which use of another define that place came.
    parent: FrameId,
    depth: u32,
    given: u8,
    wanted: u8,
}

/// What is needed to say where text came from.
#[derive(Debug)]
pub(crate) struct Origins {
    mapped: Mapped,
    sources: Vec<Arc<Source>>,
    frames: Vec<Frame>,
}

impl Origins {
    fn location(&self, place: crate::text::Place) -> Location {
        let source = &self.sources[place.source.0 as usize];
        Location::new(source, place.source, place.span)
    }

    fn locate(&self, span: Span) -> (Location, Vec<Note>) {
        let (place, frame) = self.mapped.origin(span);
        let mut notes = Vec::new();
        let mut at = frame;
        while at != FrameId(0) && notes.len() < 8 {
            let frame = &self.frames[at.0 as usize - 1];
            let mut message = format!("this came from the define \"{}\", used here", frame.name);
            if frame.given < frame.wanted {
                message = format!(
                    "this came from the define \"{}\", used here with {} of its {} arguments",
                    frame.name, frame.given, frame.wanted
                );
            }
            notes.push(Note { message, location: Some(self.location(frame.call)) });
            at = frame.parent;
        }
        (self.location(place), notes)
    }

    fn attach(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        let (location, notes) = self.locate(span);
        let mut diagnostic = diagnostic.located(location);
        diagnostic.notes.extend(notes);
        diagnostic
    }
}

/// Expands a description with some choices of its options, within the usual limits.
pub fn expand(source: Source, library: &Library, choices: &Choices) -> Result<Expanded, Vec<Diagnostic>> {
    expand_within(source, library, choices, Limits::default())
}

/// Expands a description within the limits given.
pub fn expand_within(
    source: Source,
    library: &Library,
    choices: &Choices,
    limits: Limits,
) -> Result<Expanded, Vec<Diagnostic>> {
    let id = SourceId(0);
    if source.text().len() > limits.file {
        let message = format!("the file has {} bytes; at most {} are read", source.text().len(), limits.file);
        return Err(vec![Diagnostic::error(message).at(&source, id, Span::new(0, 0))]);
    }
    let wrong = check_brackets(&source, id);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let source = Arc::new(source);
    let sources = library.sources_after(source.clone());
    let plain = library::without_comments(source.text(), id);

    let (plain, options, rulesets) = options::extract(&plain, &source)?;
    let chosen = options::choose(&options, &rulesets, choices)?;
    let plain = options::substitute(&plain, &options, &chosen);

    let (plain, local) = defines::extract(&plain);
    let (plain, metadata) = cut_metadata(&plain);
    let mut expander = Expander::new(&local, library, limits);
    let expanded = expander.expand(&plain);
    let frames = expander.into_frames();
    let origins = |mapped| Origins { mapped, sources: sources.clone(), frames: frames.clone() };
    let expanded = expanded.map_err(|stopped| {
        let (span, mapped, message) = *stopped;
        vec![origins(mapped).attach(message, span)]
    })?;
    let expanded = ranges::expand(&expanded, limits.range).map_err(|(span, message)| {
        vec![origins(expanded.clone()).attach(Diagnostic::error(message), span)]
    })?;

    let origins = Origins { mapped: expanded, sources, frames };
    let (nodes, problems) = read_tree(origins.mapped.text());
    if !problems.is_empty() {
        let found = problems.into_iter().take(Diagnostic::MAX_PER_FILE);
        return Err(found.map(|(span, message)| origins.attach(Diagnostic::error(message), span)).collect());
    }
    let root = root_of(nodes, &origins, &source)?;
    let metadata = metadata.and_then(|text| read_tree(&text).0.into_iter().next());
    Ok(Expanded { root, options, rulesets, chosen, metadata, origins })
}

/// The defines of a text by name, with what they stand for. Works on text that is still being written.
pub fn local_defines(text: &str) -> Vec<(String, String)> {
    let (_, found) = defines::extract(&library::without_comments(text, SourceId(0)));
    found.into_iter().map(|define| (define.name.to_string(), define.body().to_string())).collect()
}

/// Takes `(metadata ...)` out of the text: it says how a game looks and where it is from, not how it is played.
fn cut_metadata(plain: &Mapped) -> (Mapped, Option<String>) {
    let blocks = defines::blocks(plain.text(), "metadata");
    let text = blocks.first().map(|&(start, end)| plain.text()[start..end].to_string());
    (plain.without(&blocks), text)
}

fn root_of(nodes: Vec<Node>, origins: &Origins, source: &Source) -> Result<Node, Vec<Diagnostic>> {
    let is_game =
        |node: &Node| node.as_call().is_some_and(|call| matches!(call.head.as_str(), "game" | "match"));
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut root = None;
    for node in nodes {
        if root.is_none() && is_game(&node) {
            root = Some(node);
        } else if !matches!(&node.value, Value::Word(rule) if !rule.contains(char::is_alphanumeric)) {
            // Rules of dashes between the parts of a file are common, with one slash as well as two.
            let message = "only one `(game ...)` or `(match ...)`, defines, options, rulesets and metadata may stand \
                           at the outermost level of a file";
            found.push(origins.attach(Diagnostic::error(message), node.span));
        }
    }
    match root {
        Some(root) if found.is_empty() => Ok(root),
        Some(_) => Err(found),
        None => {
            let message = "the file describes no game: there is no `(game \"Name\" ...)` in it";
            found.insert(0, Diagnostic::error(message).at(source, SourceId(0), Span::new(0, 0)));
            Err(found)
        }
    }
}
