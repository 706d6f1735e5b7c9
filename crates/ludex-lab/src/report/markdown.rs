//! A page as Markdown, with its pictures as files beside it.

use std::path::Path;

use super::{Block, Page, Table};

impl Page {
    /// Writes the page as `NAME.md` with its pictures beside it.
    pub fn write_markdown(&self, name: &str, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let (text, pictures) = self.to_markdown(name);
        for (file, content) in pictures.into_iter().chain([(format!("{name}.md"), text)]) {
            std::fs::write(folder.join(file), content)?;
        }
        Ok(())
    }

    /// The page as Markdown, and its pictures with their file names, which begin with `name`.
    pub fn to_markdown(&self, name: &str) -> (String, Vec<(String, String)>) {
        let mut out = format!("# {}\n\n", self.title);
        let mut pictures: Vec<(String, String)> = Vec::new();
        out += "Generated; do not edit. Made by\n\n";
        out += &format!("    {}\n\n", self.command);
        for (key, value) in &self.facts {
            out += &format!("- {key}: {value}\n");
        }
        out.push('\n');
        for paragraph in &self.lead {
            out += &format!("{paragraph}\n\n");
        }
        for section in &self.sections {
            out += &format!("## {}\n\n", section.heading);
            for block in &section.blocks {
                match block {
                    Block::Text(text) => out += &format!("{text}\n\n"),
                    Block::Table(table) => out += &format!("{}\n", table.to_markdown()),
                    Block::Plot { caption, svg } => {
                        let file = format!("{name}-{}.svg", pictures.len() + 1);
                        out += &format!("![{}]({file})\n\n", caption.replace(['[', ']'], ""));
                        pictures.push((file, format!("{svg}\n")));
                    }
                }
            }
        }
        (out.trim_end().to_string() + "\n", pictures)
    }
}

impl Table {
    fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: String =
            (0..self.heads.len()).map(|c| if self.is_numeric(c) { "|--:" } else { "|---" }).collect();
        line(&self.heads) + &rule + "|\n" + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}
