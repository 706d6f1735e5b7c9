//! A search that was stopped, in a file: what was proved, what its defences have learnt, and its tables.
//!
//! The length of the head, the head (JSON), the parts it announces, and last the table, which ends the file.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use ludex_solve::{Learnt, Proved, Unfinished};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The longest head that is believed.
const LONGEST: u32 = 1 << 16;

#[derive(Serialize, Deserialize)]
struct Head {
    game: String,
    position: String,
    /// For each side: no win within so many moves; no win at all; a win; its length.
    sides: [(u32, bool, bool, Option<u32>); 2],
    /// How many positions each defence knows to be lost.
    defences: [u64; 2],
    /// How many bytes the table of each proof-number search has.
    numbers: [u64; 2],
    /// The checksum of the defences and of those tables.
    sum: u32,
}

/// A file while it is written.
pub(super) type Output = BufWriter<File>;
/// A file while it is read.
pub(super) type Input = BufReader<File>;

/// Reads a search of this position; `table` reads its table. A file that is not there yet is a search not begun.
pub(super) fn read(
    path: &Path,
    game: &str,
    position: &str,
    table: impl FnOnce(Input) -> std::io::Result<()>,
) -> Result<Unfinished, Failure> {
    if !path.exists() {
        return Ok(Unfinished::default());
    }
    let unreadable = |error: std::io::Error| Failure::unreadable(path, error);
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let mut length = [0; 4];
    file.read_exact(&mut length).map_err(unreadable)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(Failure::unreadable(path, "this is no saved search"));
    }
    let mut head = vec![0; length as usize];
    file.read_exact(&mut head).map_err(unreadable)?;
    let head: Head = serde_json::from_slice(&head).map_err(|error| Failure::unreadable(path, error))?;
    if (head.game.as_str(), head.position.as_str()) != (game, position) {
        let what = format!("the search saved there is of {} from '{}'", head.game, head.position);
        return Err(Failure::unreadable(path, what));
    }
    let mut found = Unfinished {
        proved: head.sides.map(|(none_within, held, wins, wins_in)| Proved {
            wins_in,
            wins,
            none_within,
            held,
        }),
        ..Unfinished::default()
    };
    let mut digest = crc32fast::Hasher::new();
    for (count, learnt) in head.defences.into_iter().zip(&mut found.defences) {
        let mut entry = [0; 8];
        for _ in 0..count {
            file.read_exact(&mut entry).map_err(unreadable)?;
            digest.update(&entry);
            learnt.insert(u64::from_le_bytes(entry));
        }
    }
    for (bytes, numbers) in head.numbers.into_iter().zip(&mut found.numbers) {
        (&mut file).take(bytes).read_to_end(numbers).map_err(unreadable)?;
        digest.update(numbers);
    }
    if digest.finalize() != head.sum {
        return Err(Failure::unreadable(path, "the saved search is damaged: its checksum does not fit"));
    }
    table(file).map_err(unreadable)?;
    Ok(found)
}

/// What a defence has learnt, in the order of the keys.
fn entries(learnt: &Learnt) -> Vec<u8> {
    let mut list: Vec<u64> = learnt.iter().copied().collect();
    list.sort_unstable();
    list.iter().flat_map(|key| key.to_le_bytes()).collect()
}

/// Writes a search; `table` writes its table. An older file is replaced only when the new one is whole.
pub(super) fn write(
    path: &Path,
    game: &str,
    position: &str,
    known: &Unfinished,
    table: impl FnOnce(&mut Output) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let defences = [entries(&known.defences[0]), entries(&known.defences[1])];
    let mut digest = crc32fast::Hasher::new();
    defences.iter().chain(&known.numbers).for_each(|part| digest.update(part));
    let head = Head {
        game: game.to_string(),
        position: position.to_string(),
        sides: known.proved.map(|one| (one.none_within, one.held, one.wins, one.wins_in)),
        defences: [0, 1].map(|side: usize| known.defences[side].len() as u64),
        numbers: [0, 1].map(|side: usize| known.numbers[side].len() as u64),
        sum: digest.finalize(),
    };
    let head = serde_json::to_vec(&head).map_err(|error| Failure::unwritable(path, error))?;
    let part = path.with_extension("part");
    let save = || {
        let mut file = BufWriter::new(File::create(&part)?);
        file.write_all(&(head.len() as u32).to_le_bytes())?;
        file.write_all(&head)?;
        for part in defences.iter().chain(&known.numbers) {
            file.write_all(part)?;
        }
        table(&mut file)?;
        file.flush()?;
        std::fs::rename(&part, path)
    };
    save().map_err(|error: std::io::Error| Failure::unwritable(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learnt_is_read_back_and_damage_is_noticed() {
        let path = std::env::temp_dir().join(format!("ludex-saved-{}", std::process::id()));
        let mut known = Unfinished::default();
        known.proved[0].none_within = 7;
        known.defences[1].extend([5, u64::MAX]);
        known.numbers[0] = b"numbers".to_vec();
        write(&path, "tria", "start", &known, |file| file.write_all(b"table")).unwrap();
        let mut rest = String::new();
        let mut table = |mut file: Input| file.read_to_string(&mut rest).map(drop);
        let found = read(&path, "tria", "start", &mut table).unwrap();
        assert_eq!((found.proved, found.defences), (known.proved, known.defences));
        assert_eq!((found.numbers, rest.as_str()), (known.numbers, "table"));
        assert!(read(&path, "tessera", "start", |_| Ok(())).is_err());
        // From the end: the table (5 bytes), the numbers (7), what was learnt (16).
        for before in [20, 8] {
            let mut bytes = std::fs::read(&path).unwrap();
            let at = bytes.len() - before;
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(read(&path, "tria", "start", |_| Ok(())).is_err());
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
        }
        std::fs::remove_file(&path).unwrap();
    }
}
