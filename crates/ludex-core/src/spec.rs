//! Names with parameters: `kalah(pits=6,seeds=4)`, `six(half)`, `alphabeta(depth=4)`.
//!
//! Games and agents are reached by such a text everywhere. A [`Spec`] is the text taken apart; a list of
//! [`Param`] says what may stand in the brackets; [`Spec::resolve`] checks one against the other, fills in the
//! defaults and says in a sentence what is wrong, with the nearest name.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::text::shorten;

/// What is wrong with a name or a parameter, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl SpecError {
    /// An error with this sentence (no final full stop).
    pub fn new(sentence: impl Into<String>) -> SpecError {
        SpecError(sentence.into())
    }

    /// `name` is not known as a `kind` ("game", "agent").
    pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> SpecError {
        let shown = shorten(name);
        match nearest(name, known) {
            Some(near) => SpecError(format!("there is no {kind} '{shown}'; did you mean '{near}'?")),
            None => SpecError(format!("there is no {kind} '{shown}'; `ludex {kind}s` lists them all")),
        }
    }
}

/// The candidate that `text` was probably meant to be, if one is near enough.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text: String = text.chars().take(64).collect::<String>().to_lowercase();
    if text.is_empty() {
        return None;
    }
    candidates
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let near = strsim::jaro_winkler(&text, &lower);
            let distance = strsim::damerau_levenshtein(&text, &lower);
            // One slip of the finger is near enough even in a short word, which the first measure misses.
            let near = if distance == 1 && lower.len() >= 3 { near.max(0.9) } else { near };
            (near - distance as f64 * 1e-3, candidate)
        })
        .filter(|(near, _)| *near > 0.78)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// What values a parameter takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A whole number between two bounds, both allowed.
    Whole {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number between two bounds, both allowed.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// On or off. The bare name means on.
    Switch,
    /// One of these words. A bare word that only one parameter knows needs no name before it.
    Choice {
        /// The words.
        of: Vec<Cow<'static, str>>,
    },
    /// Any word.
    Word,
}

/// A parameter of a game or an agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Param {
    /// What it is called.
    pub name: Cow<'static, str>,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: Kind,
    /// The value when none is given.
    pub default: Cow<'static, str>,
    /// One sentence that says what it does.
    pub about: Cow<'static, str>,
}

impl Param {
    /// A whole number.
    pub fn whole(
        name: &'static str,
        range: std::ops::RangeInclusive<i64>,
        default: i64,
        about: &'static str,
    ) -> Param {
        let kind = Kind::Whole { min: *range.start(), max: *range.end() };
        Param { name: name.into(), kind, default: default.to_string().into(), about: about.into() }
    }

    /// A number.
    pub fn real(
        name: &'static str,
        range: std::ops::RangeInclusive<f64>,
        default: f64,
        about: &'static str,
    ) -> Param {
        let kind = Kind::Real { min: *range.start(), max: *range.end() };
        Param { name: name.into(), kind, default: default.to_string().into(), about: about.into() }
    }

    /// Something that is on or off.
    pub fn switch(name: &'static str, default: bool, about: &'static str) -> Param {
        Param {
            name: name.into(),
            kind: Kind::Switch,
            default: default.to_string().into(),
            about: about.into(),
        }
    }

    /// One of several words, the first being the default.
    pub fn choice(name: &'static str, of: &[&'static str], about: &'static str) -> Param {
        let of: Vec<Cow<'static, str>> = of.iter().map(|&word| word.into()).collect();
        Param { name: name.into(), default: of[0].clone(), kind: Kind::Choice { of }, about: about.into() }
    }

    /// Any word.
    pub fn word(name: &'static str, default: &'static str, about: &'static str) -> Param {
        Param { name: name.into(), kind: Kind::Word, default: default.into(), about: about.into() }
    }

    fn check(&self, value: &str) -> Result<(), String> {
        let shown = shorten(value);
        match &self.kind {
            Kind::Whole { min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(()),
                _ => Err(format!("{} must be a whole number from {min} to {max}, not '{shown}'", self.name)),
            },
            Kind::Real { min, max } => match value.parse::<f64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(()),
                _ => Err(format!("{} must be a number from {min} to {max}, not '{shown}'", self.name)),
            },
            Kind::Switch => match value {
                "true" | "false" => Ok(()),
                _ => Err(format!("{} is a switch: true or false, not '{shown}'", self.name)),
            },
            Kind::Choice { of } if of.iter().any(|word| word == value) => Ok(()),
            Kind::Choice { of } => {
                Err(format!("{} must be one of {}, not '{shown}'", self.name, of.join(", ")))
            }
            Kind::Word => Ok(()),
        }
    }
}

/// A name with its parameters as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    args: Vec<(Option<String>, String)>,
}

/// The longest text that is read as a name with parameters.
const LONGEST: usize = 4096;

impl Spec {
    /// Takes a text such as `kalah(pits=6,seeds=4)` apart. A file path with parameters is a name too.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(SpecError(format!("a name of {} characters is too long", text.len())));
        }
        let (name, rest) = match text.find('(') {
            None if text.contains(')') => {
                return Err(SpecError(format!("'{}' closes a bracket that was never opened", shorten(text))));
            }
            None => (text, None),
            Some(open) => (&text[..open], Some(&text[open + 1..])),
        };
        let name = name.trim();
        if name.is_empty() {
            return Err(SpecError("a name is missing".to_string()));
        }
        let mut args = Vec::new();
        if let Some(rest) = rest {
            let Some(inner) = rest.strip_suffix(')') else {
                return Err(SpecError(format!("'{}' opens a bracket that is never closed", shorten(text))));
            };
            for part in split_top_level(inner)? {
                args.push(parse_arg(part, text)?);
            }
        }
        Ok(Spec { name: name.to_string(), args })
    }

    /// The name before the brackets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments as written: a key, if one was given, and a value.
    pub fn args(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        self.args.iter().map(|(key, value)| (key.as_deref(), value.as_str()))
    }

    /// Checks the arguments against the parameters and fills in the defaults.
    pub fn resolve(&self, params: &[Param]) -> Result<Values, SpecError> {
        let mut values: Vec<(Cow<'static, str>, String, bool)> =
            params.iter().map(|p| (p.name.clone(), p.default.to_string(), false)).collect();
        for (key, value) in &self.args {
            let (index, value) = match key {
                Some(key) => {
                    let found = params.iter().position(|p| p.name == *key);
                    (found.ok_or_else(|| self.unknown_param(key, params))?, value.as_str())
                }
                None => self.bare(value, params)?,
            };
            let param = &params[index];
            param.check(value).map_err(|why| SpecError(format!("{}: {why}", self.name)))?;
            if values[index].2 {
                return Err(SpecError(format!("{}: {} is given twice", self.name, param.name)));
            }
            values[index] = (param.name.clone(), value.to_string(), true);
        }
        let given = values.into_iter().zip(params).map(|((name, value, by_hand), param)| Given {
            name,
            is_default: value == param.default,
            by_hand,
            value,
        });
        Ok(Values { of: self.name.clone(), given: given.collect() })
    }

    /// A bare word: a switch turned on, or a value that exactly one choice knows.
    fn bare<'a>(&self, word: &'a str, params: &[Param]) -> Result<(usize, &'a str), SpecError> {
        if let Some(index) = params.iter().position(|p| p.kind == Kind::Switch && p.name == word) {
            return Ok((index, "true"));
        }
        let knows = |p: &Param| matches!(&p.kind, Kind::Choice { of } if of.iter().any(|w| w == word));
        let mut choices = params.iter().enumerate().filter(|(_, p)| knows(p)).map(|(index, _)| index);
        match (choices.next(), choices.next()) {
            (Some(index), None) => Ok((index, word)),
            (Some(a), Some(b)) => Err(SpecError(format!(
                "{}: '{word}' may mean {}={word} or {}={word}; say which",
                self.name, params[a].name, params[b].name
            ))),
            _ => Err(self.unknown_param(word, params)),
        }
    }

    fn unknown_param(&self, key: &str, params: &[Param]) -> SpecError {
        let words = params.iter().flat_map(|p| {
            let choices = match &p.kind {
                Kind::Choice { of } => of.as_slice(),
                _ => &[],
            };
            std::iter::once(&p.name).chain(choices).map(|word| word.as_ref())
        });
        let shown = shorten(key);
        if params.is_empty() {
            return SpecError(format!("{} has no parameters, so '{shown}' means nothing", self.name));
        }
        match nearest(key, words) {
            Some(near) => {
                SpecError(format!("{} has no parameter '{shown}'; did you mean '{near}'?", self.name))
            }
            None => {
                let names: Vec<&str> = params.iter().map(|p| p.name.as_ref()).collect();
                SpecError(format!("{} has no parameter '{shown}'; it has {}", self.name, names.join(", ")))
            }
        }
    }
}

fn parse_arg(part: &str, whole: &str) -> Result<(Option<String>, String), SpecError> {
    let part = part.trim();
    // A bare word may be a name with parameters of its own, whose signs belong to them.
    let (key, value) = match part.split_once('=') {
        Some((key, value)) if !key.contains('(') => (Some(key.trim()), value.trim()),
        _ => (None, part),
    };
    if key == Some("") || value.is_empty() {
        return Err(SpecError(format!("a parameter in '{}' is empty", shorten(whole))));
    }
    Ok((key.map(str::to_string), value.to_string()))
}

/// Splits at commas that stand outside of inner brackets, so that a value may be a name with parameters.
fn split_top_level(text: &str) -> Result<Vec<&str>, SpecError> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => {
                return Err(SpecError(format!("'{}' closes a bracket too many", shorten(text))));
            }
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(SpecError(format!("'{}' opens a bracket that is never closed", shorten(text))));
    }
    if !(parts.is_empty() && text.trim().is_empty()) {
        parts.push(&text[from..]);
    }
    Ok(parts)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        write_args(f, self.args.iter().map(|(key, value)| (key.as_deref(), value.as_str())))
    }
}

fn write_args<'a>(
    f: &mut fmt::Formatter<'_>,
    args: impl Iterator<Item = (Option<&'a str>, &'a str)>,
) -> fmt::Result {
    let mut any = false;
    for (key, value) in args {
        f.write_str(if any { "," } else { "(" })?;
        any = true;
        match key {
            Some(key) => write!(f, "{key}={value}")?,
            None => f.write_str(value)?,
        }
    }
    if any { f.write_str(")") } else { Ok(()) }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    name: Cow<'static, str>,
    value: String,
    is_default: bool,
    by_hand: bool,
}

/// Checked parameters with the defaults filled in. Written, it is the canonical name: parameters that differ
/// from their defaults, in the order of declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    of: String,
    given: Vec<Given>,
}

impl Values {
    /// A whole number. The parameter must have been declared as one.
    ///
    /// # Panics
    /// If no whole-number parameter of that name was declared (a mistake in the program, not of the user).
    pub fn whole(&self, name: &str) -> i64 {
        self.word(name).parse().unwrap_or_else(|_| panic!("{} declares no whole number '{name}'", self.of))
    }

    /// A number.
    ///
    /// # Panics
    /// If no number parameter of that name was declared.
    pub fn real(&self, name: &str) -> f64 {
        self.word(name).parse().unwrap_or_else(|_| panic!("{} declares no number '{name}'", self.of))
    }

    /// Whether a switch is on.
    ///
    /// # Panics
    /// If no parameter of that name was declared.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "true"
    }

    /// Whether the value was written, rather than filled in.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|given| given.name == name && given.by_hand)
    }

    /// A word.
    ///
    /// # Panics
    /// If no parameter of that name was declared.
    pub fn word(&self, name: &str) -> &str {
        match self.given.iter().find(|given| given.name == name) {
            Some(given) => &given.value,
            None => panic!("{} declares no parameter '{name}'", self.of),
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of)?;
        let changed = self.given.iter().filter(|given| !given.is_default);
        write_args(f, changed.map(|given| (Some(given.name.as_ref()), given.value.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        vec![
            Param::whole("rows", 1..=19, 3, "rows of the board"),
            Param::choice("form", &["full", "half", "exe"], "which form"),
            Param::switch("swap", false, "swap rule"),
            Param::real("c", 0.0..=10.0, 1.4, "exploration"),
        ]
    }

    fn resolve(text: &str) -> Result<Values, String> {
        Spec::parse(text).and_then(|spec| spec.resolve(&params())).map_err(|e| e.to_string())
    }

    #[test]
    fn defaults_fill_what_is_not_given() {
        let values = resolve("game(half, rows=5)").unwrap();
        assert_eq!((values.whole("rows"), values.word("form"), values.is_on("swap")), (5, "half", false));
        assert_eq!(values.to_string(), "game(rows=5,form=half)");
        assert_eq!(resolve("game(rows=3)").unwrap().to_string(), "game");
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("game(row=5)", "game has no parameter 'row'; did you mean 'rows'?"),
            ("game(rows=100000)", "game: rows must be a whole number from 1 to 19, not '100000'"),
            ("game(rows=x)", "game: rows must be a whole number from 1 to 19, not 'x'"),
            ("game(rows=3,rows=4)", "game: rows is given twice"),
            ("game(rows=3", "'game(rows=3' opens a bracket that is never closed"),
            ("game)", "'game)' closes a bracket that was never opened"),
            ("game(rows=)", "a parameter in 'game(rows=)' is empty"),
            ("(3)", "a name is missing"),
            ("game(hlaf)", "game has no parameter 'hlaf'; did you mean 'half'?"),
            ("game(c=nan)", "game: c must be a number from 0 to 10, not 'nan'"),
        ];
        for (text, expected) in cases {
            assert_eq!(resolve(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn a_value_may_be_a_name_with_parameters() {
        let spec = Spec::parse("phase(agent=uct(iterations=5,c=1),from=2)").unwrap();
        let args: Vec<_> = spec.args().collect();
        assert_eq!(args, [(Some("agent"), "uct(iterations=5,c=1)"), (Some("from"), "2")]);
        assert_eq!(spec.to_string(), "phase(agent=uct(iterations=5,c=1),from=2)");
        let bare = Spec::parse("players(human,uct(iterations=5))").unwrap();
        assert_eq!(bare.args().collect::<Vec<_>>(), [(None, "human"), (None, "uct(iterations=5)")]);
    }
}
