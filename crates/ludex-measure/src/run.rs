//! Many games on all processors, measured as they come: nothing grows with their number.

use std::io;
use std::time::Instant;

use rayon::prelude::*;

use crate::course::Courses;
use crate::distinct::Distinct;
use crate::measured::Measured;
use crate::source::{About, Batch, Row, Source};

/// Where rows go as they come.
pub trait RowSink: Send {
    /// Takes some rows, in the order of the games.
    fn write(&mut self, rows: &[Row]) -> io::Result<()>;

    /// There are no more.
    fn finish(&mut self) -> io::Result<()>;
}

/// Why a run ended early.
#[derive(Debug)]
pub enum RunError {
    /// A game could not be played or replayed.
    Game(String),
    /// Rows could not be written.
    Write(io::Error),
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::Game(sentence) => f.write_str(sentence),
            RunError::Write(error) => write!(f, "the rows cannot be written: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// Games of one task where all play at random. Sums are made task by task, so this is part of what a seed means.
const CHUNK: u64 = 64;
/// Games of one task where agents think.
const THINKING_CHUNK: u64 = 2;
/// Tasks between two writings.
const TASKS: u64 = 64;
/// Positions kept for the estimate of their number.
const MOST_SAMPLED: usize = 1_000_000;

/// Plays and measures `games` games on `threads` threads. `progress` is told how many more are done. Everything but
/// the time taken is the same for any number of threads.
pub fn run(
    source: &dyn Source,
    games: u64,
    threads: usize,
    sinks: &mut [&mut dyn RowSink],
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Measured, RunError> {
    let begin = Instant::now();
    let chunk = if source.about().random { CHUNK } else { THINKING_CHUNK };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let mut measured = Measured::new(source.about());
    let mut work = || {
        let tasks = games.div_ceil(chunk);
        let play = |first: u64| -> Result<Vec<Batch>, String> {
            (first..tasks.min(first + TASKS))
                .into_par_iter()
                .map(|task| {
                    let batch = source.games(task * chunk..games.min((task + 1) * chunk))?;
                    progress(batch.rows.len() as u64);
                    Ok(batch)
                })
                .collect()
        };
        let mut batches = play(0).map_err(RunError::Game)?;
        let mut first = TASKS;
        // While one lot is written the next is played.
        while !batches.is_empty() {
            let (next, written) = rayon::join(
                || if first < tasks { play(first) } else { Ok(Vec::new()) },
                || take(&mut measured, sinks, &batches),
            );
            written?;
            batches = next.map_err(RunError::Game)?;
            first += TASKS;
        }
        Ok(())
    };
    match pool {
        Ok(pool) => pool.install(work),
        // A machine that cannot start threads can still do the work, on rayon's own terms.
        Err(_) => work(),
    }?;
    for sink in sinks.iter_mut() {
        sink.finish().map_err(RunError::Write)?;
    }
    measured.seconds = begin.elapsed().as_secs_f64();
    Ok(measured)
}

/// Measures games that are already there.
pub fn gather(about: &About, batch: &Batch, sinks: &mut [&mut dyn RowSink]) -> Result<Measured, RunError> {
    let mut measured = Measured::new(about);
    take(&mut measured, sinks, std::slice::from_ref(batch))?;
    for sink in sinks.iter_mut() {
        sink.finish().map_err(RunError::Write)?;
    }
    Ok(measured)
}

fn take(measured: &mut Measured, sinks: &mut [&mut dyn RowSink], batches: &[Batch]) -> Result<(), RunError> {
    for batch in batches {
        for row in &batch.rows {
            measured.add(row);
        }
        for sink in sinks.iter_mut() {
            sink.write(&batch.rows).map_err(RunError::Write)?;
        }
        let Measured { courses, distinct, sampled, .. } = &mut *measured;
        merge(courses, distinct, batch);
        let room = MOST_SAMPLED.saturating_sub(sampled.len());
        sampled.extend(batch.sampled.iter().take(room));
    }
    Ok(())
}

fn merge(courses: &mut Courses, distinct: &mut Distinct, batch: &Batch) {
    courses.merge(&batch.courses);
    distinct.merge(&batch.distinct);
}
