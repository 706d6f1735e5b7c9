//! A page for the terminal. Pictures are named, not drawn.

use super::{Block, Page, Table};

impl Page {
    /// The page as text.
    pub fn to_terminal(&self) -> String {
        let mut out = format!("{}\n{}\n\n", self.title, "=".repeat(self.title.chars().count()));
        for paragraph in &self.lead {
            out += &format!("{paragraph}\n\n");
        }
        for section in &self.sections {
            out += &format!("{}\n{}\n", section.heading, "-".repeat(section.heading.chars().count()));
            for block in &section.blocks {
                match block {
                    Block::Text(text) => out += &format!("{text}\n"),
                    Block::Table(table) => out += &table.to_terminal(),
                    Block::Plot { .. } => continue,
                }
                out.push('\n');
            }
            if section.blocks.iter().all(|block| matches!(block, Block::Plot { .. })) {
                out += "(pictures, in the HTML page)\n\n";
            }
        }
        for (name, value) in &self.facts {
            out += &format!("{name}: {value}\n");
        }
        out + &format!("again: {}\n", self.command)
    }
}

impl Table {
    fn to_terminal(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(self.heads.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let gap = " ".repeat(width.saturating_sub(cell.chars().count()));
                if self.is_numeric(column) { gap + cell } else { cell.clone() + &gap }
            });
            let text = cells.collect::<Vec<_>>().join("  ");
            format!("  {}\n", text.trim_end())
        };
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        line(&self.heads) + &line(&rule) + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}
