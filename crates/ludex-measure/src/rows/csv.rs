//! Rows as comma-separated values.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::metrics::columns;
use crate::run::RowSink;
use crate::source::Row;

/// A file with a line for each game; what there is not is left empty.
pub struct CsvRows {
    file: BufWriter<File>,
}

impl CsvRows {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<CsvRows> {
        let mut file = BufWriter::with_capacity(1 << 18, File::create(path)?);
        write!(file, "game,result")?;
        for column in columns() {
            write!(file, ",{}", column.name)?;
        }
        writeln!(file)?;
        Ok(CsvRows { file })
    }
}

impl RowSink for CsvRows {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in rows {
            write!(self.file, "{},{}", row.game, row.result())?;
            for value in &row.values {
                if value.is_nan() {
                    self.file.write_all(b",")?;
                } else {
                    write!(self.file, ",{value}")?;
                }
            }
            writeln!(self.file)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
