//! Results in columns, readable by pandas, polars, DuckDB and R.

use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::{About, RunError, journal, lines};
use crate::game::Row;
use crate::plan::Expanded;

/// Rows of a group: columns are compressed group by group.
const GROUP: usize = 100_000;

/// The value of a column in a row.
type Value<'a, T> = Box<dyn Fn(&Game<'_>) -> Option<T> + 'a>;

/// One column: its type in the file's schema, its name, and its value in a row.
enum Column<'a> {
    Whole(String, Value<'a, i64>),
    Real(String, Value<'a, f64>),
    Text(String, Value<'a, String>),
}

/// A row with its cell.
struct Game<'a> {
    cell: usize,
    row: Row,
    plan: &'a Expanded,
}

/// Writes the lines of `results.jsonl` as a Parquet file.
pub(super) fn write(plan: &Expanded, results: &[u8], abouts: &[About]) -> Result<Vec<u8>, RunError> {
    encode(plan, results, abouts).map_err(|error| RunError::new(format!("Parquet: {error}")))
}

fn columns<'a>(players: usize) -> Vec<Column<'a>> {
    let whole = |name: &str, value: Value<'a, i64>| Column::Whole(name.into(), value);
    let text = |name: &str, value: Value<'a, String>| Column::Text(name.into(), value);
    let mut all = vec![
        whole("cell", Box::new(|game| Some(game.cell as i64))),
        text("contest", Box::new(|game| Some(game.plan.cells[game.cell].contest.clone()))),
        text("game", Box::new(|game| Some(game.plan.cells[game.cell].game.clone()))),
        text("values", Box::new(|game| Some(values(game)))),
        whole("number", Box::new(|game| Some(game.row.game as i64))),
        whole("plies", Box::new(|game| Some(i64::from(game.row.plies)))),
        whole("opening", Box::new(|game| Some(i64::from(game.row.opening)))),
        text("hash", Box::new(|game| Some(format!("{:016x}", game.row.hash)))),
        Column::Real("branching".into(), Box::new(|game| game.row.branching)),
        text("trouble", Box::new(|game| serde_json::to_string(game.row.trouble.as_ref()?).ok())),
        text("moves", Box::new(|game| game.row.moves.clone())),
    ];
    for seat in 0..players {
        let name = |what: &str| format!("{what}_{}", seat + 1);
        all.extend([
            Column::Text(
                name("agent"),
                Box::new(move |game| {
                    let who = *game.row.seats.get(seat)?;
                    game.plan.cells[game.cell].labels.get(who as usize).cloned()
                }),
            ),
            Column::Real(name("result"), Box::new(move |game| game.row.result?.get(seat).copied())),
            Column::Whole(
                name("points"),
                Box::new(move |game| game.row.points?.get(seat).map(|&points| i64::from(points))),
            ),
            Column::Whole(name("nodes"), Box::new(move |game| game.row.nodes.get(seat).map(|&n| n as i64))),
            Column::Whole(
                name("playouts"),
                Box::new(move |game| game.row.playouts.get(seat).map(|&n| n as i64)),
            ),
            Column::Whole(
                name("choices"),
                Box::new(move |game| game.row.choices.get(seat).map(|&n| i64::from(n))),
            ),
        ]);
    }
    all
}

fn values(game: &Game<'_>) -> String {
    let values = &game.plan.cells[game.cell].values;
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

fn encode(plan: &Expanded, results: &[u8], abouts: &[About]) -> Result<Vec<u8>, ParquetError> {
    let players = plan.arenas.iter().map(|arena| arena.players()).max().unwrap_or(0);
    let columns = columns(players);
    let fields: String = columns
        .iter()
        .map(|column| match column {
            Column::Whole(name, _) => format!("OPTIONAL INT64 {name};"),
            Column::Real(name, _) => format!("OPTIONAL DOUBLE {name};"),
            Column::Text(name, _) => format!("OPTIONAL BYTE_ARRAY {name} (STRING);"),
        })
        .collect();
    let schema = Arc::new(parse_message_type(&format!("message games {{ {fields} }}"))?);
    let about = serde_json::to_string(abouts).unwrap_or_default();
    let metadata = [("ludex.about", about), ("ludex.plan", plan.plan.source.clone())];
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_string(), value)).to_vec();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_created_by(format!("ludex {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(metadata))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut rows = journal::lines_of(results).filter_map(|line| {
        let (cell, row) = lines::read_line(std::str::from_utf8(line).ok()?).ok()?;
        Some(Game { cell, row, plan })
    });
    loop {
        let group: Vec<Game<'_>> = rows.by_ref().take(GROUP).collect();
        if group.is_empty() {
            break;
        }
        let mut out = writer.next_row_group()?;
        for column in &columns {
            write_column(&mut out, column, &group)?;
        }
        out.close()?;
    }
    writer.into_inner()
}

fn write_column(
    out: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    column: &Column<'_>,
    rows: &[Game<'_>],
) -> Result<(), ParquetError> {
    let Some(mut writer) = out.next_column()? else {
        return Ok(());
    };
    match (column, writer.untyped()) {
        (Column::Whole(_, value), ColumnWriter::Int64ColumnWriter(typed)) => {
            let (values, levels) = known(rows, value);
            typed.write_batch(&values, Some(&levels), None)?;
        }
        (Column::Real(_, value), ColumnWriter::DoubleColumnWriter(typed)) => {
            let (values, levels) = known(rows, value);
            typed.write_batch(&values, Some(&levels), None)?;
        }
        (Column::Text(_, value), ColumnWriter::ByteArrayColumnWriter(typed)) => {
            let (values, levels) = known(rows, |row| Some(ByteArray::from(value(row)?.into_bytes())));
            typed.write_batch(&values, Some(&levels), None)?;
        }
        _ => return Err(ParquetError::General("a column has another type than its schema".into())),
    }
    writer.close()
}

/// The values that are known, and for each row whether it is among them.
fn known<T>(rows: &[Game<'_>], value: impl Fn(&Game<'_>) -> Option<T>) -> (Vec<T>, Vec<i16>) {
    let mut values = Vec::with_capacity(rows.len());
    let mut levels = Vec::with_capacity(rows.len());
    for row in rows {
        let value = value(row);
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    (values, levels)
}
