//! The one door through which the server opens games: those of the catalogue and drafts that visitors wrote, never
//! a file of this machine.

use std::sync::{Arc, Mutex, PoisonError};

use ludex_core::{AnySession, Colour, Entry, Playable, Session, Spec, SpecError, Visitor};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::shelf;
use ludex_ludemes::text::Source;

use super::problem::Problem;
use super::store::Store;

/// What the names of drafts begin with.
const DRAFT: &str = "draft-";
/// The file that messages about a draft name.
pub(crate) const FILE: &str = "draft.lud";
/// Compiled drafts that are kept at hand.
const AT_HAND: usize = 32;

/// All games that a visitor may open.
pub(crate) struct Games {
    store: Arc<Store>,
    /// Drafts by name with parameters; the latest last.
    compiled: Mutex<Vec<(String, AnyDescribed)>>,
    /// Drafts over which agents never came to an end.
    distrusted: Mutex<Vec<String>>,
}

/// The name of the draft with this text: the same text is the same draft.
pub(crate) fn draft_name(text: &str) -> String {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    format!("{DRAFT}{}", &hash.as_str()[..16])
}

/// Whether a name with parameters means a draft.
pub(crate) fn is_draft(game: &str) -> bool {
    game.starts_with(DRAFT)
}

struct Begin;

impl Visitor for Begin {
    type Output = Box<dyn AnySession>;
    fn visit<G: Playable>(self, game: G) -> Box<dyn AnySession> {
        Box::new(Session::new(game))
    }
}

/// A compiled description as a new session.
pub(crate) fn begin(game: AnyDescribed) -> Box<dyn AnySession> {
    game.visit(Begin)
}

/// A kind of pieces of a described game.
pub(crate) struct Kind {
    pub(crate) name: String,
    /// The player who owns such pieces; none if they are everyone's.
    owner: Option<usize>,
    colour: Colour,
}

impl Games {
    pub(crate) fn new(store: Arc<Store>) -> Games {
        Games { store, compiled: Mutex::default(), distrusted: Mutex::default() }
    }

    /// Opens a game by name and hands it to the visitor.
    pub(crate) fn open<V: Visitor>(&self, game: &str, visitor: V) -> Result<V::Output, Problem> {
        if ludex_catalogue::is_file(game) {
            return Err(Problem::input("files of the server cannot be opened from the page"));
        }
        if is_draft(game) {
            return Ok(self.draft(game)?.visit(visitor));
        }
        Ok(ludex_catalogue::open(game, visitor)?)
    }

    /// Opens a game as a new session.
    pub(crate) fn session(&self, game: &str) -> Result<Box<dyn AnySession>, Problem> {
        self.open(game, Begin)
    }

    /// What is said of a game where games are listed.
    pub(crate) fn entry(&self, game: &str) -> Option<Entry> {
        let name = Spec::parse(game).ok()?.name().to_string();
        if !is_draft(&name) {
            return ludex_catalogue::entry(&name);
        }
        let (_, text) = self.store.draft(&name).ok()??;
        let expanded = expand(Source::new(FILE, text), &Library::ours(), &Choices::none()).ok()?;
        Some(shelf::entry_of(&expanded, &name, "draft"))
    }

    /// What a game is called where its name says little.
    pub(crate) fn title(&self, game: &str) -> Option<String> {
        let name = Spec::parse(game).ok()?.name().to_string();
        let title = if is_draft(&name) { self.store.draft(&name).ok()??.0 } else { return None };
        (!title.is_empty()).then_some(title)
    }

    /// The text of a draft or of a description that ships with the program.
    pub(crate) fn text(&self, name: &str) -> Result<String, Problem> {
        let text = match shelf::find(name) {
            Some(shelved) => Some(shelved.text().to_string()),
            None if is_draft(name) => self.store.draft(name)?.map(|(_, text)| text),
            None => None,
        };
        text.ok_or_else(|| {
            Problem::missing(format!("there is no description '{}'", ludex_core::shorten(name)))
        })
    }

    /// The pieces that a position of a described game may have.
    pub(crate) fn pieces(&self, game: &str) -> Vec<Kind> {
        fn kinds<const W: usize>(game: &Described<W>) -> Vec<Kind> {
            let code = game.rules_code();
            let kind = |what: u8| Kind {
                name: code.components[usize::from(what)].name.clone(),
                owner: usize::from(code.owners[usize::from(what)]).checked_sub(1),
                colour: game.colour_of(what),
            };
            (1..code.components.len() as u8).map(kind).collect()
        }
        let Ok(spec) = Spec::parse(game) else { return Vec::new() };
        let found = match shelf::find(spec.name()) {
            Some(shelved) => shelf::compile(shelved, &spec).ok(),
            None if is_draft(game) => self.draft(game).ok(),
            None => None,
        };
        match &found {
            Some(AnyDescribed::W1(game)) => kinds(game),
            Some(AnyDescribed::W2(game)) => kinds(game),
            Some(AnyDescribed::W8(game)) => kinds(game),
            None => Vec::new(),
        }
    }

    /// The colour of each player's pieces: the one the player is named after, or that of all pieces the player owns.
    pub(crate) fn colours(&self, game: &str, players: &[String]) -> Vec<Option<Colour>> {
        let kinds = self.pieces(game);
        let colour = |(index, name): (usize, &String)| {
            let named = Colour::PLAYERS.into_iter().find(|colour| name.eq_ignore_ascii_case(colour.name()));
            let mut owned = kinds.iter().filter(|kind| kind.owner == Some(index)).map(|kind| kind.colour);
            let first = owned.next();
            named.or(first.filter(|first| owned.all(|other| other == *first)))
        };
        players.iter().enumerate().map(colour).collect()
    }

    fn draft(&self, game: &str) -> Result<AnyDescribed, Problem> {
        {
            let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, found)) = compiled.iter().find(|(name, _)| name == game) {
                return Ok(found.clone());
            }
        }
        let spec = Spec::parse(game)?;
        let (_, text) = self.store.draft(spec.name())?.ok_or_else(|| {
            SpecError::new(format!("there is no draft '{}'", ludex_core::shorten(spec.name())))
        })?;
        let made = shelf::compile_source(Source::new(FILE, text), &Library::ours(), &spec)
            .map_err(|refused| refused.sentence("this draft"))?;
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if compiled.len() >= AT_HAND {
            compiled.remove(0);
        }
        compiled.push((game.to_string(), made.clone()));
        Ok(made)
    }

    /// Lets no agent think about this draft any more.
    pub(crate) fn distrust(&self, game: &str) {
        if is_draft(game) {
            self.distrusted.lock().unwrap_or_else(PoisonError::into_inner).push(game.to_string());
        }
    }

    /// Whether agents may think about this game.
    pub(crate) fn is_trusted(&self, game: &str) -> bool {
        !self.distrusted.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|name| name == game)
    }
}
