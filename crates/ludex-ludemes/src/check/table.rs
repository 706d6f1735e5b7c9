//! The one table of ludemes: names, slots, types and a sentence of documentation each.
//!
//! The table is written as text, one file a family of ludemes, in `src/check/table/`. An entry is
//!
//! ```text
//! is Odd|Even -> Boolean
//! Odd 3: Whether a number is odd.
//! Even 3: Whether a number is even.
//!   [value Int]
//! ```
//!
//! that is: head and selecting constants (in square brackets when they may be left out) and what it gives; a line for
//! each constant (`-` for none) with its milestone (0: none) and its sentence; the slots. A slot is `name Type`, or
//! `label: Type` when it must be written with its label; `[...]` may be left out, and `[... = default]` tells what
//! counts then; `{...}` is a list; of slots marked with the same `^1`, `^2` or `^3` only one is given.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::types::{Base, BaseInfo, Type};

/// One way to write a ludeme.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The name after the bracket.
    pub head: &'static str,
    /// The constants that select this ludeme, one of which follows the name; empty when there are none.
    pub kinds: Vec<Kind>,
    /// Whether the selecting constant may be left out.
    pub kind_optional: bool,
    /// The slots, in the order in which arguments must be written.
    pub slots: Vec<Slot>,
    /// What the ludeme gives.
    pub gives: Base,
    /// Its index in the table.
    pub id: usize,
    /// Groups of slots of which one must be given, as bits.
    pub(crate) required_groups: u8,
}

/// A selecting constant with what is known of the ludeme it selects.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The constant; empty for the form without one.
    pub name: &'static str,
    /// The step of our plan that brings it, from 1; 0 when no board game of Ludii's needs it.
    pub milestone: u8,
    /// One sentence.
    pub doc: &'static str,
}

/// A place for an argument.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name: the label when it must be labelled, otherwise a name for our own use.
    pub name: &'static str,
    /// Whether the argument must be written with its label.
    pub labelled: bool,
    /// What it takes.
    pub takes: Type,
    /// Whether it may be left out.
    pub optional: bool,
    /// The group of alternatives it belongs to; 0 for none.
    pub group: u8,
    /// What counts when it is left out, in words for the reference; empty when nothing does.
    pub default: &'static str,
}

impl Signature {
    /// The entry for a selecting constant (empty text for none).
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Whether a constant must or may follow the head.
    pub fn has_kinds(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.name.is_empty())
    }
}

/// All ludemes and the types of their slots.
#[derive(Debug)]
pub struct Table {
    /// Every signature, in the order in which they are tried.
    pub signatures: Vec<Signature>,
    pub(crate) bases: Vec<BaseInfo>,
    heads: FxHashMap<&'static str, Vec<usize>>,
}

const FAMILIES: [&str; 12] = [
    include_str!("table/structure.txt"),
    include_str!("table/equipment.txt"),
    include_str!("table/conditions.txt"),
    include_str!("table/numbers.txt"),
    include_str!("table/lists.txt"),
    include_str!("table/graphs.txt"),
    include_str!("table/integers.txt"),
    include_str!("table/regions.txt"),
    include_str!("table/decisions.txt"),
    include_str!("table/effects.txt"),
    include_str!("table/start.txt"),
    include_str!("table/records.txt"),
];

/// Other names of ludemes that have a symbol.
const SPELLED: [(&str, &str); 12] = [
    ("equals", "="),
    ("notEqual", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("mod", "%"),
    ("pow", "^"),
    ("add", "+"),
];

impl Table {
    /// The table, which is read when first asked for.
    pub fn get() -> &'static Table {
        static TABLE: LazyLock<Table> = LazyLock::new(Table::read);
        &TABLE
    }

    /// The signatures of a head, in the order in which they are tried.
    pub fn of(&self, head: &str) -> impl Iterator<Item = &Signature> {
        let symbol = SPELLED.iter().find(|(name, _)| *name == head).map(|(_, symbol)| *symbol);
        let heads = std::iter::once(head).chain(symbol);
        heads.filter_map(|head| self.heads.get(head)).flatten().map(|&id| &self.signatures[id])
    }

    /// Every head, in order of the alphabet.
    pub fn heads(&self) -> Vec<&'static str> {
        let mut heads: Vec<&str> = self.heads.keys().copied().collect();
        heads.sort_unstable();
        heads
    }

    /// The base of this name.
    pub fn base(&self, name: &str) -> Option<Base> {
        self.bases.iter().position(|base| base.name == name).map(|index| Base(index as u8))
    }

    /// Every type.
    pub fn types(&self) -> impl Iterator<Item = Base> {
        (0..self.bases.len()).map(|index| Base(index as u8))
    }

    /// What a person writes where a type is wanted, in words.
    pub fn describe(&self, wanted: Type) -> String {
        let one = self.bases[wanted.base.0 as usize].describe();
        match wanted.lists {
            0 => one,
            1 => format!("a list `{{...}}` whose items are each {one}"),
            _ => format!("a list of lists `{{{{...}}}}` whose items are each {one}"),
        }
    }

    /// The constants that a type may be written with.
    pub fn constants(&self, base: Base) -> &[&'static str] {
        &self.bases[base.0 as usize].words
    }

    /// Whether a call with this signature fits where `base` is wanted.
    pub(crate) fn accepts(&self, base: Base, signature: &Signature) -> bool {
        if base == signature.gives {
            return true;
        }
        let given = self.bases[signature.gives.0 as usize].name;
        let info = &self.bases[base.0 as usize];
        let fits = info
            .calls
            .iter()
            .any(|(gives, head)| *gives == given && head.is_none_or(|h| h == signature.head));
        fits && !(info.name == "Effect" && signature.head == "move")
    }

    fn read() -> Table {
        let mut constants: FxHashMap<&'static str, Vec<&'static str>> = FxHashMap::default();
        for line in lines(include_str!("table/constants.txt")) {
            if let Some((name, words)) = line.split_once('=') {
                constants.insert(name.trim(), words.split_whitespace().collect());
            }
        }
        let mut table = Table { signatures: Vec::new(), bases: Vec::new(), heads: FxHashMap::default() };
        let lookup = |name: &str| constants.get(name).cloned().unwrap_or_default();
        for family in FAMILIES {
            let mut entry: Vec<&'static str> = Vec::new();
            for line in lines(family) {
                if line.starts_with(' ') {
                    table.add(&entry, line, &lookup);
                    entry.clear();
                } else {
                    entry.push(line);
                }
            }
        }
        table
    }

    fn add(
        &mut self,
        entry: &[&'static str],
        slots: &'static str,
        lookup: &dyn Fn(&str) -> Vec<&'static str>,
    ) {
        let Some((title, gives)) = entry.first().and_then(|line| line.split_once(" -> ")) else { return };
        let head = title.split_whitespace().next().unwrap_or_default();
        let kinds = entry[1..].iter().filter_map(|line| kind(line)).collect();
        let gives = self.intern(gives.trim(), lookup);
        let mut signature = Signature {
            head,
            kinds,
            kind_optional: title.ends_with(']'),
            slots: Vec::new(),
            gives,
            id: self.signatures.len(),
            required_groups: 0,
        };
        for part in slots.split(';').map(str::trim).filter(|part| *part != "(nothing)") {
            let slot = self.slot(part, lookup);
            if slot.group > 0 && !slot.optional {
                signature.required_groups |= 1 << slot.group;
            }
            signature.slots.push(slot);
        }
        self.heads.entry(head).or_default().push(signature.id);
        self.signatures.push(signature);
    }

    fn slot(&mut self, part: &'static str, lookup: &dyn Fn(&str) -> Vec<&'static str>) -> Slot {
        let (part, group) =
            part.split_once('^').map_or((part, 0), |(part, g)| (part, g.parse().unwrap_or(0)));
        let optional = part.starts_with('[');
        let part = part.trim_start_matches('[').trim_end_matches(']');
        let (part, default) = part.split_once(" = ").unwrap_or((part, ""));
        let (name, takes) = part.split_once(' ').unwrap_or((part, part));
        let labelled = name.ends_with(':');
        let lists = takes.bytes().filter(|b| *b == b'{').count() as u8;
        let base = self.intern(takes.trim_matches(['{', '}', ' ']), lookup);
        Slot {
            name: name.trim_end_matches(':'),
            labelled,
            takes: Type { base, lists },
            optional,
            group,
            default,
        }
    }

    fn intern(&mut self, name: &'static str, lookup: &dyn Fn(&str) -> Vec<&'static str>) -> Base {
        self.base(name).unwrap_or_else(|| {
            self.bases.push(BaseInfo::new(name, lookup));
            Base(self.bases.len() as u8 - 1)
        })
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// `Odd 3: Whether a number is odd.`
fn kind(line: &'static str) -> Option<Kind> {
    let (title, doc) = line.split_once(':')?;
    let (name, milestone) = title.split_once(' ')?;
    let name = if name == "-" { "" } else { name };
    Some(Kind { name, milestone: milestone.parse().ok()?, doc: doc.trim() })
}
