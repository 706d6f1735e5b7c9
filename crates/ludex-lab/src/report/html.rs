//! A page as one HTML file that needs nothing else, light or dark as the reader's system is.

use super::{Block, Page, Table};

const STYLE: &str = include_str!("page.css");

impl Page {
    /// The page as HTML.
    pub fn to_html(&self) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
            escape(&self.title)
        );
        for paragraph in &self.lead {
            out += &format!("<p class=\"lead\">{}</p>\n", escape(paragraph));
        }
        if self.sections.len() > 3 {
            out += "<nav><ul>\n";
            for (index, section) in self.sections.iter().enumerate() {
                out += &format!("<li><a href=\"#s{index}\">{}</a></li>\n", escape(&section.heading));
            }
            out += "</ul></nav>\n";
        }
        for (index, section) in self.sections.iter().enumerate() {
            out += &format!("<section id=\"s{index}\">\n<h2>{}</h2>\n", escape(&section.heading));
            for block in &section.blocks {
                out += &match block {
                    Block::Text(text) => format!("<p>{}</p>\n", escape(text)),
                    Block::Table(table) => table.to_html(),
                    Block::Plot { caption, svg } => {
                        format!("<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>\n", escape(caption))
                    }
                };
            }
            out += "</section>\n";
        }
        out += "<section id=\"about\">\n<h2>How it was made</h2>\n<dl>\n";
        for (key, value) in &self.facts {
            out += &format!("<dt>{}</dt><dd>{}</dd>\n", escape(key), escape(value));
        }
        out + &format!(
            "</dl>\n<p>To repeat it:</p>\n<pre><code>{}</code></pre>\n</section>\n</main>\n</body>\n</html>\n",
            escape(&self.command)
        )
    }
}

impl Table {
    fn to_html(&self) -> String {
        let numeric: Vec<bool> = (0..self.heads.len()).map(|column| self.is_numeric(column)).collect();
        let class = |column: usize| if numeric[column] { " class=\"n\"" } else { "" };
        let mut out = "<div class=\"scroll\"><table>\n<thead><tr>".to_string();
        for (column, head) in self.heads.iter().enumerate() {
            out += &format!("<th{}>{}</th>", class(column), escape(head));
        }
        out += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            out += "<tr>";
            for (column, cell) in row.iter().enumerate().take(numeric.len()) {
                out += &match verdict(cell) {
                    Some(kind) => format!("<td class=\"{kind}\">{}</td>", escape(cell)),
                    None => format!("<td{}>{}</td>", class(column), escape(cell)),
                };
            }
            out += "</tr>\n";
        }
        out + "</tbody>\n</table></div>\n"
    }
}

/// Verdicts are marked by a sign before the word, so that colour is never the only difference.
fn verdict(cell: &str) -> Option<&'static str> {
    let begins = |word: &str| {
        cell == word || cell.starts_with(&format!("{word}:")) || cell.starts_with(&format!("{word} "))
    };
    if begins("agrees") {
        Some("agrees")
    } else if begins("differs") {
        Some("differs")
    } else if begins("not comparable") {
        Some("open")
    } else {
        None
    }
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
