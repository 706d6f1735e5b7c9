//! Directions of a description, as numbers of tables.

use crate::board::{COMPASS, Direction, Relative};
use crate::check::{Applied, Term, TermValue};
use crate::runtime::code::Dirs;

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

    /// The direction that leads from one place to another.
    fn dirs_towards(&mut self, call: &Applied) -> Dirs {
        let pair = (self.int_in(call, "from"), self.int_in(call, "to"));
        self.pairs.push(pair);
        let kind = self.tables.board.default_type();
        let supported = self.tables.board.supported(kind, Direction::All, None);
        let by_facing = supported.iter().map(|&direction| self.tables.table_of(&[direction])).collect();
        Dirs { by_facing, towards: Some((self.pairs.len() - 1) as u16) }
    }

    fn dirs_named(&mut self, words: &[&str]) -> Dirs {
        self.dirs_of(words, "Adjacent")
    }

    /// Absolute and relative directions; relative ones choose among the steps of a relation.
    fn dirs_of(&mut self, words: &[&str], of: &str) -> Dirs {
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
