//! Directions of a description, as numbers of tables.

use crate::board::{COMPASS, Direction, Relative};
use crate::check::{Applied, Term, TermValue};
use crate::runtime::code::{Dirs, Int, Ways};

use super::Lower;

impl<const W: usize> Lower<W> {
    /// The directions a term names, or a default.
    pub(super) fn dirs(&mut self, term: Option<&Term>, default: &str) -> Dirs {
        let Some(term) = term else { return self.dirs_named(&[default]) };
        match &term.value {
            TermValue::Constant(word) => self.dirs_named(&[word]),
            TermValue::Call(call) => match call.name() {
                ("directions", "") => {
                    let has_pair = call.signature.slots.iter().any(|slot| slot.name == "from");
                    if has_pair {
                        return self.dirs_towards(call);
                    }
                    let named = call.get("directions").map(|list| list.items());
                    let words: Vec<&str> = named.unwrap_or(&[]).iter().filter_map(Term::constant).collect();
                    let relative = call.signature.slots.iter().any(|slot| slot.name == "of");
                    let of = if relative { call.get("of").and_then(Term::constant) } else { None };
                    self.dirs_of(&words, of.unwrap_or("Adjacent"))
                }
                ("if", _) => self.dirs_if(call),
                ("difference", _) => self.dirs_without(term, call),
                ("union", _) => {
                    let mut all = self.dirs(call.get("a"), "Adjacent");
                    let more = self.dirs(call.get("b"), "Adjacent");
                    let count = all.by_facing.len().max(more.by_facing.len());
                    let at =
                        |dirs: &Dirs, i: usize| dirs.by_facing[if dirs.by_facing.len() == 1 { 0 } else { i }];
                    let pairs: Vec<(u16, u16)> = (0..count).map(|i| (at(&all, i), at(&more, i))).collect();
                    all.by_facing = pairs.into_iter().map(|(a, b)| self.tables.joined(a, b)).collect();
                    all
                }
                _ => {
                    self.missing(term);
                    self.dirs_named(&["Adjacent"])
                }
            },
            TermValue::List(items) => {
                let words: Vec<&str> = items.iter().filter_map(Term::constant).collect();
                self.dirs_of(&words, "Adjacent")
            }
            _ => {
                self.missing(term);
                self.dirs_named(&["Adjacent"])
            }
        }
    }

    /// The direction that a description says leads from one place to another.
    fn dirs_towards(&mut self, call: &Applied) -> Dirs {
        let (from, to) = (self.int_in(call, "from"), self.int_in(call, "to"));
        self.dirs_between(from, to)
    }

    /// The direction that leads from one place to another.
    pub(super) fn dirs_between(&mut self, from: Int<W>, to: Int<W>) -> Dirs {
        let mut by_facing = self.each_direction();
        by_facing.push(self.tables.table_of(&[]));
        self.ways.push(Ways::Towards(from, to));
        Dirs { by_facing, towards: Some((self.ways.len() - 1) as u16) }
    }

    /// A table for each direction of the board.
    fn each_direction(&mut self) -> Vec<u16> {
        let kind = self.tables.board.default_type();
        let supported = self.tables.board.supported(kind, Direction::All, None);
        supported.iter().map(|&direction| self.tables.table_of(&[direction])).collect()
    }

    /// Some directions or others, as a condition has it.
    fn dirs_if(&mut self, call: &Applied) -> Dirs {
        let condition = self.bool_in(call, "condition");
        let yes = self.dirs(call.get("yes"), "Adjacent");
        let no = self.dirs(call.get("no"), "Adjacent");
        let by_facing = vec![yes.by_facing[0]];
        self.ways.push(Ways::Either(condition, yes, no));
        Dirs { by_facing, towards: Some((self.ways.len() - 1) as u16) }
    }

    /// Directions without others.
    fn dirs_without(&mut self, term: &Term, call: &Applied) -> Dirs {
        let words = |slot: &str| -> Vec<&str> {
            let items = call.get(slot).map(Term::items).unwrap_or(&[]);
            items.iter().filter_map(Term::constant).collect()
        };
        let (kept, removed) = (words("a"), words("b"));
        let kind = self.tables.board.default_type();
        let specific = |lower: &Self, words: &[&str], facing: Direction| {
            let mut all: Vec<Direction> = Vec::new();
            for word in words {
                let adjacent = lower.tables.board.supported(kind, Direction::Adjacent, None);
                match (Direction::from_name(word), Relative::from_name(word)) {
                    (Some(direction), _) if COMPASS.contains(&direction) => all.push(direction),
                    (Some(group), _) => all.extend(lower.tables.board.supported(kind, group, None)),
                    (None, Some(way)) => all.extend(way.directions(facing, &adjacent)),
                    (None, None) => {}
                }
            }
            all
        };
        let last = match &removed[..] {
            ["OppositeDirection"] => Some((Int::LastTo { after: false }, Int::LastFrom { after: false })),
            ["SameDirection"] => Some((Int::LastFrom { after: false }, Int::LastTo { after: false })),
            [] => match call.get("b").and_then(|b| b.call()).cloned() {
                Some(b) if b.signature.slots.iter().any(|slot| slot.name == "from") => {
                    Some((self.int_in(&b, "from"), self.int_in(&b, "to")))
                }
                _ => None,
            },
            _ => None,
        };
        if kept.is_empty() || (removed.is_empty() && last.is_none()) {
            self.missing(term);
            return self.dirs_named(&["Adjacent"]);
        }
        let Some((from, to)) = last else {
            let lists: Vec<Vec<Direction>> = COMPASS
                .into_iter()
                .map(|facing| {
                    let gone = specific(self, &removed, facing);
                    let all = specific(self, &kept, facing);
                    all.into_iter().filter(|direction| !gone.contains(direction)).collect()
                })
                .collect();
            let by_facing = lists.iter().map(|list| self.tables.table_of(list)).collect();
            return Dirs { by_facing, towards: None };
        };
        let all = specific(self, &kept, Direction::N);
        let supported = self.tables.board.supported(kind, Direction::All, None);
        let mut by_facing = Vec::new();
        for gone in supported {
            let rest: Vec<Direction> = all.iter().copied().filter(|&direction| direction != gone).collect();
            by_facing.push(self.tables.table_of(&rest));
        }
        by_facing.push(self.tables.table_of(&all));
        let each = self.each_direction();
        self.ways.push(Ways::Without(from, to, each));
        Dirs { by_facing, towards: Some((self.ways.len() - 1) as u16) }
    }

    fn dirs_named(&mut self, words: &[&str]) -> Dirs {
        self.dirs_of(words, "Adjacent")
    }

    /// Absolute and relative directions; relative ones choose among the steps of a relation.
    fn dirs_of(&mut self, words: &[&str], of: &str) -> Dirs {
        match words {
            ["SameDirection"] => {
                return self.dirs_between(Int::LastFrom { after: false }, Int::LastTo { after: false });
            }
            ["OppositeDirection"] => {
                return self.dirs_between(Int::LastTo { after: false }, Int::LastFrom { after: false });
            }
            _ => {}
        }
        let absolute: Vec<Option<Direction>> = words.iter().map(|word| Direction::from_name(word)).collect();
        if let Some(all) = absolute.iter().copied().collect::<Option<Vec<Direction>>>()
            && !all.is_empty()
        {
            return Dirs { by_facing: vec![self.tables.table_of(&all)], towards: None };
        }
        let relation = Direction::from_name(of).unwrap_or(Direction::Adjacent);
        let kind = self.tables.board.default_type();
        let supported = self.tables.board.supported(kind, relation, None);
        let relative = |word: &str, facing: Direction| {
            Relative::from_name(word).map(|way| way.directions(facing, &supported)).unwrap_or_default()
        };
        let by_facing = COMPASS.into_iter().map(|facing| {
            let mut all = Vec::new();
            for (word, direction) in words.iter().zip(&absolute) {
                match direction {
                    Some(direction) => all.push(*direction),
                    None => all.extend(relative(word, facing)),
                }
            }
            if words.is_empty() {
                all.extend(relative("Forward", facing));
            }
            all
        });
        let lists: Vec<Vec<Direction>> = by_facing.collect();
        let by_facing = lists.iter().map(|list| self.tables.table_of(list)).collect();
        Dirs { by_facing, towards: None }
    }
}
