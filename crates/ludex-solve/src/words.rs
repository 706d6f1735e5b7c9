//! Memory for tables: words that threads share without locks, on large pages where the system has them, kept in files
//! when a search is stopped.

use std::io::{Error, ErrorKind, Read, Write};
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use memmap2::MmapMut;

/// The first word of a saved table.
const MAGIC: u64 = u64::from_le_bytes(*b"ludexbd1");
/// How many words are read or written at a time.
const PART: usize = 1 << 13;

/// A fixed number of words, all 0 at first.
pub(crate) struct Words {
    memory: Memory,
    count: usize,
}

enum Memory {
    Pages(MmapMut),
    List(Vec<AtomicU64>),
}

impl Words {
    pub(crate) fn new(count: usize) -> Words {
        let memory = match MmapMut::map_anon((8 * count).max(8)) {
            Ok(pages) => {
                // Tables are read all over: with large pages the processor finds its way at once. Without, all the same.
                #[cfg(target_os = "linux")]
                let _ = pages.advise(memmap2::Advice::HugePage);
                Memory::Pages(pages)
            }
            Err(_) => Memory::List((0..count).map(|_| AtomicU64::new(0)).collect()),
        };
        Words { memory, count }
    }

    /// Has a word brought near, where the processor can be asked to.
    #[inline(always)]
    pub(crate) fn ask_for(&self, at: usize) {
        ask_for(self, at);
    }

    /// The share of words in use, from a sample.
    pub(crate) fn fill(&self) -> f64 {
        let step = (self.len() / 4096).max(1);
        let sample: Vec<bool> =
            self.iter().step_by(step).map(|entry| entry.load(Ordering::Relaxed) != 0).collect();
        sample.iter().filter(|&&used| used).count() as f64 / sample.len().max(1) as f64
    }

    /// Writes all words, compressed.
    pub(crate) fn save(&self, to: impl Write) -> std::io::Result<()> {
        let mut packer = DeflateEncoder::new(to, Compression::fast());
        let mut digest = crc32fast::Hasher::new();
        packer.write_all(&MAGIC.to_le_bytes())?;
        packer.write_all(&(self.len() as u64).to_le_bytes())?;
        for part in self.chunks(PART) {
            let bytes: Vec<u8> =
                part.iter().flat_map(|entry| entry.load(Ordering::Relaxed).to_le_bytes()).collect();
            digest.update(&bytes);
            packer.write_all(&bytes)?;
        }
        packer.write_all(&digest.finalize().to_le_bytes())?;
        packer.finish().map(drop)
    }

    /// Reads words that were saved. There must have been as many.
    pub(crate) fn load(&self, from: impl Read) -> std::io::Result<()> {
        let wrong = |what: &str| Error::new(ErrorKind::InvalidData, what.to_string());
        let mut reader = DeflateDecoder::new(from);
        let mut word = [0; 8];
        reader.read_exact(&mut word)?;
        if u64::from_le_bytes(word) != MAGIC {
            return Err(wrong("this is no saved search"));
        }
        reader.read_exact(&mut word)?;
        if u64::from_le_bytes(word) != self.len() as u64 {
            return Err(wrong("the search was saved with another amount of memory"));
        }
        let mut digest = crc32fast::Hasher::new();
        let mut bytes = vec![0; 8 * PART];
        for part in self.chunks(PART) {
            let bytes = &mut bytes[..8 * part.len()];
            reader.read_exact(bytes)?;
            digest.update(bytes);
            for (entry, bytes) in part.iter().zip(bytes.chunks_exact(8)) {
                let value = bytes.try_into().map_or(0, u64::from_le_bytes);
                entry.store(value, Ordering::Relaxed);
            }
        }
        let mut sum = [0; 4];
        reader.read_exact(&mut sum)?;
        if u32::from_le_bytes(sum) != digest.finalize() {
            self.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
            return Err(wrong("the saved search is damaged: its checksum does not fit"));
        }
        Ok(())
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        match &self.memory {
            // SAFETY: the pages are at least this long, belong to this value alone, are aligned beyond a word, begin
            // as zeros, and any bits are a valid word; all access goes through atomics.
            Memory::Pages(pages) => unsafe {
                std::slice::from_raw_parts(pages.as_ptr().cast::<AtomicU64>(), self.count)
            },
            Memory::List(list) => list,
        }
    }
}

/// Has an element brought near, where the processor can be asked to.
#[inline(always)]
pub(crate) fn ask_for<T>(list: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = list.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of an element.
        unsafe { _mm_prefetch(std::ptr::from_ref(element).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, at);
}
