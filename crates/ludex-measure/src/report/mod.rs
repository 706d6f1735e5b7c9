//! What was measured, for people: tables, pictures and pages.

mod charts;
mod compare;
mod findings;
mod numbers;
mod page;
mod svg;
mod table;

pub use compare::{Comparison, Difference, compare};
pub use findings::{Findings, Line, Summary};
pub use numbers::{grouped, number, power, short};
pub use page::comparison_page;
