//! The file to which a running experiment appends its games, and what can be read back after a crash.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{RunError, Shard, read};

/// The name of the file of a shard.
pub(super) fn file_name(shard: Shard) -> String {
    format!("games-{}-of-{}.jsonl", shard.index, shard.of)
}

/// An open journal. No other process can have it open at the same time.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates the journal of a shard, cuts off a line that was being written when the program was killed,
    /// and returns the rest.
    pub(super) fn open(folder: &Path, shard: Shard) -> Result<(Journal, Vec<u8>), RunError> {
        let path = folder.join(file_name(shard));
        let failed = |error| RunError::file(&path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        if !locked(&file) {
            return Err(RunError::new(format!(
                "{} is in use: another process works on this run",
                path.display()
            )));
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(failed)?;
        let whole = sound(&content);
        content.truncate(whole);
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Journal { path, file }, content))
    }

    /// Appends lines.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<(), RunError> {
        self.file.write_all(lines).map_err(|error| RunError::file(&self.path, error))
    }

    /// Makes sure that everything is on the disk.
    pub(super) fn sync(&self) -> Result<(), RunError> {
        self.file.sync_data().map_err(|error| RunError::file(&self.path, error))
    }
}

/// Locks a file. A process that was just killed, or a child that has not yet let go of what it inherited, may hold it
/// for a moment longer.
fn locked(file: &File) -> bool {
    (0..20).any(|attempt| {
        if attempt > 0 {
            std::thread::sleep(Duration::from_millis(25));
        }
        file.try_lock().is_ok()
    })
}

/// The length of the part that consists of whole lines.
fn sound(content: &[u8]) -> usize {
    let mut end = 0;
    while let Some(newline) = memchr::memchr(b'\n', &content[end..]) {
        if read::key(&content[end..end + newline]).is_none() {
            break;
        }
        end += newline + 1;
    }
    end
}

/// The journals of a folder.
pub(super) fn journals(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    let entries = std::fs::read_dir(folder).map_err(|error| RunError::file(folder, error))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with("games-") && name.ends_with(".jsonl")
        })
        .collect();
    paths.sort();
    Ok(paths)
}

/// The lines of a text of whole lines.
pub(super) fn lines_of(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut begin = 0;
    memchr::memchr_iter(b'\n', content).map(move |end| {
        let line = &content[begin..end];
        begin = end + 1;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off() {
        let good = b"{\"cell\":0,\"game\":1,\"plies\":3}\n";
        for torn in
            [&b"{\"cell\":0,\"ga"[..], b"{\"cell\":0,\"game\":2,\"plies\":3}", b"\0\0\0\n", b"{\"cell\":0,\n"]
        {
            let content = [&good[..], torn].concat();
            assert_eq!(sound(&content), good.len());
        }
    }
}
