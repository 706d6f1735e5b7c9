//! Our own descriptions by name, and what can be chosen about any description.
//!
//! A description's options and rulesets become parameters of its name: an option headed `Board Size` with the
//! answers `3x3` and `5x5` is `board-size=5x5`, a ruleset `Ruleset/study` is `ruleset=study`.
//!
//! ```
//! use ludex_ludemes::shelf::{self, Shelved};
//!
//! let all: Vec<&str> = shelf::all().iter().map(Shelved::name).collect();
//! assert!(all.is_sorted());
//! ```

use std::sync::OnceLock;

use ludex_core::{Entry, Kind, Param, Spec, SpecError};

use crate::described::{About, AnyDescribed};
use crate::expand::{Choices, Expanded, Library, OptionGroup, Ruleset, expand};
use crate::text::{Diagnostic, Source, Value};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/shelf.rs"));
}

pub(crate) use embedded::DEFINES;

/// A description that ships with the program.
#[derive(Clone, Debug)]
pub struct Shelved {
    name: String,
    family: String,
    path: &'static str,
    text: &'static str,
}

impl Shelved {
    /// The name of the game: the name of the file without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The family it is listed under: the name of its folder.
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Where it stands in the project: `games/shibumi/spline.lud`.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// The description itself.
    pub fn text(&self) -> &'static str {
        self.text
    }

    fn source(&self) -> Source {
        Source::new(self.path, self.text)
    }
}

/// Every description that ships with the program, in the order of their names.
pub fn all() -> &'static [Shelved] {
    static ALL: OnceLock<Vec<Shelved>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<Shelved> = embedded::DESCRIPTIONS
            .iter()
            .map(|&(path, text)| {
                let mut parts = path.trim_end_matches(".lud").rsplit('/');
                let name = parts.next().unwrap_or_default().to_string();
                let family = parts.next().unwrap_or_default().to_string();
                Shelved { name, family, path, text }
            })
            .collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    })
}

/// The description of this name.
pub fn find(name: &str) -> Option<&'static Shelved> {
    all().iter().find(|shelved| shelved.name == name)
}

/// The catalogue's entries for all descriptions that ship with the program.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let library = Library::ours();
        let entry = |shelved: &Shelved| {
            let expanded = expand(shelved.source(), &library, &Choices::none()).ok()?;
            Some(entry_of(&expanded, &shelved.name, &shelved.family))
        };
        all().iter().filter_map(entry).collect()
    })
}

/// Compiles a description of the shelf with the parameters of `spec`.
pub fn compile(shelved: &Shelved, spec: &Spec) -> Result<AnyDescribed, SpecError> {
    compile_source(shelved.source(), &Library::ours(), spec).map_err(|refused| refused.sentence(shelved.path))
}

/// Why a description was not compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum Refused {
    /// A parameter that the description does not have, or a value that it does not take.
    Parameter(SpecError),
    /// The description itself is wrong, or outside of what is compiled.
    Description(Vec<Diagnostic>),
}

impl Refused {
    /// One sentence for a person who asked for the game `of`; `ludex check` shows all.
    pub fn sentence(&self, of: &str) -> SpecError {
        let problems = match self {
            Refused::Parameter(error) => return error.clone(),
            Refused::Description(problems) => problems,
        };
        let mut errors = problems.iter().filter(|problem| problem.is_error());
        let Some(first) = errors.next() else { return SpecError::new(format!("{of} cannot be compiled")) };
        let place = first.location.as_ref().map_or(of.to_string(), |location| location.to_string());
        let more = match errors.count() {
            0 => String::new(),
            n => format!(" (and {n} more: `ludex check {of}` shows them all)"),
        };
        SpecError::new(format!("{place}: {}{more}", first.message))
    }
}

/// Compiles any description with the parameters of `spec`, whose name becomes the name of the game.
pub fn compile_source(source: Source, library: &Library, spec: &Spec) -> Result<AnyDescribed, Refused> {
    let plain = expand(source.clone(), library, &Choices::none()).map_err(Refused::Description)?;
    let questions = Questions::of(&plain);
    let (choices, name) = questions.answer(spec).map_err(Refused::Parameter)?;
    AnyDescribed::compile(source, library, &choices, &name).map_err(Refused::Description)
}

/// What a description says of its game before it is compiled.
pub fn entry_of(expanded: &Expanded, name: &str, family: &str) -> Entry {
    let about = About::of(expanded);
    let summary = match first_sentence(&about.description) {
        "" => format!("{}, described in ludemes.", about.title),
        first => first.to_string(),
    };
    Entry {
        name: name.to_string(),
        family: family.to_string(),
        players: players(expanded),
        summary,
        parameters: Questions::of(expanded).params,
        source: if about.source.is_empty() { "described in ludemes".to_string() } else { about.source },
    }
}

/// A text up to the end of its first sentence. The full stop of a short word, as in *St. Lucia*, ends none.
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at);
    let is_end = |&at: &usize| text[..at].chars().rev().take(3).all(|c| c.is_alphanumeric() || c == ')');
    ends.into_iter().find(is_end).map_or(text, |at| &text[..=at])
}

fn players(expanded: &Expanded) -> String {
    let Some(game) = expanded.root.as_call() else { return String::new() };
    let players = game.args.iter().filter_map(|arg| arg.value.as_call()).find(|call| call.head == "players");
    match players.and_then(|call| call.args.first()).map(|arg| &arg.value.value) {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::List(items)) => items.len().to_string(),
        _ => "1".to_string(),
    }
}

/// The options and rulesets of a description as parameters of its name.
struct Questions<'a> {
    params: Vec<Param>,
    rulesets: &'a [Ruleset],
    groups: &'a [OptionGroup],
}

/// A text as a word of a name: lower case, words joined by hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == '.' || c == '+' {
            slug.extend(c.to_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_string()
}

/// Adds a word, with a number behind it if it is there already.
fn add_distinct(words: &mut Vec<String>, word: String) {
    let word = if word.is_empty() { "other".to_string() } else { word };
    let mut distinct = word.clone();
    let mut number = 2;
    while words.contains(&distinct) {
        distinct = format!("{word}-{number}");
        number += 1;
    }
    words.push(distinct);
}

fn ruleset_words(rulesets: &[Ruleset]) -> Vec<String> {
    let mut words = Vec::new();
    for set in rulesets {
        add_distinct(&mut words, slug(set.name.rsplit('/').next().unwrap_or(&set.name)));
    }
    words
}

fn item_words(group: &OptionGroup) -> Vec<String> {
    let mut words = Vec::new();
    for item in &group.items {
        add_distinct(&mut words, slug(&item.label));
    }
    words
}

/// The ruleset that counts when none is named: the first of those with the most stars.
fn default_ruleset(rulesets: &[Ruleset]) -> usize {
    let most = rulesets.iter().map(|set| set.stars).max().unwrap_or(0);
    rulesets.iter().position(|set| set.stars == most).unwrap_or(0)
}

fn param(name: String, words: Vec<String>, default: usize, about: String) -> Param {
    let default = words[default].clone();
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    let kind = match numbers.as_deref() {
        Some(numbers) if numbers.len() > 1 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
            Kind::Whole { min: numbers[0], max: numbers[numbers.len() - 1] }
        }
        _ => Kind::Choice { of: words.into_iter().map(Into::into).collect() },
    };
    Param { name: name.into(), kind, default: default.into(), about: about.into() }
}

impl Questions<'_> {
    fn of(expanded: &Expanded) -> Questions<'_> {
        let (rulesets, groups) = (expanded.rulesets.as_slice(), expanded.options.as_slice());
        let mut params = Vec::new();
        let mut names = Vec::new();
        if !rulesets.is_empty() {
            add_distinct(&mut names, "ruleset".to_string());
            let default = default_ruleset(rulesets);
            let about = "which reading of the rules".to_string();
            params.push(param("ruleset".to_string(), ruleset_words(rulesets), default, about));
        }
        for group in groups {
            add_distinct(&mut names, slug(&group.heading));
            let name = names[names.len() - 1].clone();
            params.push(param(name, item_words(group), group.default_item(), group.heading.clone()));
        }
        Questions { params, rulesets, groups }
    }

    /// The choices that `spec` makes, and the shortest name that makes them too.
    fn answer(&self, spec: &Spec) -> Result<(Choices, String), SpecError> {
        let values = spec.resolve(&self.params)?;
        let mut choices = Choices::none();
        let mut args = Vec::new();
        let mut params = self.params.iter();
        if !self.rulesets.is_empty() {
            let param = params.next().map_or("ruleset", |param| &param.name);
            let words = ruleset_words(self.rulesets);
            let chosen = words.iter().position(|word| word == values.word(param)).unwrap_or(0);
            let default = default_ruleset(self.rulesets);
            // A file's defaults are its options' stars; its ruleset counts only where one is starred or named.
            if values.is_given(param) || self.rulesets[default].stars > 0 {
                choices.ruleset = Some(self.rulesets[chosen].name.clone());
            }
            if chosen != default {
                args.push(format!("{param}={}", words[chosen]));
            }
        }
        for (group, param) in self.groups.iter().zip(params) {
            if !values.is_given(&param.name) {
                continue;
            }
            let words = item_words(group);
            let item = words.iter().position(|word| word == values.word(&param.name)).unwrap_or(0);
            if item != self.item_without_answer(group, &choices) {
                args.push(format!("{}={}", param.name, words[item]));
                choices.answers.push(group.choice(item));
            }
        }
        let name = if args.is_empty() {
            spec.name().to_string()
        } else {
            format!("{}({})", spec.name(), args.join(","))
        };
        Ok((choices, name))
    }

    /// The item of a group that counts when only the ruleset is chosen.
    fn item_without_answer(&self, group: &OptionGroup, choices: &Choices) -> usize {
        let set = self.rulesets.iter().find(|set| Some(&set.name) == choices.ruleset.as_ref());
        let named = set.and_then(|set| {
            (0..group.items.len()).rev().find(|&item| set.choices.contains(&group.choice(item)))
        });
        named.unwrap_or_else(|| group.default_item())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"(game "Rows" (players 2)
        (equipment { (board (square <Board>)) (piece "Stone" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line <Line>) (result Mover Win)))))
        (option "Board Size" <Board> args:{ <size> } { (item "3" <3> "Small.")* (item "4" <4> "Larger.") })
        (option "Line" <Line> args:{ <length> } { (item "Three" <3> "Three.")* (item "Four" <4> "Four.") })
        (rulesets { (ruleset "Ruleset/book" {})* (ruleset "Ruleset/long" { "Line/Four" "Board Size/4" }) })
        (metadata (info { (description "Stones in a row. The first wins.") (source "Old.") }))"#;

    #[test]
    fn the_full_stop_of_a_short_word_ends_no_sentence() {
        assert_eq!(first_sentence("Sown on St. Lucia. Two play."), "Sown on St. Lucia.");
        assert_eq!(first_sentence("Stones in a row"), "Stones in a row");
        assert_eq!(first_sentence("Balls (of two kinds). They fall."), "Balls (of two kinds).");
    }

    fn name_of(text: &str) -> Result<String, SpecError> {
        struct Name;
        impl ludex_core::Visitor for Name {
            type Output = String;
            fn visit<G: ludex_core::Playable>(self, game: G) -> String {
                game.name()
            }
        }
        let spec = Spec::parse(text)?;
        let source = Source::new("rows.lud", ROWS);
        compile_source(source, &Library::empty(), &spec)
            .map(|game| game.visit(Name))
            .map_err(|refused| refused.sentence("rows.lud"))
    }

    #[test]
    fn options_and_rulesets_are_parameters() {
        assert_eq!(name_of("rows").unwrap(), "rows");
        assert_eq!(name_of("rows(ruleset=book,board-size=3)").unwrap(), "rows");
        assert_eq!(name_of("rows(board-size=4)").unwrap(), "rows(board-size=4)");
        assert_eq!(name_of("rows(long)").unwrap(), "rows(ruleset=long)");
        assert_eq!(name_of("rows(ruleset=long,board-size=4)").unwrap(), "rows(ruleset=long)");
        assert_eq!(name_of("rows(ruleset=long,board-size=3)").unwrap(), "rows(ruleset=long,board-size=3)");
    }

    #[test]
    fn an_unknown_parameter_is_explained() {
        let error = name_of("rows(board-sise=4)").unwrap_err().to_string();
        assert_eq!(error, "rows has no parameter 'board-sise'; did you mean 'board-size'?");
        let error = name_of("rows(board-size=5)").unwrap_err().to_string();
        assert_eq!(error, "rows: board-size must be a whole number from 3 to 4, not '5'");
    }

    #[test]
    fn the_entry_says_what_the_description_says() {
        let expanded = expand(Source::new("rows.lud", ROWS), &Library::empty(), &Choices::none()).unwrap();
        let entry = entry_of(&expanded, "rows", "classic");
        assert_eq!(entry.summary, "Stones in a row.");
        assert_eq!(entry.players, "2");
        let names: Vec<&str> = entry.parameters.iter().map(|param| param.name.as_ref()).collect();
        assert_eq!(names, ["ruleset", "board-size", "line"]);
    }

    #[test]
    fn every_description_on_the_shelf_compiles_under_its_own_name() {
        let mut names: Vec<&str> = all().iter().map(Shelved::name).collect();
        let shelved = names.len();
        names.dedup();
        assert_eq!(names.len(), shelved, "two descriptions have the same name");
        assert_eq!(entries().len(), shelved, "an entry is missing");
        for shelved in all() {
            let spec = Spec::parse(shelved.name()).unwrap();
            if let Err(error) = compile(shelved, &spec) {
                panic!("{}: {error}", shelved.path());
            }
        }
    }
}
