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

use ludex_core::{AnySession, Entry, Playable, Session, Spec, SpecError, Visitor};

/// All games there are.
pub fn entries() -> Vec<Entry> {
    ludex_games::entries()
}

/// What the catalogue says of one game.
pub fn entry(name: &str) -> Option<Entry> {
    entries().into_iter().find(|entry| entry.name == name)
}

/// Opens a game by its text, `kalah(pits=6,seeds=4)`, and hands it to the visitor.
pub fn open<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, SpecError> {
    let spec = Spec::parse(text)?;
    ludex_games::open(&spec, visitor)
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
