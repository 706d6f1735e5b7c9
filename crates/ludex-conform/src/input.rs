//! Reading a file of recorded games: plain or gzipped text, line by line.

use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Mismatch, Trouble};

/// No file of recorded games is larger than this when unpacked.
const LARGEST: u64 = 1 << 30;

/// A file of recorded games, unpacked.
pub struct Input {
    name: String,
    text: String,
    first: Option<Value>,
}

impl Input {
    /// Reads a file, unpacking it if it is gzipped.
    pub fn open(path: &Path) -> Result<Input, Trouble> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Trouble::Malformed(format!("cannot be read: {e}")))?;
        let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut unpacked = Vec::new();
            flate2::read::MultiGzDecoder::new(bytes.as_slice())
                .take(LARGEST + 1)
                .read_to_end(&mut unpacked)
                .map_err(|e| Trouble::Malformed(format!("cannot be unpacked: {e}")))?;
            unpacked
        } else {
            bytes
        };
        if bytes.len() as u64 > LARGEST {
            return Err(Trouble::Malformed(format!("is larger than {} MiB when unpacked", LARGEST >> 20)));
        }
        let text = String::from_utf8(bytes).map_err(|_| Trouble::Malformed("is not text".to_string()))?;
        Ok(Input::from_text(&name, text))
    }

    /// A file that is already in memory.
    pub fn from_text(name: &str, text: impl Into<String>) -> Input {
        let text = text.into();
        let first = serde_json::from_str(text.lines().next().unwrap_or("")).ok();
        Input { name: name.to_string(), text, first }
    }

    /// What the file is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first line as JSON, if it is JSON.
    pub fn first_line(&self) -> Option<&Value> {
        self.first.as_ref()
    }

    /// Whether the first line is a JSON object with all these keys.
    pub fn has_keys(&self, keys: &[&str]) -> bool {
        self.first_line().is_some_and(|first| keys.iter().all(|key| first.get(key).is_some()))
    }

    /// The lines that are not empty, each read as JSON, with their numbers from 1.
    pub fn lines<T: DeserializeOwned>(&self) -> impl Iterator<Item = Result<(usize, T), Trouble>> {
        self.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| {
            let number = index + 1;
            serde_json::from_str(line)
                .map(|record| (number, record))
                .map_err(|e| Trouble::Malformed(format!("line {number}: {e}")))
        })
    }

    /// The whole text as one JSON value.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Trouble> {
        serde_json::from_str(&self.text).map_err(|e| Trouble::Malformed(e.to_string()))
    }
}

/// Where in a file a comparison stands.
#[derive(Clone)]
pub(crate) struct Place {
    /// The game, as the catalogue names it.
    pub(crate) game: String,
    /// The line of the file, from 1.
    pub(crate) line: usize,
    /// The ply within the game, from 0.
    pub(crate) ply: usize,
}

impl Place {
    /// Compares what the file says with what our engine says.
    pub(crate) fn compare<T: PartialEq + std::fmt::Debug>(
        &self,
        what: &str,
        expected: &T,
        got: &T,
    ) -> Result<(), Trouble> {
        if expected == got {
            return Ok(());
        }
        Err(Trouble::Mismatch(Mismatch {
            game: self.game.clone(),
            line: self.line,
            ply: self.ply,
            expected: format!("{what} {expected:?}"),
            got: format!("{got:?}"),
        }))
    }
}
