//! A page as plain data.

use serde::Serialize;

/// A report.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// Paragraphs at the top.
    pub lead: Vec<String>,
    /// Who made it from what: version, seed, machine.
    pub facts: Vec<(String, String)>,
    /// The one command that repeats it.
    pub command: String,
    /// The rest.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A picture as SVG, with what it shows.
    Plot {
        /// What it shows, for those who cannot see it too.
        caption: String,
        /// The picture.
        svg: String,
    },
}

/// A table of texts. Columns of numbers are set to the right.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Table {
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads.
    pub fn new(heads: &[&str]) -> Table {
        Table { heads: heads.iter().map(|head| head.to_string()).collect(), rows: Vec::new() }
    }

    /// Whether a column has numbers only (or nothing); an interval may say "to".
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let number = |text: &str| {
            text.chars().next().is_none_or(|c| c.is_ascii_digit() || "-+±∞<≈·".contains(c))
                && text.chars().filter(|c| c.is_alphabetic()).count() <= 2
        };
        self.rows.iter().all(|row| row.get(column).is_none_or(|text| number(text)))
    }
}

impl Section {
    /// A section with nothing in it.
    pub fn new(heading: impl Into<String>) -> Section {
        Section { heading: heading.into(), blocks: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn say(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds a table unless it is empty.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// Adds a picture.
    pub fn plot(&mut self, caption: impl Into<String>, svg: String) {
        self.blocks.push(Block::Plot { caption: caption.into(), svg });
    }
}
