//! Reports: what was found, as a page of tables and plots.
//!
//! A [`Page`] is plain data. It is written to a terminal, as one HTML file that needs nothing else, or as Markdown
//! with pictures beside it.

mod digest;
mod html;
mod markdown;
mod page;
pub mod plot;
mod results;
mod summary;
mod terminal;
mod tests;

pub(crate) use digest::blank_digests;
pub use digest::{Digest, digests};
pub use page::{Block, Page, Section, Table};
pub use results::page_of;
pub use summary::Summary;

/// A number with as many digits as are worth reading.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() {
            "-".into()
        } else if value > 0.0 {
            "∞".into()
        } else {
            "-∞".into()
        };
    }
    let digits = match value.abs() {
        v if v == 0.0 || v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 1.0 => 2,
        v if v >= 0.01 => 4,
        _ => 6,
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// A share as a percentage with one digit.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
