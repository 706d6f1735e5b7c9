//! In which order the lines of journals come.
//!
//! A journal has its games in the order in which they ended. Threads are given several games at a time, so most
//! lines follow each other in the plan too: they are found, sorted and read by stretches.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{RunError, journal, read};
use crate::game::{Flow, in_parallel};
use crate::plan::Expanded;

/// So many bytes of a journal are looked through at a time.
const PIECE: u64 = 1 << 20;

/// Lines of games that follow each other both in a journal and in the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    /// The pairing.
    pub(super) cell: usize,
    /// The first game.
    pub(super) game: u64,
    /// How many games.
    pub(super) games: u64,
    /// The number of the journal.
    file: usize,
    /// The first byte.
    from: u64,
    /// How many bytes.
    bytes: u64,
}

/// All games in the journals of a folder, each once, in the order of the plan.
pub(super) struct Ordered {
    files: Vec<PathBuf>,
    /// The games.
    pub(super) stretches: Vec<Stretch>,
}

impl Ordered {
    /// Looks through the journals of a folder.
    pub(super) fn of(plan: &Expanded, folder: &Path, threads: usize) -> Result<Ordered, RunError> {
        let files = journal::journals(folder)?;
        let mut pieces = Vec::new();
        for (file, path) in files.iter().enumerate() {
            let size = std::fs::metadata(path).map_err(|error| RunError::file(path, error))?.len();
            pieces.extend((0..size.div_ceil(PIECE)).map(|piece| (file, piece * PIECE)));
        }
        let mut found: Vec<Option<Result<Seen, RunError>>> = pieces.iter().map(|_| None).collect();
        in_parallel(
            0..pieces.len() as u64,
            threads,
            || Lines::new(&files),
            |lines, piece| look(lines, pieces[piece as usize]),
            |from, results| {
                for (seen, at) in results.into_iter().zip(from as usize..) {
                    found[at] = Some(seen);
                }
                Flow::On
            },
        );
        let mut stretches = Vec::new();
        let mut torn = None;
        for (seen, (file, _)) in found.into_iter().flatten().zip(&pieces) {
            let seen = seen?;
            // What comes after a torn line is not known to be whole.
            if torn != Some(*file) {
                stretches.extend(seen.stretches);
                torn = if seen.torn { Some(*file) } else { torn };
            }
        }
        let planned = |stretch: &Stretch| {
            let count = plan.cells.get(stretch.cell).map_or(0, |cell| cell.count);
            stretch.game.checked_add(stretch.games).is_some_and(|end| end <= count)
        };
        if !stretches.iter().all(planned) {
            return Err(RunError::new("the folder has games that are not in the plan"));
        }
        let mut all = Ordered { files, stretches };
        all.sort()?;
        Ok(all)
    }

    /// A reader for one thread.
    pub(super) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.files)
    }

    /// Puts the stretches into the order of the plan and takes out games that are there twice.
    fn sort(&mut self) -> Result<(), RunError> {
        self.stretches
            .sort_unstable_by_key(|stretch| (stretch.cell, stretch.game, stretch.file, stretch.from));
        let apart =
            |pair: &[Stretch]| pair[0].cell < pair[1].cell || pair[0].game + pair[0].games <= pair[1].game;
        if self.stretches.windows(2).all(apart) {
            return Ok(());
        }
        let mut lines = Lines::new(&self.files);
        let mut next = (0, 0);
        let mut single = Vec::new();
        for stretch in &self.stretches {
            if stretch.cell > next.0 {
                next = (stretch.cell, 0);
            }
            let end = stretch.game + stretch.games;
            if end > next.1 {
                let known = next.1.saturating_sub(stretch.game);
                single.push(lines.without(*stretch, known)?);
                next.1 = end;
            }
        }
        self.stretches = single;
        Ok(())
    }
}

/// What was seen in a piece of a journal.
struct Seen {
    stretches: Vec<Stretch>,
    /// Whether a line that is not whole ended it.
    torn: bool,
}

/// The lines that begin in a piece of a journal.
fn look(lines: &mut Lines<'_>, (file, begin): (usize, u64)) -> Result<Seen, RunError> {
    // One byte more in front tells whether a line begins with the piece.
    let before = begin.saturating_sub(1);
    let content = lines.read(file, before, begin - before + PIECE, true)?;
    let mut at = match begin {
        0 => 0,
        _ => memchr::memchr(b'\n', content).map_or(content.len(), |newline| newline + 1),
    };
    let mut seen = Seen { stretches: Vec::new(), torn: false };
    while at < content.len() && before + (at as u64) < begin + PIECE {
        let line = memchr::memchr(b'\n', &content[at..]).map(|end| &content[at..at + end]);
        let Some(((cell, game), line)) = line.and_then(|line| Some((read::key(line)?, line))) else {
            seen.torn = true;
            break;
        };
        let bytes = line.len() as u64 + 1;
        match seen.stretches.last_mut() {
            Some(last) if last.cell == cell && last.game.wrapping_add(last.games) == game => {
                last.games += 1;
                last.bytes += bytes;
            }
            _ => {
                let from = before + at as u64;
                seen.stretches.push(Stretch { cell, game, games: 1, file, from, bytes });
            }
        }
        at += bytes as usize;
    }
    Ok(seen)
}

/// Reads stretches; every thread has its own, with room that is used again.
pub(super) struct Lines<'a> {
    paths: &'a [PathBuf],
    files: Vec<Option<File>>,
    room: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn new(paths: &'a [PathBuf]) -> Lines<'a> {
        Lines { paths, files: paths.iter().map(|_| None).collect(), room: Vec::new() }
    }

    /// The lines of a stretch.
    pub(super) fn of(&mut self, stretch: &Stretch) -> Result<&[u8], RunError> {
        let read = self.read(stretch.file, stretch.from, stretch.bytes, false)?;
        if read.len() as u64 == stretch.bytes {
            Ok(read)
        } else {
            Err(RunError::new("a journal became shorter while it was read"))
        }
    }

    /// A stretch without its first games.
    pub(super) fn without(&mut self, stretch: Stretch, games: u64) -> Result<Stretch, RunError> {
        if games == 0 {
            return Ok(stretch);
        }
        let skipped = match memchr::memchr_iter(b'\n', self.of(&stretch)?).nth(games as usize - 1) {
            Some(newline) => newline as u64 + 1,
            None => stretch.bytes,
        };
        Ok(Stretch {
            game: stretch.game + games,
            games: stretch.games - games,
            from: stretch.from + skipped,
            bytes: stretch.bytes - skipped,
            ..stretch
        })
    }

    /// Bytes of a journal; with `whole`, as many more as are needed to end a line.
    fn read(&mut self, file: usize, from: u64, bytes: u64, whole: bool) -> Result<&[u8], RunError> {
        let path = &self.paths[file];
        let failed = |error| RunError::file(path, error);
        if self.files[file].is_none() {
            self.files[file] = Some(File::open(path).map_err(failed)?);
        }
        let Some(open) = &mut self.files[file] else {
            return Ok(&[]);
        };
        open.seek(SeekFrom::Start(from)).map_err(failed)?;
        let mut known = 0;
        let mut wanted = bytes as usize;
        loop {
            if self.room.len() < wanted {
                self.room.resize(wanted, 0);
            }
            while known < wanted {
                match open.read(&mut self.room[known..wanted]) {
                    Ok(0) => return Ok(&self.room[..known]),
                    Ok(more) => known += more,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(failed(error)),
                }
            }
            let last = (bytes as usize).saturating_sub(1);
            if !whole || self.room[last..known].contains(&b'\n') {
                return Ok(&self.room[..known]);
            }
            wanted += 4096;
        }
    }
}
