//! Everything measured, against what others measured.

mod kinds;
mod oracle;
mod report;
mod runs;
