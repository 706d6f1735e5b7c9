//! Failures as the user meets them: one sentence and an exit code.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use ludex_core::{RecordError, SpecError, TextError};

/// What went wrong, in a sentence that names the place.
#[derive(Debug)]
pub(crate) struct Failure {
    sentence: String,
    code: u8,
}

impl Failure {
    /// Wrong input: exit code 2.
    pub(crate) fn input(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: 2 }
    }

    /// A file that could not be read.
    pub(crate) fn unreadable(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::input(format!("{} cannot be read: {error}", path.display()))
    }

    /// A file that could not be written.
    pub(crate) fn unwritable(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::input(format!("{} cannot be written: {error}", path.display()))
    }

    /// The exit code of the program.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One sentence stays one line, whatever a user's text contained.
        let line: String = self.sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        f.write_str(line.trim())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::input(error.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::input(error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::input(error.to_string())
    }
}
