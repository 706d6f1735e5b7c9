//! What a slot takes and what a ludeme gives.

use super::table::Table;

/// What a slot takes or a ludeme gives, without list brackets: an index into the table's list of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Base(pub(crate) u8);

/// A type: a base, or lists of it (`{Int}` is a list, `{{Int}}` a list of lists).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// What it is, or what its lists hold.
    pub base: Base,
    /// How many list brackets are around it.
    pub lists: u8,
}

impl Base {
    /// Its name in the reference, for example `Int` or `SiteType`.
    pub fn name(self) -> &'static str {
        Table::get().bases[self.0 as usize].name
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lists = self.lists as usize;
        write!(f, "{}{}{}", "{".repeat(lists), self.base.name(), "}".repeat(lists))
    }
}

/// Everything the checker must know about a base.
#[derive(Clone, Debug)]
pub(crate) struct BaseInfo {
    pub(crate) name: &'static str,
    /// Which written values fit: whole numbers, numbers with a point, `True`/`False`, quoted texts.
    pub(crate) number: bool,
    pub(crate) real: bool,
    pub(crate) boolean: bool,
    pub(crate) text: bool,
    /// The constants that fit.
    pub(crate) words: Vec<&'static str>,
    /// Calls fit when they give one of these, and have this head if one is named here.
    pub(crate) calls: Vec<(&'static str, Option<&'static str>)>,
}

impl BaseInfo {
    /// A base by its name, given the constants of all enumerations.
    pub(crate) fn new(name: &'static str, constants: &dyn Fn(&str) -> Vec<&'static str>) -> Self {
        let number = matches!(name, "Int" | "Number" | "Dim" | "Float" | "Real" | "TrackStep");
        let real = matches!(name, "Float" | "Real");
        let words = match name {
            "Direction" => [constants("AbsoluteDirection"), constants("RelativeDirection")].concat(),
            "Facing" => [
                constants("CompassDirection"),
                constants("RotationalDirection"),
                constants("SpatialDirection"),
            ]
            .concat(),
            "TrackStep" => [constants("TrackStepType"), constants("CompassDirection")].concat(),
            _ => constants(name),
        };
        let calls = match name {
            // An effect is any generator of moves but a decision.
            "Effect" => vec![("Moves", None), ("Effect", None)],
            "EndIf" => vec![("EndRule", Some("if"))],
            "Apply" => vec![("Moves", Some("apply"))],
            "StepMove" => vec![("Moves", Some("step"))],
            "IntsDifference" => vec![("Ints", Some("difference"))],
            "TrackStep" => vec![("Dim", None)],
            _ => vec![(name, None)],
        };
        let boolean = matches!(name, "Boolean" | "Flag");
        BaseInfo { name, number, real, boolean, text: name == "Text", words, calls }
    }

    /// The value of a word that stands for a number.
    pub(crate) fn named_number(word: &str) -> Option<i64> {
        Some(match word {
            "Off" | "Undefined" => -1,
            "End" => -2,
            "Infinity" => 1_000_000_000,
            _ => return None,
        })
    }

    /// What a person writes there, for messages.
    pub(crate) fn describe(&self) -> String {
        let plain = match self.name {
            "Int" => "a number, or a ludeme that gives one such as `(last To)`",
            "Number" => "a whole number",
            "Dim" => "a whole number, or a sum of such",
            "Float" | "Real" => "a number",
            "Boolean" => "a condition such as `(is Empty (to))`",
            "Flag" => "True or False",
            "Text" => "a quoted text",
            "Region" => "a set of sites such as `(sites Empty)`",
            "Ints" => "a list of numbers such as `(array ...)`",
            "Range" => "a range such as `(range 1 3)`",
            "Graph" => "a board shape such as `(square 8)`",
            "Direction" => "a direction such as `Orthogonal` or `(directions ...)`",
            "Moves" => "moves such as `(move Step ...)`",
            "Effect" => "an effect such as `(remove (to))`",
            "Role" => "a role such as `Mover`, `Each` or `P1`",
            "SiteType" => "`Cell`, `Vertex` or `Edge`",
            "Item" => "a piece of equipment such as `(board ...)`, `(piece ...)` or `(hand ...)`",
            "EndRule" => "an end rule such as `(if ... (result Mover Win))`",
            "Result" => "a result such as `(result Mover Win)`",
            "StartRule" => "a start rule such as `(place \"Pawn1\" (sites Bottom))`",
            _ => "",
        };
        if !plain.is_empty() {
            return plain.into();
        }
        if !self.words.is_empty() {
            let words: Vec<String> = self.words.iter().take(8).map(|w| format!("`{w}`")).collect();
            let more = if self.words.len() > 8 { ", ..." } else { "" };
            return format!("one of {}{more}", words.join(", "));
        }
        match self.calls.first() {
            Some((_, Some(head))) => format!("`({head} ...)`"),
            _ => format!("`({} ...)`", lower_first(self.name)),
        }
    }
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_lowercase().to_string() + chars.as_str())
}
