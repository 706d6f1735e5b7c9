//! Results in columns, readable by pandas, polars, DuckDB and R.
//!
//! Columns that every game has are encoded by hand ([`packed`]); what is kept only on request is left to the library,
//! which compresses it. Groups of rows are encoded apart from each other and so on several threads.

mod group;
mod packed;

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor};

pub(super) use group::{Columns, Encoded};

use super::{About, RunError};
use crate::plan::Expanded;
use group::List;

/// Rows of a group.
pub(super) const GROUP: u64 = 1 << 16;

/// The columns of a plan's results and what may stand in them.
pub(super) struct Shape {
    players: usize,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    cells: List,
    contests: List,
    contest_of: Vec<u32>,
    games: List,
    game_of: Vec<u32>,
    values: List,
    values_of: Vec<u32>,
    agents: List,
    agents_of: Vec<Agents>,
}

/// The agents of a cell: their places in the list of all names.
struct Agents {
    players: usize,
    names: Vec<u32>,
}

impl Shape {
    /// The columns for the results of a plan.
    pub(super) fn of(plan: &Expanded, abouts: &[About]) -> Result<Shape, RunError> {
        Shape::new(plan, abouts).map_err(failed)
    }

    fn new(plan: &Expanded, abouts: &[About]) -> Result<Shape, ParquetError> {
        let players = plan.arenas.iter().map(|arena| arena.players()).max().unwrap_or(0);
        let schema = parse_message_type(&format!("message games {{ {} }}", fields(players)))?;
        let about = serde_json::to_string(abouts).unwrap_or_default();
        let metadata = [("ludex.about", about), ("ludex.plan", plan.plan.source.clone())];
        let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_string(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_created_by(format!("ludex {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(metadata))
            .build();
        let cells = List {
            bytes: (0..plan.cells.len() as i64).flat_map(i64::to_le_bytes).collect(),
            count: plan.cells.len(),
        };
        let (mut contests, mut games, mut values, mut agents) =
            (Names::default(), Names::default(), Names::default(), Names::default());
        let written = |values: &[(String, String)]| {
            values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
        };
        let contest_of = plan.cells.iter().map(|cell| contests.add(&cell.contest)).collect();
        let game_of = plan.cells.iter().map(|cell| games.add(&cell.game)).collect();
        let values_of = plan.cells.iter().map(|cell| values.add(&written(&cell.values))).collect();
        let agents_of = plan.cells.iter().map(|cell| Agents {
            players: plan.arenas[cell.arena].players(),
            names: cell.labels.iter().map(|label| agents.add(label)).collect(),
        });
        Ok(Shape {
            players,
            schema: Arc::new(SchemaDescriptor::new(Arc::new(schema))),
            properties: Arc::new(properties),
            cells,
            contest_of,
            contests: contests.list,
            game_of,
            games: games.list,
            values_of,
            values: values.list,
            agents_of: agents_of.collect(),
            agents: agents.list,
        })
    }
}

/// The columns in the words of Parquet.
fn fields(players: usize) -> String {
    let whole = |name: &str| format!("OPTIONAL INT64 {name};");
    let real = |name: &str| format!("OPTIONAL DOUBLE {name};");
    let text = |name: &str| format!("OPTIONAL BYTE_ARRAY {name} (STRING);");
    let mut all = vec![
        whole("cell"),
        text("contest"),
        text("game"),
        text("values"),
        whole("number"),
        whole("plies"),
        whole("opening"),
        "OPTIONAL INT64 hash (INTEGER(64,false));".to_string(),
        real("branching"),
        text("trouble"),
        text("moves"),
        "OPTIONAL group curve (LIST) { REPEATED group list { REQUIRED FLOAT element; } }".to_string(),
    ];
    for seat in 1..=players {
        all.push(text(&format!("agent_{seat}")));
        all.push(real(&format!("result_{seat}")));
        all.extend(["points", "nodes", "playouts", "choices"].map(|name| whole(&format!("{name}_{seat}"))));
    }
    all.concat()
}

/// A list of different names, in the order in which they came.
#[derive(Default)]
struct Names {
    list: List,
    known: std::collections::HashMap<String, u32>,
}

impl Names {
    fn add(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let at = self.list.count as u32;
        self.list.bytes.extend((name.len() as u32).to_le_bytes());
        self.list.bytes.extend(name.as_bytes());
        self.list.count += 1;
        self.known.insert(name.to_string(), at);
        at
    }
}

/// A Parquet file to which one group after the other is added.
pub(super) struct Sheet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> Sheet<W> {
    /// Begins a file.
    pub(super) fn new(shape: &Shape, out: W) -> Result<Sheet<W>, RunError> {
        let schema = shape.schema.root_schema_ptr();
        let writer = SerializedFileWriter::new(out, schema, Arc::clone(&shape.properties)).map_err(failed)?;
        Ok(Sheet { writer })
    }

    /// Adds a group.
    pub(super) fn add(&mut self, group: Encoded) -> Result<(), RunError> {
        let append = || {
            let mut rows = self.writer.next_row_group()?;
            for (bytes, close) in group.columns {
                rows.append_column(&bytes, close)?;
            }
            rows.close().map(drop)
        };
        append().map_err(failed)
    }

    /// Ends the file.
    pub(super) fn end(self) -> Result<W, RunError> {
        self.writer.into_inner().map_err(failed)
    }
}

pub(super) fn failed(error: ParquetError) -> RunError {
    RunError::new(format!("Parquet: {error}"))
}
