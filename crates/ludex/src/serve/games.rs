//! The games that visitors of the page may open: those of the catalogue, never a file of this machine.

use ludex_core::{AnySession, SpecError, Visitor};

fn allow(game: &str) -> Result<(), SpecError> {
    if ludex_catalogue::is_file(game) {
        return Err(SpecError::new("files of the server cannot be opened from the page"));
    }
    Ok(())
}

/// Opens a game by name and hands it to the visitor.
pub(crate) fn open<V: Visitor>(game: &str, visitor: V) -> Result<V::Output, SpecError> {
    allow(game)?;
    ludex_catalogue::open(game, visitor)
}

/// Opens a game as a new session.
pub(crate) fn session(game: &str) -> Result<Box<dyn AnySession>, SpecError> {
    allow(game)?;
    ludex_catalogue::session(game)
}
