//! From the journals of a run to its final files.

use std::path::Path;

use super::{About, RunError, journal, lines, machine, parquet, write_whole};
use crate::game::Row;
use crate::plan::Expanded;

/// How far the run in a folder is.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// For each cell, how many games are done.
    pub done: Vec<u64>,
    /// Games planned at most.
    pub planned: u64,
    /// Whether the final files are there.
    pub finished: bool,
    /// Games in which something went wrong.
    pub troubled: u64,
    /// Who made the games.
    pub about: Vec<About>,
}

/// Looks at a run without touching it.
pub fn status(plan: &Expanded, folder: &Path) -> Result<Status, RunError> {
    let content = journal::read_all(folder)?;
    let mut done = vec![0; plan.cells.len()];
    for (cell, _) in keys(&content, plan)? {
        done[cell] += 1;
    }
    let troubled = journal::lines_of(&content)
        .filter(|line| line.windows(11).any(|window| window == b",\"trouble\":"))
        .count();
    Ok(Status {
        done,
        planned: plan.games(),
        finished: folder.join("results.parquet").exists(),
        troubled: troubled as u64,
        about: machine::read_all(folder),
    })
}

/// The cell and number of each line, in the order of the lines.
fn keys(content: &[u8], plan: &Expanded) -> Result<Vec<(usize, u64)>, RunError> {
    journal::lines_of(content)
        .map(|line| {
            lines::key(line)
                .filter(|&(cell, game)| plan.cells.get(cell).is_some_and(|cell| game < cell.count))
                .ok_or_else(|| RunError::new("the folder has games that are not in the plan"))
        })
        .collect()
}

/// All rows of a run so far, by cell and in order.
pub fn load(plan: &Expanded, folder: &Path) -> Result<Vec<Vec<Row>>, RunError> {
    let content = journal::read_all(folder)?;
    let mut rows: Vec<Vec<Row>> = vec![Vec::new(); plan.cells.len()];
    for line in journal::lines_of(&content) {
        let text = std::str::from_utf8(line).map_err(|_| RunError::new("a game is no text"))?;
        let (cell, row) = lines::read_line(text)
            .map_err(|error| RunError::new(format!("a game cannot be read: {error}")))?;
        match rows.get_mut(cell) {
            Some(rows) => rows.push(row),
            None => return Err(RunError::new("the folder has games that are not in the plan")),
        }
    }
    for rows in &mut rows {
        rows.sort_unstable_by_key(|row| row.game);
        rows.dedup_by_key(|row| row.game);
    }
    Ok(rows)
}

/// Writes `results.jsonl`, `times.jsonl` and `results.parquet`. Says what is missing if the run is not complete.
pub fn finish(plan: &Expanded, folder: &Path) -> Result<(), RunError> {
    let content = journal::read_all(folder)?;
    let mut order: Vec<((usize, u64), &[u8])> =
        keys(&content, plan)?.into_iter().zip(journal::lines_of(&content)).collect();
    order.sort_unstable_by_key(|(key, _)| *key);
    order.dedup_by_key(|(key, _)| *key);
    complete(plan, &order)?;
    let mut results = Vec::with_capacity(content.len());
    let mut times = Vec::new();
    for ((cell, game), line) in &order {
        let (rest, time) = lines::split_times(line);
        results.extend_from_slice(rest);
        results.extend_from_slice(b"}\n");
        if let Some(time) = time {
            times.extend_from_slice(format!("{{\"cell\":{cell},\"game\":{game},\"us\":").as_bytes());
            times.extend_from_slice(time);
            times.extend_from_slice(b"}\n");
        }
    }
    write_whole(&folder.join("results.jsonl"), &results)?;
    write_whole(&folder.join("times.jsonl"), &times)?;
    let columns = parquet::write(plan, &results, &machine::read_all(folder))?;
    write_whole(&folder.join("results.parquet"), &columns)
}

/// Every cell must have a run of games from the first one on: all of them, or fewer where a stopping rule ended it.
fn complete(plan: &Expanded, order: &[((usize, u64), &[u8])]) -> Result<(), RunError> {
    let mut done = vec![0u64; plan.cells.len()];
    for ((cell, game), _) in order {
        if *game == done[*cell] {
            done[*cell] += 1;
        } else {
            done[*cell] = u64::MAX;
        }
    }
    let missing: u64 = plan
        .cells
        .iter()
        .zip(&done)
        .enumerate()
        .map(|(cell, (about, &done))| match (done, about.stop) {
            (u64::MAX, _) => about.count - order.iter().filter(|((of, _), _)| *of == cell).count() as u64,
            (0, _) | (_, None) => about.count - done,
            _ => 0,
        })
        .sum();
    if missing > 0 {
        return Err(RunError::new(format!(
            "{missing} of {} games are missing; `ludex lab resume` plays them",
            plan.games()
        )));
    }
    Ok(())
}

/// Copies the journals of other folders with runs of the same plan into `folder` and finishes it there.
pub fn merge(plan: &Expanded, folder: &Path, from: &[&Path]) -> Result<(), RunError> {
    super::prepare(plan, folder)?;
    for other in from {
        let text = std::fs::read_to_string(other.join("plan.toml"))
            .map_err(|error| RunError::file(&other.join("plan.toml"), error))?;
        if text != plan.plan.source {
            return Err(RunError::new(format!("{} holds a run of another plan", other.display())));
        }
        let mut parts = journal::journals(other)?;
        let abouts = std::fs::read_dir(other).map_err(|error| RunError::file(other, error))?;
        parts.extend(abouts.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("about-"))
        }));
        for path in parts {
            let target = folder.join(path.file_name().unwrap_or_default());
            if target.exists() {
                return Err(RunError::new(format!(
                    "{} exists already: were two folders given the same shard?",
                    target.display()
                )));
            }
            let content = std::fs::read(&path).map_err(|error| RunError::file(&path, error))?;
            write_whole(&target, &content)?;
        }
    }
    finish(plan, folder)
}
