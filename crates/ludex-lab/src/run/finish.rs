//! From the journals of a run to its final files.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::order::{Ordered, Stretch};
use super::parquet::{self, Columns, Sheet};
use super::{About, RunError, journal, machine, read, write_whole};
use crate::game::{Flow, Row, in_parallel};
use crate::plan::Expanded;
use crate::report::{Digest, blank_digests};

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
    let games = Ordered::of(plan, folder, cores())?;
    let mut done = vec![0; plan.cells.len()];
    let mut troubled = 0;
    let trouble = memchr::memmem::Finder::new(b",\"trouble\":");
    let mut lines = games.lines();
    for stretch in &games.stretches {
        done[stretch.cell] += stretch.games;
        troubled += trouble.find_iter(lines.of(stretch)?).count() as u64;
    }
    Ok(Status {
        done,
        planned: plan.games(),
        finished: folder.join("results.parquet").exists(),
        troubled,
        about: machine::signatures(folder),
    })
}

/// All rows of a run so far, by cell and in order.
pub fn load(plan: &Expanded, folder: &Path) -> Result<Vec<Vec<Row>>, RunError> {
    let games = Ordered::of(plan, folder, cores())?;
    let mut rows: Vec<Vec<Row>> = vec![Vec::new(); plan.cells.len()];
    let gather = Gather {
        begin: &Vec::new,
        add: &|group: &mut Vec<(usize, Row)>, cell, row| group.push((cell, row.clone())),
        end: &|group| Ok(std::mem::take(group)),
    };
    gather.all(plan, &games, cores(), |group| {
        group.into_iter().for_each(|(cell, row)| rows[cell].push(row));
        Ok(())
    })?;
    Ok(rows)
}

/// The games of a run so far, reduced to what a report needs.
pub fn digest(plan: &Expanded, folder: &Path) -> Result<Vec<Digest>, RunError> {
    let games = Ordered::of(plan, folder, cores())?;
    let blank = blank_digests(plan);
    let mut all = blank.clone();
    let gather = Gather {
        begin: &Vec::new,
        add: &|group: &mut Digests, cell, row| add_to(group, &blank, cell, row),
        end: &|group| Ok(std::mem::take(group)),
    };
    gather.all(plan, &games, cores(), |group| {
        merge_all(&mut all, group);
        Ok(())
    })?;
    Ok(all)
}

/// Digests of the cells of a group of games, in order.
type Digests = Vec<(usize, Digest)>;

#[inline(always)]
fn add_to(digests: &mut Digests, blank: &[Digest], cell: usize, row: &Row) {
    match digests.last_mut() {
        Some((last, digest)) if *last == cell => digest.add(row),
        _ => {
            let mut digest = blank[cell].clone();
            digest.add(row);
            digests.push((cell, digest));
        }
    }
}

fn merge_all(all: &mut [Digest], group: Digests) {
    group.into_iter().for_each(|(cell, digest)| all[cell].merge(digest));
}

/// Writes `times.jsonl` and `results.parquet`, and returns what a report needs, so that the games are read only once.
/// Says what is missing if the run is not complete.
pub fn finish(plan: &Expanded, folder: &Path) -> Result<Vec<Digest>, RunError> {
    let games = Ordered::of(plan, folder, cores())?;
    complete(plan, &games)?;
    let shape = parquet::Shape::of(plan, &machine::signatures(folder))?;
    let blank = blank_digests(plan);
    let mut all = blank.clone();
    let mut sheet = Sheet::new(&shape, Beside::new(&folder.join("results.parquet"))?)?;
    let mut times = Beside::new(&folder.join("times.jsonl"))?;
    let gather = Gather {
        begin: &|| (Columns::new(&shape), Digests::new(), Vec::new()),
        add: &|(columns, digests, times): &mut (Columns<'_>, Digests, Vec<u8>), cell, row: &Row| {
            columns.add(cell, row);
            add_to(digests, &blank, cell, row);
            if row.microseconds.0.iter().any(|&time| time > 0) {
                write_times(times, cell, row);
            }
        },
        end: &|(columns, digests, times)| {
            let encoded = columns.encode().map_err(parquet::failed)?;
            Ok((encoded, std::mem::take(digests), std::mem::take(times)))
        },
    };
    gather.all(plan, &games, cores(), |(group, digests, lines)| {
        sheet.add(group)?;
        merge_all(&mut all, digests);
        times.write_all(&lines).map_err(|error| RunError::file(&times.path, error))
    })?;
    times.done()?;
    sheet.end()?.done()?;
    Ok(all)
}

fn write_times(out: &mut Vec<u8>, cell: usize, row: &Row) {
    let times: Vec<String> = row.microseconds.0.iter().map(u64::to_string).collect();
    let line = format!("{{\"cell\":{cell},\"game\":{},\"us\":[{}]}}\n", row.game, times.join(","));
    out.extend_from_slice(line.as_bytes());
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What is made of the games of a group: how a thread begins, what a game adds, and how a group ends, which leaves the
/// thread ready for the next.
struct Gather<'a, A, T> {
    begin: &'a (dyn Fn() -> A + Sync),
    add: &'a (dyn Fn(&mut A, usize, &Row) + Sync),
    end: &'a (dyn Fn(&mut A) -> Result<T, RunError> + Sync),
}

/// How many seats and how many agents each cell has.
type Sizes = Vec<(usize, usize)>;

impl<A, T: Send> Gather<'_, A, T> {
    /// Reads all games in groups on several threads and hands over what was made of them in the order of the plan.
    fn all(
        &self,
        plan: &Expanded,
        games: &Ordered,
        threads: usize,
        mut sink: impl FnMut(T) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let groups = groups(games);
        let sizes: Sizes =
            plan.cells.iter().map(|cell| (plan.arenas[cell.arena].players(), cell.labels.len())).collect();
        let mut waiting: BTreeMap<u64, Result<T, RunError>> = BTreeMap::new();
        let mut next = 0;
        let mut failure = None;
        in_parallel(
            0..groups.len() as u64,
            threads,
            || (games.lines(), Row::blank(0), (self.begin)()),
            |(lines, row, made), group| self.group(&sizes, games, groups[group as usize], lines, row, made),
            |from, results| {
                if failure.is_some() {
                    return Flow::Stop;
                }
                waiting.extend((from..).zip(results));
                while let Some(made) = waiting.remove(&next) {
                    next += 1;
                    if let Err(error) = made.and_then(&mut sink) {
                        failure = Some(error);
                        return Flow::Stop;
                    }
                }
                Flow::On
            },
        );
        failure.map_or(Ok(()), Err)
    }

    /// Reads a group that begins with some game of a stretch.
    fn group(
        &self,
        sizes: &Sizes,
        games: &Ordered,
        (at, skip): (usize, u64),
        lines: &mut super::order::Lines<'_>,
        row: &mut Row,
        made: &mut A,
    ) -> Result<T, RunError> {
        let mut left = parquet::GROUP;
        let mut skip = skip;
        for stretch in &games.stretches[at..] {
            let stretch: Stretch = lines.without(*stretch, skip)?;
            skip = 0;
            for line in journal::lines_of(lines.of(&stretch)?).take(left as usize) {
                let cell = read::read_into(line, row)
                    .map_err(|error| RunError::new(format!("a game cannot be read: {error}")))?;
                fits(sizes, cell, row)?;
                (self.add)(made, cell, row);
            }
            left -= left.min(stretch.games);
            if left == 0 {
                break;
            }
        }
        (self.end)(made)
    }
}

/// Where groups begin: the number of a stretch, and how many of its games belong to the group before.
fn groups(games: &Ordered) -> Vec<(usize, u64)> {
    let mut begins = Vec::new();
    let mut before = 0;
    for (at, stretch) in games.stretches.iter().enumerate() {
        let mut begin = begins.len() as u64 * parquet::GROUP;
        while begin < before + stretch.games {
            begins.push((at, begin - before));
            begin += parquet::GROUP;
        }
        before += stretch.games;
    }
    begins
}

/// A line that was changed by hand must not upset the statistics: its lists have a value for each seat, and its agents
/// are among those of the pairing.
#[inline(always)]
fn fits(sizes: &Sizes, cell: usize, row: &Row) -> Result<(), RunError> {
    let seats = row.seats.len();
    let lists = [row.nodes.len(), row.playouts.len(), row.choices.len(), row.microseconds.0.len()];
    let seated = sizes.get(cell).is_some_and(|&(players, agents)| {
        seats == players && row.seats.iter().all(|&who| (who as usize) < agents)
    });
    if seated
        && lists == [seats; 4]
        && row.result.as_ref().is_none_or(|result| result.len() == seats)
        && row.points.as_ref().is_none_or(|points| points.len() == seats)
    {
        return Ok(());
    }
    Err(RunError::new(format!("game {} of cell {cell} does not have the seats of its pairing", row.game)))
}

/// Every cell must have a run of games from the first one on: all of them, or fewer where a stopping rule ended it.
fn complete(plan: &Expanded, games: &Ordered) -> Result<(), RunError> {
    let mut done = vec![0; plan.cells.len()];
    let mut gaps = vec![false; plan.cells.len()];
    for stretch in &games.stretches {
        gaps[stretch.cell] |= stretch.game != done[stretch.cell];
        done[stretch.cell] += stretch.games;
    }
    let missing = |(cell, about): (usize, &crate::plan::Cell)| match (gaps[cell], done[cell], about.stop) {
        (true, ..) | (_, 0, _) | (.., None) => about.count - done[cell],
        _ => 0,
    };
    let missing: u64 = plan.cells.iter().enumerate().map(missing).sum();
    if missing > 0 {
        return Err(RunError::new(format!(
            "{missing} of {} games are missing; `ludex lab resume` plays them",
            plan.games()
        )));
    }
    Ok(())
}

/// A file that is written under another name and gets its own when it is whole.
struct Beside {
    path: PathBuf,
    beside: PathBuf,
    out: BufWriter<std::fs::File>,
}

impl Beside {
    fn new(path: &Path) -> Result<Beside, RunError> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}", std::process::id()));
        let beside = PathBuf::from(beside);
        let file = std::fs::File::create(&beside).map_err(|error| RunError::file(&beside, error))?;
        Ok(Beside { path: path.to_path_buf(), beside, out: BufWriter::with_capacity(1 << 16, file) })
    }

    fn done(mut self) -> Result<(), RunError> {
        self.out.flush().map_err(|error| RunError::file(&self.beside, error))?;
        std::fs::rename(&self.beside, &self.path).map_err(|error| RunError::file(&self.path, error))
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Copies the journals of other folders with runs of the same plan into `folder` and finishes it there.
pub fn merge(plan: &Expanded, folder: &Path, from: &[&Path]) -> Result<Vec<Digest>, RunError> {
    super::prepare(plan, folder)?;
    for other in from {
        let text = std::fs::read_to_string(other.join("plan.toml"))
            .map_err(|error| RunError::file(&other.join("plan.toml"), error))?;
        if text != plan.plan.source {
            return Err(RunError::new(format!("{} holds a run of another plan", other.display())));
        }
        super::same_files(plan, other)?;
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
