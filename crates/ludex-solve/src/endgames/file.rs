//! Tables on disk: one file a layer, in compressed blocks, each with its checksum, read through a memory map.
//!
//! Layout, all numbers little-endian: the magic word, the length of the head and the head (JSON: game, seeds, positions,
//! positions a block), then for every block its offset and checksum, the end of the last block, the
//! checksum of everything before, and the blocks. A block is deflated; a value is one byte, best future difference for
//! the player to move.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use memmap2::Mmap;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"ludexeg1";
/// Positions a block.
const BLOCK: u64 = 1 << 14;
/// How many blocks of a layer are kept unpacked: what is asked for first stays.
const KEPT: usize = 1 << 14;

/// What is wrong with a table.
#[derive(Debug)]
pub struct TableError(String);

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

impl TableError {
    pub(super) fn new(path: &Path, what: impl std::fmt::Display) -> TableError {
        TableError(format!("{}: {what}", path.display()))
    }
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Clone, Debug)]
struct Head {
    game: String,
    seeds: u32,
    positions: u64,
    block: u64,
}

/// The file of a layer.
pub(super) fn path(folder: &Path, game: &str, seeds: u32) -> PathBuf {
    let name: String =
        game.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    folder.join(format!("{}.{seeds:02}.endgames", name.trim_end_matches('_')))
}

/// Some values, deflated.
fn packed(values: &[i8]) -> std::io::Result<Vec<u8>> {
    let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&bytes)?;
    packer.finish()
}

/// Writes a layer; a file that exists is replaced only when the new one is whole.
pub(super) fn write(
    path: &Path,
    game: &str,
    seeds: u32,
    values: &[i8],
    threads: usize,
) -> Result<(), TableError> {
    let head = Head { game: game.to_string(), seeds, positions: values.len() as u64, block: BLOCK };
    let head = serde_json::to_vec(&head).map_err(|error| TableError::new(path, error))?;
    let count = values.len().div_ceil(BLOCK as usize);
    // Blocks are packed side by side, each thread a run of them.
    let run = BLOCK as usize * count.div_ceil(threads.max(1)).max(1);
    let runs: Vec<std::io::Result<Vec<Vec<u8>>>> = std::thread::scope(|scope| {
        let packers: Vec<_> = values
            .chunks(run)
            .map(|part| scope.spawn(|| part.chunks(BLOCK as usize).map(packed).collect()))
            .collect();
        let broken = || Err(std::io::Error::other("a thread broke down"));
        packers.into_iter().map(|packer| packer.join().unwrap_or_else(|_| broken())).collect()
    });
    let runs: std::io::Result<Vec<Vec<Vec<u8>>>> = runs.into_iter().collect();
    let blocks: Vec<Vec<u8>> = runs.map_err(|error| TableError::new(path, error))?.concat();
    let mut front = Vec::new();
    front.extend_from_slice(MAGIC);
    front.extend_from_slice(&(head.len() as u32).to_le_bytes());
    front.extend_from_slice(&head);
    let mut offset = front.len() as u64 + 12 * blocks.len() as u64 + 12;
    for block in &blocks {
        front.extend_from_slice(&offset.to_le_bytes());
        front.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
        offset += block.len() as u64;
    }
    front.extend_from_slice(&offset.to_le_bytes());
    front.extend_from_slice(&crc32fast::hash(&front).to_le_bytes());
    let part = path.with_extension("part");
    let save = || {
        let mut file = File::create(&part)?;
        file.write_all(&front)?;
        for block in &blocks {
            file.write_all(block)?;
        }
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    save().map_err(|error| TableError::new(path, error))
}

/// A layer on disk.
pub struct LayerFile {
    path: PathBuf,
    map: Mmap,
    head: Head,
    /// Offset and checksum of every block, and the end.
    blocks: Vec<(usize, u32)>,
    end: usize,
    /// Blocks that were asked for, unpacked.
    kept: Vec<OnceLock<Vec<u8>>>,
    /// How many of them there are.
    unpacked: AtomicUsize,
}

impl LayerFile {
    /// Opens the file of a layer of this game.
    pub(super) fn open(path: &Path, game: &str, seeds: u32) -> Result<LayerFile, TableError> {
        let wrong = |what: &str| TableError::new(path, what);
        let file = File::open(path).map_err(|error| TableError::new(path, error))?;
        // SAFETY: the map is read only; a file that another program shortens meanwhile ends this one, which is
        // accepted for files of our own that are only ever replaced whole.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| TableError::new(path, error))?;
        let cut_off = || wrong("the file breaks off before its list of blocks ends");
        let word = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(map.get(at..at.checked_add(4)?)?.try_into().ok()?))
        };
        let long = |at: usize| -> Option<u64> {
            Some(u64::from_le_bytes(map.get(at..at.checked_add(8)?)?.try_into().ok()?))
        };
        if map.get(..8) != Some(MAGIC.as_slice()) {
            return Err(wrong("this is no endgame table"));
        }
        let length = word(8).ok_or_else(cut_off)? as usize;
        let text = map.get(12..12 + length).ok_or_else(cut_off)?;
        let head: Head = serde_json::from_slice(text).map_err(|error| TableError::new(path, error))?;
        if head.game != game || head.seeds != seeds {
            let is = format!("this is a table of {} with {} seeds", head.game, head.seeds);
            return Err(wrong(&is));
        }
        if head.block == 0 || head.positions.div_ceil(head.block) > map.len() as u64 {
            return Err(wrong("the head contradicts itself"));
        }
        let count = head.positions.div_ceil(head.block) as usize;
        let list = 12 + length;
        let mut blocks = Vec::with_capacity(count);
        for block in 0..count {
            let at = list + 12 * block;
            let offset = usize::try_from(long(at).ok_or_else(cut_off)?).map_err(|_| cut_off())?;
            blocks.push((offset, word(at + 8).ok_or_else(cut_off)?));
        }
        let last = list + 12 * count;
        let end = usize::try_from(long(last).ok_or_else(cut_off)?).map_err(|_| cut_off())?;
        let sum = word(last + 8).ok_or_else(cut_off)?;
        if crc32fast::hash(map.get(..last + 8).ok_or_else(cut_off)?) != sum {
            return Err(wrong("the list of blocks is damaged: its checksum does not fit"));
        }
        if end != map.len() {
            return Err(wrong("the file is not as long as it should be"));
        }
        let kept = blocks.iter().map(|_| OnceLock::new()).collect();
        let unpacked = AtomicUsize::new(0);
        Ok(LayerFile { path: path.to_path_buf(), map, head, blocks, end, kept, unpacked })
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.head.positions
    }

    /// How many bytes the file has.
    pub fn bytes(&self) -> usize {
        self.map.len()
    }

    fn block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let damaged = || TableError::new(&self.path, format!("block {number} is damaged"));
        let at = number as usize;
        let &(from, sum) = self.blocks.get(at).ok_or_else(damaged)?;
        let to = self.blocks.get(at + 1).map_or(self.end, |&(next, _)| next);
        let packed = self.map.get(from..to).ok_or_else(damaged)?;
        if crc32fast::hash(packed) != sum {
            return Err(damaged());
        }
        let expected = self.head.block.min(self.head.positions - number * self.head.block) as usize;
        let mut bytes = Vec::with_capacity(expected);
        DeflateDecoder::new(packed)
            .take(self.head.block + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| damaged())?;
        if bytes.len() == expected { Ok(bytes) } else { Err(damaged()) }
    }

    /// The value of a position by its number.
    pub fn value(&self, number: u64) -> Result<i8, TableError> {
        let (block, place) = (number / self.head.block, (number % self.head.block) as usize);
        let outside = || TableError::new(&self.path, format!("there is no position number {number}"));
        let kept = self.kept.get(block as usize).ok_or_else(outside)?;
        if let Some(bytes) = kept.get() {
            return bytes.get(place).map(|&byte| byte as i8).ok_or_else(outside);
        }
        let bytes = self.block(block)?;
        let value = bytes.get(place).map(|&byte| byte as i8).ok_or_else(outside);
        if self.unpacked.fetch_add(1, Ordering::Relaxed) < KEPT {
            kept.get_or_init(|| bytes);
        }
        value
    }

    /// All values, every block checked.
    pub fn all(&self) -> Result<Vec<i8>, TableError> {
        let mut values = Vec::with_capacity(self.head.positions as usize);
        for block in 0..self.blocks.len() as u64 {
            values.extend(self.block(block)?.into_iter().map(|byte| byte as i8));
        }
        Ok(values)
    }
}
