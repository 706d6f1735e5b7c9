//! Descriptions that visitors write: checked as they type, shown as a board, kept as drafts.
//!
//! A description may come from a stranger. The language has limits of its own (sizes of texts, boards and ranges,
//! work done by a rule); here it is worked on by a few threads with deep stacks, and nobody waits for long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_core::{Entry, Playable, Rng, Scene, Spec, Turn, Visitor};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::lsp::{self, Completion, place_in_file};
use ludex_ludemes::shelf::{self, Refused};
use ludex_ludemes::text::{Diagnostic, Severity, Source};
use serde::Serialize;
use tokio::sync::Semaphore;

use super::games::{self, FILE};
use super::problem::Problem;
use super::store::Store;

/// The longest description that a page may send, in bytes.
pub(crate) const LONGEST: usize = 64 << 10;
/// Drafts that are kept.
const MOST_DRAFTS: u64 = 10_000;
/// Completions that are sent; more help nobody.
const MOST_COMPLETIONS: usize = 200;
/// The most random moves shown beside a description.
const MOST_PLIES: u32 = 400;

/// Where descriptions are worked on.
pub(crate) struct Workshop {
    places: Arc<Semaphore>,
    /// How long an answer is waited for.
    pub(crate) patience: Duration,
}

impl Workshop {
    pub(crate) fn new(places: usize, patience: Duration) -> Workshop {
        Workshop { places: Arc::new(Semaphore::new(places)), patience }
    }

    /// Does some work on a description. Work that takes too long is not waited for; it ends by the limits of the
    /// language and keeps its place until then.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let late =
            || Problem::input(format!("this description takes longer than {:?} to work out", self.patience));
        let done = async {
            let place = self.places.clone().acquire_owned().await;
            let place = place.map_err(|_| Problem::busy("the server is closing"))?;
            let (answer, answered) = tokio::sync::oneshot::channel();
            let thread = std::thread::Builder::new().name("description".to_string()).stack_size(64 << 20);
            thread
                .spawn(move || {
                    let _ = answer.send(work());
                    drop(place);
                })
                .map_err(|error| Problem::busy(format!("no thread for the description: {error}")))?;
            answered.await.map_err(|_| Problem::fault("the program broke down over this description"))
        };
        tokio::time::timeout(self.patience, done).await.unwrap_or_else(|_| Err(late()))
    }
}

/// Something that is wrong with a description, or doubtful in it.
#[derive(Debug, Serialize)]
pub(crate) struct Remark {
    severity: Severity,
    message: String,
    /// Where, in UTF-16 units from the beginning, as browsers count.
    from: usize,
    to: usize,
}

/// What there is to see of a description that can be played.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    title: String,
    players: Vec<String>,
    rules: String,
    entry: Entry,
    scene: Scene,
    /// How many moves there are now.
    moves: usize,
    /// How many random moves have been made.
    plies: usize,
    over: bool,
}

/// What the page is told as someone types.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    pub(crate) remarks: Vec<Remark>,
    pub(crate) game: Option<Shown>,
}

/// The number of UTF-16 units before a byte.
fn units(text: &str, byte: usize) -> usize {
    text[..text.floor_char_boundary(byte)].encode_utf16().count()
}

/// The byte at which a number of UTF-16 units has passed.
fn byte_at(text: &str, units: usize) -> usize {
    let mut passed = 0;
    for (at, character) in text.char_indices() {
        if passed >= units {
            return at;
        }
        passed += character.len_utf16();
    }
    text.len()
}

fn remark(text: &str, diagnostic: &Diagnostic) -> Remark {
    let (from, to) = place_in_file(diagnostic).map_or((0, 0), |place| place.bytes);
    let (from, to) = (units(text, from as usize), units(text, to as usize));
    let mut message = diagnostic.message.clone();
    for more in diagnostic.notes.iter().map(|note| &note.message).chain(&diagnostic.help) {
        message.push('\n');
        message.push_str(more);
    }
    Remark { severity: diagnostic.severity, message, from, to }
}

/// Everything that is wrong with a description, and what it looks like after some random moves.
pub(crate) fn check(text: &str, plies: u32) -> Checked {
    let library = Library::ours();
    let mut found = lsp::diagnostics(FILE, text, &library);
    let mut game = None;
    if !found.iter().any(Diagnostic::is_error) {
        match compile(text, &library) {
            Ok(made) => game = show(text, made, plies, &library),
            Err(Refused::Description(problems)) => found.extend(problems),
            Err(Refused::Parameter(error)) => found.push(Diagnostic::error(error.to_string())),
        }
    }
    Checked { remarks: found.iter().map(|diagnostic| remark(text, diagnostic)).collect(), game }
}

fn compile(text: &str, library: &Library) -> Result<ludex_ludemes::described::AnyDescribed, Refused> {
    let spec = Spec::parse(&games::draft_name(text)).map_err(Refused::Parameter)?;
    shelf::compile_source(Source::new(FILE, text), library, &spec)
}

fn show(
    text: &str,
    made: ludex_ludemes::described::AnyDescribed,
    plies: u32,
    library: &Library,
) -> Option<Shown> {
    let expanded = expand(Source::new(FILE, text), library, &Choices::none()).ok()?;
    let entry = shelf::entry_of(&expanded, &games::draft_name(text), "draft");
    let mut session = games::begin(made);
    let mut rng = Rng::new(7);
    let begin = Instant::now();
    for _ in 0..plies.min(MOST_PLIES) {
        if begin.elapsed() > Duration::from_millis(700) || session.play_random(&mut rng).is_none() {
            break;
        }
    }
    let over = session.turn() == Turn::Over;
    Some(Shown {
        title: expanded.name().to_string(),
        players: session.player_names(),
        rules: session.rules(),
        entry,
        scene: session.scene(),
        moves: if over { 0 } else { session.legal_texts().len() },
        plies: session.ply(),
        over,
    })
}

/// Whether random games come to an end in time, so that agents can think about the game.
struct Try(Duration);

impl Visitor for Try {
    type Output = bool;
    fn visit<G: Playable>(self, game: G) -> bool {
        let begin = Instant::now();
        let mut scratch = Vec::new();
        for seed in 0..2 {
            let mut rng = Rng::new(seed);
            let mut state = game.start();
            while !game.turn(&state).is_over() {
                if begin.elapsed() > self.0 {
                    return false;
                }
                let chosen = game.random_move(&state, &mut rng, &mut scratch);
                game.play(&mut state, chosen);
            }
        }
        true
    }
}

/// Keeps a description as a draft and says its name.
pub(crate) fn keep(store: &Store, text: &str, patience: Duration) -> Result<String, Problem> {
    let made = compile(text, &Library::ours()).map_err(|refused| refused.sentence("this description"))?;
    if !made.visit(Try(patience)) {
        let sentence = format!("two random games of this description take longer than {patience:?}");
        return Err(Problem::input(format!("{sentence}; agents could not play it")));
    }
    let title = expand(Source::new(FILE, text), &Library::ours(), &Choices::none())
        .map_or_else(|_| String::new(), |expanded| expanded.name().to_string());
    let name = games::draft_name(text);
    if !store.keep_draft(&name, &title, text, MOST_DRAFTS)? {
        return Err(Problem::busy(format!("this server keeps at most {MOST_DRAFTS} drafts that are played")));
    }
    Ok(name)
}

/// What could stand at a place, counted in UTF-16 units.
pub(crate) fn complete(text: &str, offset: usize) -> Vec<Completion> {
    let mut found = lsp::completions(text, byte_at(text, offset), &Library::ours());
    found.truncate(MOST_COMPLETIONS);
    found
}

/// What the word at a place means, in Markdown.
pub(crate) fn hover(text: &str, offset: usize) -> Option<String> {
    lsp::hover(text, byte_at(text, offset), &Library::ours())
}

/// A small description to begin with.
#[derive(Serialize)]
pub(crate) struct Template {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

/// Small descriptions to begin with.
pub(crate) const TEMPLATES: [Template; 5] = [
    Template { name: "row", title: "Stones in a row", text: include_str!("templates/row.lud") },
    Template { name: "race", title: "A race of pawns", text: include_str!("templates/race.lud") },
    Template { name: "jump", title: "Jumping and taking", text: include_str!("templates/jump.lud") },
    Template {
        name: "hexes",
        title: "Connecting sides of a field of hexes",
        text: include_str!("templates/hexes.lud"),
    },
    Template { name: "pyramid", title: "A pyramid of balls", text: include_str!("templates/pyramid.lud") },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_browsers_count() {
        let text = "a\u{1F600}bé(";
        for (byte, unit) in [(0, 0), (1, 1), (5, 3), (6, 4), (8, 5), (9, 6)] {
            assert_eq!((units(text, byte), byte_at(text, unit)), (unit, byte));
        }
    }

    #[test]
    fn every_template_can_be_played() {
        let store = Store::open(None).unwrap();
        for template in TEMPLATES {
            let checked = check(template.text, 30);
            assert!(checked.remarks.is_empty(), "{}: {:?}", template.name, checked.remarks);
            assert!(checked.game.is_some_and(|shown| shown.plies > 3), "{}", template.name);
            keep(&store, template.text, Duration::from_secs(20)).unwrap();
        }
    }
}
