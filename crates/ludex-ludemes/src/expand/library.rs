//! Defines shared by many descriptions, read from a folder of `.def` files.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::defines::{self, Define};
use super::mapped::Mapped;
use crate::text::{Diagnostic, Source, SourceId, Span, TokenKind, check_brackets, tokens};

/// Defines that every description may use without defining them itself.
#[derive(Debug, Default)]
pub struct Library {
    sources: Vec<Arc<Source>>,
    defines: FxHashMap<Arc<str>, Define>,
    problems: Vec<Diagnostic>,
}

impl Library {
    /// A library without defines.
    pub fn empty() -> Self {
        Library::default()
    }

    /// The small library that our own descriptions use: the files of `games/def/`.
    pub fn ours() -> Self {
        let mut library = Library::default();
        library.add_ours();
        library
    }

    /// Adds the files of `games/def/`. Defines that are there already stay as they are.
    pub fn add_ours(&mut self) {
        for (name, text) in crate::shelf::DEFINES {
            self.add(Source::new(name, text));
        }
    }

    /// Reads every `.def` file of a folder and its folders, in the order of their names.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        let mut library = Library::default();
        let mut folders = vec![(folder.to_path_buf(), 0)];
        let mut files = Vec::new();
        while let Some((folder, depth)) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_dir() && depth < 8 {
                    folders.push((path, depth + 1));
                } else if path.extension().is_some_and(|e| e == "def") {
                    files.push(path);
                }
            }
        }
        files.sort();
        for path in files {
            library.add(Source::new(
                path.display().to_string(),
                String::from_utf8_lossy(&std::fs::read(&path)?),
            ));
        }
        Ok(library)
    }

    /// Adds the defines of one file. A file whose brackets do not close is left out, see [`Library::problems`].
    pub fn add(&mut self, source: Source) {
        // Number 0 belongs to the description that uses the library.
        let id = SourceId(self.sources.len() as u32 + 1);
        let problems = check_brackets(&source, id);
        if problems.is_empty() {
            for define in defines::extract(&without_comments(source.text(), id)).1 {
                self.defines.entry(define.name.clone()).or_insert(define);
            }
        }
        self.problems.extend(problems);
        self.sources.push(Arc::new(source));
    }

    /// What is wrong with the files of the library.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// The names of the defines, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.defines.keys().map(|name| &**name).collect();
        names.sort_unstable();
        names
    }

    /// The text that a define stands for.
    pub fn body(&self, name: &str) -> Option<&str> {
        self.defines.get(name).map(Define::body)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Define> {
        self.defines.get(name)
    }

    pub(crate) fn sources_after(&self, first: Arc<Source>) -> Vec<Arc<Source>> {
        std::iter::once(first).chain(self.sources.iter().cloned()).collect()
    }
}

/// A file's text with the comments taken out.
pub(crate) fn without_comments(text: &str, id: SourceId) -> Mapped {
    let comments = tokens(text).filter(|token| token.kind == TokenKind::Comment).map(|token| token.span);
    let cut: Vec<(usize, usize)> =
        comments.map(|Span { start, end }| (start as usize, end as usize)).collect();
    Mapped::of(text, id, 0).without(&cut)
}
