//! Every game by name, whether written by hand or described in ludemes.
//!
//! ```
//! let mut session = ludex_catalogue::session("tria(rows=3,cols=4)").unwrap();
//! assert_eq!(session.legal_texts().len(), 12);
//! session.play("b2").unwrap();
//! assert_eq!(session.legal_texts().len(), 11);
//! ```
//!
//! What is not known gets a sentence that helps:
//!
//! ```
//! let error = ludex_catalogue::session("trai").err().unwrap();
//! assert_eq!(error.to_string(), "there is no game 'trai'; did you mean 'tria'?");
//! ```
//!
//! A description is reached by the path of its file, with its options as parameters: `games/my.lud(base=5)`.

mod file;

use ludex_core::{AnySession, Entry, Playable, Session, Spec, SpecError, Visitor};
use ludex_ludemes::shelf;

/// All games there are.
pub fn entries() -> Vec<Entry> {
    let mut entries = ludex_games::entries();
    entries.extend_from_slice(shelf::entries());
    entries
}

/// What the catalogue says of one game.
pub fn entry(name: &str) -> Option<Entry> {
    entries().into_iter().find(|entry| entry.name == name)
}

/// Whether a text means a file on this machine rather than a game of the catalogue. What comes from strangers
/// must not be opened then.
pub fn is_file(text: &str) -> bool {
    Spec::parse(text).is_ok_and(|spec| file::is_path(spec.name()))
}

/// Opens a game by its text, `kalah(pits=6,seeds=4)` or `path/to/game.lud`, and hands it to the visitor.
pub fn open<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, SpecError> {
    let spec = Spec::parse(text)?;
    if file::is_path(spec.name()) {
        return Ok(file::compile(&spec)?.visit(visitor));
    }
    if ludex_games::knows(spec.name()) {
        return ludex_games::open(&spec, visitor);
    }
    match shelf::find(spec.name()) {
        Some(shelved) => Ok(shelf::compile(shelved, &spec)?.visit(visitor)),
        None => {
            let entries = entries();
            Err(SpecError::unknown("game", spec.name(), entries.iter().map(|entry| entry.name.as_str())))
        }
    }
}

/// Opens a game as a new session, for use without knowing its type.
pub fn session(text: &str) -> Result<Box<dyn AnySession>, SpecError> {
    struct Begin;
    impl Visitor for Begin {
        type Output = Box<dyn AnySession>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn AnySession> {
            Box::new(Session::new(game))
        }
    }
    open(text, Begin)
}
