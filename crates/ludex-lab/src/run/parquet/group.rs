//! The rows of a group, gathered by column and encoded.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::Shape;
use super::packed::{Present, differences, places, places_in_runs};
use crate::game::Row;

/// Columns of numbers for each seat.
#[derive(Clone, Default)]
struct AtSeat {
    agent: Vec<u8>,
    seated: Present,
    result: Vec<u32>,
    has_result: Present,
    points: Vec<i64>,
    has_points: Present,
    nodes: Vec<i64>,
    playouts: Vec<i64>,
    choices: Vec<i64>,
}

/// The rows of a group by column.
pub(in crate::run) struct Columns<'a> {
    shape: &'a Shape,
    /// Which pairing comes how many times, in order.
    cells: Vec<(u32, u64)>,
    rows: u64,
    number: Vec<i64>,
    plies: Vec<i64>,
    opening: Vec<i64>,
    hash: Vec<u8>,
    /// The different results that were seen.
    results: Vec<f64>,
    seats: Vec<AtSeat>,
    branching: Vec<f64>,
    has_branching: Present,
    trouble: Vec<ByteArray>,
    in_trouble: Present,
    moves: Vec<ByteArray>,
    has_moves: Present,
    curve: Vec<f32>,
    /// For each standing, and for each row without any, what is there and whether it is of the same row as the last.
    curve_levels: (Vec<i16>, Vec<i16>),
    /// Rows that are among them: those after the last with a curve are added at the end.
    curve_rows: u64,
}

/// A group that is ready to be written: the bytes of each column, and what stands about it at the end of the file.
pub(in crate::run) struct Encoded {
    pub(super) columns: Vec<(Bytes, ColumnCloseResult)>,
}

impl<'a> Columns<'a> {
    /// No rows yet, and room for as many as a group has.
    pub(in crate::run) fn new(shape: &'a Shape) -> Columns<'a> {
        let room = super::GROUP as usize;
        let whole = || Vec::with_capacity(room);
        Columns {
            shape,
            cells: Vec::new(),
            rows: 0,
            number: whole(),
            plies: whole(),
            opening: whole(),
            hash: Vec::with_capacity(8 * room),
            results: vec![0.0, 0.5, 1.0],
            seats: vec![AtSeat::default(); shape.players],
            branching: Vec::new(),
            has_branching: Present::default(),
            trouble: Vec::new(),
            in_trouble: Present::default(),
            moves: Vec::new(),
            has_moves: Present::default(),
            curve: Vec::new(),
            curve_levels: (Vec::new(), Vec::new()),
            curve_rows: 0,
        }
    }

    /// Adds a row, whose seats must be those of its cell.
    #[inline]
    pub(in crate::run) fn add(&mut self, cell: usize, row: &Row) {
        match self.cells.last_mut() {
            Some((last, many)) if *last == cell as u32 => *many += 1,
            _ => self.cells.push((cell as u32, 1)),
        }
        self.rows += 1;
        self.number.push(row.game as i64);
        self.plies.push(i64::from(row.plies));
        self.opening.push(i64::from(row.opening));
        self.hash.extend_from_slice(&row.hash.to_le_bytes());
        self.has_branching.add(row.branching.is_some());
        self.branching.extend(row.branching);
        let text = row.trouble.as_ref().and_then(|trouble| serde_json::to_string(trouble).ok());
        self.in_trouble.add(text.is_some());
        self.trouble.extend(text.map(|text| ByteArray::from(text.into_bytes())));
        self.has_moves.add(row.moves.is_some());
        self.moves.extend(row.moves.as_ref().map(|moves| ByteArray::from(moves.as_bytes().to_vec())));
        if let Some(curve) = &row.curve {
            self.add_curve(curve);
        }
        for (seat, at) in self.seats.iter_mut().enumerate() {
            let seated = seat < row.seats.len();
            at.seated.add(seated);
            if !seated {
                at.has_result.add(false);
                at.has_points.add(false);
                continue;
            }
            at.agent.push(row.seats[seat]);
            at.nodes.push(row.nodes[seat] as i64);
            at.playouts.push(row.playouts[seat] as i64);
            at.choices.push(i64::from(row.choices[seat]));
            at.has_result.add(row.result.is_some());
            if let Some(result) = &row.result {
                at.result.push(place(&mut self.results, result[seat]));
            }
            at.has_points.add(row.points.is_some());
            if let Some(points) = &row.points {
                at.points.push(i64::from(points[seat]));
            }
        }
    }

    fn add_curve(&mut self, curve: &[f32]) {
        self.no_curve_before(self.rows - 1);
        let (there, again) = &mut self.curve_levels;
        self.curve.extend(curve);
        again.extend((0..curve.len().max(1)).map(|at| i16::from(at > 0)));
        there.resize(again.len(), if curve.is_empty() { 1 } else { 2 });
        self.curve_rows += 1;
    }

    /// Says of all rows up to this one of which nothing was said that they have no curve.
    fn no_curve_before(&mut self, row: u64) {
        let (there, again) = &mut self.curve_levels;
        again.resize(again.len() + (row - self.curve_rows) as usize, 0);
        there.resize(again.len(), 0);
        self.curve_rows = row;
    }

    /// Forgets all rows but not the room for them.
    fn clear(&mut self) {
        self.rows = 0;
        self.curve_rows = 0;
        self.cells.clear();
        self.hash.clear();
        self.results.truncate(3);
        self.branching.clear();
        self.trouble.clear();
        self.moves.clear();
        self.curve.clear();
        self.curve_levels.0.clear();
        self.curve_levels.1.clear();
        [&mut self.number, &mut self.plies, &mut self.opening].into_iter().for_each(Vec::clear);
        let kept = [&mut self.has_branching, &mut self.in_trouble, &mut self.has_moves];
        kept.into_iter().for_each(Present::clear);
        for at in &mut self.seats {
            at.agent.clear();
            at.result.clear();
            let numbers = [&mut at.points, &mut at.nodes, &mut at.playouts, &mut at.choices];
            numbers.into_iter().for_each(Vec::clear);
            [&mut at.seated, &mut at.has_result, &mut at.has_points].into_iter().for_each(Present::clear);
        }
    }

    /// Encodes all columns in the order of the schema and begins anew without rows.
    pub(in crate::run) fn encode(&mut self) -> Result<Encoded, ParquetError> {
        let shape = self.shape;
        if self.curve_rows > 0 {
            self.no_curve_before(self.rows);
        }
        let mut out = Out { shape, columns: Vec::with_capacity(shape.schema.num_columns()) };
        let all = {
            let mut all = Present::default();
            all.add_many(true, self.rows);
            all
        };
        let named = |of: &[u32]| -> Vec<(u32, u64)> {
            self.cells.iter().map(|&(cell, many)| (of[cell as usize], many)).collect()
        };
        let cells: Vec<(u32, u64)> = self.cells.clone();
        out.runs(&all, &cells, &shape.cells)?;
        out.runs(&all, &named(&shape.contest_of), &shape.contests)?;
        out.runs(&all, &named(&shape.game_of), &shape.games)?;
        out.runs(&all, &named(&shape.values_of), &shape.values)?;
        out.whole(&all, &self.number)?;
        out.whole(&all, &self.plies)?;
        out.whole(&all, &self.opening)?;
        out.page(&all, None, Encoding::PLAIN, |page| page.extend_from_slice(&self.hash))?;
        let branching = |writer: &mut ColumnWriter<'_>, levels: &[i16]| match writer {
            ColumnWriter::DoubleColumnWriter(typed) => typed.write_batch(&self.branching, Some(levels), None),
            _ => Err(wrong_type()),
        };
        out.kept(&self.has_branching, branching)?;
        out.texts(&self.in_trouble, &self.trouble)?;
        out.texts(&self.has_moves, &self.moves)?;
        if self.curve_rows == 0 {
            let mut none = Present::default();
            none.add_many(false, self.rows);
            out.no_list(&none)?;
        } else {
            let (there, again) = &self.curve_levels;
            out.written(|writer| match writer {
                ColumnWriter::FloatColumnWriter(typed) => {
                    typed.write_batch(&self.curve, Some(there), Some(again))
                }
                _ => Err(wrong_type()),
            })?;
        }
        for (seat, at) in self.seats.iter().enumerate() {
            out.agents(at, &self.cells, seat)?;
            let results: Vec<u8> = self.results.iter().flat_map(|value| value.to_le_bytes()).collect();
            out.page(
                &at.has_result,
                Some((&results, self.results.len())),
                Encoding::RLE_DICTIONARY,
                |page| {
                    places(page, &at.result, self.results.len());
                },
            )?;
            out.whole(&at.has_points, &at.points)?;
            out.whole(&at.seated, &at.nodes)?;
            out.whole(&at.seated, &at.playouts)?;
            out.whole(&at.seated, &at.choices)?;
        }
        let columns = out.columns;
        self.clear();
        Ok(Encoded { columns })
    }
}

/// The place of a value in a list, to which it is added if it is not there.
#[inline(always)]
fn place(list: &mut Vec<f64>, value: f64) -> u32 {
    // By their bits: what is no number is not equal to itself.
    let found = list.iter().position(|known| known.to_bits() == value.to_bits());
    found.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    }) as u32
}

fn wrong_type() -> ParquetError {
    ParquetError::General("a column has another type than its schema".into())
}

/// Columns that are encoded already.
struct Out<'a> {
    shape: &'a Shape,
    columns: Vec<(Bytes, ColumnCloseResult)>,
}

impl Out<'_> {
    fn next(&self) -> ColumnDescPtr {
        self.shape.schema.column(self.columns.len())
    }

    /// A column of whole numbers.
    fn whole(&mut self, present: &Present, values: &[i64]) -> Result<(), ParquetError> {
        self.page(present, None, Encoding::DELTA_BINARY_PACKED, |page| differences(page, values))
    }

    /// A column of values from a list, in runs.
    fn runs(&mut self, present: &Present, runs: &[(u32, u64)], list: &List) -> Result<(), ParquetError> {
        let list = (&list.bytes[..], list.count);
        self.page(present, Some(list), Encoding::RLE_DICTIONARY, |page| places_in_runs(page, runs, list.1))
    }

    /// The names of the agents at a seat.
    fn agents(&mut self, at: &AtSeat, cells: &[(u32, u64)], seat: usize) -> Result<(), ParquetError> {
        let shape = self.shape;
        let mut names = Vec::with_capacity(at.agent.len());
        let mut who = at.agent.iter();
        for &(cell, many) in cells {
            let of = &shape.agents_of[cell as usize];
            if seat < of.players {
                let name = |&who: &u8| of.names.get(who as usize).copied().unwrap_or(0);
                names.extend(who.by_ref().take(many as usize).map(name));
            }
        }
        let list = &shape.agents;
        self.page(&at.seated, Some((&list.bytes, list.count)), Encoding::RLE_DICTIONARY, |page| {
            places(page, &names, list.count);
        })
    }

    /// A column that is kept only where it was asked for.
    fn kept(
        &mut self,
        present: &Present,
        write: impl Fn(&mut ColumnWriter<'_>, &[i16]) -> Result<usize, ParquetError>,
    ) -> Result<(), ParquetError> {
        if present.nowhere() {
            return self.page(present, None, Encoding::PLAIN, |_| {});
        }
        self.written(|writer| write(writer, &present.levels()))
    }

    fn texts(&mut self, present: &Present, values: &[ByteArray]) -> Result<(), ParquetError> {
        self.kept(present, |writer, levels| match writer {
            ColumnWriter::ByteArrayColumnWriter(typed) => typed.write_batch(values, Some(levels), None),
            _ => Err(wrong_type()),
        })
    }

    /// A column of lists without any list.
    fn no_list(&mut self, none: &Present) -> Result<(), ParquetError> {
        self.pages(none.rows(), None, Encoding::PLAIN, |page| {
            // No element is one of several of its row, and none is there: twice the same levels. Those of what is
            // there have two bits, which is a byte in a run all the same.
            none.write(page);
            none.write(page);
        })
    }

    /// A column of one page, perhaps with a list of the values that may stand there.
    fn page(
        &mut self,
        present: &Present,
        list: Option<(&[u8], usize)>,
        encoding: Encoding,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), ParquetError> {
        self.pages(present.rows(), list, encoding, |page| {
            present.write(page);
            write(page);
        })
    }

    fn pages(
        &mut self,
        rows: u64,
        list: Option<(&[u8], usize)>,
        encoding: Encoding,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), ParquetError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let mut pages = SerializedPageWriter::new(&mut sink);
        let mut encodings = vec![Encoding::RLE, encoding];
        if let Some((bytes, count)) = list {
            encodings.push(Encoding::PLAIN);
            let page = Page::DictionaryPage {
                buf: Bytes::copy_from_slice(bytes),
                num_values: count as u32,
                encoding: Encoding::PLAIN,
                is_sorted: false,
            };
            pages.write_page(CompressedPage::new(page, bytes.len()))?;
        }
        let mut content = Vec::new();
        write(&mut content);
        let size = content.len();
        let page = Page::DataPage {
            buf: content.into(),
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let spec = pages.write_page(CompressedPage::new(page, size))?;
        let bytes: Bytes = sink.into_inner()?.into();
        let metadata = ColumnChunkMetaData::builder(self.next())
            .set_compression(Compression::UNCOMPRESSED)
            .set_encodings(encodings)
            .set_num_values(rows as i64)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(bytes.len() as i64)
            .set_data_page_offset(spec.offset as i64)
            .set_dictionary_page_offset(list.map(|_| 0))
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        self.columns.push((bytes, close));
        Ok(())
    }

    /// A column that the library encodes and compresses.
    fn written(
        &mut self,
        write: impl FnOnce(&mut ColumnWriter<'_>) -> Result<usize, ParquetError>,
    ) -> Result<(), ParquetError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let properties: WriterPropertiesPtr = Arc::clone(&self.shape.properties);
        let pages = Box::new(SerializedPageWriter::new(&mut sink));
        let mut writer = get_column_writer(self.next(), properties, pages);
        write(&mut writer)?;
        let close = writer.close()?;
        self.columns.push((sink.into_inner()?.into(), close));
        Ok(())
    }
}

/// Values that may stand in a column, as they are written into the file.
#[derive(Clone, Default, Debug)]
pub(super) struct List {
    pub(super) bytes: Vec<u8>,
    pub(super) count: usize,
}
