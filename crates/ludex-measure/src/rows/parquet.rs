//! Rows as Parquet, which pandas, polars, DuckDB and R read.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::metrics::columns;
use crate::run::RowSink;
use crate::source::Row;

/// Rows that are written together. All are kept until then, a few hundred bytes each.
const GROUP: usize = 1 << 15;

/// A file with a row for each game; what there is not is null.
pub struct ParquetRows {
    writer: Option<SerializedFileWriter<File>>,
    games: Vec<i64>,
    results: Vec<ByteArray>,
    values: Vec<Vec<f64>>,
}

fn as_io(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

impl ParquetRows {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<ParquetRows> {
        let columns = columns();
        let mut schema =
            "message games { REQUIRED INT64 game; REQUIRED BYTE_ARRAY result (UTF8);".to_string();
        for column in &columns {
            schema += &format!(" OPTIONAL DOUBLE {};", column.name);
        }
        schema += " }";
        let schema = Arc::new(parse_message_type(&schema).map_err(as_io)?);
        let level = ZstdLevel::try_new(1).map_err(as_io)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        let writer =
            SerializedFileWriter::new(File::create(path)?, schema, Arc::new(properties)).map_err(as_io)?;
        Ok(ParquetRows {
            writer: Some(writer),
            games: Vec::new(),
            results: Vec::new(),
            values: vec![Vec::new(); columns.len()],
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        if self.games.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group()?;
        if let Some(mut column) = group.next_column()? {
            column.typed::<Int64Type>().write_batch(&self.games, None, None)?;
            column.close()?;
        }
        if let Some(mut column) = group.next_column()? {
            column.typed::<ByteArrayType>().write_batch(&self.results, None, None)?;
            column.close()?;
        }
        for values in &mut self.values {
            let Some(mut column) = group.next_column()? else { break };
            let there: Vec<i16> = values.iter().map(|value| i16::from(!value.is_nan())).collect();
            values.retain(|value| !value.is_nan());
            column.typed::<DoubleType>().write_batch(values, Some(&there), None)?;
            column.close()?;
            values.clear();
        }
        group.close()?;
        self.games.clear();
        self.results.clear();
        Ok(())
    }
}

impl RowSink for ParquetRows {
    fn write(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in rows {
            self.games.push(row.game as i64);
            self.results.push(ByteArray::from(row.result().into_bytes()));
            for (values, &value) in self.values.iter_mut().zip(&row.values) {
                values.push(value);
            }
        }
        if self.games.len() >= GROUP { self.write_group().map_err(as_io) } else { Ok(()) }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_group().map_err(as_io)?;
        match self.writer.take() {
            Some(writer) => writer.close().map(|_| ()).map_err(as_io),
            None => Ok(()),
        }
    }
}
