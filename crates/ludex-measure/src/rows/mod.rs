//! One row a game, in files that other programs read.

mod csv;
mod parquet;

pub use csv::CsvRows;
pub use parquet::ParquetRows;
