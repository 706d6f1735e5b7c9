//! A search that was stopped, in a file: what was proved, and the table.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use ludex_solve::{Bounds, Proved};
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
}

/// Reads a search of this position. A file that is not there yet is a search not begun.
pub(super) fn read(path: &Path, game: &str, position: &str, table: &Bounds) -> Result<[Proved; 2], Failure> {
    if !path.exists() {
        return Ok(Default::default());
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
    table.load(file).map_err(unreadable)?;
    Ok(head.sides.map(|(none_within, held, wins, wins_in)| Proved { wins_in, wins, none_within, held }))
}

/// Writes a search; an older file is replaced only when the new one is whole.
pub(super) fn write(
    path: &Path,
    game: &str,
    position: &str,
    proved: &[Proved; 2],
    table: &Bounds,
) -> Result<(), Failure> {
    let sides = proved.map(|one| (one.none_within, one.held, one.wins, one.wins_in));
    let head = Head { game: game.to_string(), position: position.to_string(), sides };
    let head = serde_json::to_vec(&head).map_err(|error| Failure::unwritable(path, error))?;
    let part = path.with_extension("part");
    let save = || {
        let mut file = BufWriter::new(File::create(&part)?);
        file.write_all(&(head.len() as u32).to_le_bytes())?;
        file.write_all(&head)?;
        table.save(&mut file)?;
        file.flush()?;
        std::fs::rename(&part, path)
    };
    save().map_err(|error: std::io::Error| Failure::unwritable(path, error))
}
